-- How often did each player buy, twist, stick, split and declare?
-- Counted by code, and named then: events are many.
WITH counted AS MATERIALIZED (
    SELECT version, player, action, count(*) AS times FROM stored.event_codes GROUP BY ALL
),
named AS (
    SELECT session, p.player, stored.action_name(action) AS action, times
    FROM counted AS c JOIN stored.sessions USING (version)
        JOIN stored.seats AS p ON p.person = stored.person(c.version, c.player)
    WHERE state = 1
)
SELECT player, currency, action, sum(times)::BIGINT AS times
FROM named JOIN sittings USING (session)
WHERE action IN ('buy', 'twist', 'stick', 'split', 'pontoon', 'bust') AND player IN (SELECT unnest($players))
GROUP BY ALL ORDER BY ALL;
