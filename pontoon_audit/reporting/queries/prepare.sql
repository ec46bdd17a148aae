-- The sessions that were picked, which are $sessions: their deals in order of play, which of these have a page, the deal that
-- each event is shown with, and the accounts' sides of every movement of money.

CREATE OR REPLACE TEMP TABLE dealt AS
SELECT
    *,
    row_number() OVER (PARTITION BY session ORDER BY first_event, deal, last_event) AS place,
    count(*) OVER (PARTITION BY session, deal) AS twins
FROM deals;

-- An event is shown with the deal whose number it carries. Where it carries none, or one that stands twice, it is shown
-- with the first deal that ends after it, and what comes after all deals with the last.
CREATE OR REPLACE TEMP TABLE placed AS
WITH ends AS (
    SELECT session, place, last_event AS until FROM dealt
    QUALIFY last_event > coalesce(max(last_event) OVER (
        PARTITION BY session ORDER BY place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)
),
final AS (SELECT session, max(place) AS place FROM dealt GROUP BY session),
happened AS (
    SELECT session, event, deal FROM main.events WHERE session IN $sessions
    UNION ALL
    -- of events that are not kept those that moved money or were found wanting
    SELECT session, event, max(deal) FROM (
        SELECT session, event, deal FROM movements UNION ALL SELECT session, event, deal FROM findings)
    WHERE event IS NOT NULL AND session IN (SELECT session FROM sessions WHERE events_kept = 'none')
    GROUP BY session, event
)
SELECT e.session, e.event, coalesce(own.place, ahead.place, final.place) AS place
FROM happened AS e
    LEFT JOIN dealt AS own ON own.session = e.session AND own.deal = e.deal AND own.twins = 1
    ASOF LEFT JOIN ends AS ahead ON ahead.session = e.session AND e.event <= ahead.until
    LEFT JOIN final ON final.session = e.session;

CREATE OR REPLACE TEMP TABLE found AS
SELECT
    findings.*,
    row_number() OVER (
        PARTITION BY session ORDER BY event NULLS LAST, deal NULLS LAST, finding, player NULLS FIRST, hand NULLS FIRST,
        message) AS number,
    coalesce(placed.place, numbered.place) AS place
FROM findings
    LEFT JOIN placed USING (session, event)
    LEFT JOIN (SELECT session, deal, min(place) AS place FROM dealt GROUP BY ALL) AS numbered USING (session, deal);

-- Each movement twice, once for either account, seen from that account: money that comes in is above 0.
CREATE OR REPLACE TEMP TABLE posted AS
WITH told AS (
    SELECT session, hand, stake_moves, stake_event, shoot_moves, shoot_event
    FROM stored.hand_codes JOIN stored.sessions USING (version)
    WHERE session IN $sessions AND state = 1 AND events_kept = 'none'
),
unlike AS (
    SELECT session, event, hand FROM findings
    WHERE finding IN ('settlement/repeated', 'settlement/of-void', 'settlement/by-banker')
        AND session IN (SELECT session FROM sessions WHERE events_kept = 'none')
),
settled AS (
    SELECT session, event, hand FROM main.events WHERE session IN $sessions AND action IN ('settle', 'settle_shoot')
    UNION ALL
    -- where events are not kept, what a hand itself says of its settlement, or a finding of another one
    SELECT session, event, min(hand) FROM (
        SELECT session, stake_event AS event, hand FROM told WHERE stake_moves = 1
        UNION ALL SELECT session, shoot_event, hand FROM told WHERE shoot_moves = 1
        UNION ALL SELECT session, event, hand FROM unlike)
    GROUP BY session, event HAVING count(DISTINCT hand) = 1
),
moved AS (
    SELECT movements.*, coalesce(placed.place, numbered.place) AS place, e.hand
    FROM movements
        LEFT JOIN placed USING (session, event)
        LEFT JOIN (SELECT session, deal, min(place) AS place FROM dealt GROUP BY ALL) AS numbered
            ON numbered.session = movements.session AND numbered.deal = movements.deal
        LEFT JOIN settled AS e ON e.session = movements.session AND e.event = movements.event
),
sides AS (
    SELECT 'credit' AS side, credit_kind AS account_kind, credit AS account, debit_kind AS other_kind, debit AS other,
        recorded AS in_recorded, due AS in_due, difference AS in_difference, * FROM moved
    UNION ALL
    SELECT 'debit', debit_kind, debit, credit_kind, credit, -recorded, -due, -difference, * FROM moved
)
SELECT session, place, deal, event, kind, side, account_kind, account, other_kind, other, settles,
    in_recorded AS recorded, in_due AS due,
    -- where a session records no settlements what is due counts, and nothing differs from it
    CASE WHEN settles OR kind = 'chips' THEN in_difference END AS difference,
    CASE WHEN recorded IS NOT NULL THEN hand END AS hand,
    -- what cannot be compared: with what is recorded, with what is due, with neither
    CASE WHEN loose AND recorded IS NOT NULL THEN 1 ELSE 0 END AS open_paid,
    CASE WHEN loose THEN in_recorded END AS open_recorded,
    CASE WHEN loose AND recorded IS NULL AND due IS NOT NULL THEN 1 ELSE 0 END AS open_owed,
    CASE WHEN loose THEN in_due END AS open_due,
    CASE WHEN loose AND recorded IS NULL AND due IS NULL THEN 1 ELSE 0 END AS open_lost
FROM (SELECT *, kind <> 'chips' AND difference IS NULL AND (settles OR due IS NULL) AS loose FROM sides);

-- Every deal has a page in a session of up to $most_deals; in a longer one only those with findings have.
CREATE OR REPLACE TEMP TABLE paged AS
SELECT session, place FROM dealt
WHERE session IN (SELECT session FROM dealt GROUP BY session HAVING count(*) <= $most_deals)
    OR (session, place) IN (SELECT (session, place) FROM found WHERE place IS NOT NULL);
