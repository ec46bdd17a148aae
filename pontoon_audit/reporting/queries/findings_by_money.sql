-- Which findings change most money?
SELECT session, deal, event, player, hand, finding, severity, clause, message, money, currency
FROM findings JOIN sessions USING (session)
ORDER BY abs(money) DESC NULLS LAST, CASE severity WHEN 'error' THEN 1 WHEN 'warning' THEN 2 ELSE 3 END,
    session, event NULLS LAST, finding, player NULLS FIRST, hand NULLS FIRST, message
LIMIT $most;
