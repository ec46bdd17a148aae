-- How did each player's result grow from deal to deal? Of a long session every so many deals and the last.
WITH sums AS (
    SELECT session, account AS player, place, sum(recorded) AS recorded, sum(due) AS due, sum(difference) AS difference,
        bool_and(settles) AS settles
    FROM posted WHERE account_kind = 'player' AND kind <> 'chips' AND place IS NOT NULL GROUP BY ALL
),
people AS (SELECT session, player, min(seat) AS seat FROM seats GROUP BY ALL
    UNION SELECT session, player, NULL FROM sums ANTI JOIN seats USING (session, player)),
grown AS (
    SELECT p.session, p.player, p.seat, d.place, d.deal,
        sum(coalesce(CASE WHEN coalesce(v.settles, true) THEN s.recorded ELSE s.due END, 0.00)) OVER so_far AS result,
        sum(coalesce(s.due, 0.00)) OVER so_far AS due,
        coalesce(s.difference, 0.00) <> 0 AS amiss,
        max(d.place) OVER (PARTITION BY p.session) AS last
    FROM people AS p JOIN dealt AS d USING (session)
        LEFT JOIN sums AS s ON s.session = p.session AND s.player = p.player AND s.place = d.place
        LEFT JOIN settling AS v ON v.session = p.session
    WINDOW so_far AS (PARTITION BY p.session, p.player ORDER BY d.place)
)
SELECT session, player, place, deal, result, due, amiss AND last <= $most_points AS amiss
FROM grown WHERE place = last OR place % ((last + $most_points - 1) // $most_points) = 0
ORDER BY session, place, seat NULLS LAST, player;
