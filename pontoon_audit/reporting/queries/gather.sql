-- What many pages are made of, worked out once: the sessions in the order they were played, results, the bank's deals, what
-- the players' hands and plays were. Hands and events are many: they are counted by code, and named then.
CREATE OR REPLACE TEMP MACRO in_money(hundredths) AS -- of sums; a file that an older program wrote knows no such macro
    CAST(CAST(hundredths AS DECIMAL(36, 0)) * CAST(0.01 AS DECIMAL(2, 2)) AS DECIMAL(38, 2));

CREATE OR REPLACE TEMP TABLE won AS FROM player_results;

CREATE OR REPLACE TEMP TABLE sittings AS
SELECT r.*, row_number() OVER (ORDER BY r.played NULLS LAST, r.session) AS turn, coalesce(v.settles, true) AS settles,
    s.events, s.events_kept, s.rules::VARCHAR AS rules, s.rules->>'base' AS base, sources.path, sources.sha256, sources.tool_version,
    v.version
FROM session_results AS r JOIN sessions AS s USING (session) JOIN sources ON sources.source = s.source
    JOIN stored.sessions AS v ON v.session = r.session AND v.state = 1;

-- The players of each session; an account is a player and a currency.
CREATE OR REPLACE TEMP TABLE people AS
SELECT p.person, p.player, s.currency, dense_rank() OVER (ORDER BY p.player, s.currency) AS account, s.turn, s.settles
FROM stored.seats AS p JOIN sittings AS s ON s.version = p.person >> 32;

CREATE OR REPLACE TEMP TABLE accounts AS SELECT DISTINCT account, player, currency FROM people;

-- What the bank took from each deal. A hand whose settlement is missing among others took nothing, as in the ledger;
-- one whose result is not known is told as unknown, and is in what is due as far as that can be said.
CREATE OR REPLACE TEMP TABLE banked AS
WITH unpaid AS (
    SELECT DISTINCT f.version, f.deal, p.person - stored.person(f.version, 0) AS player, f.hand
    FROM stored.findings AS f JOIN stored.seats AS p ON p.person >> 32 = f.version AND p.player = f.player
    WHERE finding = 'settlement/missing'
),
known AS (
    SELECT h.version, h.deal_index, h.stake, h.due, CASE WHEN NOT s.settles THEN h.due
        ELSE coalesce(h.recorded, CASE WHEN u.version IS NOT NULL THEN 0 END) END AS result
    FROM stored.hand_codes AS h JOIN sittings AS s USING (version) LEFT JOIN unpaid AS u USING (version, deal, player, hand)
),
sums AS (
    SELECT version, deal_index, count(*) AS hands, count(*) FILTER (result IS NULL OR stake IS NULL) AS unknown,
        sum(stake) AS staked, -sum(result) AS result, -sum(due) AS due
    FROM known GROUP BY version, deal_index
)
SELECT s.session, s.turn, d.deal_index::BIGINT AS deal_index, d.deal, p.person, p.player AS banker, coalesce(sums.hands, 0) AS hands,
    coalesce(unknown, 0) AS unknown, in_money(sums.staked) AS staked, in_money(sums.result) AS result,
    in_money(sums.due) AS due, coalesce(d.void, false) AS void
FROM stored.deals AS d JOIN sittings AS s USING (version) LEFT JOIN sums USING (version, deal_index)
    LEFT JOIN stored.seats AS p ON p.person = stored.person(d.version, d.banker);

-- The hands of each account by all that its page tells of them, and the first of those that are alike. Hands of void deals
-- are none: they came to nothing, and belong to no rate; nor do their plays.
CREATE OR REPLACE TEMP TABLE undone AS
SELECT d.version, d.deal_index, d.deal FROM stored.deals AS d JOIN sittings USING (version) WHERE d.void;

CREATE OR REPLACE TEMP TABLE hands_alike AS
WITH counted AS (
    SELECT account, rank, CASE WHEN rank = 1 THEN total END AS total, outcome, multiple, split, stake > initial AS bought,
        CASE WHEN settles THEN recorded ELSE due END AS result, count(*) AS hands, sum(stake) AS staked,
        min(turn << 32 | deal_index) AS first
    FROM stored.hand_codes AS h ANTI JOIN undone USING (version, deal_index)
        JOIN people AS p ON p.person = stored.person(h.version, h.player)
    GROUP BY ALL
)
SELECT account, stored.class_name(rank) AS class, total, stored.outcome_name(outcome) AS outcome, multiple, split, bought,
    stored.money(result) AS result, hands, in_money(staked) AS staked,
    first >> 32 AS first_turn, first & 4294967295 AS first_deal
FROM counted;

CREATE OR REPLACE TEMP TABLE plays AS
WITH counted AS (
    SELECT account, action, count(*) AS times
    FROM stored.event_codes AS e ANTI JOIN undone USING (version, deal)
        JOIN people AS p ON p.person = stored.person(e.version, e.player)
    WHERE action BETWEEN 13 AND 18 -- from pontoon to bust: what a player may do with a hand
    GROUP BY ALL
)
SELECT account, stored.action_name(action) AS action, times FROM counted;

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
