-- What many pages are made of, worked out once: the sessions in the order they were played, results, the bank's deals.
CREATE OR REPLACE TEMP TABLE won AS FROM player_results;

CREATE OR REPLACE TEMP TABLE sittings AS
SELECT r.*, row_number() OVER (ORDER BY r.played NULLS LAST, r.session) AS turn, coalesce(v.settles, true) AS settles,
    s.events, s.events_kept, s.rules::VARCHAR AS rules, s.rules->>'base' AS base, sources.path, sources.sha256, sources.tool_version
FROM session_results AS r JOIN sessions AS s USING (session) JOIN sources ON sources.source = s.source
    LEFT JOIN settling AS v USING (session);

-- What the bank took from each deal: only hands whose result is known count, with their stakes; void deals do not.
CREATE OR REPLACE TEMP TABLE banked AS
WITH known AS (
    SELECT s.turn, h.deal_index, h.stake, h.due, CASE WHEN s.settles THEN h.recorded ELSE h.due END AS result
    FROM hands AS h JOIN sittings AS s USING (session)
),
sums AS (
    SELECT turn, deal_index, count(*) AS hands, count(*) FILTER (result IS NULL OR stake IS NULL) AS unknown,
        sum(stake) FILTER (result IS NOT NULL) AS staked, -sum(result) FILTER (stake IS NOT NULL) AS result,
        -sum(due) AS due
    FROM known GROUP BY turn, deal_index
),
dealt AS (SELECT d.*, s.turn FROM deals AS d JOIN sittings AS s USING (session))
SELECT d.session, d.turn, d.deal_index, d.deal, d.banker, coalesce(hands, 0) AS hands, coalesce(unknown, 0) AS unknown,
    staked, result, due, coalesce(d.void, false) AS void
FROM dealt AS d LEFT JOIN sums USING (turn, deal_index);
