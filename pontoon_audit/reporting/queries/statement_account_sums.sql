-- What do the lines of each player's account add up to in the period, by kind? What was left in a kitty of which nobody
-- knows what it held counts as in left_unknown.sql.
WITH sides AS (
    SELECT p.* EXCLUDE (recorded), currency, CASE WHEN NOT lost THEN recorded END AS recorded
    FROM (
        SELECT *, kind = 'kitty' AND recorded = 0 AND due IS NULL AS lost,
            count(*) FILTER (kind = 'kitty' AND side = 'credit' AND recorded <> 0 AND due IS NULL)
                OVER (PARTITION BY session, deal, account_kind, account) > 0 AS taken
        FROM main.postings WHERE account_kind = 'player') AS p JOIN (SELECT session, currency FROM timed WHERE part = 'in') USING (session)
    WHERE NOT (coalesce(lost, false) AND taken AND deal IS NOT NULL) AND ($player IS NULL OR account = $player)
),
parts AS (
    SELECT *, kind <> 'chips' AND difference IS NULL AND (settles OR due IS NULL) AS loose,
        CASE WHEN kind = 'stake' AND side = 'debit' THEN 'bank' WHEN kind = 'stake' THEN 'hand' ELSE kind END AS part
    FROM sides
)
SELECT account AS player, currency, part,
    sum(recorded) FILTER (settles) AS recorded, sum(due) AS due, sum(difference) FILTER (settles) AS difference,
    coalesce(sum(CASE WHEN settles THEN coalesce(recorded, 0.00) ELSE coalesce(due, 0.00) END), 0.00) AS counted,
    count(*) FILTER (loose AND recorded IS NOT NULL) AS open_paid,
    coalesce(sum(recorded) FILTER (loose), 0.00) AS open_recorded,
    count(*) FILTER (loose AND recorded IS NULL AND due IS NOT NULL) AS open_owed,
    coalesce(sum(due) FILTER (loose), 0.00) AS open_due,
    count(*) FILTER (loose AND recorded IS NULL AND due IS NULL) AS open_lost
FROM parts GROUP BY account, currency, part
ORDER BY currency NULLS LAST, account, list_position(['hand', 'bank', 'shoot', 'kitty', 'bank-sale', 'chips'], part);
