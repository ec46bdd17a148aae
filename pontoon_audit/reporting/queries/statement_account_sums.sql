-- What do the lines of each player's account add up to in the period, by kind?
WITH parts AS (
    SELECT p.*, currency, kind <> 'chips' AND difference IS NULL AND (settles OR due IS NULL) AS loose,
        CASE WHEN kind = 'stake' AND side = 'debit' THEN 'bank' WHEN kind = 'stake' THEN 'hand' ELSE kind END AS part
    FROM main.postings AS p JOIN (SELECT session, currency FROM timed WHERE part = 'in') USING (session)
    WHERE account_kind = 'player' AND ($player IS NULL OR account = $player)
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
