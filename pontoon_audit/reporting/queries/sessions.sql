-- Which sessions are there, with their results, where they come from, and their house rules? What is left in a kitty is null
-- where the history does not know it.
SELECT
    r.session, r.played, r.currency, r.players, r.deals, r.hands, r.staked, r.players_recorded, r.players_due,
    CASE WHEN k.seen THEN r.kitty_recorded END AS kitty_recorded, CASE WHEN k.decided THEN r.kitty_due END AS kitty_due,
    k.seen AS kitty_seen, k.decided AS kitty_decided, k.lost_in AS kitty_lost_in, k.held AS kitty_held, r.difference, r.undecided, r.errors, r.warnings, r.infos, r.rejected,
    s.events, s.events_kept, s.rules::VARCHAR AS rules, s.rules->>'base' AS base, sources.path, sources.sha256, sources.tool_version
FROM session_results AS r JOIN sessions AS s USING (session) JOIN sources ON sources.source = s.source
    JOIN kitty_ends AS k USING (session)
ORDER BY r.session;
