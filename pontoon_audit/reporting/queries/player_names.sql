-- Who sat in which session, in any session?
SELECT DISTINCT session, player FROM won ORDER BY player, session;
