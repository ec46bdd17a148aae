-- Which sessions are here, how big were they, and how much was found?
SELECT session_results.played, session, currency, players, deals, hands, staked, kitty_due, difference, errors,
    warnings, infos, rejected, undecided, path
FROM session_results JOIN sources USING (source)
ORDER BY session_results.played, session;
