-- Which findings name a player and are in no result: those that change no money of theirs, those about chips, and those
-- of sessions that record no settlements, where what is due counts anyway?
SELECT session, player, number, place, deal, event, hand, finding, severity, clause, message, money,
    allowed, ledger_due, ledger_difference
FROM found
WHERE player IS NOT NULL AND (coalesce(money, 0) = 0 OR finding LIKE 'chips/%'
    OR session IN (SELECT session FROM settling WHERE NOT settles)) AND ($player IS NULL OR player = $player)
ORDER BY session, player, number;
