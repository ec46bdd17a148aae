-- Which sessions before the period is each player's opening balance made of, and what do they rest on? Of many the last $most.
WITH early AS (
    SELECT player, currency, session, turn, counted, count(*) OVER (PARTITION BY player, currency) AS of_all,
        row_number() OVER (PARTITION BY player, currency ORDER BY turn DESC) AS nth
    FROM accounts WHERE part = 'before' AND ($player IS NULL OR player = $player)
)
SELECT e.player, e.currency, e.session, s.played, e.counted, e.of_all, s.rules::VARCHAR AS rules, sources.path,
    sources.sha256, sources.tool_version
FROM early AS e JOIN main.sessions AS s USING (session) JOIN main.sources ON sources.source = s.source
WHERE nth <= $most
ORDER BY e.currency NULLS LAST, e.player, e.turn;
