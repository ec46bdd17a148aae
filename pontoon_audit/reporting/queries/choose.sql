-- Which sessions and which deals have a page, and which sessions are listed? Of more than $most_sessions, or
-- $most_listed, those where most money was moved otherwise, then most errors, then the last played. $deals is 'all', or
-- 'findings': then of the deals with findings those of most money, up to $most_deals. Amounts of two currencies cannot
-- be compared: each has its turn, its first, its second and so on.
CREATE OR REPLACE TEMP TABLE session_ranks AS
SELECT session, row_number() OVER (ORDER BY nth, currency NULLS FIRST) AS rank
FROM (
    SELECT session, currency, row_number() OVER (
        PARTITION BY currency ORDER BY difference DESC NULLS LAST, errors DESC, warnings DESC, turn DESC) AS nth
    FROM sittings);
CREATE OR REPLACE TEMP TABLE session_pages AS SELECT session FROM session_ranks WHERE rank <= $most_sessions;
CREATE OR REPLACE TEMP TABLE session_list AS SELECT session FROM session_ranks WHERE rank <= $most_listed;

-- The deal that a finding is about: the one whose number it carries, or, where that does not tell, the first that ends
-- after its event.
CREATE OR REPLACE TEMP TABLE finding_deals AS
WITH numbered AS (
    SELECT session, deal, min(deal_index) AS deal_index, count(*) AS twins FROM deals
    WHERE (session, deal) IN (SELECT (session, deal) FROM findings) GROUP BY session, deal
),
loose AS (
    SELECT DISTINCT f.session, f.deal, f.event FROM findings AS f LEFT JOIN numbered AS n USING (session, deal)
    WHERE f.event IS NOT NULL AND coalesce(n.twins, 0) <> 1
),
ends AS (
    SELECT session, deal_index, last_event FROM deals WHERE session IN (SELECT session FROM loose)
),
ahead AS (
    SELECT loose.session, loose.deal, loose.event, coalesce(ends.deal_index, final.deal_index) AS deal_index
    FROM loose ASOF LEFT JOIN ends ON loose.session = ends.session AND loose.event <= ends.last_event
        LEFT JOIN (SELECT session, max(deal_index) AS deal_index FROM ends GROUP BY session) AS final
            ON final.session = loose.session
)
SELECT f.session, f.deal, f.event, coalesce(ahead.deal_index, numbered.deal_index) AS deal_index,
    max(coalesce(f.moved, abs(f.money))) AS money, min(CASE f.severity WHEN 'error' THEN 1 WHEN 'warning' THEN 2 ELSE 3 END) AS weight
FROM weighed AS f LEFT JOIN numbered USING (session, deal)
    LEFT JOIN ahead ON ahead.session = f.session AND ahead.event = f.event AND ahead.deal IS NOT DISTINCT FROM f.deal
GROUP BY ALL;

CREATE OR REPLACE TEMP TABLE deal_pages AS
WITH wanted AS (
    SELECT session, deal_index, NULL::DECIMAL(18, 2) AS money, 0 AS weight FROM deals WHERE $deals = 'all'
    UNION ALL
    SELECT session, deal_index, money, weight FROM (
        SELECT *, row_number() OVER (
            PARTITION BY currency ORDER BY money DESC NULLS LAST, weight, session, deal_index) AS nth
        FROM (SELECT session, deal_index, max(money) AS money, min(weight) AS weight FROM finding_deals
            WHERE deal_index IS NOT NULL AND $deals <> 'all' GROUP BY session, deal_index)
            JOIN (SELECT session, currency FROM sittings) USING (session)
        ORDER BY nth, currency NULLS FIRST LIMIT $most_deals)
)
SELECT w.session, w.deal_index, d.deal, d.first_event, d.last_event, d.twin
FROM wanted AS w JOIN (
    SELECT *, row_number() OVER (PARTITION BY session, deal ORDER BY first_event, last_event) AS twin FROM deals
    WHERE session IN (SELECT session FROM wanted)) AS d USING (session, deal_index);
