-- Of each finding about what a kitty held: whom it is about, and what the ledger says is due at its event. Statements tell
-- each penny once, where it went astray, so that may be another amount than the finding's: then these have a row
-- with what is due, and what setting it right changes: nothing where what is due counts anyway. What is left behind has no
-- movement of its own where it was told as money was taken out, or as bets were paid.
CREATE OR REPLACE TEMP TABLE kitty_told AS
WITH asked AS (
    SELECT version, session, settles, finding, f.event, player, money
    FROM stored.findings AS f JOIN stored.sessions AS s USING (version)
    WHERE state = 1 AND finding IN ('kitty/left-behind', 'kitty/wrong-amount')
),
moved AS ( -- from the kitty to a player; one at an event
    SELECT m.version, m.event, stored.money(m.due) AS due, stored.money(m.recorded) AS recorded
    FROM stored.other_movements AS m
    WHERE stored.kind_name(kind) = 'kitty' AND stored.account_kind(debit) = 'kitty' AND version IN (SELECT version FROM asked)
),
ended AS (SELECT version, last_event, banker FROM stored.deals WHERE version IN (SELECT version FROM asked)),
reckoned AS (
    SELECT a.*, p.player AS old_banker, CASE WHEN m.event IS NULL THEN 0.00 ELSE m.due END AS due,
        CASE WHEN m.event IS NULL THEN 0.00 ELSE m.due - m.recorded END AS difference
    FROM asked AS a LEFT JOIN moved AS m ON m.version = a.version AND m.event = a.event
        ASOF LEFT JOIN ended AS e ON e.version = a.version AND e.last_event < a.event
        LEFT JOIN stored.seats AS p ON p.person = stored.person(e.version, e.banker)
)
SELECT session, event, finding, coalesce(player, old_banker) AS about,
    CASE WHEN difference <> money OR NOT settles THEN due END AS ledger_due,
    CASE WHEN NOT settles THEN 0.00 WHEN difference <> money THEN difference END AS ledger_difference, settles
FROM reckoned;
