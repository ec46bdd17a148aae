-- What was found, currency by currency, most money first? The first $most: as many of each currency, as far as there are.
-- What has no money stands after all that has, whatever its currency.
WITH ranked AS (
    SELECT f.rowid AS place, s.currency, k.about, k.settles, k.ledger_due, k.ledger_difference,
        coalesce(f.moved, abs(k.ledger_difference), abs(f.money)) AS weight, row_number() OVER (
            PARTITION BY s.currency ORDER BY weight DESC NULLS LAST,
            CASE severity WHEN 'error' THEN 1 WHEN 'warning' THEN 2 ELSE 3 END, f.session, f.event NULLS LAST, f.finding,
            player NULLS FIRST, hand NULLS FIRST, message) AS nth
    FROM weighed AS f JOIN sittings AS s USING (session)
        LEFT JOIN kitty_told AS k ON k.session = f.session AND k.event = f.event AND k.finding = f.finding
),
listed AS (SELECT * FROM ranked ORDER BY coalesce(weight, 0) = 0, nth, currency NULLS FIRST LIMIT $most)
SELECT f.session, d.deal_index, f.deal, f.event, f.player, f.hand, f.finding, f.severity, f.clause, f.message, f.recorded,
    f.allowed, f.money, f.moved, listed.about, listed.settles, listed.ledger_due, listed.ledger_difference,
    f.path, f.line, f.pointer, listed.currency
FROM listed JOIN weighed AS f ON f.rowid = listed.place
    LEFT JOIN (SELECT DISTINCT session, deal, event, deal_index FROM finding_deals) AS d ON d.session = f.session
        AND d.event IS NOT DISTINCT FROM f.event AND d.deal IS NOT DISTINCT FROM f.deal
ORDER BY coalesce(weight, 0) = 0, listed.currency NULLS FIRST, nth;
