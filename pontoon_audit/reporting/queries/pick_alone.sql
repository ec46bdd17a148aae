-- As "pick", of sessions that have no page themselves: only their deals that have one. Such a deal brings the events that
-- carry its number, and those without a number that came before it.
CREATE OR REPLACE TEMP TABLE alone AS FROM deal_pages WHERE session IN $sessions;

CREATE OR REPLACE TEMP TABLE since AS
WITH ends AS (SELECT session, deal_index, last_event FROM main.deals WHERE session IN $sessions)
SELECT alone.session, coalesce(max(b.last_event) FILTER (b.deal_index < alone.deal_index), 0) AS since,
    -- with the last deal stands what came after all of them
    CASE WHEN max(b.deal_index) > alone.deal_index THEN alone.last_event ELSE 9223372036854775807 END AS until
FROM alone JOIN ends AS b USING (session) GROUP BY alone.session, alone.deal_index, alone.last_event;

-- Seen from the kitty, of other deals too: what a deal finds in it is left of all before. "at" is the deal that a movement
-- belongs to, by its number, else the first that ends after it. This stands above the tables below, which take the place of
-- those of the history, under "main" too.
CREATE OR REPLACE TEMP TABLE kitty_moves AS
WITH moves AS (
    SELECT session, event, deal, kind, settles, CASE WHEN credit_kind = 'kitty' THEN recorded ELSE -recorded END AS recorded,
        CASE WHEN credit_kind = 'kitty' THEN due ELSE -due END AS due
    FROM main.movements WHERE session IN $sessions AND (credit_kind = 'kitty' OR debit_kind = 'kitty')
),
ends AS (
    SELECT session, deal, deal_index, last_event, count(*) OVER (PARTITION BY session, deal) AS twins
    FROM main.deals WHERE session IN $sessions
)
SELECT m.session, m.event, m.deal, m.kind, m.settles,
    coalesce((m.session, m.deal) IN (SELECT (session, deal) FROM alone), false)
        OR m.deal IS NULL AND EXISTS (
            FROM since AS s WHERE s.session = m.session AND m.event > s.since AND m.event <= s.until) AS shown,
    coalesce(own.deal_index, ahead.deal_index) AS at, m.recorded, m.due
FROM moves AS m LEFT JOIN ends AS own ON own.session = m.session AND own.deal = m.deal AND own.twins = 1
    ASOF LEFT JOIN ends AS ahead ON ahead.session = m.session AND m.event <= ahead.last_event;

CREATE TEMP TABLE sessions AS FROM main.sessions WHERE session IN $sessions;
CREATE TEMP TABLE seats AS FROM main.seats WHERE session IN $sessions;
CREATE TEMP TABLE settling AS FROM main.settling WHERE session IN $sessions;
CREATE TEMP TABLE deals AS FROM (FROM main.deals WHERE session IN $sessions) SEMI JOIN alone USING (session, deal);
CREATE TEMP TABLE hands AS FROM (FROM main.hands WHERE session IN $sessions) SEMI JOIN alone USING (session, deal);
CREATE TEMP TABLE events AS
FROM (FROM main.events WHERE session IN $sessions) SEMI JOIN alone USING (session, deal)
UNION ALL
FROM (FROM main.events WHERE session IN $sessions AND deal IS NULL) AS e
    SEMI JOIN since ON e.session = since.session AND event > since AND event <= until;
CREATE TEMP TABLE movements AS -- by their numbers, since of some sessions no events are kept
FROM main.movements AS m WHERE session IN $sessions AND (
    (session, deal) IN (SELECT (session, deal) FROM alone) OR (session, event) IN (SELECT (session, event) FROM events)
    OR deal IS NULL AND EXISTS (FROM since AS s WHERE s.session = m.session AND m.event > s.since AND m.event <= s.until));
CREATE TEMP TABLE findings AS
FROM main.findings AS f WHERE session IN $sessions AND (
    (session, deal) IN (SELECT (session, deal) FROM alone) OR (session, event) IN (SELECT (session, event) FROM events)
    OR deal IS NULL AND EXISTS (FROM since AS s WHERE s.session = f.session AND f.event > s.since AND f.event <= s.until));
CREATE TEMP TABLE rejected AS
FROM (FROM main.rejected WHERE session IN $sessions) SEMI JOIN events USING (session, event);
