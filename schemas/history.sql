-- The database of pontoon-audit, schema version 2.

-- The tables of a history file. Money is DECIMAL(18,2) in the session's currency, ids are text, whole numbers are BIGINT.
-- "recorded" is what the log says, "due" is what the rules say; a null is not known (or not decidable), never nought.

CREATE TABLE meta (
    schema_version BIGINT NOT NULL,
    views_sha256 VARCHAR NOT NULL
);
COMMENT ON TABLE meta IS 'One row that says how this file is laid out.';
COMMENT ON COLUMN meta.schema_version IS 'Version of the tables; a program that knows another version must not touch the file.';
COMMENT ON COLUMN meta.views_sha256 IS 'Digest of the view definitions, so that a newer program knows when to renew them.';

CREATE TABLE sources (
    source VARCHAR PRIMARY KEY,
    path VARCHAR NOT NULL,
    sha256 VARCHAR NOT NULL,
    shape VARCHAR,
    loaded_at TIMESTAMP WITH TIME ZONE NOT NULL,
    tool_version VARCHAR NOT NULL,
    rules_sha256 VARCHAR NOT NULL,
    superseded_by VARCHAR
);
COMMENT ON TABLE sources IS 'A file that was loaded, under one set of house rules. Every other row comes from one of these.';
COMMENT ON COLUMN sources.source IS 'Id: 16 hex digits made of the bytes of the file, the house rules and the version of the tool.';
COMMENT ON COLUMN sources.path IS 'The file as it was named when it was first loaded.';
COMMENT ON COLUMN sources.sha256 IS 'SHA-256 of the file as stored (still compressed).';
COMMENT ON COLUMN sources.shape IS 'document, lines, csv or sheet.';
COMMENT ON COLUMN sources.loaded_at IS 'When it was first loaded. The only moment in this file that is not in the logs.';
COMMENT ON COLUMN sources.tool_version IS 'Version of pontoon-audit that audited it.';
COMMENT ON COLUMN sources.rules_sha256 IS 'SHA-256 of its house rules.';
COMMENT ON COLUMN sources.superseded_by IS 'Where no session of this source is shown any more: the source that shows its last session now. Else null.';

CREATE TABLE sessions (
    session VARCHAR PRIMARY KEY,
    source VARCHAR NOT NULL,
    position BIGINT NOT NULL,
    played VARCHAR,
    currency VARCHAR,
    rules JSON,
    rules_sha256 VARCHAR NOT NULL,
    players BIGINT,
    deals BIGINT,
    events BIGINT,
    rejected BIGINT
);
COMMENT ON TABLE sessions IS 'A session that is shown: consecutive deals at one table. Older versions are in the schema superseded.';
COMMENT ON COLUMN sessions.source IS 'The source that it comes from, and with it all rows of this session in the other tables.';
COMMENT ON COLUMN sessions.position IS 'Which session of its file it is, counting from 1.';
COMMENT ON COLUMN sessions.played IS 'When it was played, as the log says it.';
COMMENT ON COLUMN sessions.currency IS 'The currency of all its amounts, as the log or the rules name it.';
COMMENT ON COLUMN sessions.rules IS 'The house rules it was audited against, as JSON: rules->>''min_stake''.';
COMMENT ON COLUMN sessions.players IS 'How many people are named in it.';
COMMENT ON COLUMN sessions.events IS 'How many records it has, those set aside included.';
COMMENT ON COLUMN sessions.rejected IS 'How many records of it were set aside.';

CREATE TABLE seats (
    session VARCHAR NOT NULL,
    player VARCHAR,
    name VARCHAR,
    seat BIGINT
);
COMMENT ON TABLE seats IS 'A player at a session.';
COMMENT ON COLUMN seats.name IS 'The name for people, where the log has one.';
COMMENT ON COLUMN seats.seat IS 'The place at the table, clockwise from 1; null where the log records no seats.';

