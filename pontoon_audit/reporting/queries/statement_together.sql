-- What do all players of a currency, and of a session, have together with the kitty? It must be nothing.
WITH sides AS (
    SELECT currency, session, part, total_recorded AS recorded, total_due AS due, difference, counted FROM accounts
    UNION ALL
    SELECT currency, session, part, recorded, due, difference, counted FROM kitties
)
SELECT currency, session,
    coalesce(sum(counted) FILTER (part = 'before'), 0.00) AS opening,
    coalesce(sum(recorded) FILTER (part = 'in'), 0.00) AS recorded,
    coalesce(sum(due) FILTER (part = 'in'), 0.00) AS due,
    coalesce(sum(difference) FILTER (part = 'in'), 0.00) AS difference,
    coalesce(sum(counted), 0.00) AS closing
FROM sides WHERE part IN ('before', 'in') GROUP BY GROUPING SETS ((currency), (currency, session))
ORDER BY ALL;
