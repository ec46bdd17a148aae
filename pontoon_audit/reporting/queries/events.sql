-- What happened in the deals that have a page, event by event: the hand after each, its shoot bets, the kitty, and of a
-- settlement what was paid and what is due?
-- A hand is its first card and the last cards that it received: a split leaves it one card, and all others come after.
WITH shown AS (
    SELECT e.*, placed.place, d.twins, d.banker, e.card <> '' AND e.cards_held IS NOT NULL AS receives
    FROM main.events AS e
        JOIN placed USING (session, event) JOIN paged USING (session, place) JOIN dealt AS d USING (session, place)
    WHERE e.session IN $sessions
),
so_far AS (
    SELECT *, count(*) FILTER (receives) OVER (PARTITION BY session, place, player, hand ORDER BY event) AS cards
    FROM shown
),
received AS (
    SELECT session, place, player, hand, list(card ORDER BY event) AS cards FROM shown WHERE receives GROUP BY ALL
),
begun AS (
    SELECT session, deal, player, hand, split_part(cards, ' ', 1) AS card
    FROM hands
    QUALIFY count(*) OVER (PARTITION BY session, deal, player, hand) = 1
    UNION ALL SELECT session, deal, banker, 1, split_part(banker_cards, ' ', 1) FROM dealt WHERE twins = 1
),
after AS (
    SELECT s.*, [begun.card] || list_slice(r.cards, s.cards - s.cards_held + 2, s.cards) AS held
    FROM so_far AS s
        LEFT JOIN received AS r
            ON r.session = s.session AND r.place = s.place AND r.player = s.player AND r.hand = s.hand
        LEFT JOIN begun
            ON begun.session = s.session AND begun.deal = s.deal AND begun.player = s.player AND begun.hand = s.hand
),
bets AS (
    SELECT session, place, event,
        sum(amount) OVER (PARTITION BY session, place, player, hand ORDER BY event) AS shoot
    FROM shown ANTI JOIN main.rejected USING (session, event) WHERE action = 'shoot'
),
settled AS (
    SELECT session, event, place, kind, account, hand, any_value(recorded) AS paid, any_value(due) AS due,
        any_value(difference) AS difference
    FROM posted WHERE side = 'credit' AND hand IS NOT NULL GROUP BY ALL
),
-- a hand that is settled again has been paid all that together, and what is due is due once
together AS (
    SELECT session, event, paid, due, difference, count(*) OVER so_far AS times, sum(paid) OVER so_far AS paid_so_far,
        CASE WHEN bool_and(due IS NOT NULL) OVER so_far THEN sum(due) OVER so_far END AS due_so_far
    FROM settled WINDOW so_far AS (PARTITION BY session, place, kind, account, hand ORDER BY event)
)
SELECT a.session, a.place, a.event, a.action, a.player, a.hand, nullif(a.card, '') AS card, nullif(a.face, '') AS face,
    a.amount, a."to", a.note, a.total, CASE WHEN a.player IS DISTINCT FROM a.banker THEN a.stake END AS stake,
    CASE WHEN a.cards_held > 0 AND len(a.held) = a.cards_held AND a.held[1] <> '' THEN array_to_string(a.held, ' ') END
        AS held,
    bets.shoot, CASE WHEN pots.event IS NULL THEN kitty_start ELSE pots.kitty END AS kitty,
    CASE WHEN pots.event IS NULL THEN start_due ELSE pots.due END AS kitty_due,
    t.paid, t.due, t.difference, t.times, t.paid_so_far, t.due_so_far
FROM after AS a LEFT JOIN bets USING (session, place, event) LEFT JOIN kitties USING (session, place)
    ASOF LEFT JOIN pots ON pots.session = a.session AND pots.place = a.place AND pots.event <= a.event
    LEFT JOIN together AS t ON t.session = a.session AND t.event = a.event
ORDER BY a.session, a.place, a.event;