CREATE TABLE deals (
    session VARCHAR NOT NULL,
    deal BIGINT,
    banker VARCHAR,
    shuffled BOOLEAN,
    void BOOLEAN,
    complete BOOLEAN,
    banker_cards VARCHAR,
    banker_total BIGINT,
    banker_class VARCHAR,
    kitty_before DECIMAL(18, 2),
    kitty_after DECIMAL(18, 2),
    banker_recorded DECIMAL(18, 2),
    banker_due DECIMAL(18, 2),
    first_event BIGINT,
    last_event BIGINT,
    line BIGINT,
    deal_index BIGINT NOT NULL
);
COMMENT ON TABLE deals IS 'A deal, from first card to settlement.';
COMMENT ON COLUMN deals.deal IS 'Its number as recorded: in a faulty log null, or that of another deal too.';
COMMENT ON COLUMN deals.deal_index IS 'Which deal of the session it is in the order of play, from 0; never repeats.';
COMMENT ON COLUMN deals.shuffled IS 'Whether the pack was shuffled before it.';
COMMENT ON COLUMN deals.void IS 'A misdeal: stakes and bets went back.';
COMMENT ON COLUMN deals.complete IS 'Whether it was recorded to its end, with nothing set aside.';
COMMENT ON COLUMN deals.banker_cards IS 'The bank''s hand in the order received: KS 9D.';
COMMENT ON COLUMN deals.banker_total IS 'Best count of the bank''s hand, in points.';
COMMENT ON COLUMN deals.banker_class IS 'pontoon, five-card-trick, points or bust; null where unknown.';
COMMENT ON COLUMN deals.kitty_before IS 'What the kitty held when the deal began.';
COMMENT ON COLUMN deals.kitty_after IS 'What it held when the deal was over.';
COMMENT ON COLUMN deals.banker_recorded IS 'What the bank won (above 0) or lost (below 0) on the stakes by the log; shoot bets are the kitty''s.';
COMMENT ON COLUMN deals.banker_due IS 'The same by the rules.';
COMMENT ON COLUMN deals.first_event IS 'Its first event, as numbered in the table events.';
COMMENT ON COLUMN deals.last_event IS 'Its last event.';
COMMENT ON COLUMN deals.line IS 'Line of the file where it begins, from 1; null where not looked up.';

CREATE TABLE hands (
    session VARCHAR NOT NULL,
    deal BIGINT,
    player VARCHAR,
    hand BIGINT,
    banker VARCHAR,
    cards VARCHAR,
    total BIGINT,
    class VARCHAR,
    split BOOLEAN,
    initial_stake DECIMAL(18, 2),
    stake DECIMAL(18, 2),
    shoot DECIMAL(18, 2),
    outcome VARCHAR,
    multiple BIGINT,
    recorded DECIMAL(18, 2),
    due DECIMAL(18, 2),
    shoot_recorded DECIMAL(18, 2),
    shoot_due DECIMAL(18, 2),
    deal_index BIGINT NOT NULL
);
COMMENT ON TABLE hands IS 'A player''s hand in a deal; a split makes more. The bank''s hand is in deals.';
COMMENT ON COLUMN hands.deal_index IS 'The deal''s place in the order of play, as in deals.';
COMMENT ON COLUMN hands.hand IS 'Which of the player''s hands, from 1.';
COMMENT ON COLUMN hands.banker IS 'Who it was played against.';
COMMENT ON COLUMN hands.cards IS 'In the order received: 8S 5D 7H.';
COMMENT ON COLUMN hands.total IS 'Best count, in points.';
COMMENT ON COLUMN hands.class IS 'pontoon, five-card-trick, points or bust; null where unknown.';
COMMENT ON COLUMN hands.split IS 'Whether the hand came out of a split.';
COMMENT ON COLUMN hands.initial_stake IS 'What was first staked on it.';
COMMENT ON COLUMN hands.stake IS 'All that was staked on it, bought cards included.';
COMMENT ON COLUMN hands.shoot IS 'Sum of its shoot bets.';
COMMENT ON COLUMN hands.outcome IS 'win, lose or push; null where void or not decidable.';
COMMENT ON COLUMN hands.multiple IS 'What it wins (above 0) or loses (below 0), in stakes.';
COMMENT ON COLUMN hands.recorded IS 'What the log says the player won (above 0) or lost (below 0) on the stake; null where not recorded.';
COMMENT ON COLUMN hands.due IS 'The same by the rules; null where not decidable.';
COMMENT ON COLUMN hands.shoot_recorded IS 'What the log says the player won or lost on the shoot bets, against the kitty.';
COMMENT ON COLUMN hands.shoot_due IS 'The same by the rules.';

