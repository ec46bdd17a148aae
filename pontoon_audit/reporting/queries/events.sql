-- What happened in the deals that have a page, event by event, with the hand after each?
-- A hand is its first card and the last cards that it received: a split leaves it one card, and all others come after.
WITH shown AS (
    SELECT e.*, placed.place, d.twins, d.banker FROM main.events AS e
        JOIN placed USING (session, event) JOIN paged USING (session, place) JOIN dealt AS d USING (session, place)
),
received AS (
    SELECT *, list(card) FILTER (card <> '' AND cards_held IS NOT NULL) OVER (
        PARTITION BY session, place, player, hand ORDER BY event) AS cards
    FROM shown
),
begun AS (
    SELECT session, deal, player, hand, split_part(cards, ' ', 1) AS card FROM hands
    QUALIFY count(*) OVER (PARTITION BY session, deal, player, hand) = 1
    UNION ALL SELECT session, deal, banker, 1, split_part(banker_cards, ' ', 1) FROM dealt WHERE twins = 1
),
after AS (
    SELECT r.*, [begun.card] || list_slice(r.cards, len(r.cards) - r.cards_held + 2, len(r.cards)) AS held
    FROM received AS r LEFT JOIN begun
        ON begun.session = r.session AND begun.deal = r.deal AND begun.player = r.player AND begun.hand = r.hand
)
SELECT session, place, event, action, player, hand, nullif(card, '') AS card, nullif(face, '') AS face, amount, "to",
    note, total, cards_held, CASE WHEN player IS DISTINCT FROM banker THEN stake END AS stake, line,
    CASE WHEN cards_held > 0 AND len(held) = cards_held AND held[1] <> '' THEN array_to_string(held, ' ') END AS held
FROM after
ORDER BY session, place, event;
