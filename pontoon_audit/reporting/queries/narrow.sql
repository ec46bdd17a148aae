-- From here on the history is only what has a page: under the names of its tables, the rows of the sessions and deals
-- that were chosen. A deal whose session has no page brings the events that carry its number, and those without a number
-- that came before it.
CREATE TEMP TABLE alone AS SELECT * FROM deal_pages WHERE session NOT IN (FROM session_pages);

CREATE TEMP TABLE brought AS
WITH since AS (
    SELECT alone.session, alone.last_event AS until, coalesce(max(b.last_event), 0) AS since
    FROM alone LEFT JOIN main.deals AS b ON b.session = alone.session AND b.deal_index < alone.deal_index
    GROUP BY ALL
)
SELECT session, event FROM main.events WHERE (session, deal) IN (SELECT (session, deal) FROM alone)
UNION
SELECT e.session, e.event FROM main.events AS e JOIN since USING (session)
WHERE e.deal IS NULL AND e.event > since AND e.event <= until;

CREATE TEMP TABLE sessions AS SELECT * FROM main.sessions
WHERE session IN (FROM session_pages) OR session IN (SELECT session FROM alone);
CREATE TEMP TABLE seats AS SELECT * FROM main.seats WHERE session IN (SELECT session FROM sessions);
CREATE TEMP TABLE deals AS SELECT * FROM main.deals
WHERE session IN (FROM session_pages) OR (session, deal) IN (SELECT (session, deal) FROM alone);
CREATE TEMP TABLE hands AS SELECT * FROM main.hands
WHERE session IN (FROM session_pages) OR (session, deal) IN (SELECT (session, deal) FROM alone);
CREATE TEMP TABLE events AS SELECT * FROM main.events
WHERE session IN (FROM session_pages) OR (session, event) IN (SELECT (session, event) FROM brought);
CREATE TEMP TABLE findings AS SELECT * FROM main.findings
WHERE session IN (FROM session_pages) OR (session, deal) IN (SELECT (session, deal) FROM alone)
    OR (session, event) IN (SELECT (session, event) FROM brought);
CREATE TEMP TABLE ledger AS SELECT * FROM main.ledger
WHERE session IN (FROM session_pages) OR (session, event) IN (SELECT (session, event) FROM brought);
CREATE TEMP TABLE rejected AS SELECT * FROM main.rejected
WHERE session IN (FROM session_pages) OR (session, event) IN (SELECT (session, event) FROM brought);
