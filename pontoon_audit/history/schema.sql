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
