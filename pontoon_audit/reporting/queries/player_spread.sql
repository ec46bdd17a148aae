-- How are the results of each player's hands spread? Lowest, quartiles, highest, and the first hands with the extremes.
WITH results AS (
    SELECT player, currency, result, sum(hands) AS hands, min((first_turn, first_deal)) AS first
    FROM hands_alike JOIN accounts USING (account)
    WHERE result IS NOT NULL AND player IN $players
    GROUP BY ALL
),
ranked AS (
    SELECT *, sum(hands) OVER (PARTITION BY player, currency ORDER BY result) AS rank,
        sum(hands) OVER (PARTITION BY player, currency) AS of_all
    FROM results
),
spread AS (
    SELECT player, currency, sum(hands)::BIGINT AS hands,
        -- the result of the hand that stands a quarter, half … of the way
        [min(result), min(result) FILTER (4 * rank >= of_all), min(result) FILTER (2 * rank >= of_all),
            min(result) FILTER (4 * rank >= 3 * of_all), max(result)] AS marks,
        arg_min(first, result) AS worst, arg_max(first, result) AS best
    FROM ranked GROUP BY player, currency
)
SELECT spread.player, spread.currency, spread.hands, marks, (low.turn, low.session, worst[2]) AS worst,
    (high.turn, high.session, best[2]) AS best
FROM spread JOIN sittings AS low ON low.turn = worst[1] JOIN sittings AS high ON high.turn = best[1]
ORDER BY spread.player, spread.currency NULLS FIRST;