CREATE TABLE events (
    session VARCHAR NOT NULL,
    deal BIGINT,
    event BIGINT,
    seq BIGINT,
    time VARCHAR,
    action VARCHAR,
    player VARCHAR,
    hand BIGINT,
    card VARCHAR,
    face VARCHAR,
    amount DECIMAL(18, 2),
    "to" VARCHAR,
    note VARCHAR,
    line BIGINT,
    pointer VARCHAR,
    total BIGINT,
    cards_held BIGINT,
    stake DECIMAL(18, 2)
);
COMMENT ON TABLE events IS 'An event as recorded, with the state of its hand after it.';
COMMENT ON COLUMN events.deal IS 'The deal number that it carries; null where it carries none.';
COMMENT ON COLUMN events.event IS 'Its number in the session, from 1, in the order after reading.';
COMMENT ON COLUMN events.seq IS 'The log''s own order number.';
COMMENT ON COLUMN events.time IS 'When it happened, as the log says it.';
COMMENT ON COLUMN events.hand IS 'Which of the player''s hands, from 1; null for actions without a hand.';
COMMENT ON COLUMN events.amount IS 'Money, above 0; below 0 only for a lost settlement.';
COMMENT ON COLUMN events."to" IS 'Who buys the bank.';
COMMENT ON COLUMN events.note IS 'The recorder''s words.';
COMMENT ON COLUMN events.line IS 'Line of the file, from 1; null in JSON documents.';
COMMENT ON COLUMN events.pointer IS 'JSON Pointer into the document; null in flat files.';
COMMENT ON COLUMN events.total IS 'Best count of the hand after the event, in points.';
COMMENT ON COLUMN events.cards_held IS 'How many cards the hand has after the event.';
COMMENT ON COLUMN events.stake IS 'What is staked on the hand after the event.';

CREATE TABLE findings (
    finding VARCHAR,
    severity VARCHAR,
    clause VARCHAR,
    session VARCHAR NOT NULL,
    deal BIGINT,
    event BIGINT,
    player VARCHAR,
    hand BIGINT,
    message VARCHAR,
    recorded VARCHAR,
    allowed VARCHAR,
    money DECIMAL(18, 2),
    path VARCHAR,
    line BIGINT,
    pointer VARCHAR
);
COMMENT ON TABLE findings IS 'A rule that was broken or could not be judged, with its place and evidence.';
COMMENT ON COLUMN findings.finding IS 'Its name, group/what-is-wrong; pontoon-audit rule NAME explains it.';
COMMENT ON COLUMN findings.severity IS 'error, warning or info.';
COMMENT ON COLUMN findings.clause IS 'The clause of the rules that it cites.';
COMMENT ON COLUMN findings.event IS 'The event where it stands; null where it concerns the whole session.';
COMMENT ON COLUMN findings.recorded IS 'What the log says, as text.';
COMMENT ON COLUMN findings.allowed IS 'What the rules allow, as text.';
COMMENT ON COLUMN findings.money IS 'What setting it right changes in that player''s favour: due less recorded; null where none.';
COMMENT ON COLUMN findings.line IS 'Line of the file, from 1.';
COMMENT ON COLUMN findings.pointer IS 'JSON Pointer into the document; null in flat files.';

CREATE TABLE ledger (
    session VARCHAR NOT NULL,
    deal BIGINT,
    event BIGINT,
    kind VARCHAR,
    debit_kind VARCHAR,
    debit VARCHAR,
    credit_kind VARCHAR,
    credit VARCHAR,
    recorded DECIMAL(18, 2),
    due DECIMAL(18, 2),
    missing BOOLEAN
);
COMMENT ON TABLE ledger IS 'A movement of money from the account debit to the account credit. A negative amount moves the other way: a lost stake of 5 is debit the banker, credit the player, -5.00.';
COMMENT ON COLUMN ledger.kind IS 'stake, shoot, kitty, bank-sale or chips.';
COMMENT ON COLUMN ledger.debit_kind IS 'What the account debit is: player, kitty or cash (a player may be called kitty).';
COMMENT ON COLUMN ledger.debit IS 'The account that gives: a player''s id, kitty or cash.';
COMMENT ON COLUMN ledger.credit_kind IS 'What the account credit is: player, kitty or cash.';
COMMENT ON COLUMN ledger.credit IS 'The account that receives.';
COMMENT ON COLUMN ledger.recorded IS 'What was moved by the log; null where it records nothing.';
COMMENT ON COLUMN ledger.due IS 'What the rules would have moved; null where not decidable.';
COMMENT ON COLUMN ledger.missing IS 'Whether a settlement is missing among others of its deal, so that nothing recorded means nothing moved; null where a record that was set aside may have been it.';

