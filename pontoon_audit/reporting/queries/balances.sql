-- What did each player win or lose over all sessions?
SELECT player, name, currency, sessions, deals, recorded, due, difference, undecided, unrecorded
FROM balances
ORDER BY currency NULLS FIRST, recorded DESC NULLS LAST, due DESC, player;
