-- What were each player's hands, by class and by what they won or lost?
-- A hand was bought to where more was staked on it than at first.
SELECT player, currency,
    CASE WHEN class = 'points' AND total = 21 THEN '21' WHEN class = 'points' AND total BETWEEN 16 AND 20 THEN '16 to 20'
        WHEN class = 'points' THEN CASE WHEN total < 16 THEN '15 or less' END ELSE class END AS class,
    outcome, multiple, split, sum(hands)::BIGINT AS hands,
    coalesce(sum(hands) FILTER (bought), 0)::BIGINT AS bought, coalesce(sum(staked), 0.00) AS staked,
    coalesce(sum(result * hands), 0.00) AS result, coalesce(sum(hands) FILTER (result IS NULL), 0)::BIGINT AS unknown
FROM hands_alike JOIN accounts USING (account)
WHERE player IN $players
GROUP BY ALL ORDER BY ALL;