CREATE TABLE rejected (
    source VARCHAR NOT NULL,
    session VARCHAR NOT NULL,
    event BIGINT,
    line BIGINT,
    pointer VARCHAR,
    reason VARCHAR,
    record VARCHAR
);
COMMENT ON TABLE rejected IS 'A record set aside because it is no event of the log format.';
COMMENT ON COLUMN rejected.session IS 'The session it stands in; where its own could not be read, that of the records around it.';
COMMENT ON COLUMN rejected.event IS 'Its number among the session''s events.';
COMMENT ON COLUMN rejected.reason IS 'Why it was set aside.';
COMMENT ON COLUMN rejected.record IS 'The record as it stood, shortened where very long.';

CREATE TABLE rule_counts (
    session VARCHAR NOT NULL,
    finding VARCHAR NOT NULL,
    kept BIGINT NOT NULL,
    broken BIGINT NOT NULL,
    not_decidable BIGINT NOT NULL,
    held_back BIGINT NOT NULL
);
COMMENT ON TABLE rule_counts IS 'How often the rule of a finding met something to judge in a session; no row where it never did.';
COMMENT ON COLUMN rule_counts.finding IS 'The name of the finding that the rule makes.';
COMMENT ON COLUMN rule_counts.kept IS 'How often the rule was kept.';
COMMENT ON COLUMN rule_counts.broken IS 'How often it was broken: so many findings.';
COMMENT ON COLUMN rule_counts.not_decidable IS 'How often the log does not say what the rule needs.';
COMMENT ON COLUMN rule_counts.held_back IS 'How often it was broken only because of a fault that is reported already.';

-- Versions of sessions that are no longer shown: the same tables, each row with the source and the position in it.
CREATE SCHEMA superseded;
CREATE TABLE superseded.sessions AS FROM main.sessions WITH NO DATA;
CREATE TABLE superseded.seats AS SELECT ''::VARCHAR AS source, 0::BIGINT AS position, * FROM main.seats WITH NO DATA;
CREATE TABLE superseded.deals AS SELECT ''::VARCHAR AS source, 0::BIGINT AS position, * FROM main.deals WITH NO DATA;
CREATE TABLE superseded.hands AS SELECT ''::VARCHAR AS source, 0::BIGINT AS position, * FROM main.hands WITH NO DATA;
CREATE TABLE superseded.events AS SELECT ''::VARCHAR AS source, 0::BIGINT AS position, * FROM main.events WITH NO DATA;
CREATE TABLE superseded.findings AS SELECT ''::VARCHAR AS source, 0::BIGINT AS position, * FROM main.findings WITH NO DATA;
CREATE TABLE superseded.ledger AS SELECT ''::VARCHAR AS source, 0::BIGINT AS position, * FROM main.ledger WITH NO DATA;
CREATE TABLE superseded.rule_counts AS SELECT ''::VARCHAR AS source, 0::BIGINT AS position, * FROM main.rule_counts WITH NO DATA;
CREATE TABLE superseded.rejected AS SELECT 0::BIGINT AS position, * FROM main.rejected WITH NO DATA;
COMMENT ON TABLE superseded.sessions IS 'A version of a session that another one replaced.';

-- What people ask of a history file. Sums of money are DECIMAL(38,2), so that no sum can overflow.

CREATE OR REPLACE VIEW settling AS
SELECT session, coalesce(bool_or(recorded IS NOT NULL) FILTER (kind IN ('stake', 'shoot')), true) AS settles
FROM ledger GROUP BY session;
COMMENT ON VIEW settling IS 'Whether a session records its settlements.';
COMMENT ON COLUMN settling.settles IS 'False where there is something to settle and no settlement is recorded: then what is due is what counts.';

CREATE OR REPLACE VIEW movements AS
SELECT
    ledger.*,
    settles,
    due - coalesce(recorded, CASE WHEN missing THEN 0.00 END) AS difference
