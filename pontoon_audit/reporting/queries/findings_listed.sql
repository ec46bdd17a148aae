-- What was found, currency by currency, most money first? The first $most: as many of each currency, as far as there are.
WITH ranked AS (
    SELECT f.rowid AS place, s.currency, row_number() OVER (
            PARTITION BY s.currency ORDER BY coalesce(f.moved, abs(f.money)) DESC NULLS LAST,
            CASE severity WHEN 'error' THEN 1 WHEN 'warning' THEN 2 ELSE 3 END, f.session, f.event NULLS LAST, finding,
            player NULLS FIRST, hand NULLS FIRST, message) AS nth
    FROM weighed AS f JOIN sittings AS s USING (session)
),
listed AS (SELECT * FROM ranked ORDER BY nth, currency NULLS FIRST LIMIT $most)
SELECT f.session, d.deal_index, f.deal, f.event, f.player, f.hand, f.finding, f.severity, f.clause, f.message, f.recorded,
    f.allowed, f.money, f.moved, f.ledger_due, f.ledger_difference, f.path, f.line, f.pointer, listed.currency
FROM listed JOIN weighed AS f ON f.rowid = listed.place
    LEFT JOIN (SELECT DISTINCT session, deal, event, deal_index FROM finding_deals) AS d ON d.session = f.session
        AND d.event IS NOT DISTINCT FROM f.event AND d.deal IS NOT DISTINCT FROM f.deal
ORDER BY listed.currency NULLS FIRST, nth;
