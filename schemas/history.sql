-- The database of pontoon-audit, schema version 3.

-- What a history file keeps. Everything but the sources is kept in codes, in the schema "stored"; what people ask are
-- the views over it (sessions, deals, hands, events …). The macros after it say what the codes mean.

CREATE TABLE meta (
    schema_version BIGINT NOT NULL,
    views_sha256 VARCHAR NOT NULL,
    events_folder VARCHAR
);
COMMENT ON TABLE meta IS 'One row that says how this file is laid out.';
COMMENT ON COLUMN meta.schema_version IS 'Version of the tables; a program that knows another version must not touch the file.';
COMMENT ON COLUMN meta.views_sha256 IS 'Digest of the view definitions, so that a newer program knows when to renew them.';
COMMENT ON COLUMN meta.events_folder IS 'Name of the folder beside this file that holds events in files; null where there is none.';

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

CREATE SCHEMA stored;
-- A version of a session is a session as one source has it. Rows are written as a load goes on; "state" says what of it
-- people see, and changes when the load has ended, so that a load that is killed leaves nothing that can be seen.
CREATE TABLE stored.sessions (
    version INTEGER NOT NULL,
    state UTINYINT NOT NULL,
    session VARCHAR NOT NULL,
    source VARCHAR NOT NULL,
    position BIGINT NOT NULL,
    played VARCHAR,
    currency VARCHAR,
    rules JSON,
    rules_sha256 VARCHAR NOT NULL,
    players BIGINT,
    deals BIGINT,
    events BIGINT,
    rejected BIGINT,
    shape VARCHAR,
    document BIGINT,
    settles BOOLEAN,
    events_kept VARCHAR
);
COMMENT ON TABLE stored.sessions IS 'A version of a session. state: 0 its load has not ended, 1 shown, 2 superseded.';
COMMENT ON COLUMN stored.sessions.settles IS 'False where there is something to settle and no settlement is recorded.';
COMMENT ON COLUMN stored.sessions.document IS 'Its position in a JSON document that is a list of sessions.';

CREATE TABLE stored.seats (person BIGINT, player VARCHAR, name VARCHAR, seat BIGINT);
COMMENT ON TABLE stored.seats IS 'A player of a version. person is the version times 2^32 and the player''s code in the session.';

CREATE TABLE stored.deals (
    version INTEGER,
    deal_index INTEGER,
    deal BIGINT,
    banker INTEGER,
    shuffled BOOLEAN,
    void BOOLEAN,
    complete BOOLEAN,
    banker_cards BIGINT,
    banker_all_cards UTINYINT[],
    banker_total BIGINT,
    banker_rank UTINYINT,
    kitty_before BIGINT,
    kitty_after BIGINT,
    banker_recorded BIGINT,
    banker_due BIGINT,
    first_event BIGINT,
    last_event BIGINT,
    line BIGINT
);
COMMENT ON TABLE stored.deals IS 'A deal. Money is in hundredths here and in all of stored; players are codes, below 0 nobody.';

-- Nearly all rows are in the packed tables. Left alone, DuckDB tries every way to compress each group of their rows.
CREATE TABLE stored.hands (
    version INTEGER USING COMPRESSION rle,
    deal_index INTEGER USING COMPRESSION bitpacking,
    deal INTEGER USING COMPRESSION bitpacking,
    word BIGINT USING COMPRESSION bitpacking,
    cards BIGINT USING COMPRESSION bitpacking,
    stake_event INTEGER USING COMPRESSION bitpacking,
    initial INTEGER USING COMPRESSION bitpacking,
    stake INTEGER USING COMPRESSION bitpacking,
    recorded INTEGER USING COMPRESSION bitpacking,
    due INTEGER USING COMPRESSION bitpacking
);
COMMENT ON TABLE stored.hands IS 'A hand of a session without shoot bets, packed; the view hand_codes unpacks it.';
CREATE TABLE stored.hands_wide (
    version INTEGER,
    deal_index INTEGER,
    deal BIGINT,
    player INTEGER,
    hand BIGINT,
    banker INTEGER,
    cards UTINYINT[],
    total BIGINT,
    rank UTINYINT,
    split BOOLEAN,
    initial BIGINT,
    stake BIGINT,
    shoot BIGINT,
    outcome TINYINT,
    multiple BIGINT,
    recorded BIGINT,
    due BIGINT,
    shoot_recorded BIGINT,
    shoot_due BIGINT,
    stake_moves UTINYINT,
    stake_event BIGINT,
    shoot_moves UTINYINT,
    shoot_event BIGINT
);
COMMENT ON TABLE stored.hands_wide IS 'A hand of a session that does not fit hands. stake_moves: the row of the ledger that the hand tells, at stake_event: 0 none, 1 its settlement, 2 none was recorded, 3 one is missing, 4 perhaps.';

CREATE TABLE stored.events (
    version INTEGER USING COMPRESSION rle,
    event INTEGER USING COMPRESSION bitpacking,
    deal INTEGER USING COMPRESSION rle,
    word BIGINT USING COMPRESSION bitpacking,
    amount INTEGER USING COMPRESSION bitpacking,
    stake INTEGER USING COMPRESSION bitpacking,
    place BIGINT USING COMPRESSION rle
);
COMMENT ON TABLE stored.events IS 'An event of a session without notes, times and the like, packed; the view event_codes unpacks it.';
CREATE TABLE stored.events_wide (
    version INTEGER,
    event INTEGER,
    deal BIGINT,
    seq BIGINT,
    time VARCHAR,
    action UTINYINT,
    player INTEGER,
    hand BIGINT,
    card TINYINT,
    face UTINYINT,
    amount BIGINT,
    "to" INTEGER,
    note VARCHAR,
    place BIGINT,
    total BIGINT,
    cards_held BIGINT,
    stake BIGINT
);
COMMENT ON TABLE stored.events_wide IS 'An event of a session that does not fit events. place: the line of a flat file; in a document what, where in its list, and in which deal.';

