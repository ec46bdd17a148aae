-- Which findings are about a player: those that name one, and what an old banker left in a kitty? A statement tells those
-- that no adjustment tells. Of a sale of the bank the price is told, which stands in no finding.
SELECT f.session, coalesce(f.player, k.about) AS player, number, place, deal, f.event, hand, f.finding, severity, clause,
    message, money, allowed, k.settles, k.ledger_due, k.ledger_difference, m.price
FROM found AS f
    LEFT JOIN kitty_told AS k ON k.session = f.session AND k.event = f.event AND k.finding = f.finding
    LEFT JOIN (
        SELECT session, event, any_value(recorded) AS price FROM movements WHERE kind = 'bank-sale' GROUP BY ALL) AS m
        ON f.finding = 'bank/sold-by-other' AND m.session = f.session AND m.event = f.event
WHERE coalesce(f.player, k.about) IS NOT NULL AND ($player IS NULL OR coalesce(f.player, k.about) = $player)
ORDER BY f.session, coalesce(f.player, k.about), number;
