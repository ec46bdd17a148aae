-- How often does each finding stand, and in how many sessions?
SELECT finding, severity, clause, count(*) AS times, count(DISTINCT session) AS sessions
FROM weighed
GROUP BY finding, severity, clause
ORDER BY CASE severity WHEN 'error' THEN 1 WHEN 'warning' THEN 2 ELSE 3 END, times DESC, finding;
