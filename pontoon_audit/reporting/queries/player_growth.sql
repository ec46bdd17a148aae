-- How did the result of each of these players grow? From deal to deal, of who sat in 30 sessions or more from session to
-- session; about $most_points points at the most.
WITH sat AS (
    SELECT w.player, s.currency, s.session, s.turn, s.settles, count(*) OVER (PARTITION BY w.player, s.currency) < 30 AS few,
        CASE WHEN s.settles THEN w.total_recorded ELSE w.total_due END AS result
    FROM won AS w JOIN sittings AS s USING (session) WHERE w.player IN (SELECT unnest($players))
),
moved AS (
    SELECT sat.player, sat.currency, sat.turn, sat.session, p.deal,
        sum(CASE WHEN sat.settles THEN p.recorded ELSE p.due END) AS result
    FROM postings AS p JOIN sat ON few AND sat.session = p.session AND sat.player = p.account AND p.account_kind = 'player'
    WHERE p.kind <> 'chips'
    GROUP BY ALL
    UNION ALL
    SELECT player, currency, turn, session, NULL, result FROM sat WHERE NOT few
),
grown AS (
    SELECT *, sum(coalesce(result, 0.00)) OVER so_far AS running, row_number() OVER so_far AS point,
        count(*) OVER (PARTITION BY player, currency) AS points
    FROM moved WINDOW so_far AS (PARTITION BY player, currency ORDER BY turn, deal NULLS FIRST)
)
SELECT player, currency, point, session, deal, running FROM grown
WHERE point = points OR point % ((points + $most_points - 1) // $most_points) = 0
ORDER BY player, currency NULLS FIRST, point;
