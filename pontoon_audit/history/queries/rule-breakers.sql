-- Who is named in findings, how often, and in which?
SELECT player, severity, finding, count(*) AS times, count(DISTINCT session) AS sessions, currency,
    coalesce(sum(money), 0.00) AS money
FROM findings JOIN sessions USING (session)
WHERE player IS NOT NULL AND severity <> 'info'
GROUP BY player, severity, finding, currency
ORDER BY times DESC, player, finding, currency;
