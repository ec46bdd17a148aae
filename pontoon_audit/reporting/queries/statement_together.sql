-- What do all players of a currency, and of a session, have together with the kitty? It must be nothing; null where what is
-- left in a kitty is not known.
WITH sides AS (
    SELECT currency, session, part, total_recorded AS recorded, total_due AS due, difference, counted,
        true AS seen, true AS decided, true AS counts FROM accounts
    UNION ALL
    -- a kitty in which nothing moved makes what is unknown no nought
    SELECT currency, session, part, CASE WHEN moves > 0 THEN recorded END, CASE WHEN moves > 0 THEN due END,
        CASE WHEN moves > 0 THEN difference END, counted, seen, decided, counts
    FROM kitties
)
SELECT currency, session,
    CASE WHEN coalesce(bool_and(counts) FILTER (part = 'before'), true) THEN
        coalesce(sum(counted) FILTER (part = 'before'), 0.00) END AS opening,
    CASE WHEN coalesce(bool_and(seen) FILTER (part = 'in'), true) THEN
        coalesce(sum(recorded) FILTER (part = 'in'), CASE WHEN count(*) FILTER (part = 'in') = 0 THEN 0.00 END) END AS recorded,
    CASE WHEN coalesce(bool_and(decided) FILTER (part = 'in'), true) THEN
        coalesce(sum(due) FILTER (part = 'in'), CASE WHEN count(*) FILTER (part = 'in') = 0 THEN 0.00 END) END AS due,
    coalesce(sum(difference) FILTER (part = 'in'), CASE WHEN count(*) FILTER (part = 'in') = 0 THEN 0.00 END) AS difference,
    CASE WHEN bool_and(counts) THEN coalesce(sum(counted), 0.00) END AS closing
FROM sides WHERE part IN ('before', 'in') GROUP BY GROUPING SETS ((currency), (currency, session))
ORDER BY ALL;
