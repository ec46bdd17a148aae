-- What did each player win or lose over all sessions?
-- Of what is recorded or due, open is what cannot be compared; apart is due in sessions without settlements.
WITH parts AS (
    SELECT player, currency, sum(total_recorded + difference - total_due) AS open,
        sum(total_due) FILTER (total_recorded IS NULL) AS apart
    FROM player_results JOIN sessions USING (session) GROUP BY player, currency
)
SELECT b.player, name, b.currency, sessions, deals, recorded, due, difference, undecided, unrecorded,
    coalesce(open, 0.00) AS open, coalesce(apart, 0.00) AS apart
FROM balances AS b JOIN parts AS p ON p.player = b.player AND p.currency IS NOT DISTINCT FROM b.currency
ORDER BY b.currency NULLS FIRST, recorded DESC NULLS LAST, due DESC, b.player;
