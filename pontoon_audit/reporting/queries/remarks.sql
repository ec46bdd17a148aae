-- Which findings name a player and are in no result: those that change no money of theirs, and those about chips?
SELECT session, player, number, place, deal, event, hand, finding, severity, clause, message, money
FROM found
WHERE player IS NOT NULL AND (coalesce(money, 0) = 0 OR finding LIKE 'chips/%') AND ($player IS NULL OR player = $player)
ORDER BY session, player, number;
