-- How does each player's account stand before the period, in it and after it? A row for each player and currency.
-- A session is in a period by the day it was played; one that names no day is in none. Without a period all are in it.
-- Its balance is what it records, or, where it records no settlements, what is due: then nothing differs from it.

CREATE OR REPLACE TEMP TABLE timed AS
WITH days AS (SELECT session, played, currency, try_cast(left(played, 10) AS DATE) AS day FROM main.sessions)
SELECT *, row_number() OVER (ORDER BY day NULLS LAST, played, session) AS turn,
    CASE WHEN $first_day::DATE IS NULL AND $last_day::DATE IS NULL THEN 'in' WHEN day IS NULL THEN 'undated'
        WHEN day < $first_day::DATE THEN 'before' WHEN day > $last_day::DATE THEN 'after' ELSE 'in' END AS part
FROM days;

CREATE OR REPLACE TEMP TABLE won AS FROM main.player_results;

CREATE OR REPLACE TEMP TABLE accounts AS
WITH entered AS (
    SELECT r.* REPLACE (CASE WHEN total_recorded IS NOT NULL THEN difference END AS difference), currency, turn, part, coalesce(total_recorded, total_due, 0.00) AS counted,
        -- what stands between recorded, difference and due: what cannot be compared, and what only the rules say
        coalesce(total_recorded + coalesce(difference, 0.00) - coalesce(total_due, 0.00), 0.00) AS open,
        CASE WHEN total_recorded IS NULL THEN coalesce(total_due, 0.00) ELSE 0.00 END AS apart
    FROM won AS r JOIN timed USING (session)
)
SELECT *, coalesce(sum(counted) FILTER (part IN ('before', 'in')) OVER so_far, 0.00) AS after,
    coalesce(sum(counted) FILTER (part IN ('before', 'in')) OVER so_far, 0.00) - counted AS before
FROM entered WINDOW so_far AS (PARTITION BY player, currency ORDER BY turn);

WITH called AS ( -- a person has one name, whatever the currency
    SELECT player, coalesce(arg_max(name, turn) FILTER (name <> player), max(name)) AS name FROM accounts GROUP BY player
),
sums AS (
    SELECT player, currency, any_value(called.name) AS name,
        count(*) FILTER (part = 'before') AS sessions_before, count(*) FILTER (part = 'in') AS sessions,
        count(*) FILTER (part IN ('before', 'in') AND total_recorded IS NULL) AS unrecorded,
        count(*) FILTER (part = 'undated') AS undated,
        coalesce(sum(deals) FILTER (part = 'in'), 0)::BIGINT AS deals,
        coalesce(sum(undecided) FILTER (part IN ('before', 'in')), 0)::BIGINT AS undecided,
        coalesce(sum(counted) FILTER (part = 'before'), 0.00) AS opening,
        coalesce(sum(open) FILTER (part = 'before'), 0.00) AS opening_open,
        coalesce(sum(apart) FILTER (part = 'before'), 0.00) AS opening_apart,
        coalesce(sum(open) FILTER (part = 'in'), 0.00) AS open,
        coalesce(sum(apart) FILTER (part = 'in'), 0.00) AS apart,
        -- null where there are sessions and none of them can tell
        coalesce(sum(total_recorded) FILTER (part = 'before'), CASE WHEN count(*) FILTER (part = 'before') = 0 THEN 0.00 END) AS opening_recorded,
        coalesce(sum(total_due) FILTER (part = 'before'), CASE WHEN count(*) FILTER (part = 'before') = 0 THEN 0.00 END) AS opening_due,
        coalesce(sum(difference) FILTER (part = 'before'), CASE WHEN count(*) FILTER (part = 'before') = 0 THEN 0.00 END) AS opening_difference,
        coalesce(sum(total_recorded) FILTER (part = 'in'), CASE WHEN count(*) FILTER (part = 'in') = 0 THEN 0.00 END) AS recorded,
        coalesce(sum(total_due) FILTER (part = 'in'), CASE WHEN count(*) FILTER (part = 'in') = 0 THEN 0.00 END) AS due,
        coalesce(sum(difference) FILTER (part = 'in'), CASE WHEN count(*) FILTER (part = 'in') = 0 THEN 0.00 END) AS difference,
        coalesce(sum(total_recorded) FILTER (part IN ('before', 'in')), CASE WHEN count(*) FILTER (part IN ('before', 'in')) = 0 THEN 0.00 END) AS closing_recorded,
        coalesce(sum(total_due) FILTER (part IN ('before', 'in')), CASE WHEN count(*) FILTER (part IN ('before', 'in')) = 0 THEN 0.00 END) AS closing_due,
        coalesce(sum(difference) FILTER (part IN ('before', 'in')), CASE WHEN count(*) FILTER (part IN ('before', 'in')) = 0 THEN 0.00 END) AS closing_difference,
        coalesce(sum(counted) FILTER (part = 'in'), 0.00) AS counted
    FROM accounts JOIN called USING (player) WHERE $player IS NULL OR player = $player GROUP BY player, currency
)
SELECT *, opening + counted AS closing, opening_open + open AS closing_open, opening_apart + apart AS closing_apart,
    opening + counted + coalesce(closing_difference, 0.00) AS adjusted
FROM sums
ORDER BY currency NULLS LAST, player;
