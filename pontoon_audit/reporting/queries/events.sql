-- What happened in the deals that have a page, event by event, with the hand after each?
-- A hand is its first card and the last cards that it received: a split leaves it one card, and all others come after.
WITH shown AS (
    SELECT e.*, placed.place, d.twins, d.banker, e.card <> '' AND e.cards_held IS NOT NULL AS receives
    FROM main.events AS e
        JOIN placed USING (session, event) JOIN paged USING (session, place) JOIN dealt AS d USING (session, place)
    WHERE e.session BETWEEN $first AND $last
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
    FROM hands WHERE session BETWEEN $first AND $last
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
)
SELECT session, place, event, action, player, hand, nullif(card, '') AS card, nullif(face, '') AS face, amount, "to",
    note, total, CASE WHEN player IS DISTINCT FROM banker THEN stake END AS stake,
    CASE WHEN cards_held > 0 AND len(held) = cards_held AND held[1] <> '' THEN array_to_string(held, ' ') END AS held
FROM after
ORDER BY session, place, event;
