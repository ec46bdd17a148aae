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
