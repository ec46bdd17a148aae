-- What did each player of a session, and its kitty, win or lose in all, by the log and by the rules?
WITH last_bankers AS (
    SELECT session, arg_max(banker, deal_index) AS banker FROM deals WHERE banker IS NOT NULL GROUP BY session
),
paid_out AS (SELECT DISTINCT session FROM ledger WHERE kind = 'chips' AND credit_kind = 'cash'),
-- settlements that nobody recorded and of which nobody can tell what they were; records that were set aside are counted
-- as such, and none was in a session without any, or in a deal recorded to its end
untold AS (
    SELECT session, count(*) AS unknown, count(*) FILTER (kind = 'shoot') AS unknown_bets
    FROM movements JOIN sessions USING (session) LEFT JOIN (
        SELECT session, deal, bool_and(complete) AS whole FROM deals GROUP BY session, deal
    ) USING (session, deal)
    WHERE kind <> 'chips' AND settles AND recorded IS NULL AND difference IS NULL
        AND (missing IS NOT NULL OR rejected = 0 OR whole)
    GROUP BY session
),
-- not by session_results.difference, which leaves out what of a kitty was told before, and so may be nothing here
differing AS (
    SELECT DISTINCT session FROM movements WHERE kind <> 'chips' AND difference <> 0
),
of_session AS (
    SELECT session, session_results.played, try_cast(left(session_results.played, 10) AS DATE) AS day, currency, players_recorded IS NOT NULL AS settles, differing.session IS NOT NULL AS differs, undecided,
        rejected, paid_out.session IS NOT NULL AS paid_out,
        coalesce(unknown, 0) AS unknown, coalesce(unknown_bets, 0) AS unknown_bets
    FROM session_results LEFT JOIN differing USING (session) LEFT JOIN paid_out USING (session) LEFT JOIN untold USING (session)
)
SELECT of_session.*, false AS is_kitty, player AS account, total_recorded AS recorded, total_due AS due
FROM of_session JOIN player_results USING (session)
UNION ALL
SELECT of_session.*, true, last_bankers.banker, kitty_recorded, kitty_due
FROM of_session JOIN session_results USING (session) LEFT JOIN last_bankers USING (session)
ORDER BY played NULLS LAST, session, is_kitty, account;
