-- How are the results of each player's hands spread? Lowest, quartiles, highest, and the first hands with the extremes.
WITH known AS (
    SELECT h.player, s.currency, s.turn, h.session, h.deal_index, CASE WHEN s.settles THEN h.recorded ELSE h.due END AS result
    FROM hands AS h JOIN sittings AS s USING (session)
    WHERE player IN (SELECT unnest($players))
),
spread AS (
    SELECT player, currency, count(result) AS hands, quantile_disc(result, [0, 0.25, 0.5, 0.75, 1]) AS marks
    FROM known WHERE result IS NOT NULL GROUP BY player, currency
)
SELECT spread.player, spread.currency, hands, marks,
    min((turn, k.session, deal_index)) FILTER (result = marks[1]) AS worst,
    min((turn, k.session, deal_index)) FILTER (result = marks[5]) AS best
FROM spread JOIN known AS k ON k.player = spread.player AND k.currency IS NOT DISTINCT FROM spread.currency
WHERE result = marks[1] OR result = marks[5]
GROUP BY ALL ORDER BY spread.player, spread.currency NULLS FIRST;
