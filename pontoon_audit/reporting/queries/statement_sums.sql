-- What do a player's lines add up to, by kind? Recorded and difference as in the lines.
WITH parts AS (
    SELECT *, CASE WHEN kind = 'stake' AND side = 'debit' THEN 'bank' WHEN kind = 'stake' THEN 'hand' ELSE kind END AS part
    FROM posted WHERE account_kind = 'player' AND ($player IS NULL OR account = $player)
)
SELECT session, account AS player, part,
    sum(recorded) FILTER (settles) AS recorded, sum(due) AS due, sum(difference) FILTER (settles) AS difference,
    sum(open_paid)::BIGINT AS open_paid, coalesce(sum(open_recorded), 0.00) AS open_recorded,
    sum(open_owed)::BIGINT AS open_owed, coalesce(sum(open_due), 0.00) AS open_due, sum(open_lost)::BIGINT AS open_lost
FROM parts GROUP BY session, account, part
ORDER BY session, account, list_position(['hand', 'bank', 'shoot', 'kitty', 'bank-sale', 'chips'], part);
