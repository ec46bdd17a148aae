-- What did each player win or lose over all sessions, and how?
WITH called AS ( -- a person has one name, whatever the currency, as on statements
    SELECT player, coalesce(arg_max(name, turn) FILTER (name <> player), max(name)) AS name
    FROM (SELECT player, name, session FROM won) JOIN (SELECT session, turn FROM sittings) USING (session) GROUP BY player
)
SELECT player, currency, any_value(called.name) AS name, count(*) AS sessions, sum(w.deals)::BIGINT AS deals,
    sum(as_player_recorded) AS as_player_recorded, sum(as_player_due) AS as_player_due,
    sum(as_banker_recorded) AS as_banker_recorded, sum(as_banker_due) AS as_banker_due,
    sum(shoot_recorded) AS shoot_recorded, sum(shoot_due) AS shoot_due,
    sum(w.kitty_recorded) AS kitty_recorded, sum(w.kitty_due) AS kitty_due,
    sum(bank_sales) AS bank_sales, sum(bank_sales_due) AS bank_sales_due,
    -- shoot bets, the kitty, and sales of the bank
    sum(total_recorded - coalesce(as_player_recorded, 0.00) - coalesce(as_banker_recorded, 0.00)) AS beside, sum(total_recorded) AS recorded, sum(total_due) AS due, sum(w.difference) AS difference,
    sum(w.undecided)::BIGINT AS undecided, count(*) FILTER (total_recorded IS NULL) AS unrecorded,
    count(*) FILTER (s.events_kept = 'none') AS eventless,
    coalesce(sum(total_due) FILTER (total_recorded IS NULL), 0.00) AS apart,
    coalesce(sum(as_player_due) FILTER (total_recorded IS NULL), 0.00) AS apart_as_player,
    coalesce(sum(total_recorded + coalesce(w.difference, 0.00) - coalesce(total_due, 0.00)), 0.00) AS open
FROM won AS w JOIN sittings AS s USING (session) JOIN called USING (player)
GROUP BY player, currency
ORDER BY currency NULLS FIRST, recorded DESC NULLS LAST, due DESC, player;
