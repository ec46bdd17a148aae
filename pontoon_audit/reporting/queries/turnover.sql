-- How much was staked, session by session in the order they were played, and those that name no day by name? Of many, so many together that there are about
-- $most_points bars.
WITH parts AS (
    SELECT currency, turn, session, staked, hands, played IS NULL AS undated, row_number() OVER by_turn AS nth, count(*) OVER (PARTITION BY currency) AS sessions
    FROM sittings WINDOW by_turn AS (PARTITION BY currency ORDER BY turn)
)
SELECT currency, (nth - 1) // ((sessions + $most_points - 1) // $most_points) + 1 AS bar, min(nth) AS first, max(nth) AS last,
    arg_min(session, turn) AS first_session, arg_max(session, turn) AS last_session,
    count(*) AS sessions, count(*) FILTER (undated) AS undated, sum(hands)::BIGINT AS hands, sum(staked) AS staked
FROM parts GROUP BY ALL ORDER BY currency NULLS FIRST, bar;