FROM ledger JOIN settling USING (session);
COMMENT ON VIEW movements IS 'The ledger, with the difference between due and recorded.';
COMMENT ON COLUMN movements.difference IS 'Due less recorded; a settlement missing among others counts as 0 recorded; null where not decidable, or where it is not known what was moved.';
COMMENT ON COLUMN movements.settles IS 'Whether the session records its settlements.';

-- Each movement twice, once for either account, seen from that account: money that comes in is above 0.
CREATE OR REPLACE VIEW postings AS
SELECT session, deal, event, kind, 'credit' AS side, credit_kind AS account_kind, credit AS account, recorded, due,
    difference, settles
FROM movements
UNION ALL
SELECT session, deal, event, kind, 'debit', debit_kind, debit, -recorded, -due, -difference, settles
FROM movements;
COMMENT ON VIEW postings IS 'An account''s side of a movement of money: every row of ledger stands here twice, for who receives and for who gives.';
COMMENT ON COLUMN postings.side IS 'Which side of the ledger row the account stands on; for stakes, credit is the player and debit the banker.';
COMMENT ON COLUMN postings.account IS 'A player''s id, kitty or cash; account_kind says which.';
COMMENT ON COLUMN postings.recorded IS 'What came in (above 0) or went out (below 0) by the log.';
COMMENT ON COLUMN postings.due IS 'The same by the rules; null where not decidable.';
COMMENT ON COLUMN postings.difference IS 'What the account should have had more (above 0) or less: due less recorded, null as in movements.';
COMMENT ON COLUMN postings.settles IS 'False where the session records no settlement at all.';

CREATE OR REPLACE VIEW player_results AS
WITH people AS (
    SELECT session, player FROM seats
    UNION
    SELECT session, account FROM postings WHERE account_kind = 'player'
),
named AS (SELECT session, player, max(name) AS name FROM seats GROUP BY ALL),
money AS (
    SELECT
        session,
        account AS player,
        coalesce(sum(recorded) FILTER (kind = 'stake' AND side = 'credit'), 0.00) AS as_player_recorded,
        coalesce(sum(due) FILTER (kind = 'stake' AND side = 'credit'), 0.00) AS as_player_due,
        coalesce(sum(recorded) FILTER (kind = 'stake' AND side = 'debit'), 0.00) AS as_banker_recorded,
        coalesce(sum(due) FILTER (kind = 'stake' AND side = 'debit'), 0.00) AS as_banker_due,
        coalesce(sum(recorded) FILTER (kind = 'shoot'), 0.00) AS shoot_recorded,
        coalesce(sum(due) FILTER (kind = 'shoot'), 0.00) AS shoot_due,
        coalesce(sum(recorded) FILTER (kind = 'kitty'), 0.00) AS kitty_recorded,
        coalesce(sum(due) FILTER (kind = 'kitty'), 0.00) AS kitty_due,
        coalesce(sum(recorded) FILTER (kind = 'bank-sale'), 0.00) AS bank_sales,
        coalesce(sum(due) FILTER (kind = 'bank-sale'), 0.00) AS bank_sales_due,
        coalesce(sum(difference) FILTER (kind <> 'chips'), 0.00) AS difference,
        count(*) FILTER (due IS NULL AND kind <> 'chips') AS undecided
    FROM postings WHERE account_kind = 'player' GROUP BY session, account
),
played AS (
    SELECT session, player, count(DISTINCT deal_index) AS deals
    FROM (SELECT session, player, deal_index FROM hands UNION ALL SELECT session, banker, deal_index FROM deals)
    GROUP BY session, player
)
SELECT
    session,
    player,
    name,
    coalesce(played.deals, 0) AS deals,
    CASE WHEN coalesce(settles, true) THEN coalesce(as_player_recorded, 0.00) END AS as_player_recorded,
    coalesce(as_player_due, 0.00) AS as_player_due,
    CASE WHEN coalesce(settles, true) THEN coalesce(as_banker_recorded, 0.00) END AS as_banker_recorded,
    coalesce(as_banker_due, 0.00) AS as_banker_due,
    CASE WHEN coalesce(settles, true) THEN coalesce(shoot_recorded, 0.00) END AS shoot_recorded,
    coalesce(shoot_due, 0.00) AS shoot_due,
    coalesce(kitty_recorded, 0.00) AS kitty_recorded,
    coalesce(kitty_due, 0.00) AS kitty_due,
    coalesce(bank_sales, 0.00) AS bank_sales,
    coalesce(bank_sales_due, 0.00) AS bank_sales_due,
    CASE WHEN coalesce(settles, true) THEN
        coalesce(as_player_recorded + as_banker_recorded + shoot_recorded + kitty_recorded + bank_sales, 0.00) END
        AS total_recorded,
    coalesce(as_player_due + as_banker_due + shoot_due + kitty_due + bank_sales_due, 0.00) AS total_due,
    coalesce(difference, 0.00) AS difference,
    coalesce(undecided, 0) AS undecided
