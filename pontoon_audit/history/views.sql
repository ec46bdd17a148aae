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
