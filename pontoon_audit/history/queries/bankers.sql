-- How did each banker do, tenure by tenure?
SELECT played, session, tenure, banker, first_deal, last_deal, banker_results.deals, stakes_taken, recorded, due,
    kitty_in, kitty_out, undecided
FROM banker_results JOIN sessions USING (session)
ORDER BY played, session, tenure;