FROM people LEFT JOIN named USING (session, player) LEFT JOIN money USING (session, player)
    LEFT JOIN played USING (session, player) LEFT JOIN settling USING (session);
COMMENT ON VIEW player_results IS 'What a player won (above 0) or lost (below 0) in a session, and how. Chips bought and cashed are not in it: they are cash against chips.';
COMMENT ON COLUMN player_results.deals IS 'Deals in which the player had a hand or the bank.';
COMMENT ON COLUMN player_results.as_player_recorded IS 'Won or lost on stakes against the bank, by the log; null where the session records no settlements.';
COMMENT ON COLUMN player_results.as_player_due IS 'The same by the rules, as far as it can be decided.';
COMMENT ON COLUMN player_results.as_banker_recorded IS 'Won or lost on the others'' stakes while holding the bank, by the log.';
COMMENT ON COLUMN player_results.as_banker_due IS 'The same by the rules.';
COMMENT ON COLUMN player_results.shoot_recorded IS 'Won or lost on shoot bets against the kitty, by the log.';
COMMENT ON COLUMN player_results.shoot_due IS 'The same by the rules.';
COMMENT ON COLUMN player_results.kitty_recorded IS 'Taken out of the kitty (above 0) less put in, by the log.';
COMMENT ON COLUMN player_results.kitty_due IS 'The same by the rules.';
COMMENT ON COLUMN player_results.bank_sales IS 'Got for selling the bank (above 0) less paid for it, by the log.';
COMMENT ON COLUMN player_results.bank_sales_due IS 'The same by the rules.';
COMMENT ON COLUMN player_results.total_recorded IS 'All of it together, by the log; null where the session records no settlements.';
COMMENT ON COLUMN player_results.total_due IS 'All of it together by the rules, as far as it can be decided.';
COMMENT ON COLUMN player_results.difference IS 'What the player should have had more (above 0) or less: due less recorded, over the movements where both are known.';
COMMENT ON COLUMN player_results.undecided IS 'Movements whose due is not decidable: they are in total_recorded, but neither in total_due nor in difference.';

CREATE OR REPLACE VIEW session_results AS
WITH money AS (
    SELECT
        session,
        CASE WHEN bool_and(settles) THEN coalesce(sum(recorded) FILTER (account_kind = 'player'), 0.00) END
            AS players_recorded,
        coalesce(sum(due) FILTER (account_kind = 'player'), 0.00) AS players_due,
        coalesce(sum(recorded) FILTER (account_kind = 'kitty'), 0.00) AS kitty_recorded,
        coalesce(sum(due) FILTER (account_kind = 'kitty'), 0.00) AS kitty_due,
        coalesce(sum(abs(difference)) FILTER (side = 'credit'), 0.00) AS difference,
        count(*) FILTER (side = 'credit' AND due IS NULL) AS undecided
    FROM postings WHERE kind <> 'chips' GROUP BY session
),
staked AS (SELECT session, count(*) AS hands, coalesce(sum(stake), 0.00) AS staked FROM hands GROUP BY session),
faults AS (
    SELECT
        session,
        count(*) FILTER (severity = 'error') AS errors,
        count(*) FILTER (severity = 'warning') AS warnings,
        count(*) FILTER (severity = 'info') AS infos
    FROM findings GROUP BY session
)
SELECT
    session,
    played,
    currency,
    players,
    deals,
    coalesce(hands, 0) AS hands,
    coalesce(staked, 0.00) AS staked,
    -- a session in which no money moved at all has nothing left out
    CASE WHEN money.session IS NULL THEN 0.00 ELSE players_recorded END AS players_recorded,
    coalesce(players_due, 0.00) AS players_due,
    coalesce(kitty_recorded, 0.00) AS kitty_recorded,
    coalesce(kitty_due, 0.00) AS kitty_due,
    coalesce(difference, 0.00) AS difference,
    coalesce(undecided, 0) AS undecided,
    coalesce(errors, 0) AS errors,
    coalesce(warnings, 0) AS warnings,
    coalesce(infos, 0) AS infos,
    rejected,
    source
