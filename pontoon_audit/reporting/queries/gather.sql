-- What many pages are made of, worked out once: the sessions in the order they were played, results, the bank's deals, what
-- the players' hands and plays were. Hands and events are many: they are counted by code, and named then.
CREATE OR REPLACE TEMP MACRO in_money(hundredths) AS -- of sums; a file that an older program wrote knows no such macro
    CAST(CAST(hundredths AS DECIMAL(36, 0)) * CAST(0.01 AS DECIMAL(2, 2)) AS DECIMAL(38, 2));

-- Where a session records no settlements what is due counts: there nothing stands as recorded, nor differs from it. Where
-- it records some, but none of a player's of one kind (his shoot bets, say), nothing of that kind stands as recorded.
CREATE OR REPLACE TEMP TABLE won AS
WITH untold AS (
    SELECT session, account AS player, bool_and(recorded IS NULL) FILTER (kind = 'stake' AND side = 'credit') AS as_player,
        bool_and(recorded IS NULL) FILTER (kind = 'stake' AND side = 'debit') AS as_banker,
        bool_and(recorded IS NULL) FILTER (kind = 'shoot') AS shoot
    FROM stored.side_sums WHERE account_kind = 'player' AND kind IN ('stake', 'shoot') GROUP BY session, account
)
SELECT r.* REPLACE (CASE WHEN as_player IS NOT true THEN as_player_recorded END AS as_player_recorded,
    CASE WHEN as_banker IS NOT true THEN as_banker_recorded END AS as_banker_recorded,
    CASE WHEN shoot IS NOT true THEN shoot_recorded END AS shoot_recorded,
    CASE WHEN total_recorded IS NOT NULL THEN kitty_recorded END AS kitty_recorded,
    CASE WHEN total_recorded IS NOT NULL THEN bank_sales END AS bank_sales,
    CASE WHEN total_recorded IS NOT NULL THEN difference END AS difference)
FROM player_results AS r LEFT JOIN untold USING (session, player);

-- What is left in a kitty is null, too, where the history does not know it: then what was moved is not all that was.
CREATE OR REPLACE TEMP TABLE sittings AS
SELECT r.* REPLACE (CASE WHEN coalesce(v.settles, true) AND k.seen THEN r.kitty_recorded END AS kitty_recorded,
        CASE WHEN k.decided THEN r.kitty_due END AS kitty_due,
        CASE WHEN coalesce(v.settles, true) THEN r.difference END AS difference),
    row_number() OVER (ORDER BY r.played NULLS LAST, r.session) AS turn, coalesce(v.settles, true) AS settles,
    s.events, s.events_kept, s.rules::VARCHAR AS rules, s.rules->>'base' AS base, sources.path, sources.sha256, sources.tool_version,
    v.version, k.seen AS kitty_seen, k.decided AS kitty_decided, k.lost_in AS kitty_lost_in, k.held AS kitty_held
FROM session_results AS r JOIN sessions AS s USING (session) JOIN sources ON sources.source = s.source
    JOIN kitty_ends AS k ON k.session = r.session
    JOIN stored.sessions AS v ON v.session = r.session AND v.state = 1;

-- The players of each session; an account is a player and a currency.
CREATE OR REPLACE TEMP TABLE people AS
SELECT p.person, p.player, s.currency, dense_rank() OVER (ORDER BY p.player, s.currency) AS account, s.turn, s.settles
FROM stored.seats AS p JOIN sittings AS s ON s.version = p.person >> 32;

CREATE OR REPLACE TEMP TABLE accounts AS SELECT DISTINCT account, player, currency FROM people;

