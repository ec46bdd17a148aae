-- How does the balance of each player stand after a session, alone and as part of the account?
SELECT session, player, counted, counted + coalesce(difference, 0.00) AS adjusted, before, after, open, apart
FROM accounts WHERE session IN $sessions AND part = 'in' AND ($player IS NULL OR player = $player)
ORDER BY session, player;
