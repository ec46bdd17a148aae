-- How much money was settled, how much was due, and how far do the two differ, for each currency?
SELECT
    currency,
    coalesce(sum(abs(recorded)), 0.00) AS settled,
    coalesce(sum(abs(due)), 0.00) AS due,
    coalesce(sum(abs(due - recorded)), 0.00) AS difference,
    count(*) AS hands
FROM hands JOIN sessions USING (session)
WHERE recorded IS NOT NULL AND hands.due IS NOT NULL
GROUP BY currency
ORDER BY currency NULLS FIRST;
