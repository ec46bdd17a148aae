-- Which records of these sessions were set aside?
SELECT session, event, line, pointer, reason, left(record, 300) AS record
FROM rejected
ORDER BY session, event NULLS LAST, line, pointer, reason, record;
