-- What did each player win or lose in each session? Of many sessions the last $most.
SELECT w.player, s.currency, w.session, s.played, s.turn, w.deals, as_player_recorded, as_player_due, as_banker_recorded,
    as_banker_due, shoot_recorded, shoot_due, w.kitty_recorded, w.kitty_due, bank_sales, bank_sales_due,
    total_recorded - coalesce(as_player_recorded, 0.00) - coalesce(as_banker_recorded, 0.00) AS beside, total_recorded,
    total_due, w.difference,
    sum(CASE WHEN s.settles THEN coalesce(total_recorded, 0.00) ELSE coalesce(total_due, 0.00) END) OVER (
        PARTITION BY w.player, s.currency ORDER BY s.turn) AS running
FROM won AS w JOIN sittings AS s USING (session)
WHERE w.player IN (SELECT unnest($players))
QUALIFY row_number() OVER (PARTITION BY w.player, s.currency ORDER BY s.turn DESC) <= $most
ORDER BY w.player, s.currency NULLS FIRST, s.turn;
