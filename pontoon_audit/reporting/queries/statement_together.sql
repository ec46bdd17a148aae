-- What do all players of a currency, and of a session, have together with the kitty? It must be nothing.
WITH sides AS (
    SELECT currency, session, part, total_recorded AS recorded, total_due AS due, difference, counted FROM accounts
    UNION ALL
    -- a kitty in which nothing moved makes what is unknown no nought
    SELECT currency, session, part, CASE WHEN moves > 0 THEN recorded END, CASE WHEN moves > 0 THEN due END,
        CASE WHEN moves > 0 THEN difference END, counted
    FROM kitties
)
SELECT currency, session,
    coalesce(sum(counted) FILTER (part = 'before'), 0.00) AS opening,
    coalesce(sum(recorded) FILTER (part = 'in'), CASE WHEN count(*) FILTER (part = 'in') = 0 THEN 0.00 END) AS recorded,
    coalesce(sum(due) FILTER (part = 'in'), CASE WHEN count(*) FILTER (part = 'in') = 0 THEN 0.00 END) AS due,
    coalesce(sum(difference) FILTER (part = 'in'), CASE WHEN count(*) FILTER (part = 'in') = 0 THEN 0.00 END) AS difference,
    coalesce(sum(counted), 0.00) AS closing
FROM sides WHERE part IN ('before', 'in') GROUP BY GROUPING SETS ((currency), (currency, session))
ORDER BY ALL;
