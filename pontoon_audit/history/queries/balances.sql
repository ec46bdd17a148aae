-- How does each player stand over all sessions, by the log and by the rules?
SELECT player, name, currency, sessions, deals, recorded, due, difference, undecided, unrecorded
FROM balances
ORDER BY currency, due DESC, player;
