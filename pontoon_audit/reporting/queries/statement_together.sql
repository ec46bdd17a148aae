-- What do all players of a currency, and of a session, have together with the kitty? It must be nothing.
WITH sides AS (
    SELECT currency, session, part, total_recorded AS recorded, total_due AS due, difference, counted FROM accounts
    UNION ALL
    SELECT t.currency, session, part, CASE WHEN players_recorded IS NOT NULL THEN kitty_recorded END, kitty_due, NULL,
        CASE WHEN players_recorded IS NOT NULL THEN kitty_recorded ELSE kitty_due END
    FROM main.session_results JOIN timed AS t USING (session)
)
SELECT currency, session,
    coalesce(sum(counted) FILTER (part = 'before'), 0.00) AS opening,
    coalesce(sum(recorded) FILTER (part = 'in'), 0.00) AS recorded,
    coalesce(sum(due) FILTER (part = 'in'), 0.00) AS due,
    coalesce(sum(difference) FILTER (part = 'in'), 0.00) AS difference,
    coalesce(sum(counted), 0.00) AS closing
FROM sides WHERE part IN ('before', 'in') GROUP BY GROUPING SETS ((currency), (currency, session))
ORDER BY ALL;
