-- What came of each hand in the deals that have a page?
WITH missing AS (
    SELECT session, deal, player, hand, finding FROM findings
    WHERE finding IN ('settlement/missing', 'settlement/shoot-missing')
)
SELECT h.session, d.place, h.player, h.hand, nullif(h.cards, '') AS cards, h.total, h.class AS hand_class, h.split,
    h.initial_stake, h.stake, h.shoot, h.outcome, h.multiple, h.recorded, h.due, h.shoot_recorded, h.shoot_due,
    h.due - coalesce(h.recorded, CASE WHEN EXISTS (
        FROM missing AS m WHERE m.finding = 'settlement/missing'
            AND (m.session, m.deal, m.player, m.hand) = (h.session, h.deal, h.player, h.hand)
    ) THEN 0.00 END) AS difference,
    CASE WHEN h.shoot <> 0 THEN h.shoot_due - coalesce(h.shoot_recorded, CASE WHEN EXISTS (
        FROM missing AS m WHERE m.finding = 'settlement/shoot-missing'
            AND (m.session, m.deal, m.player, m.hand) = (h.session, h.deal, h.player, h.hand)
    ) THEN 0.00 END) END AS shoot_difference,
    seat
FROM hands AS h JOIN dealt AS d USING (session, deal) JOIN paged ON paged.session = d.session AND paged.place = d.place
    LEFT JOIN (SELECT session, player, min(seat) AS seat FROM seats GROUP BY ALL) USING (session, player)
ORDER BY h.session, d.place, seat NULLS LAST, h.player, h.hand, h.cards;
