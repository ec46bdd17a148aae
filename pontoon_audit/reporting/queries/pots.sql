-- What do the recorded movements leave in the kitty, event by event as far as it changed, and with what does the page of each
-- deal begin and end? Where a session records no settlement at all, it is what is due, as everywhere. Other than the kitty of
-- the history, by which bets are judged, this takes no payment as made that nobody recorded.
CREATE OR REPLACE TEMP TABLE in_kitty AS
WITH ends AS (
    SELECT session, deal, min(last_event) AS last_event FROM main.deals WHERE session IN $sessions GROUP BY ALL
),
moves AS ( -- what is recorded nowhere, but due, is due when its deal is over
    SELECT m.* EXCLUDE (event), coalesce(m.event, ends.last_event) AS event
    FROM kitty_moves AS m LEFT JOIN ends ON ends.session = m.session AND ends.deal = m.deal
)
SELECT m.session, d.place, m.event, m.shown, d.first_event, d.last_event,
    sum(CASE WHEN settles THEN recorded ELSE due END) AS money, sum(due) AS due, count(*) FILTER (due IS NULL) AS undecided
FROM moves AS m LEFT JOIN placed USING (session, event)
    LEFT JOIN (SELECT session, deal, min(place) AS place FROM dealt GROUP BY ALL) AS numbered
        ON numbered.session = m.session AND numbered.deal = m.deal
    -- what belongs to a deal that is not picked was there before the next that is
    ASOF LEFT JOIN dealt AS next ON next.session = m.session AND m.at < next.deal_index
    JOIN dealt AS d ON d.session = m.session
        AND d.place = CASE WHEN shown THEN coalesce(placed.place, numbered.place) ELSE next.place END
GROUP BY ALL;

CREATE OR REPLACE TEMP TABLE pots AS
WITH points AS (
    SELECT session, place, event, shown,
        sum(coalesce(money, 0.00)) OVER (PARTITION BY session ORDER BY place, shown, event NULLS LAST) AS kitty
    FROM in_kitty
)
SELECT p.session, p.place, event,
    CASE WHEN CASE WHEN event < last_event THEN kitty_before ELSE kitty_after END IS NOT NULL THEN kitty END AS kitty
FROM points AS p JOIN dealt USING (session, place) WHERE shown AND event IS NOT NULL;

-- kitty_left and left_due count all that is known; what a page says of a deal is null where the history does not know the kitty
CREATE OR REPLACE TEMP TABLE kitties AS
WITH sums AS (
    SELECT session, place, sum(money) AS money, sum(money) FILTER (shown) AS own, sum(due) AS due,
        sum(due) FILTER (shown) AS own_due, sum(undecided) AS undecided, sum(undecided) FILTER (shown) AS own_undecided,
        sum(money) FILTER (shown AND event >= first_event) AS since_first,
        sum(money) FILTER (shown AND event > last_event) AS since_last
    FROM in_kitty GROUP BY ALL
),
grown AS (
    SELECT d.session, d.place, d.kitty_before, d.kitty_after, coalesce(own, 0.00) AS own, coalesce(own_due, 0.00) AS own_due,
        coalesce(own_undecided, 0) AS own_undecided, coalesce(since_first, 0.00) AS since_first,
        coalesce(since_last, 0.00) AS since_last, sum(coalesce(money, 0.00)) OVER so_far AS kitty_left,
        sum(coalesce(due, 0.00)) OVER so_far AS left_due, sum(coalesce(undecided, 0)) OVER so_far AS undecided
    FROM dealt AS d LEFT JOIN sums USING (session, place)
    WHERE session IN (
        SELECT session FROM sessions WHERE rules->>'base' = 'shoot-pontoon' UNION SELECT session FROM in_kitty)
    WINDOW so_far AS (PARTITION BY d.session ORDER BY d.place)
)
SELECT session, place, kitty_left,
    CASE WHEN kitty_before IS NOT NULL THEN kitty_left - own END AS kitty_start,
    CASE WHEN kitty_before IS NOT NULL THEN kitty_left - since_first END AS kitty_first,
    CASE WHEN kitty_after IS NOT NULL THEN kitty_left - since_last END AS kitty_over,
    CASE WHEN kitty_after IS NOT NULL THEN kitty_left END AS kitty_end,
    CASE WHEN kitty_before IS NOT NULL AND undecided = own_undecided THEN left_due - own_due END AS start_due,
    CASE WHEN kitty_after IS NOT NULL AND undecided = 0 THEN left_due END AS end_due
FROM grown;
