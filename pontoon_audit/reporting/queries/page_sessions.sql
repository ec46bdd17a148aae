-- Which sessions are there, in the order they were played, have they a page, and are they listed?
SELECT session, played, currency, players, deals, hands, staked, players_recorded, players_due, kitty_recorded, kitty_due,
    kitty_seen, kitty_decided, kitty_lost_in, kitty_held,
    difference, undecided, errors, warnings, infos, rejected, events, events_kept, rules, base, path, sha256, tool_version, settles, turn,
    session IN (FROM session_pages) AS paged, session IN (FROM session_list) AS listed,
    (SELECT count(*) FROM deal_pages WHERE deal_pages.session = sittings.session) AS deal_pages
FROM sittings ORDER BY turn;