FROM sessions LEFT JOIN money USING (session) LEFT JOIN staked USING (session) LEFT JOIN faults USING (session);
COMMENT ON VIEW session_results IS 'A session in one row. What the players have together and what is left in the kitty sum to zero, recorded and due.';
COMMENT ON COLUMN session_results.staked IS 'All stakes on all hands, void deals included.';
COMMENT ON COLUMN session_results.players_recorded IS 'Sum of the players'' totals by the log; null where the session records no settlements.';
COMMENT ON COLUMN session_results.players_due IS 'Sum of the players'' totals by the rules.';
COMMENT ON COLUMN session_results.kitty_recorded IS 'What is left in the kitty by the log.';
COMMENT ON COLUMN session_results.kitty_due IS 'What is left in the kitty by the rules.';
COMMENT ON COLUMN session_results.difference IS 'Sum of what was moved too much and too little: of |due - recorded|.';
COMMENT ON COLUMN session_results.undecided IS 'Movements whose due is not decidable.';

CREATE OR REPLACE VIEW banker_results AS
WITH marked AS (
    SELECT *, banker IS DISTINCT FROM lag(banker) OVER in_order AS starts FROM deals
    WINDOW in_order AS (PARTITION BY session ORDER BY deal_index)
),
numbered AS (
    SELECT *, count(*) FILTER (starts) OVER in_order AS run FROM marked
    WINDOW in_order AS (PARTITION BY session ORDER BY deal_index ROWS UNBOUNDED PRECEDING)
),
staked AS (SELECT session, deal_index, sum(stake) AS stakes FROM hands GROUP BY session, deal_index),
-- a settlement belongs to the deal that began last before it: in a faulty log numbers of deals may repeat
settled AS (
    SELECT deals.session, deal_index, bool_and(settles) AS settles, sum(recorded) AS recorded, sum(due) AS due,
        count(*) FILTER (due IS NULL) AS undecided
    FROM postings ASOF JOIN deals ON postings.session = deals.session AND postings.event >= deals.first_event
    WHERE kind = 'stake' AND side = 'debit' AND account_kind = 'player'
    GROUP BY deals.session, deal_index
),
tenures AS (
    SELECT
        session,
        banker,
        row_number() OVER (PARTITION BY session ORDER BY min(deal_index)) AS tenure,
        arg_min(deal, deal_index) AS first_deal,
        arg_max(deal, deal_index) AS last_deal,
        min(first_event) AS first_event,
        max(last_event) AS last_event,
        count(*) AS deals,
        coalesce(sum(stakes) FILTER (NOT coalesce(void, false)), 0.00) AS stakes_taken,
        CASE WHEN coalesce(bool_and(settles), true) THEN coalesce(sum(recorded), 0.00) END AS recorded,
        coalesce(sum(due), 0.00) AS due,
        coalesce(sum(undecided), 0)::BIGINT AS undecided
    FROM numbered LEFT JOIN staked USING (session, deal_index) LEFT JOIN settled USING (session, deal_index)
    WHERE banker IS NOT NULL
    GROUP BY session, banker, run
),
-- money between a person and the kitty; numbered, since two rows may be alike
kitty AS (
    SELECT row_number() OVER () AS number, session, event, account AS banker, -recorded AS put_in
    FROM postings WHERE kind = 'kitty' AND account_kind = 'player' AND recorded <> 0
),
-- what is put in belongs to the tenure that it comes before or falls into, what is taken out to the one that it ends
placed AS (
    SELECT session, banker, put_in, CASE
        WHEN put_in > 0 THEN coalesce(min(tenure) FILTER (last_event >= event), max(tenure))
        ELSE coalesce(max(tenure) FILTER (first_event <= event), min(tenure)) END AS tenure
    FROM kitty JOIN tenures USING (session, banker) GROUP BY number, session, banker, put_in
),
kitties AS (
    SELECT session, tenure, sum(greatest(put_in, 0.00)) AS kitty_in, -sum(least(put_in, 0.00)) AS kitty_out
    FROM placed GROUP BY session, tenure
)
SELECT session, banker, tenure, first_deal, last_deal, deals, stakes_taken, recorded, due,
    coalesce(kitty_in, 0.00) AS kitty_in, coalesce(kitty_out, 0.00) AS kitty_out, undecided, first_event, last_event
