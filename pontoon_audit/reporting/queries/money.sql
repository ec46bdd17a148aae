-- How much money was settled, how much was due, and how far do the two differ, for each currency?
-- moved is all that was moved otherwise than due, the kitty and sales of the bank included; the rest compares hands.
WITH compared AS (
    SELECT
        currency,
        sum(abs(recorded)) AS settled,
        sum(abs(due)) AS due,
        sum(abs(due - recorded)) AS difference,
        count(*) AS hands
    FROM hands JOIN sessions USING (session)
    WHERE recorded IS NOT NULL AND hands.due IS NOT NULL
    GROUP BY currency
),
moved AS (SELECT currency, sum(difference) AS moved FROM session_results GROUP BY currency)
SELECT moved.currency, moved, coalesce(settled, 0.00) AS settled, coalesce(due, 0.00) AS due,
    coalesce(difference, 0.00) AS difference, coalesce(hands, 0) AS hands
FROM moved LEFT JOIN compared ON compared.currency IS NOT DISTINCT FROM moved.currency
WHERE hands > 0 OR moved <> 0
ORDER BY moved.currency NULLS FIRST;
