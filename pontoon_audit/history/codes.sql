-- What the codes mean. A code must never mean anything else later: files hold them.

CREATE OR REPLACE MACRO stored.action_name(code) AS ([
    'seat', 'leave', 'buy_in', 'cash_out', 'banker', 'sell_bank', 'shuffle', 'cut', 'kitty_in', 'kitty_out', 'deal',
    'stake', 'shoot', 'pontoon', 'split', 'buy', 'twist', 'stick', 'bust', 'draw', 'stay', 'settle', 'settle_shoot',
    'void'
])[code + 1];
CREATE OR REPLACE MACRO stored.card_and_space(number) AS substring( -- 0 for none, else the card's code and 1
    concat('   AS AH AD AC 2S 2H 2D 2C 3S 3H 3D 3C 4S 4H 4D 4C 5S 5H 5D 5C 6S 6H 6D 6C 7S 7H 7D 7C ',
        '8S 8H 8D 8C 9S 9H 9D 9C TS TH TD TC JS JH JD JC QS QH QD QC KS KH KD KC ?? '), 3 * number + 1, 3);
CREATE OR REPLACE MACRO stored.card(number) AS nullif(rtrim(stored.card_and_space(number)), '');
CREATE OR REPLACE MACRO stored.card_list(codes) AS
    array_to_string(list_transform(codes, lambda code: stored.card(code + 1)), ' ');
CREATE OR REPLACE MACRO stored.packed_cards(packed) AS rtrim(concat(
    stored.card_and_space((packed >> 0) & 63),
    stored.card_and_space((packed >> 6) & 63),
    stored.card_and_space((packed >> 12) & 63),
    stored.card_and_space((packed >> 18) & 63),
    stored.card_and_space((packed >> 24) & 63),
    stored.card_and_space((packed >> 30) & 63),
    stored.card_and_space((packed >> 36) & 63),
    stored.card_and_space((packed >> 42) & 63),
    stored.card_and_space((packed >> 48) & 63),
    stored.card_and_space((packed >> 54) & 63)
));
CREATE OR REPLACE MACRO stored.class_name(rank) AS (['bust', 'points', 'five-card-trick', 'pontoon'])[rank + 1];
CREATE OR REPLACE MACRO stored.outcome_name(code) AS (['lose', 'push', 'win'])[code + 2];
CREATE OR REPLACE MACRO stored.kind_name(code) AS (['bank-sale', 'chips', 'kitty', 'shoot', 'stake'])[code + 1];
CREATE OR REPLACE MACRO stored.account_kind(code) AS
    CASE WHEN code >= 0 THEN 'player' WHEN code = -3 THEN 'cash' ELSE 'kitty' END;
CREATE OR REPLACE MACRO stored.account(code, player) AS
    CASE WHEN code >= 0 THEN player ELSE stored.account_kind(code) END;
CREATE OR REPLACE MACRO stored.money(hundredths) AS
    CAST(CAST(hundredths AS DECIMAL(18, 0)) * CAST(0.01 AS DECIMAL(2, 2)) AS DECIMAL(18, 2));
CREATE OR REPLACE MACRO stored.total(hundredths) AS -- of a sum of them, wide enough for any
    CAST(CAST(hundredths AS DECIMAL(36, 0)) * CAST(0.01 AS DECIMAL(2, 2)) AS DECIMAL(38, 2));
CREATE OR REPLACE MACRO stored.difference(recorded, due, missing) AS -- null where the two cannot be compared
    due - coalesce(recorded, CASE WHEN missing THEN 0 END);
CREATE OR REPLACE MACRO stored.person(version, code) AS CAST(version AS BIGINT) * 4294967296 + code;
CREATE OR REPLACE MACRO stored.pointer(document, place) AS concat('/' || document, CASE place & 3
    WHEN 1 THEN concat('/players/', (place >> 2) & 2147483647)
    WHEN 2 THEN concat('/deals/', (place >> 33) - 1, '/banker')
    WHEN 3 THEN concat('/deals/', (place >> 33) - 1, '/shuffled')
    ELSE concat('/deals/', (place >> 33) - 1, '/events/', (place >> 2) & 2147483647) END);