FROM tenures LEFT JOIN kitties USING (session, tenure);
COMMENT ON VIEW banker_results IS 'A banker''s tenure: consecutive deals of a session banked by the same person.';
COMMENT ON COLUMN banker_results.tenure IS 'Which tenure of the session, from 1 in the order of play.';
COMMENT ON COLUMN banker_results.first_deal IS 'Number of its first deal.';
COMMENT ON COLUMN banker_results.last_deal IS 'Number of its last deal.';
COMMENT ON COLUMN banker_results.deals IS 'How many deals, void ones included.';
COMMENT ON COLUMN banker_results.stakes_taken IS 'All stakes that stood against the bank, void deals left out.';
COMMENT ON COLUMN banker_results.recorded IS 'What the bank won (above 0) or lost on the stakes, by the log; null where the session records no settlements.';
COMMENT ON COLUMN banker_results.due IS 'The same by the rules, as far as it can be decided.';
COMMENT ON COLUMN banker_results.kitty_in IS 'What the banker put into the kitty, by the log.';
COMMENT ON COLUMN banker_results.kitty_out IS 'What the banker took out of it, by the log.';
COMMENT ON COLUMN banker_results.undecided IS 'Settlements whose due is not decidable: in recorded, not in due.';

CREATE OR REPLACE VIEW balances AS
SELECT
    player,
    currency,
    max(name) AS name,
    count(*) AS sessions,
    sum(player_results.deals)::BIGINT AS deals,
    sum(total_recorded) AS recorded,
    sum(total_due) AS due,
    sum(difference) AS difference,
    sum(undecided)::BIGINT AS undecided,
    count(*) FILTER (total_recorded IS NULL) AS unrecorded
FROM player_results JOIN sessions USING (session)
GROUP BY player, currency;
COMMENT ON VIEW balances IS 'A player over all sessions; a row for each currency, since those do not add up.';
COMMENT ON COLUMN balances.recorded IS 'Won (above 0) or lost (below 0) in all, by the log, over the sessions that record settlements; null where none does.';
COMMENT ON COLUMN balances.due IS 'The same by the rules, over all sessions.';
COMMENT ON COLUMN balances.difference IS 'What the player should have had more (above 0) or less, over the movements where both are known.';
COMMENT ON COLUMN balances.undecided IS 'Movements whose due is not decidable: in recorded, neither in due nor in difference.';
COMMENT ON COLUMN balances.unrecorded IS 'Sessions that record no settlements: in due, neither in recorded nor in difference.';

CREATE OR REPLACE VIEW discrepancies AS
SELECT
    session,
    movements.deal,
    event,
    kind,
    CASE WHEN action IN ('settle', 'settle_shoot') THEN hand END AS hand,
    debit_kind,
    debit,
    credit_kind,
    credit,
    recorded,
    due,
    difference,
    CASE WHEN difference > 0 THEN debit ELSE credit END AS owed_by,
    CASE WHEN difference > 0 THEN credit ELSE debit END AS owed_to,
    abs(difference) AS owed
FROM movements LEFT JOIN events USING (session, event)
WHERE difference <> 0;
COMMENT ON VIEW discrepancies IS 'Money recorded otherwise than due: a row of ledger where the two differ.';
COMMENT ON COLUMN discrepancies.hand IS 'Which of the player''s hands, where a settlement was recorded.';
COMMENT ON COLUMN discrepancies.recorded IS 'What was moved from debit to credit by the log; null where a settlement is missing.';
COMMENT ON COLUMN discrepancies.due IS 'What the rules would have moved from debit to credit.';
COMMENT ON COLUMN discrepancies.difference IS 'Due less recorded: what debit still owes to credit, below 0 the other way.';
COMMENT ON COLUMN discrepancies.owed_by IS 'Who must pay to set it right.';
COMMENT ON COLUMN discrepancies.owed_to IS 'Who must be paid.';
COMMENT ON COLUMN discrepancies.owed IS 'How much, above 0.';
