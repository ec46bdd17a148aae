-- What did each player win or lose in these sessions, and how?
WITH opens AS (
    SELECT session, account AS player, sum(open_paid)::BIGINT AS open_paid, coalesce(sum(open_recorded), 0.00) AS open_recorded,
        sum(open_owed)::BIGINT AS open_owed, coalesce(sum(open_due), 0.00) AS open_due, sum(open_lost)::BIGINT AS open_lost
    FROM posted WHERE account_kind = 'player' GROUP BY ALL
)
SELECT won.*, seat, coalesce(open_paid, 0) AS open_paid, coalesce(open_recorded, 0.00) AS open_recorded,
    coalesce(open_owed, 0) AS open_owed, coalesce(open_due, 0.00) AS open_due, coalesce(open_lost, 0) AS open_lost
FROM won
    LEFT JOIN (SELECT session, player, min(seat) AS seat FROM seats GROUP BY ALL) USING (session, player)
    LEFT JOIN opens USING (session, player)
WHERE session IN $sessions
ORDER BY session, seat NULLS LAST, player;