-- What the bank took from each deal. A hand whose settlement is missing among others took nothing, as in the ledger, and
-- every settlement counts, one that came a second time too. "result" is all that is recorded, or due where nothing is;
-- "recorded" and "due" are told of the same settlements, those where both are known, and open_* are the others.
CREATE OR REPLACE TEMP TABLE banked AS
WITH untold AS ( -- settlements that no hand tells: second ones, those of void deals
    SELECT m.version, m.event, m.deal, m.recorded, m.due FROM stored.other_movements AS m JOIN sittings USING (version)
    WHERE stored.kind_name(kind) = 'stake'
),
ends AS (
    SELECT version, deal, deal_index, last_event, count(*) OVER (PARTITION BY version, deal) AS twins
    FROM stored.deals WHERE version IN (SELECT version FROM untold)
),
again AS (
    SELECT u.version, coalesce(own.deal_index, ahead.deal_index, last.deal_index) AS deal_index, u.recorded, u.due
    FROM untold AS u LEFT JOIN ends AS own ON own.version = u.version AND own.deal = u.deal AND own.twins = 1
        ASOF LEFT JOIN ends AS ahead ON ahead.version = u.version AND u.event <= ahead.last_event
        LEFT JOIN (SELECT version, max(deal_index) AS deal_index FROM ends GROUP BY version) AS last ON last.version = u.version
),
told AS (
    SELECT h.version, h.deal_index, settles, stake, stake_moves > 0 AS moves, due, CASE WHEN NOT settles THEN due
        WHEN stake_moves = 1 THEN recorded WHEN stake_moves = 3 THEN 0 END AS result
    FROM stored.hand_codes AS h JOIN sittings AS s USING (version)
),
sums AS (
    SELECT version, deal_index, count(*) AS hands, count(*) FILTER (result IS NULL OR stake IS NULL) AS unknown,
        count(*) FILTER (moves) AS moves, sum(stake) AS staked, sum(result) AS result, sum(due) FILTER (moves) AS due
    FROM told GROUP BY version, deal_index
),
second_sums AS (
    SELECT version, deal_index, count(*) AS moves, sum(recorded) AS result, sum(due) AS due FROM again GROUP BY ALL
),
open_sums AS ( -- hardly any
    SELECT version, deal_index, count(*) AS opens, count(paid) AS open_paid, coalesce(sum(paid), 0) AS open_recorded,
        count(*) FILTER (paid IS NULL AND due IS NOT NULL) AS open_owed, coalesce(sum(due), 0) AS open_due,
        count(*) FILTER (paid IS NULL AND due IS NULL) AS open_lost
    FROM (
        SELECT version, deal_index, due, CASE WHEN settles THEN result END AS paid FROM told
        WHERE moves AND (due IS NULL OR result IS NULL)
        UNION ALL SELECT version, deal_index, due, recorded FROM again WHERE due IS NULL)
    GROUP BY version, deal_index
),
known AS (
    SELECT version, deal_index, coalesce(a.hands, 0) AS hands, coalesce(unknown, 0) AS unknown, staked,
        coalesce(a.moves, 0) + coalesce(b.moves, 0) AS moves, coalesce(opens, 0) AS opens,
        -(coalesce(a.result, 0) + coalesce(b.result, 0)) AS result, -(coalesce(a.due, 0) + coalesce(b.due, 0)) AS due,
        open_paid, -open_recorded AS open_recorded, open_owed, -open_due AS open_due, open_lost
    FROM sums AS a FULL JOIN second_sums AS b USING (version, deal_index) LEFT JOIN open_sums USING (version, deal_index)
)
SELECT s.session, s.turn, s.settles, d.deal_index::BIGINT AS deal_index, d.deal, p.person, p.player AS banker,
    coalesce(k.hands, 0) AS hands, coalesce(unknown, 0) AS unknown, coalesce(moves, 0) AS moves,
    in_money(k.staked) AS staked, in_money(k.result) AS result,
    CASE WHEN settles AND moves > opens THEN in_money(k.result - coalesce(open_recorded, 0)) END AS recorded,
    CASE WHEN moves > opens THEN in_money(k.due - coalesce(open_due, 0)) END AS due,
    coalesce(open_paid, 0) AS open_paid, coalesce(in_money(open_recorded), 0.00) AS open_recorded,
    coalesce(open_owed, 0) AS open_owed, coalesce(in_money(open_due), 0.00) AS open_due, coalesce(open_lost, 0) AS open_lost,
    coalesce(d.void, false) AS void
FROM stored.deals AS d JOIN sittings AS s USING (version) LEFT JOIN known AS k USING (version, deal_index)
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
    WHERE difference <> 0 AND kind <> 'chips' AND settles GROUP BY session, event
)
SELECT f.*, CASE WHEN NOT bool_or(coalesce(money, 0) <> 0) OVER at_event AND row_number() OVER (at_event ORDER BY
    CASE severity WHEN 'error' THEN 1 WHEN 'warning' THEN 2 ELSE 3 END, finding, player NULLS FIRST, hand NULLS FIRST,
    message) = 1 THEN moved END AS moved
FROM findings AS f LEFT JOIN astray USING (session, event)
WINDOW at_event AS (PARTITION BY f.session, f.event);