CREATE TABLE stored.other_movements (
    version INTEGER,
    event BIGINT,
    deal BIGINT,
    kind UTINYINT,
    debit INTEGER,
    credit INTEGER,
    recorded BIGINT,
    due BIGINT,
    missing BOOLEAN
);
COMMENT ON TABLE stored.other_movements IS 'A row of the ledger that no hand tells. Accounts: a player''s code, -2 the kitty, -3 cash.';

CREATE TABLE stored.findings (
    version INTEGER,
    finding VARCHAR,
    severity VARCHAR,
    clause VARCHAR,
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
COMMENT ON TABLE stored.findings IS 'A finding, as people read it.';

CREATE TABLE stored.rule_counts (
    version INTEGER,
    finding VARCHAR,
    kept BIGINT,
    broken BIGINT,
    not_decidable BIGINT,
    held_back BIGINT
);
COMMENT ON TABLE stored.rule_counts IS 'How often a rule met something in a version, and how that ended.';

CREATE TABLE stored.rejected (
    version INTEGER,
    event BIGINT,
    line BIGINT,
    pointer VARCHAR,
    reason VARCHAR,
    record VARCHAR
);
COMMENT ON TABLE stored.rejected IS 'A record set aside, as people read it.';
CREATE SCHEMA superseded;

-- What the codes mean. A code must never mean anything else later: files hold them.

CREATE OR REPLACE MACRO stored.action_name(code) AS ([
    'seat', 'leave', 'buy_in', 'cash_out', 'banker', 'sell_bank', 'shuffle', 'cut', 'kitty_in', 'kitty_out', 'deal',
    'stake', 'shoot', 'pontoon', 'split', 'buy', 'twist', 'stick', 'bust', 'draw', 'stay', 'settle', 'settle_shoot',
    'void'
])[code + 1];
CREATE OR REPLACE MACRO stored.card_and_space(number) AS substring( -- 0 for none, else the card's code and 1
    concat('   AS AH AD AC 2S 2H 2D 2C 3S 3H 3D 3C 4S 4H 4D 4C 5S 5H 5D 5C 6S 6H 6D 6C 7S 7H 7D 7C ',
        '8S 8H 8D 8C 9S 9H 9D 9C TS TH TD TC JS JH JD JC QS QH QD QC KS KH KD KC ?? '), 3 * number + 1, 3);
CREATE OR REPLACE MACRO stored.card(number) AS nullif(rtrim(stored.card_and_space(number)), '');
CREATE OR REPLACE MACRO stored.card_list(codes) AS
    array_to_string(list_transform(codes, lambda code: stored.card(code + 1)), ' ');
CREATE OR REPLACE MACRO stored.packed_cards(packed) AS rtrim(concat(
    stored.card_and_space((packed >> 0) & 63),
    stored.card_and_space((packed >> 6) & 63),
    stored.card_and_space((packed >> 12) & 63),
    stored.card_and_space((packed >> 18) & 63),
    stored.card_and_space((packed >> 24) & 63),
    stored.card_and_space((packed >> 30) & 63),
    stored.card_and_space((packed >> 36) & 63),
    stored.card_and_space((packed >> 42) & 63),
    stored.card_and_space((packed >> 48) & 63),
    stored.card_and_space((packed >> 54) & 63)
));
CREATE OR REPLACE MACRO stored.class_name(rank) AS (['bust', 'points', 'five-card-trick', 'pontoon'])[rank + 1];
CREATE OR REPLACE MACRO stored.outcome_name(code) AS (['lose', 'push', 'win'])[code + 2];
CREATE OR REPLACE MACRO stored.kind_name(code) AS (['bank-sale', 'chips', 'kitty', 'shoot', 'stake'])[code + 1];
CREATE OR REPLACE MACRO stored.account_kind(code) AS
    CASE WHEN code >= 0 THEN 'player' WHEN code = -3 THEN 'cash' ELSE 'kitty' END;
CREATE OR REPLACE MACRO stored.account(code, player) AS
    CASE WHEN code >= 0 THEN player ELSE stored.account_kind(code) END;
CREATE OR REPLACE MACRO stored.money(hundredths) AS
    CAST(CAST(hundredths AS DECIMAL(18, 0)) * CAST(0.01 AS DECIMAL(2, 2)) AS DECIMAL(18, 2));
CREATE OR REPLACE MACRO stored.total(hundredths) AS -- of a sum of them, wide enough for any
    CAST(CAST(hundredths AS DECIMAL(36, 0)) * CAST(0.01 AS DECIMAL(2, 2)) AS DECIMAL(38, 2));
CREATE OR REPLACE MACRO stored.difference(recorded, due, missing) AS -- null where the two cannot be compared
    due - coalesce(recorded, CASE WHEN missing THEN 0 END);
CREATE OR REPLACE MACRO stored.person(version, code) AS CAST(version AS BIGINT) * 4294967296 + code;
CREATE OR REPLACE MACRO stored.pointer(document, place) AS concat('/' || document, CASE place & 3
    WHEN 1 THEN concat('/players/', (place >> 2) & 2147483647)
    WHEN 2 THEN concat('/deals/', (place >> 33) - 1, '/banker')
    WHEN 3 THEN concat('/deals/', (place >> 33) - 1, '/shuffled')
    ELSE concat('/deals/', (place >> 33) - 1, '/events/', (place >> 2) & 2147483647) END);

-- Events kept in Parquet files; a load that keeps them there puts this view in order.
CREATE OR REPLACE VIEW stored.events_in_files AS FROM stored.events_wide WHERE false;
COMMENT ON VIEW stored.events_in_files IS 'Events that are kept in files beside the history file.';

-- The packed rows, unpacked: the same columns as the wide ones. "packing.py" packs them.
CREATE OR REPLACE VIEW stored.event_codes AS
SELECT
    version, event, deal, NULL::BIGINT AS seq, NULL::VARCHAR AS time,
    word & 31 AS action,
    ((word >> 18) & 255) - 1 AS player,
    CASE WHEN word & 31 >= 10 THEN nullif((word >> 13) & 31, 0) END AS hand,
    ((word >> 7) & 63) - 1 AS card,
    (word >> 5) & 3 AS face,
    CASE WHEN (word >> 38) & 1 = 1 THEN amount END AS amount,
    CASE WHEN word & 31 < 10 THEN ((word >> 13) & 31) - 1 ELSE -1 END AS "to", NULL::VARCHAR AS note,
    place + event * CASE WHEN (word >> 40) & 1 = 1 THEN 4 ELSE 1 END AS place,
    nullif((word >> 26) & 127, 0) - 1 AS total,
    nullif((word >> 33) & 31, 0) - 1 AS cards_held,
    CASE WHEN (word >> 39) & 1 = 1 THEN stake END AS stake
FROM stored.events
UNION ALL
FROM stored.events_wide
UNION ALL
FROM stored.events_in_files;
COMMENT ON VIEW stored.event_codes IS 'Every event of every version, in codes.';

CREATE OR REPLACE VIEW stored.hand_codes AS
SELECT
    version, deal_index, deal,
    word & 255 AS player,
    (word >> 16) & 31 AS hand,
    ((word >> 8) & 255) - 1 AS banker,
    stored.packed_cards(cards) AS cards,
    nullif((word >> 21) & 127, 0) - 1 AS total,
    nullif((word >> 28) & 7, 0) - 1 AS rank,
    (word >> 31) & 1 = 1 AS split,
    initial, stake, 0 AS shoot,
    nullif((word >> 32) & 3, 0) - 2 AS outcome,
    nullif((word >> 34) & 63, 0) - 32 AS multiple,
    recorded, due, NULL::BIGINT AS shoot_recorded, 0 AS shoot_due,
    (word >> 40) & 7 AS stake_moves,
    stake_event, 0 AS shoot_moves, NULL::BIGINT AS shoot_event
FROM stored.hands
UNION ALL
SELECT * REPLACE (stored.card_list(cards) AS cards) FROM stored.hands_wide;
COMMENT ON VIEW stored.hand_codes IS 'Every hand of every version, in codes but for its cards.';

CREATE OR REPLACE VIEW stored.movement_codes AS
WITH of_hands AS (
    SELECT version, stake_event AS event, deal, 4 AS kind, ((word >> 8) & 255) - 1 AS debit, word & 255 AS credit,
        (word >> 40) & 7 AS moves, recorded, due FROM stored.hands
    UNION ALL
    SELECT version, stake_event, deal, 4, banker, player, stake_moves, recorded, due FROM stored.hands_wide
    UNION ALL
    SELECT version, shoot_event, deal, 3, -2, player, shoot_moves, shoot_recorded, shoot_due FROM stored.hands_wide
)
SELECT version, event, deal, kind, debit, credit, recorded, due, missing FROM stored.other_movements
UNION ALL
SELECT
    version, event, deal, kind, debit, credit,
    CASE WHEN moves = 1 THEN recorded END,
    due,
    CASE WHEN moves < 4 THEN moves = 3 END -- where it may have been paid, there is nothing to compare
FROM of_hands WHERE moves > 0;
COMMENT ON VIEW stored.movement_codes IS 'Every row of the ledger of every version, in codes: what the hands tell, and the others.';

-- What people ask: everything that is shown, under its names. Money is DECIMAL(18,2) in the session's currency, ids are
-- text, whole numbers are BIGINT. "recorded" is what the log says, "due" is what the rules say; a null is not known (or
-- not decidable), never nought. The schema superseded has the same for versions that are no longer shown, each row with
-- its source and the session's position in it.

CREATE OR REPLACE VIEW stored.all_sessions AS
SELECT
    s.state,
    s.session,
    s.source,
    s.position,
    s.played,
    s.currency,
    s.rules,
    s.rules_sha256,
    s.players,
    s.deals,
    s.events,
    s.rejected,
    s.events_kept
FROM stored.sessions AS s;
COMMENT ON VIEW stored.all_sessions IS 'All versions of what sessions shows; state as in stored.sessions.';
CREATE OR REPLACE VIEW sessions AS SELECT * EXCLUDE (state) FROM stored.all_sessions WHERE state = 1;
CREATE OR REPLACE VIEW superseded.sessions AS SELECT * EXCLUDE (state) FROM stored.all_sessions WHERE state = 2;
COMMENT ON VIEW superseded.sessions IS 'As sessions, for versions that another one replaced.';
COMMENT ON VIEW sessions IS 'A session that is shown: consecutive deals at one table. Older versions are in the schema superseded.';
COMMENT ON COLUMN sessions.source IS 'The source that it comes from, and with it all rows of this session in the other tables.';
COMMENT ON COLUMN sessions.position IS 'Which session of its file it is, counting from 1.';
COMMENT ON COLUMN sessions.played IS 'When it was played, as the log says it.';
COMMENT ON COLUMN sessions.currency IS 'The currency of all its amounts, as the log or the rules name it.';
COMMENT ON COLUMN sessions.rules IS 'The house rules it was audited against, as JSON: rules->>''min_stake''.';
COMMENT ON COLUMN sessions.players IS 'How many people are named in it.';
COMMENT ON COLUMN sessions.events IS 'How many records it has, those set aside included.';
COMMENT ON COLUMN sessions.rejected IS 'How many records of it were set aside.';
COMMENT ON COLUMN sessions.events_kept IS 'Where its events are: duckdb (in this file), parquet (in files beside it) or none (only results are kept).';

CREATE OR REPLACE VIEW stored.all_seats AS
SELECT
    s.state,
    s.source,
    s.position,
    s.session,
    t.player,
    t.name,
    t.seat
FROM stored.seats AS t JOIN stored.sessions AS s ON s.version = t.person >> 32;
COMMENT ON VIEW stored.all_seats IS 'All versions of what seats shows; state as in stored.sessions.';
CREATE OR REPLACE VIEW seats AS SELECT * EXCLUDE (state, source, position) FROM stored.all_seats WHERE state = 1;
CREATE OR REPLACE VIEW superseded.seats AS SELECT * EXCLUDE (state) FROM stored.all_seats WHERE state = 2;
COMMENT ON VIEW superseded.seats IS 'As seats, for versions that another one replaced.';
COMMENT ON VIEW seats IS 'A player at a session.';
COMMENT ON COLUMN seats.name IS 'The name for people, where the log has one.';
COMMENT ON COLUMN seats.seat IS 'The place at the table, clockwise from 1; null where the log records no seats.';

CREATE OR REPLACE VIEW stored.all_deals AS
SELECT
    s.state,
    s.source,
    s.position,
    s.session,
    d.deal,
    p.player AS banker,
    d.shuffled,
    d.void,
    d.complete,
    nullif(coalesce(stored.card_list(d.banker_all_cards), stored.packed_cards(d.banker_cards)), '') AS banker_cards,
    d.banker_total,
    stored.class_name(d.banker_rank) AS banker_class,
    stored.money(d.kitty_before) AS kitty_before,
    stored.money(d.kitty_after) AS kitty_after,
    stored.money(d.banker_recorded) AS banker_recorded,
    stored.money(d.banker_due) AS banker_due,
    d.first_event,
    d.last_event,
    d.line,
    CAST(d.deal_index AS BIGINT) AS deal_index
FROM stored.deals AS d JOIN stored.sessions AS s USING (version)
    LEFT JOIN stored.seats AS p ON p.person = stored.person(d.version, d.banker);
COMMENT ON VIEW stored.all_deals IS 'All versions of what deals shows; state as in stored.sessions.';
CREATE OR REPLACE VIEW deals AS SELECT * EXCLUDE (state, source, position) FROM stored.all_deals WHERE state = 1;
CREATE OR REPLACE VIEW superseded.deals AS SELECT * EXCLUDE (state) FROM stored.all_deals WHERE state = 2;
COMMENT ON VIEW superseded.deals IS 'As deals, for versions that another one replaced.';
COMMENT ON VIEW deals IS 'A deal, from first card to settlement.';
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

CREATE OR REPLACE VIEW stored.all_hands AS
SELECT
    s.state,
    s.source,
    s.position,
    s.session,
    h.deal,
    p.player,
    h.hand,
    b.player AS banker,
    h.cards,
    h.total,
    stored.class_name(h.rank) AS class,
    h.split,
    stored.money(h.initial) AS initial_stake,
    stored.money(h.stake) AS stake,
    stored.money(h.shoot) AS shoot,
    stored.outcome_name(h.outcome) AS outcome,
    h.multiple,
    stored.money(h.recorded) AS recorded,
    stored.money(h.due) AS due,
    stored.money(h.shoot_recorded) AS shoot_recorded,
    stored.money(h.shoot_due) AS shoot_due,
    CAST(h.deal_index AS BIGINT) AS deal_index
FROM stored.hand_codes AS h JOIN stored.sessions AS s USING (version)
    LEFT JOIN stored.seats AS p ON p.person = stored.person(h.version, h.player)
    LEFT JOIN stored.seats AS b ON b.person = stored.person(h.version, h.banker);
COMMENT ON VIEW stored.all_hands IS 'All versions of what hands shows; state as in stored.sessions.';
CREATE OR REPLACE VIEW hands AS SELECT * EXCLUDE (state, source, position) FROM stored.all_hands WHERE state = 1;
CREATE OR REPLACE VIEW superseded.hands AS SELECT * EXCLUDE (state) FROM stored.all_hands WHERE state = 2;
COMMENT ON VIEW superseded.hands IS 'As hands, for versions that another one replaced.';
COMMENT ON VIEW hands IS 'A player''s hand in a deal; a split makes more. The bank''s hand is in deals.';
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

CREATE OR REPLACE VIEW stored.all_events AS
SELECT
    s.state,
    s.source,
    s.position,
    s.session,
    e.deal,
    CAST(e.event AS BIGINT) AS event,
    e.seq,
    e.time,
    stored.action_name(e.action) AS action,
    p.player,
    e.hand,
    stored.card(e.card + 1) AS card,
    (['down', 'up'])[e.face] AS face,
    stored.money(e.amount) AS amount,
    t.player AS "to",
    e.note,
    CASE WHEN s.shape IS DISTINCT FROM 'document' THEN e.place END AS line,
    CASE WHEN s.shape = 'document' THEN stored.pointer(s.document, e.place) END AS pointer,
    e.total,
    e.cards_held,
    stored.money(e.stake) AS stake
FROM stored.event_codes AS e JOIN stored.sessions AS s USING (version)
    LEFT JOIN stored.seats AS p ON p.person = stored.person(e.version, e.player)
    LEFT JOIN stored.seats AS t ON t.person = stored.person(e.version, e."to");
COMMENT ON VIEW stored.all_events IS 'All versions of what events shows; state as in stored.sessions.';
CREATE OR REPLACE VIEW events AS SELECT * EXCLUDE (state, source, position) FROM stored.all_events WHERE state = 1;
CREATE OR REPLACE VIEW superseded.events AS SELECT * EXCLUDE (state) FROM stored.all_events WHERE state = 2;
COMMENT ON VIEW superseded.events IS 'As events, for versions that another one replaced.';
COMMENT ON VIEW events IS 'An event as recorded, with the state of its hand after it.';
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

CREATE OR REPLACE VIEW stored.all_findings AS
SELECT
    s.state,
    s.source,
    s.position,
    f.finding,
    f.severity,
    f.clause,
    s.session,
    f.deal,
    f.event,
    f.player,
    f.hand,
    f.message,
    f.recorded,
    f.allowed,
    f.money,
    f.path,
    f.line,
    f.pointer
FROM stored.findings AS f JOIN stored.sessions AS s USING (version);
COMMENT ON VIEW stored.all_findings IS 'All versions of what findings shows; state as in stored.sessions.';
CREATE OR REPLACE VIEW findings AS SELECT * EXCLUDE (state, source, position) FROM stored.all_findings WHERE state = 1;
CREATE OR REPLACE VIEW superseded.findings AS SELECT * EXCLUDE (state) FROM stored.all_findings WHERE state = 2;
COMMENT ON VIEW superseded.findings IS 'As findings, for versions that another one replaced.';
COMMENT ON VIEW findings IS 'A rule that was broken or could not be judged, with its place and evidence.';
COMMENT ON COLUMN findings.finding IS 'Its name, group/what-is-wrong; pontoon-audit rule NAME explains it.';
COMMENT ON COLUMN findings.severity IS 'error, warning or info.';
COMMENT ON COLUMN findings.clause IS 'The clause of the rules that it cites.';
COMMENT ON COLUMN findings.event IS 'The event where it stands; null where it concerns the whole session.';
COMMENT ON COLUMN findings.recorded IS 'What the log says, as text.';
COMMENT ON COLUMN findings.allowed IS 'What the rules allow, as text.';
COMMENT ON COLUMN findings.money IS 'What setting it right changes in that player''s favour: due less recorded; null where none.';
COMMENT ON COLUMN findings.line IS 'Line of the file, from 1.';
COMMENT ON COLUMN findings.pointer IS 'JSON Pointer into the document; null in flat files.';

CREATE OR REPLACE VIEW stored.all_ledger AS
SELECT
    s.state,
    s.source,
    s.position,
    s.session,
    m.deal,
    m.event,
    stored.kind_name(m.kind) AS kind,
    stored.account_kind(m.debit) AS debit_kind,
    stored.account(m.debit, d.player) AS debit,
    stored.account_kind(m.credit) AS credit_kind,
    stored.account(m.credit, c.player) AS credit,
    stored.money(m.recorded) AS recorded,
    stored.money(m.due) AS due,
    m.missing,
    s.settles
FROM stored.movement_codes AS m JOIN stored.sessions AS s USING (version)
    LEFT JOIN stored.seats AS d ON d.person = stored.person(m.version, m.debit)
    LEFT JOIN stored.seats AS c ON c.person = stored.person(m.version, m.credit);
COMMENT ON VIEW stored.all_ledger IS 'All versions of what ledger shows; state as in stored.sessions.';
CREATE OR REPLACE VIEW ledger AS SELECT * EXCLUDE (state, source, position, settles) FROM stored.all_ledger WHERE state = 1;
CREATE OR REPLACE VIEW superseded.ledger AS SELECT * EXCLUDE (state, settles) FROM stored.all_ledger WHERE state = 2;
COMMENT ON VIEW superseded.ledger IS 'As ledger, for versions that another one replaced.';
COMMENT ON VIEW ledger IS 'A movement of money from the account debit to the account credit. A negative amount moves the other way: a lost stake of 5 is debit the banker, credit the player, -5.00.';
COMMENT ON COLUMN ledger.kind IS 'stake, shoot, kitty, bank-sale or chips.';
COMMENT ON COLUMN ledger.debit_kind IS 'What the account debit is: player, kitty or cash (a player may be called kitty).';
COMMENT ON COLUMN ledger.debit IS 'The account that gives: a player''s id, kitty or cash.';
COMMENT ON COLUMN ledger.credit_kind IS 'What the account credit is: player, kitty or cash.';
COMMENT ON COLUMN ledger.credit IS 'The account that receives.';
COMMENT ON COLUMN ledger.recorded IS 'What was moved by the log; null where it records nothing.';
COMMENT ON COLUMN ledger.due IS 'What the rules would have moved; null where not decidable.';
COMMENT ON COLUMN ledger.missing IS 'Whether a settlement is missing among others of its deal, so that nothing recorded means nothing moved; null where a record that was set aside may have been it.';

CREATE OR REPLACE VIEW stored.all_rejected AS
SELECT
    s.state,
    s.position,
    s.source,
    s.session,
    r.event,
    r.line,
    r.pointer,
    r.reason,
    r.record
FROM stored.rejected AS r JOIN stored.sessions AS s USING (version);
COMMENT ON VIEW stored.all_rejected IS 'All versions of what rejected shows; state as in stored.sessions.';
CREATE OR REPLACE VIEW rejected AS SELECT * EXCLUDE (state, position) FROM stored.all_rejected WHERE state = 1;
CREATE OR REPLACE VIEW superseded.rejected AS SELECT * EXCLUDE (state) FROM stored.all_rejected WHERE state = 2;
COMMENT ON VIEW superseded.rejected IS 'As rejected, for versions that another one replaced.';
COMMENT ON VIEW rejected IS 'A record set aside because it is no event of the log format.';
COMMENT ON COLUMN rejected.session IS 'The session it stands in; where its own could not be read, that of the records around it.';
COMMENT ON COLUMN rejected.event IS 'Its number among the session''s events.';
COMMENT ON COLUMN rejected.reason IS 'Why it was set aside.';
COMMENT ON COLUMN rejected.record IS 'The record as it stood, shortened where very long.';

CREATE OR REPLACE VIEW stored.all_rule_counts AS
SELECT
    s.state, s.source, s.position, s.session,
    c.finding, c.kept, c.broken, c.not_decidable, c.held_back
FROM stored.rule_counts AS c JOIN stored.sessions AS s USING (version);
COMMENT ON VIEW stored.all_rule_counts IS 'All versions of what rule_counts shows; state as in stored.sessions.';
CREATE OR REPLACE VIEW rule_counts AS SELECT * EXCLUDE (state, source, position) FROM stored.all_rule_counts WHERE state = 1;
CREATE OR REPLACE VIEW superseded.rule_counts AS SELECT * EXCLUDE (state) FROM stored.all_rule_counts WHERE state = 2;
COMMENT ON VIEW superseded.rule_counts IS 'As rule_counts, for versions that another one replaced.';
COMMENT ON VIEW rule_counts IS 'How often the rule of a finding met something to judge in a session; no row where it never did.';
COMMENT ON COLUMN rule_counts.finding IS 'The name of the finding that the rule makes.';
COMMENT ON COLUMN rule_counts.kept IS 'How often the rule was kept.';
COMMENT ON COLUMN rule_counts.broken IS 'How often it was broken: so many findings.';
COMMENT ON COLUMN rule_counts.not_decidable IS 'How often the log does not say what the rule needs.';
COMMENT ON COLUMN rule_counts.held_back IS 'How often it was broken only because of a fault that is reported already.';

-- What people ask of a history file. Sums of money are DECIMAL(38,2), so that no sum can overflow.

CREATE OR REPLACE VIEW settling AS SELECT session, settles FROM stored.sessions WHERE state = 1;
COMMENT ON VIEW settling IS 'Whether a session records its settlements.';
COMMENT ON COLUMN settling.settles IS 'False where there is something to settle and no settlement is recorded: then what is due is what counts.';

CREATE OR REPLACE VIEW movements AS
SELECT * EXCLUDE (state, source, position), stored.difference(recorded, due, missing) AS difference
FROM stored.all_ledger WHERE state = 1;
COMMENT ON VIEW movements IS 'The ledger, with the difference between due and recorded.';
COMMENT ON COLUMN movements.difference IS 'Due less recorded; a settlement missing among others counts as 0 recorded; null where not decidable, or where it is not known what was moved.';
COMMENT ON COLUMN movements.settles IS 'Whether the session records its settlements.';

-- Each movement twice, once for either account, seen from that account: money that comes in is above 0.
CREATE OR REPLACE VIEW postings AS
SELECT
    session, deal, event, kind, side,
    CASE WHEN side = 'credit' THEN credit_kind ELSE debit_kind END AS account_kind,
    CASE WHEN side = 'credit' THEN credit ELSE debit END AS account,
    CASE WHEN side = 'credit' THEN recorded ELSE -recorded END AS recorded,
    CASE WHEN side = 'credit' THEN due ELSE -due END AS due,
    CASE WHEN side = 'credit' THEN difference ELSE -difference END AS difference,
    settles
FROM movements CROSS JOIN (VALUES ('credit'), ('debit')) AS sides (side);
COMMENT ON VIEW postings IS 'An account''s side of a movement of money: every row of ledger stands here twice, for who receives and for who gives.';
COMMENT ON COLUMN postings.side IS 'Which side of the ledger row the account stands on; for stakes, credit is the player and debit the banker.';
COMMENT ON COLUMN postings.account IS 'A player''s id, kitty or cash; account_kind says which.';
COMMENT ON COLUMN postings.recorded IS 'What came in (above 0) or went out (below 0) by the log.';
COMMENT ON COLUMN postings.due IS 'The same by the rules; null where not decidable.';
COMMENT ON COLUMN postings.difference IS 'What the account should have had more (above 0) or less: due less recorded, null as in movements.';
COMMENT ON COLUMN postings.settles IS 'False where the session records no settlement at all.';

-- Movements are many, so they are added up by their codes, and names are put to the sums.
CREATE OR REPLACE VIEW stored.sums AS
SELECT
    s.session, version, s.settles, m.kind, m.debit, m.credit,
    sum(recorded) AS recorded, sum(due) AS due, sum(stored.difference(recorded, due, missing)) AS difference,
    sum(abs(stored.difference(recorded, due, missing))) AS astray, count(*) AS moves, count(due) AS decided
FROM stored.movement_codes AS m JOIN stored.sessions AS s USING (version)
WHERE state = 1
GROUP BY ALL;
COMMENT ON VIEW stored.sums IS 'What movements add up to in a session for each kind and pair of accounts, in codes.';

CREATE OR REPLACE VIEW stored.side_sums AS
SELECT
    session, settles, stored.kind_name(kind) AS kind, side, stored.account_kind(code) AS account_kind,
    stored.account(code, p.player) AS account, sign * stored.total(s.recorded) AS recorded,
    sign * stored.total(s.due) AS due, sign * stored.total(difference) AS difference, stored.total(astray) AS astray,
    moves, decided
FROM (
    SELECT *, CASE sign WHEN 1 THEN credit ELSE debit END AS code
    FROM stored.sums CROSS JOIN (VALUES ('credit', 1), ('debit', -1)) AS sides (side, sign)
) AS s LEFT JOIN stored.seats AS p ON p.person = stored.person(version, code);
COMMENT ON VIEW stored.side_sums IS 'What postings add up to in a session for each kind, side and pair of accounts.';

CREATE OR REPLACE VIEW player_results AS
WITH named AS (SELECT session, player, max(name) AS name FROM seats GROUP BY ALL),
money AS (
    SELECT
        session,
        account AS player,
        coalesce(sum(recorded) FILTER (kind = 'stake' AND side = 'credit'), 0.00) AS as_player_recorded,
        CASE WHEN count(*) FILTER (kind = 'stake' AND side = 'credit') = 0 THEN 0.00 ELSE sum(due) FILTER (kind = 'stake' AND side = 'credit') END AS as_player_due,
        coalesce(sum(recorded) FILTER (kind = 'stake' AND side = 'debit'), 0.00) AS as_banker_recorded,
        CASE WHEN count(*) FILTER (kind = 'stake' AND side = 'debit') = 0 THEN 0.00 ELSE sum(due) FILTER (kind = 'stake' AND side = 'debit') END AS as_banker_due,
        coalesce(sum(recorded) FILTER (kind = 'shoot'), 0.00) AS shoot_recorded,
        CASE WHEN count(*) FILTER (kind = 'shoot') = 0 THEN 0.00 ELSE sum(due) FILTER (kind = 'shoot') END AS shoot_due,
        coalesce(sum(recorded) FILTER (kind = 'kitty'), 0.00) AS kitty_recorded,
        CASE WHEN count(*) FILTER (kind = 'kitty') = 0 THEN 0.00 ELSE sum(due) FILTER (kind = 'kitty') END AS kitty_due,
        coalesce(sum(recorded) FILTER (kind = 'bank-sale'), 0.00) AS bank_sales,
        CASE WHEN count(*) FILTER (kind = 'bank-sale') = 0 THEN 0.00 ELSE sum(due) FILTER (kind = 'bank-sale') END AS bank_sales_due,
        sum(due) FILTER (kind <> 'chips') AS total_due,
        sum(difference) FILTER (kind <> 'chips') AS difference,
        coalesce(sum(moves) FILTER (kind <> 'chips'), 0)::BIGINT AS moves,
        coalesce(sum(moves - decided) FILTER (kind <> 'chips'), 0)::BIGINT AS undecided
    FROM stored.side_sums WHERE account_kind = 'player' GROUP BY session, account
),
people AS (SELECT session, player FROM named UNION SELECT session, player FROM money),
played AS (
    SELECT s.session, p.player, held.deals
    FROM (
        SELECT version, player, count(DISTINCT deal_index) AS deals
        FROM (
            SELECT version, player, deal_index FROM stored.hand_codes
            UNION ALL SELECT version, banker, deal_index FROM stored.deals
        ) GROUP BY version, player
    ) AS held JOIN stored.sessions AS s USING (version)
        JOIN stored.seats AS p ON p.person = stored.person(version, held.player)
    WHERE state = 1
)
SELECT
    session,
    player,
    name,
    coalesce(played.deals, 0) AS deals,
    CASE WHEN coalesce(settles, true) THEN coalesce(as_player_recorded, 0.00) END AS as_player_recorded,
    CASE WHEN money.player IS NULL THEN 0.00 ELSE as_player_due END AS as_player_due,
    CASE WHEN coalesce(settles, true) THEN coalesce(as_banker_recorded, 0.00) END AS as_banker_recorded,
    CASE WHEN money.player IS NULL THEN 0.00 ELSE as_banker_due END AS as_banker_due,
    CASE WHEN coalesce(settles, true) THEN coalesce(shoot_recorded, 0.00) END AS shoot_recorded,
    CASE WHEN money.player IS NULL THEN 0.00 ELSE shoot_due END AS shoot_due,
    coalesce(kitty_recorded, 0.00) AS kitty_recorded,
    CASE WHEN money.player IS NULL THEN 0.00 ELSE kitty_due END AS kitty_due,
    coalesce(bank_sales, 0.00) AS bank_sales,
    CASE WHEN money.player IS NULL THEN 0.00 ELSE bank_sales_due END AS bank_sales_due,
    CASE WHEN coalesce(settles, true) THEN
        coalesce(as_player_recorded + as_banker_recorded + shoot_recorded + kitty_recorded + bank_sales, 0.00) END
        AS total_recorded,
    -- where nothing moved, nothing is due; where something did and none of it is known, it is not nothing
    CASE WHEN coalesce(moves, 0) = 0 THEN 0.00 ELSE total_due END AS total_due,
    CASE WHEN coalesce(moves, 0) = 0 THEN 0.00 ELSE difference END AS difference,
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
COMMENT ON COLUMN player_results.total_due IS 'All of it together by the rules, as far as it can be decided; null where nothing of it can.';
COMMENT ON COLUMN player_results.difference IS 'What the player should have had more (above 0) or less: due less recorded, over the movements where both are known; null where there is none.';
COMMENT ON COLUMN player_results.undecided IS 'Movements whose due is not decidable: they are in total_recorded, but neither in total_due nor in difference.';

CREATE OR REPLACE VIEW session_results AS
WITH money AS (
    SELECT
        session,
        CASE WHEN bool_and(settles) THEN coalesce(sum(recorded) FILTER (account_kind = 'player'), 0.00) END
            AS players_recorded,
        sum(due) FILTER (account_kind = 'player') AS players_due,
        coalesce(sum(recorded) FILTER (account_kind = 'kitty'), 0.00) AS kitty_recorded,
        CASE WHEN count(*) FILTER (account_kind = 'kitty') = 0 THEN 0.00 ELSE sum(due) FILTER (account_kind = 'kitty') END
            AS kitty_due,
        sum(astray) FILTER (side = 'credit') AS difference,
        coalesce(sum(moves - decided) FILTER (side = 'credit'), 0)::BIGINT AS undecided
    FROM stored.side_sums WHERE kind <> 'chips' GROUP BY session
),
staked AS (
    SELECT s.session, count(*) AS hands, coalesce(stored.total(sum(stake)), 0.00) AS staked
    FROM stored.hand_codes JOIN stored.sessions AS s USING (version)
    WHERE state = 1 GROUP BY ALL
),
faults AS (
    SELECT
        session,
        count(*) FILTER (severity = 'error') AS errors,
        count(*) FILTER (severity = 'warning') AS warnings,
        count(*) FILTER (severity = 'info') AS infos
    FROM findings GROUP BY session
),
-- Who takes out what a kitty holds gets another amount than due where bets on it were settled otherwise before. That was
-- told there; told again would be what a finding says is wrong with the taking itself, and all of what is another's.
amiss AS (
    SELECT session, event, sum(abs(money)) AS money, bool_or(finding = 'kitty/by-other') AS of_another
    FROM findings WHERE starts_with(finding, 'kitty/') GROUP BY session, event
),
told_before AS (
    SELECT session, sum(abs(difference) - least(abs(difference), coalesce(amiss.money, 0.00))) AS told
    FROM movements JOIN sessions USING (session) LEFT JOIN amiss USING (session, event)
    WHERE kind = 'kitty' AND debit_kind = 'kitty' AND difference <> 0 AND rules->>'base' = 'shoot-pontoon'
        AND NOT coalesce(of_another, false)
    GROUP BY session
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
    CASE WHEN money.session IS NULL THEN 0.00 ELSE players_due END AS players_due,
    coalesce(kitty_recorded, 0.00) AS kitty_recorded,
    CASE WHEN money.session IS NULL THEN 0.00 ELSE kitty_due END AS kitty_due,
    CASE WHEN money.session IS NULL THEN 0.00 ELSE difference - coalesce(told, 0.00) END AS difference,
    coalesce(undecided, 0) AS undecided,
    coalesce(errors, 0) AS errors,
    coalesce(warnings, 0) AS warnings,
    coalesce(infos, 0) AS infos,
    rejected,
    source
FROM sessions LEFT JOIN money USING (session) LEFT JOIN staked USING (session) LEFT JOIN faults USING (session)
    LEFT JOIN told_before USING (session);
COMMENT ON VIEW session_results IS 'A session in one row. What the players have together and what is left in the kitty sum to zero, recorded and due.';
COMMENT ON COLUMN session_results.staked IS 'All stakes on all hands, void deals included.';
COMMENT ON COLUMN session_results.players_recorded IS 'Sum of the players'' totals by the log; null where the session records no settlements.';
COMMENT ON COLUMN session_results.players_due IS 'Sum of the players'' totals by the rules; null where nothing of it can be decided.';
COMMENT ON COLUMN session_results.kitty_recorded IS 'What is left in the kitty by the log.';
COMMENT ON COLUMN session_results.kitty_due IS 'What is left in the kitty by the rules; null where nothing of it can be decided.';
COMMENT ON COLUMN session_results.difference IS 'Sum of what was moved too much and too little: of |due - recorded|, kitty money not again that differs only since bets on it were settled otherwise before; null where the two are nowhere both known.';
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
        CASE WHEN count(settled.deal_index) = 0 THEN 0.00 ELSE sum(due) END AS due,
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
    -- a log that has no names has the id in their place
    coalesce(arg_max(name, (played, session)) FILTER (lower(name) <> lower(player)), max(name)) AS name,
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
COMMENT ON COLUMN balances.due IS 'The same by the rules, over all sessions; null where nothing of it can be decided.';
COMMENT ON COLUMN balances.difference IS 'What the player should have had more (above 0) or less, over the movements where both are known; null where there is none.';
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
COMMENT ON VIEW discrepancies IS 'Money recorded otherwise than due: a row of ledger where the two differ. What a kitty lacks since bets on it were settled otherwise is owed to it there, and by it to whose kitty it is: two rows, of which session_results.difference counts one.';
COMMENT ON COLUMN discrepancies.hand IS 'Which of the player''s hands, where a settlement was recorded.';
COMMENT ON COLUMN discrepancies.recorded IS 'What was moved from debit to credit by the log; null where a settlement is missing.';
COMMENT ON COLUMN discrepancies.due IS 'What the rules would have moved from debit to credit.';
COMMENT ON COLUMN discrepancies.difference IS 'Due less recorded: what debit still owes to credit, below 0 the other way.';
COMMENT ON COLUMN discrepancies.owed_by IS 'Who must pay to set it right.';
COMMENT ON COLUMN discrepancies.owed_to IS 'Who must be paid.';
COMMENT ON COLUMN discrepancies.owed IS 'How much, above 0.';
