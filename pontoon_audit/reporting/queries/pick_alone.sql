-- As "pick", of sessions that have no page themselves: only their deals that have one. Such a deal brings the events that
-- carry its number, and those without a number that came before it.
CREATE OR REPLACE TEMP TABLE alone AS FROM deal_pages WHERE session IN $sessions;

CREATE OR REPLACE TEMP TABLE since AS
SELECT alone.session, alone.last_event AS until, coalesce(max(b.last_event), 0) AS since
FROM alone LEFT JOIN (SELECT session, deal_index, last_event FROM main.deals WHERE session IN $sessions) AS b
    ON b.session = alone.session AND b.deal_index < alone.deal_index
GROUP BY ALL;

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
CREATE TEMP TABLE movements AS
FROM (FROM main.movements WHERE session IN $sessions) SEMI JOIN events USING (session, event);
CREATE OR REPLACE TEMP TABLE kitty_moves AS -- of other deals too: what these find in the kitty is left of all before
SELECT session, event, deal, kind, settles, (session, deal) IN (SELECT (session, deal) FROM alone)
        OR coalesce((session, event) IN (SELECT (session, event) FROM events), false) AS shown,
    CASE WHEN credit_kind = 'kitty' THEN recorded ELSE -recorded END AS recorded,
    CASE WHEN credit_kind = 'kitty' THEN due ELSE -due END AS due
FROM main.movements WHERE session IN $sessions AND (credit_kind = 'kitty' OR debit_kind = 'kitty');
CREATE TEMP TABLE findings AS
FROM main.findings WHERE session IN $sessions AND (
    (session, deal) IN (SELECT (session, deal) FROM alone) OR (session, event) IN (SELECT (session, event) FROM events));
CREATE TEMP TABLE rejected AS
FROM (FROM main.rejected WHERE session IN $sessions) SEMI JOIN events USING (session, event);
