-- What is left in the kitties of each currency, and of each session, before the period and in it? Like an account, of all that
-- is known; what stands beside says whether that is all there is, and of how many kitties it is not.
CREATE OR REPLACE TEMP TABLE kitties AS
WITH differing AS (
    SELECT session, sum(difference) AS difference, count(*) AS moves FROM main.postings WHERE account_kind = 'kitty' GROUP BY session
)
SELECT t.session, t.currency, part, CASE WHEN players_recorded IS NOT NULL THEN kitty_recorded END AS recorded,
    kitty_due AS due, coalesce(moves, 0) AS moves,
    CASE WHEN players_recorded IS NULL THEN NULL WHEN d.session IS NULL THEN 0.00 ELSE d.difference END AS difference,
    CASE WHEN players_recorded IS NOT NULL THEN kitty_recorded ELSE coalesce(kitty_due, 0.00) END AS counted,
    seen, decided, seen AND (players_recorded IS NOT NULL OR decided) AS counts
FROM main.session_results JOIN timed AS t USING (session) JOIN kitty_ends USING (session)
    LEFT JOIN differing AS d USING (session);

WITH sums AS (
    SELECT currency, session,
        coalesce(sum(counted) FILTER (part = 'before'), 0.00) AS opening,
        coalesce(sum(recorded) FILTER (part = 'in'), CASE WHEN count(*) FILTER (part = 'in') = 0 THEN 0.00 END) AS recorded,
        coalesce(sum(due) FILTER (part = 'in'), CASE WHEN count(*) FILTER (part = 'in') = 0 THEN 0.00 END) AS due,
        coalesce(sum(difference) FILTER (part = 'in'), CASE WHEN count(*) FILTER (part = 'in') = 0 THEN 0.00 END) AS difference,
        coalesce(sum(counted) FILTER (part = 'in'), 0.00) AS counted,
        coalesce(bool_and(counts) FILTER (part = 'before'), true) AS opening_known,
        coalesce(bool_and(seen) FILTER (part = 'in'), true) AS recorded_known,
        coalesce(bool_and(decided) FILTER (part = 'in'), true) AS due_known,
        coalesce(bool_and(counts) FILTER (part IN ('before', 'in')), true) AS closing_known,
        count(*) FILTER (part IN ('before', 'in') AND NOT seen) AS lost,
        count(*) FILTER (part IN ('before', 'in') AND seen AND NOT decided) AS undecided
    FROM kitties GROUP BY GROUPING SETS ((currency), (currency, session))
)
SELECT *, opening + counted AS closing FROM sums ORDER BY ALL;
