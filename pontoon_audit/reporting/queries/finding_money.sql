-- How much money does each finding change, or was moved otherwise where it stands, for each currency?
SELECT finding, currency, sum(coalesce(moved, abs(money))) AS money
FROM weighed JOIN sessions USING (session)
WHERE money <> 0 OR moved <> 0
GROUP BY finding, currency
ORDER BY finding, currency NULLS FIRST;
