-- How much money does each finding change, for each currency?
SELECT finding, currency, sum(abs(money)) AS money
FROM findings JOIN sessions USING (session)
WHERE money <> 0
GROUP BY finding, currency
ORDER BY finding, money DESC, currency NULLS FIRST;
