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
