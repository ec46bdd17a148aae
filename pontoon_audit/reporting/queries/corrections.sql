-- Where was a player's money moved otherwise than due, who owes it, and which finding says so? Not in a session that
-- records no settlements: its balance is what is due.
WITH wrong AS (
    SELECT *, row_number() OVER (
            PARTITION BY session, account ORDER BY event NULLS LAST, kind, side, other, difference, recorded) AS number,
        CASE side WHEN 'credit' THEN account ELSE other END AS receiver,
        CASE side WHEN 'credit' THEN difference ELSE -difference END AS in_favour
    FROM posted
    WHERE account_kind = 'player' AND kind <> 'chips' AND difference <> 0 AND settles AND ($player IS NULL OR account = $player)
        -- what the banker is settled for against the bank evens out
        AND (other_kind <> 'player' OR other <> account)
),
-- two findings stand once a deal, at the first event of it: they go for what follows there, too
of_deal AS (
    SELECT session, place, finding, severity, clause, min(number) AS number FROM found
    WHERE finding IN ('settlement/of-void', 'shoot/not-played') GROUP BY ALL
),
explained AS (
    SELECT w.*, d.deal, coalesce(w.hand, f.hand) AS whose_hand, coalesce(f.finding, o.finding) AS finding,
        coalesce(f.severity, o.severity) AS severity, coalesce(f.number, o.number) AS finding_number,
        CASE WHEN f.finding IS NOT NULL THEN f.clause WHEN o.finding IS NOT NULL THEN o.clause
            WHEN w.kind = 'kitty' THEN '6.9' END AS clause,
        CASE WHEN f.finding IS NOT NULL THEN f.message
            WHEN o.finding = 'settlement/of-void' THEN 'a settlement in a void deal, in which stakes and shoot bets go back'
            WHEN o.finding = 'shoot/not-played' THEN 'this game has no kitty and no shoot bets: none of it counts'
            WHEN w.kind = 'kitty' THEN 'with every bet before reckoned as due, the kitty should have held another amount'
            WHEN w.recorded IS NULL THEN 'no settlement is recorded, or its record was set aside'
            ELSE 'another amount is due; no finding says more' END AS message,
        f.allowed, k.settles AS told_settles, k.ledger_due, k.ledger_difference, row_number() OVER (
            PARTITION BY w.session, w.account, w.number
            ORDER BY (f.hand = w.hand) DESC NULLS LAST, f.money IS NULL, f.number, o.finding) AS nth
    FROM wrong AS w
        LEFT JOIN found AS f ON f.session = w.session AND f.event = w.event AND f.severity = 'error'
            AND CASE w.kind WHEN 'bank-sale' THEN starts_with(f.finding, 'bank/')
                WHEN 'kitty' THEN starts_with(f.finding, 'kitty/') OR f.finding = 'shoot/not-played'
                ELSE f.player = w.receiver AND f.money = w.in_favour END
        LEFT JOIN dealt AS d ON d.session = w.session AND d.place = w.place
        LEFT JOIN of_deal AS o ON o.session = w.session AND o.place = w.place
            AND w.kind IN ('shoot', CASE o.finding WHEN 'settlement/of-void' THEN 'stake' ELSE 'kitty' END)
        LEFT JOIN kitty_told AS k ON k.session = f.session AND k.event = f.event AND k.finding = f.finding
)
SELECT session, account AS player, number, place, deal, event, kind, side, whose_hand AS hand, other_kind, other,
    recorded, due, difference, abs(difference) AS owed, finding, severity, clause, message, finding_number,
    allowed, told_settles AS settles, ledger_due, ledger_difference
FROM explained WHERE nth = 1 ORDER BY session, account, number;
