-- What moved a player's money, line by line? Every movement stands in exactly one line; chips are cash in another form.
-- In a session that records no settlements what is due counts: there no line records a result or differs from one, and
-- what went into the kitty, or for the bank, is only "moved".
WITH
-- hands that can be told by their deal's number
known AS (
    SELECT h.session, d.place, h.player, h.hand, h.cards, h.total, h.class, h.stake, h.shoot, h.due, h.shoot_due, d.void,
        d.last_event, d.banker
    FROM hands AS h JOIN dealt AS d ON d.session = h.session AND d.deal = h.deal AND d.twins = 1
    QUALIFY count(*) OVER (PARTITION BY h.session, h.deal, h.player, h.hand) = 1
),
settled AS (
    SELECT *, row_number() OVER (
            PARTITION BY session, place, account, kind, hand, recorded IS NULL
            ORDER BY CASE WHEN recorded IS NULL THEN due END NULLS LAST, event) AS turn
    FROM posted WHERE kind IN ('stake', 'shoot') AND side = 'credit' AND account_kind = 'player'
),
-- hands without a settlement: the movements that stand for them name no hand, but have the same amounts
open_hands AS (
    SELECT known.*, kind, row_number() OVER (
            PARTITION BY session, place, player, kind
            ORDER BY CASE kind WHEN 'stake' THEN known.due ELSE shoot_due END NULLS LAST, coalesce(stake, 0) = 0, hand)
            AS turn
    FROM known, (VALUES ('stake'), ('shoot')) AS kinds (kind)
    WHERE (kind = 'stake' OR shoot <> 0) AND NOT EXISTS (
        FROM settled AS s WHERE s.session = known.session AND s.place = known.place AND s.account = known.player
            AND s.kind = kinds.kind AND s.hand = known.hand)
),
lines AS (
    SELECT s.session, s.account AS player, CASE s.kind WHEN 'stake' THEN 'hand' ELSE 'shoot' END AS kind, s.place, s.event,
        s.recorded, s.due, s.difference, s.other_kind, s.other, s.settles,
        coalesce(k.hand, o.hand, s.hand) AS hand, s.hand IS NOT NULL AND s.turn > 1 AS repeated,
        coalesce(k.cards, o.cards) AS cards, coalesce(k.total, o.total) AS total, coalesce(k.class, o.class) AS class,
        CASE s.kind WHEN 'stake' THEN coalesce(k.stake, o.stake) ELSE coalesce(k.shoot, o.shoot) END AS stake,
        NULL::BIGINT AS hands, open_paid, open_recorded, open_owed, open_due, open_lost
    FROM settled AS s
        LEFT JOIN known AS k ON k.session = s.session AND k.place = s.place AND k.player = s.account AND k.hand = s.hand
        LEFT JOIN open_hands AS o ON s.recorded IS NULL AND o.session = s.session AND o.place = s.place
            AND o.player = s.account AND o.kind = s.kind AND o.turn = s.turn
    UNION ALL
    -- hands that nothing is due to: a misdeal, or never staked
    SELECT session, player, 'hand', place, last_event, NULL, NULL, NULL, 'player', banker, NULL, hand, false, cards, total,
        class, stake, NULL, 0, NULL, 0, NULL, 0
    FROM open_hands AS o WHERE kind = 'stake' AND NOT EXISTS (
        FROM settled AS s WHERE s.recorded IS NULL AND s.kind = 'stake' AND s.session = o.session AND s.place = o.place
            AND s.account = o.player AND s.turn = o.turn)
    UNION ALL
    SELECT session, account, 'bank', place, max(event), sum(recorded), sum(due), sum(difference), NULL, NULL,
        bool_and(settles), NULL, false, NULL, NULL, NULL, NULL,
        -- a second settlement of a hand makes it no second hand; what names no hand is one each
        count(DISTINCT (other, hand)) FILTER (hand IS NOT NULL AND (other <> account OR other_kind <> 'player'))
            + count(*) FILTER (hand IS NULL AND (other <> account OR other_kind <> 'player')),
        sum(open_paid), sum(open_recorded), sum(open_owed), sum(open_due), sum(open_lost)
    FROM posted WHERE kind = 'stake' AND side = 'debit' AND account_kind = 'player' GROUP BY session, account, place
    UNION ALL
    SELECT d.session, d.banker, 'bank', d.place, d.last_event, NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, NULL,
        NULL, NULL, NULL, 0, 0, NULL, 0, NULL, 0
    FROM dealt AS d WHERE d.banker IS NOT NULL AND NOT EXISTS (
        FROM posted AS p WHERE p.kind = 'stake' AND p.side = 'debit' AND p.session = d.session AND p.place = d.place
            AND p.account = d.banker)
    UNION ALL
    SELECT session, account,
        CASE kind WHEN 'kitty' THEN CASE side WHEN 'debit' THEN 'kitty-in' ELSE 'kitty-out' END
            WHEN 'bank-sale' THEN CASE side WHEN 'debit' THEN 'bank-bought' ELSE 'bank-sold' END
            ELSE CASE side WHEN 'credit' THEN 'chips-in' ELSE 'chips-out' END END,
        place, event, recorded, due, difference, other_kind, other, settles, NULL, false, NULL, NULL, NULL, NULL, NULL,
        open_paid, open_recorded, open_owed, open_due, open_lost
    FROM posted WHERE kind NOT IN ('stake', 'shoot') AND account_kind = 'player'
),
-- the hands that a banker's line is made of, as the bank sees them: what it won on each is above 0
banked AS (
    SELECT session, place, other AS banker,
        list(struct_pack(player, hand, cards := nullif(cards, ''), total, class, stake, recorded := -recorded, due := -due,
                repeated)
            ORDER BY player, hand, event) AS hands
    FROM lines WHERE kind = 'hand' AND other_kind = 'player' GROUP BY session, place, other
),
numbered AS (
    SELECT l.*, row_number() OVER (
            PARTITION BY l.session, player ORDER BY event NULLS LAST, kind, hand, recorded, due, other) AS line,
        coalesce(v.settles, true) AS records
    FROM lines AS l LEFT JOIN settling AS v USING (session)
    WHERE $player IS NULL OR player = $player
)
SELECT n.session, n.player, n.line, n.kind, n.place, d.deal, d.twins, n.event, n.hand, n.repeated,
    nullif(n.cards, '') AS cards, n.total, n.class AS hand_class, n.stake, n.hands, b.hands AS banked,
    CASE WHEN n.kind IN ('hand', 'shoot', 'bank') THEN d.banker_cards END AS banker_cards,
    CASE WHEN n.kind IN ('hand', 'shoot', 'bank') THEN d.banker_total END AS banker_total,
    CASE WHEN n.kind IN ('hand', 'shoot', 'bank') THEN d.banker_class END AS banker_class,
    coalesce(d.void, false) AS void, n.other_kind, n.other,
    n.records AS settles, n.recorded AS moved,
    CASE WHEN n.kind NOT LIKE 'chips-%' AND n.records THEN n.recorded END AS recorded,
    CASE WHEN n.kind NOT LIKE 'chips-%' THEN n.due END AS due,
    CASE WHEN n.kind NOT LIKE 'chips-%' AND n.records THEN n.difference END AS difference,
    CASE WHEN n.kind LIKE 'chips-%' THEN n.recorded END AS chips,
    open_paid::BIGINT AS open_paid, coalesce(open_recorded, 0.00) AS open_recorded, open_owed::BIGINT AS open_owed,
    coalesce(open_due, 0.00) AS open_due, open_lost::BIGINT AS open_lost,
    sum(CASE WHEN n.kind LIKE 'chips-%' THEN 0.00 WHEN n.records THEN coalesce(n.recorded, 0.00) ELSE coalesce(n.due, 0.00)
        END) OVER (PARTITION BY n.session, n.player ORDER BY n.line) AS running,
    running + coalesce(a.before, 0.00) AS balance
FROM numbered AS n LEFT JOIN dealt AS d ON d.session = n.session AND d.place = n.place
    LEFT JOIN accounts AS a ON a.session = n.session AND a.player = n.player
    LEFT JOIN banked AS b ON n.kind = 'bank' AND b.session = n.session AND b.place = n.place AND b.banker = n.player
ORDER BY n.session, n.player, n.line;
