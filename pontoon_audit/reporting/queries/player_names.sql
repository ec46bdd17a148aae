-- Who sat in which session, in any session?
SELECT DISTINCT session, player FROM player_results ORDER BY player, session;
