-- What did each player win or lose in these sessions, and how?
SELECT player_results.*, seat
FROM player_results
    LEFT JOIN (SELECT session, player, min(seat) AS seat FROM seats GROUP BY ALL) USING (session, player)
WHERE session BETWEEN $first AND $last
ORDER BY session, seat NULLS LAST, player;
