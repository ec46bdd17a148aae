-- How did the result of each of these players grow? From deal to deal, of who sat in 30 sessions or more from session to
-- session; about $most_points points at the most.
WITH sat AS (
    SELECT p.*, v.session, v.version, p.person - stored.person(v.version, 0) AS code,
        count(*) OVER (PARTITION BY account) < 30 AS few
    FROM people AS p JOIN sittings AS v USING (turn) WHERE player IN $players
),
sides AS (
    SELECT account, turn, deal, CASE WHEN settles THEN recorded ELSE due END AS result
    FROM stored.movement_codes AS m JOIN sat ON few AND sat.version = m.version AND sat.code = m.credit
    WHERE stored.kind_name(kind) <> 'chips'
    UNION ALL
    SELECT account, turn, deal, CASE WHEN settles THEN -recorded ELSE -due END
    FROM stored.movement_codes AS m JOIN sat ON few AND sat.version = m.version AND sat.code = m.debit
    WHERE stored.kind_name(kind) <> 'chips'
),
moved AS (
    SELECT account, turn, deal, in_money(sum(result)) AS result FROM sides GROUP BY ALL
    UNION ALL
    SELECT account, turn, NULL, CASE WHEN settles THEN total_recorded ELSE total_due END
    FROM sat JOIN won USING (session, player) WHERE NOT few
),
grown AS (
    SELECT *, sum(coalesce(result, 0.00)) OVER so_far AS running, row_number() OVER so_far AS point,
        count(*) OVER (PARTITION BY account) AS points
    FROM moved WINDOW so_far AS (PARTITION BY account ORDER BY turn, deal NULLS FIRST)
)
SELECT player, currency, point, session, deal, running
FROM grown JOIN accounts USING (account) JOIN (SELECT turn, session FROM sittings) USING (turn)
WHERE point = points OR point % ((points + $most_points - 1) // $most_points) = 0
ORDER BY player, currency NULLS FIRST, point;
