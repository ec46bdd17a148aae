-- What could not be checked in these sessions?
SELECT session, message FROM found WHERE finding = 'log/not-checked' ORDER BY session, number;
