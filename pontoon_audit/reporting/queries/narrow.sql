-- From here on the history is only what has a page: under the names of its tables, the rows of the sessions and deals
-- that were chosen. A deal whose session has no page brings the events that carry its number, and those without a number
-- that came before it.
CREATE TEMP TABLE alone AS SELECT * FROM deal_pages WHERE session NOT IN (FROM session_pages);

CREATE TEMP TABLE since AS
SELECT alone.session, alone.last_event AS until, coalesce(max(b.last_event), 0) AS since
FROM alone LEFT JOIN main.deals AS b ON b.session = alone.session AND b.deal_index < alone.deal_index
GROUP BY ALL;

CREATE TEMP TABLE sessions AS SELECT * FROM main.sessions
WHERE session IN (FROM session_pages) OR session IN (SELECT session FROM alone);
CREATE TEMP TABLE seats AS SELECT * FROM main.seats WHERE session IN (SELECT session FROM sessions);
CREATE TEMP TABLE deals AS
SELECT * FROM main.deals SEMI JOIN session_pages USING (session)
UNION ALL SELECT * FROM main.deals SEMI JOIN alone USING (session, deal);
CREATE TEMP TABLE hands AS
SELECT * FROM main.hands SEMI JOIN session_pages USING (session)
UNION ALL SELECT * FROM main.hands SEMI JOIN alone USING (session, deal);
CREATE TEMP TABLE events AS
SELECT * FROM main.events SEMI JOIN session_pages USING (session)
UNION ALL SELECT * FROM main.events SEMI JOIN alone USING (session, deal)
UNION ALL SELECT e.* FROM main.events AS e SEMI JOIN since ON e.session = since.session AND event > since AND event <= until
WHERE e.deal IS NULL;
CREATE TEMP TABLE ledger AS
SELECT * FROM main.ledger SEMI JOIN session_pages USING (session)
UNION ALL SELECT * FROM main.ledger ANTI JOIN session_pages USING (session) SEMI JOIN events USING (session, event);
CREATE TEMP TABLE findings AS
SELECT * FROM main.findings SEMI JOIN session_pages USING (session)
UNION ALL SELECT f.* FROM main.findings AS f ANTI JOIN session_pages USING (session)
WHERE (f.session, f.deal) IN (SELECT (session, deal) FROM alone)
    OR (f.session, f.event) IN (SELECT (session, event) FROM events);
CREATE TEMP TABLE rejected AS
SELECT * FROM main.rejected SEMI JOIN session_pages USING (session)
UNION ALL SELECT * FROM main.rejected ANTI JOIN session_pages USING (session) SEMI JOIN events USING (session, event);
