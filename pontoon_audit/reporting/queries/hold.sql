-- What did the bank keep of the stakes, for each banker (and for all together, where banker is null)?
-- All sums rest on the same deals: those that count, in which the result and the stake of every hand are known. Of the
-- result, "apart" is what is due where nothing is recorded, and "due" is told of the rest but for what is not compared.
-- sum_* are what an interval is worked out from: over the deals, of stakes and results, squares and products.
SELECT currency, banker, grouping(banker) = 1 AS everybody, count(*) AS deals,
    count(*) FILTER (staked <> 0 AND unknown = 0) AS counted, count(DISTINCT session) AS sessions,
    coalesce(sum(hands) FILTER (unknown = 0), 0)::BIGINT AS hands, sum(due) FILTER (staked <> 0 AND unknown = 0) AS due,
    sum(result) FILTER (NOT settles AND staked <> 0 AND unknown = 0) AS apart,
    coalesce(sum(open_paid) FILTER (staked <> 0 AND unknown = 0), 0)::BIGINT AS open_paid,
    sum(open_recorded) FILTER (staked <> 0 AND unknown = 0) AS open_recorded,
    count(DISTINCT session) FILTER (NOT settles AND staked <> 0 AND unknown = 0) AS unrecorded,
    sum(staked) FILTER (staked <> 0 AND unknown = 0) AS sum_s, sum(result) FILTER (staked <> 0 AND unknown = 0) AS sum_r,
    sum((staked * staked)::DECIMAL(38, 4)) FILTER (unknown = 0) AS sum_ss,
    sum((staked * result)::DECIMAL(38, 4)) FILTER (unknown = 0) AS sum_sr,
    sum((result * result)::DECIMAL(38, 4)) FILTER (unknown = 0) AS sum_rr
FROM (SELECT b.*, s.currency FROM banked AS b JOIN sittings AS s USING (session))
WHERE NOT void AND banker IS NOT NULL
GROUP BY GROUPING SETS ((currency, banker), (currency))
ORDER BY currency NULLS FIRST, everybody DESC, sum_s DESC NULLS LAST, banker;
