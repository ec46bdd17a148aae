-- What do the players of each of these sessions have together? With what is left in the kitty, where that is known,
-- it is nothing.
SELECT
    session,
    sum(as_player_recorded) AS as_player_recorded, sum(as_player_due) AS as_player_due,
    sum(as_banker_recorded) AS as_banker_recorded, sum(as_banker_due) AS as_banker_due,
    sum(shoot_recorded) AS shoot_recorded, sum(shoot_due) AS shoot_due,
    sum(kitty_recorded) AS kitty_recorded, sum(kitty_due) AS kitty_due,
    sum(bank_sales) AS bank_sales, sum(bank_sales_due) AS bank_sales_due,
    sum(total_recorded) AS total_recorded, sum(total_due) AS total_due, sum(difference) AS difference,
    CASE WHEN bool_and(k.seen) THEN sum(total_recorded) + coalesce(any_value(k.recorded), 0.00) END AS with_kitty_recorded,
    CASE WHEN bool_and(k.decided) THEN sum(total_due) + coalesce(any_value(k.due), 0.00) END AS with_kitty_due,
    any_value(k.recorded) AS left_recorded, any_value(k.due) AS left_due
FROM won JOIN (
    SELECT session, kitty_recorded AS recorded, kitty_due AS due, kitty_seen AS seen, kitty_decided AS decided FROM sittings
) AS k USING (session)
WHERE session IN $sessions
GROUP BY session ORDER BY session;
