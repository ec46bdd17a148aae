-- Which findings name a player and change no money of theirs?
SELECT session, player, number, place, deal, event, hand, finding, severity, clause, message
FROM found
WHERE player IS NOT NULL AND coalesce(money, 0) = 0 AND ($player IS NULL OR player = $player)
ORDER BY session, player, number;
