-- What did each player win or lose in each session, and what should it have been?
SELECT played, session, player, name, currency, player_results.deals, as_player_recorded, as_player_due,
    as_banker_recorded, as_banker_due, shoot_recorded, shoot_due, kitty_recorded, kitty_due, bank_sales,
    total_recorded, total_due, difference, undecided
FROM player_results JOIN sessions USING (session)
ORDER BY played, session, player;
