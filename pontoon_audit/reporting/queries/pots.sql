-- What lay in the kitty, event by event as far as it changed, and with what the page of each deal begins and ends?
-- Between deals it changes by what is put in and taken out, from what the deal before left; at the first card it is what the
-- history says, which is less where an old banker left money behind; and so it is when the deal is over.
CREATE OR REPLACE TEMP TABLE pots AS
WITH every AS (
    SELECT session, deal_index, first_event, last_event, kitty_before, kitty_after,
        lead(kitty_before) OVER in_turn AS next_before, lead(deal_index) OVER in_turn IS NOT NULL AS has_next
    FROM main.deals
    WHERE session IN (SELECT session FROM sessions WHERE session IN $sessions AND rules->>'base' = 'shoot-pontoon')
    WINDOW in_turn AS (PARTITION BY session ORDER BY first_event, deal_index)
),
opening AS (SELECT session, arg_min_null(kitty_before, first_event) AS kitty_before FROM every GROUP BY session),
moves AS (
    SELECT p.session, p.place, p.event, sum(recorded) AS money, bool_or(kind = 'kitty') AS own
    FROM posted AS p WHERE account_kind = 'kitty' AND recorded IS NOT NULL AND event IS NOT NULL GROUP BY ALL
),
-- each with the deal that began before it: of that deal, or of the moment after it
put AS (
    SELECT m.*, e.deal_index, coalesce(m.event <= e.last_event, false) AS during,
        CASE WHEN e.deal_index IS NULL THEN CASE WHEN o.kitty_before IS NOT NULL THEN 0.00 END
            WHEN m.event <= e.last_event THEN e.kitty_before
            WHEN e.has_next AND e.next_before IS NULL THEN NULL
            ELSE greatest(e.kitty_after, 0.00) END AS held
    FROM moves AS m JOIN opening AS o USING (session)
        ASOF LEFT JOIN every AS e ON e.session = m.session AND e.first_event <= m.event
    WHERE own OR m.event <= e.last_event
),
summed AS (
    SELECT *, held + sum(money) OVER (PARTITION BY session, deal_index, during ORDER BY event) AS kitty FROM put
),
-- who takes out more than there is took the rest from elsewhere
points AS (
    SELECT session, place, event, CASE WHEN during THEN kitty
        ELSE kitty + greatest(0.00, -min(kitty) OVER (PARTITION BY session, deal_index, during ORDER BY event)) END AS kitty
    FROM summed ANTI JOIN every ON every.session = summed.session AND every.last_event = summed.event
    UNION ALL
    SELECT session, place, first_event, kitty_before FROM dealt SEMI JOIN every USING (session)
    WHERE first_event < last_event
    UNION ALL
    SELECT session, place, last_event, kitty_after FROM dealt SEMI JOIN every USING (session)
)
SELECT session, place, event, kitty FROM points WHERE event IS NOT NULL;

CREATE OR REPLACE TEMP TABLE kitties AS
WITH ends AS (SELECT session, place, arg_max_null(kitty, event) AS kitty_end FROM pots GROUP BY ALL),
-- the deal before may have no place here
before AS (
    SELECT d.session, d.place, d.kitty_before, b.kitty_after, b.deal_index IS NOT NULL AS has_before, p.place AS place_before
    FROM dealt AS d SEMI JOIN pots USING (session)
        LEFT JOIN main.deals AS b ON b.session = d.session AND b.deal_index = d.deal_index - 1
        LEFT JOIN dealt AS p ON p.session = d.session AND p.deal_index = d.deal_index - 1
    WHERE b.session IN $sessions OR b.session IS NULL
)
SELECT b.session, b.place,
    CASE WHEN NOT has_before THEN CASE WHEN b.kitty_before IS NOT NULL THEN 0.00 END
        ELSE greatest(CASE WHEN e.place IS NULL THEN b.kitty_after ELSE e.kitty_end END, 0.00) END AS kitty_start,
    ends.kitty_end
FROM before AS b LEFT JOIN ends USING (session, place)
    LEFT JOIN ends AS e ON e.session = b.session AND e.place = b.place_before;
