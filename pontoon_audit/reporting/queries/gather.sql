-- What many pages are made of, worked out once: the sessions in the order they were played, results, the bank's deals.
CREATE OR REPLACE TEMP TABLE won AS FROM player_results;

CREATE OR REPLACE TEMP TABLE sittings AS
SELECT r.*, row_number() OVER (ORDER BY r.played NULLS LAST, r.session) AS turn, coalesce(v.settles, true) AS settles,
    s.events, s.events_kept, s.rules::VARCHAR AS rules, s.rules->>'base' AS base, sources.path, sources.sha256, sources.tool_version
FROM session_results AS r JOIN sessions AS s USING (session) JOIN sources ON sources.source = s.source
    LEFT JOIN settling AS v USING (session);

-- What the bank took from each deal. A hand whose settlement is missing among others took nothing, as in the ledger;
-- one whose result is not known is told as unknown, and is in what is due as far as that can be said.
CREATE OR REPLACE TEMP TABLE banked AS
WITH unpaid AS (
    SELECT DISTINCT session, deal, player, hand FROM findings WHERE finding = 'settlement/missing'
),
known AS (
    SELECT s.turn, h.deal_index, h.stake, h.due, CASE WHEN NOT s.settles THEN h.due
        ELSE coalesce(h.recorded, CASE WHEN u.session IS NOT NULL THEN 0.00 END) END AS result
    FROM hands AS h JOIN sittings AS s USING (session) LEFT JOIN unpaid AS u USING (session, deal, player, hand)
),
sums AS (
    SELECT turn, deal_index, count(*) AS hands, count(*) FILTER (result IS NULL OR stake IS NULL) AS unknown,
        sum(stake) AS staked, -sum(result) AS result, -sum(due) AS due
    FROM known GROUP BY turn, deal_index
),
dealt AS (SELECT d.*, s.turn FROM deals AS d JOIN sittings AS s USING (session))
SELECT d.session, d.turn, d.deal_index, d.deal, d.banker, coalesce(hands, 0) AS hands, coalesce(unknown, 0) AS unknown,
    staked, result, due, coalesce(d.void, false) AS void
FROM dealt AS d LEFT JOIN sums USING (turn, deal_index);

-- The findings, and beside one that names no money itself what was moved otherwise than due at its event, as in
-- discrepancies: at the first of those that stand there, and only where none of them names money.
CREATE OR REPLACE TEMP TABLE weighed AS
WITH astray AS (
    SELECT session, event, sum(abs(difference)) AS moved FROM movements
    WHERE difference <> 0 AND kind <> 'chips' GROUP BY session, event
)
SELECT f.*, CASE WHEN NOT bool_or(coalesce(money, 0) <> 0) OVER at_event AND row_number() OVER (at_event ORDER BY
    CASE severity WHEN 'error' THEN 1 WHEN 'warning' THEN 2 ELSE 3 END, finding, player NULLS FIRST, hand NULLS FIRST,
    message) = 1 THEN moved END AS moved
FROM findings AS f LEFT JOIN astray USING (session, event)
WINDOW at_event AS (PARTITION BY f.session, f.event);
