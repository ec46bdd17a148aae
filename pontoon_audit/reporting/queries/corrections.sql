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
)
SELECT w.session, w.account AS player, w.number, w.place, d.deal, w.event, w.kind, w.side,
    coalesce(w.hand, f.hand) AS hand, w.other_kind, w.other,
    w.recorded, w.due, w.difference, abs(w.difference) AS owed, f.finding, f.severity,
    -- kitty money without a finding of its own follows from bets on it that were settled otherwise before
    CASE WHEN f.finding IS NULL AND w.kind = 'kitty' THEN '6.9' ELSE f.clause END AS clause,
    CASE WHEN f.finding IS NULL AND w.kind = 'kitty' THEN
        'the kitty should have held another amount, since bets or payments before were settled otherwise than due'
        ELSE f.message END AS message,
    f.number AS finding_number, f.allowed, k.settles, k.ledger_due, k.ledger_difference
FROM wrong AS w
    LEFT JOIN found AS f ON f.session = w.session AND f.event = w.event AND f.severity = 'error'
        AND (w.kind NOT IN ('stake', 'shoot') OR (f.player = w.receiver AND f.money = w.in_favour))
    LEFT JOIN dealt AS d ON d.session = w.session AND d.place = w.place
    LEFT JOIN kitty_told AS k ON k.session = f.session AND k.event = f.event AND k.finding = f.finding
QUALIFY row_number() OVER (
    PARTITION BY w.session, w.account, w.number ORDER BY (f.hand = w.hand) DESC NULLS LAST, f.money IS NULL, f.number) = 1
ORDER BY w.session, w.account, w.number;