-- Events kept in Parquet files; a load that keeps them there puts this view in order.
CREATE OR REPLACE VIEW stored.events_in_files AS FROM stored.events_wide WHERE false;
COMMENT ON VIEW stored.events_in_files IS 'Events that are kept in files beside the history file.';

-- The packed rows, unpacked: the same columns as the wide ones. "packing.py" packs them.
CREATE OR REPLACE VIEW stored.event_codes AS
SELECT
    version, event, deal, NULL::BIGINT AS seq, NULL::VARCHAR AS time,
    word & 31 AS action,
    ((word >> 18) & 255) - 1 AS player,
    CASE WHEN word & 31 >= 10 THEN nullif((word >> 13) & 31, 0) END AS hand,
    ((word >> 7) & 63) - 1 AS card,
    (word >> 5) & 3 AS face,
    CASE WHEN (word >> 38) & 1 = 1 THEN amount END AS amount,
    CASE WHEN word & 31 < 10 THEN ((word >> 13) & 31) - 1 ELSE -1 END AS "to", NULL::VARCHAR AS note,
    place + event * CASE WHEN (word >> 40) & 1 = 1 THEN 4 ELSE 1 END AS place,
    nullif((word >> 26) & 127, 0) - 1 AS total,
    nullif((word >> 33) & 31, 0) - 1 AS cards_held,
    CASE WHEN (word >> 39) & 1 = 1 THEN stake END AS stake
FROM stored.events
UNION ALL
FROM stored.events_wide
UNION ALL
FROM stored.events_in_files;
COMMENT ON VIEW stored.event_codes IS 'Every event of every version, in codes.';

CREATE OR REPLACE VIEW stored.hand_codes AS
SELECT
    version, deal_index, deal,
    word & 255 AS player,
    (word >> 16) & 31 AS hand,
    ((word >> 8) & 255) - 1 AS banker,
    stored.packed_cards(cards) AS cards,
    nullif((word >> 21) & 127, 0) - 1 AS total,
    nullif((word >> 28) & 7, 0) - 1 AS rank,
    (word >> 31) & 1 = 1 AS split,
    initial, stake, 0 AS shoot,
    nullif((word >> 32) & 3, 0) - 2 AS outcome,
    nullif((word >> 34) & 63, 0) - 32 AS multiple,
    recorded, due, NULL::BIGINT AS shoot_recorded, 0 AS shoot_due,
    (word >> 40) & 7 AS stake_moves,
    stake_event, 0 AS shoot_moves, NULL::BIGINT AS shoot_event
FROM stored.hands
UNION ALL
SELECT * REPLACE (stored.card_list(cards) AS cards) FROM stored.hands_wide;
COMMENT ON VIEW stored.hand_codes IS 'Every hand of every version, in codes but for its cards.';

CREATE OR REPLACE VIEW stored.movement_codes AS
WITH of_hands AS (
    SELECT version, stake_event AS event, deal, 4 AS kind, ((word >> 8) & 255) - 1 AS debit, word & 255 AS credit,
        (word >> 40) & 7 AS moves, recorded, due FROM stored.hands
    UNION ALL
    SELECT version, stake_event, deal, 4, banker, player, stake_moves, recorded, due FROM stored.hands_wide
    UNION ALL
    SELECT version, shoot_event, deal, 3, -2, player, shoot_moves, shoot_recorded, shoot_due FROM stored.hands_wide
)
SELECT version, event, deal, kind, debit, credit, recorded, due, missing FROM stored.other_movements
UNION ALL
SELECT
    version, event, deal, kind, debit, credit,
    CASE WHEN moves = 1 THEN recorded END,
    due,
    CASE WHEN moves < 4 THEN moves = 3 END -- where it may have been paid, there is nothing to compare
FROM of_hands WHERE moves > 0;
COMMENT ON VIEW stored.movement_codes IS 'Every row of the ledger of every version, in codes: what the hands tell, and the others.';
