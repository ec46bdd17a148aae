-- Which sessions are there, with their results, where they come from, and their house rules?
SELECT
    r.session, r.played, r.currency, r.players, r.deals, r.hands, r.staked, r.players_recorded, r.players_due,
    r.kitty_recorded, r.kitty_due, r.difference, r.undecided, r.errors, r.warnings, r.infos, r.rejected,
    s.events, s.events_kept, s.rules::VARCHAR AS rules, s.rules->>'base' AS base, sources.path, sources.sha256, sources.tool_version
FROM session_results AS r JOIN sessions AS s USING (session) JOIN sources ON sources.source = s.source
ORDER BY r.session;
