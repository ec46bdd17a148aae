-- How often does each finding stand, and where does it change most money?
SELECT
    finding, severity, clause, count(*) AS times, count(DISTINCT session) AS sessions,
    coalesce(sum(coalesce(moved, abs(money))), 0.00) AS weight
FROM weighed
GROUP BY finding, severity, clause
ORDER BY weight DESC, CASE severity WHEN 'error' THEN 1 WHEN 'warning' THEN 2 ELSE 3 END, times DESC, finding;
