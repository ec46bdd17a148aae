-- What is left in the kitties of each currency, before the period and in it?
WITH kitties AS (
    SELECT t.currency, part, kitty_due AS due, CASE WHEN players_recorded IS NOT NULL THEN kitty_recorded END AS recorded
    FROM main.session_results JOIN timed AS t USING (session)
),
sums AS (
    SELECT currency,
        coalesce(sum(recorded) FILTER (part = 'before'), 0.00) AS opening_recorded,
        coalesce(sum(due) FILTER (part = 'before'), 0.00) AS opening_due,
        coalesce(sum(coalesce(recorded, due)) FILTER (part = 'before'), 0.00) AS opening,
        coalesce(sum(recorded) FILTER (part = 'in'), 0.00) AS recorded,
        coalesce(sum(due) FILTER (part = 'in'), 0.00) AS due,
        coalesce(sum(coalesce(recorded, due)) FILTER (part = 'in'), 0.00) AS counted
    FROM kitties GROUP BY currency
)
SELECT *, opening + counted AS closing FROM sums ORDER BY currency NULLS LAST;
