-- How often did the rule of each finding meet something to judge, and how did that come out?
SELECT finding, count(*) AS met_in, sum(kept)::BIGINT AS kept, sum(not_decidable)::BIGINT AS not_decidable,
    sum(held_back)::BIGINT AS held_back
FROM rule_counts GROUP BY finding ORDER BY finding;
