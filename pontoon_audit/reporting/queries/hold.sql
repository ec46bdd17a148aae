-- What did the bank keep of the stakes, for each banker (and for all together, where banker is null)?
-- sum_* are what an interval is worked out from: over the deals, of stakes and results, squares and products.
SELECT currency, banker, grouping(banker) = 1 AS everybody, count(*) AS deals,
    count(*) FILTER (staked <> 0 AND unknown = 0) AS counted, count(DISTINCT session) AS sessions,
    sum(hands)::BIGINT AS hands,
    coalesce(sum(staked), 0.00) AS all_staked, CASE WHEN sum(hands) = 0 THEN 0.00 ELSE sum(result) END AS all_result,
    CASE WHEN sum(hands) = 0 THEN 0.00 ELSE sum(due) END AS due,
    coalesce(sum(staked) FILTER (unknown = 0), 0.00) AS sum_s, coalesce(sum(result) FILTER (unknown = 0), 0.00) AS sum_r,
    sum((staked * staked)::DECIMAL(38, 4)) FILTER (unknown = 0) AS sum_ss,
    sum((staked * result)::DECIMAL(38, 4)) FILTER (unknown = 0) AS sum_sr,
    sum((result * result)::DECIMAL(38, 4)) FILTER (unknown = 0) AS sum_rr
FROM (SELECT b.*, s.currency FROM banked AS b JOIN sittings AS s USING (session))
WHERE NOT void AND banker IS NOT NULL
GROUP BY GROUPING SETS ((currency, banker), (currency))
ORDER BY currency NULLS FIRST, everybody DESC, all_staked DESC, banker;
