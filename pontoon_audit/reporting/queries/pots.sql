-- What lies in the kitty event by event, as far as it changes, and with what does the page of each deal begin and end? What the
-- recorded movements leave in it: other than the kitty of the history, by which bets are judged, this takes no payment as
-- made that nobody recorded. Only where a session records no settlements at all, bets are reckoned as due.
CREATE OR REPLACE TEMP TABLE in_kitty AS
WITH ends AS (SELECT session, deal, min(last_event) AS last_event FROM seen GROUP BY ALL),
moves AS ( -- what is recorded nowhere, but due, is due when its deal is over
    SELECT m.* EXCLUDE (event), coalesce(m.event, ends.last_event) AS event
    FROM kitty_moves AS m LEFT JOIN ends ON ends.session = m.session AND ends.deal = m.deal
)
SELECT m.session, d.place, m.event, m.shown, d.first_event, d.last_event,
    sum(CASE WHEN settles OR kind = 'kitty' THEN recorded ELSE due END) AS money, sum(due) AS due,
    count(*) FILTER (due IS NULL) AS undecided, bool_and(settles) AS settles
FROM moves AS m LEFT JOIN placed USING (session, event)
    LEFT JOIN (SELECT session, deal, min(place) AS place FROM dealt GROUP BY ALL) AS numbered
        ON numbered.session = m.session AND numbered.deal = m.deal
    -- what belongs to a deal that is not picked was there before the next that is
    ASOF LEFT JOIN dealt AS next ON next.session = m.session AND m.at < next.deal_index
    JOIN dealt AS d ON d.session = m.session
        AND d.place = CASE WHEN shown THEN coalesce(placed.place, numbered.place) ELSE next.place END
GROUP BY ALL;

-- What lies in it from there on besides what the movements tell.
CREATE OR REPLACE TEMP TABLE besides AS
SELECT s.session, s.first_event AS event, s.kitty_before - coalesce(sum(k.money), 0.00) AS money
FROM seen AS s LEFT JOIN in_kitty AS k ON k.session = s.session AND k.event < s.first_event
WHERE at_first AND NOT at_start GROUP BY s.session, s.first_event, s.kitty_before;

CREATE OR REPLACE TEMP TABLE pots AS
WITH steps AS (
    SELECT session, place, event, shown, first_event, last_event, money, due, undecided FROM in_kitty
    UNION ALL -- it is seen again at a first card
    SELECT dealt.session, place, event, true, first_event, last_event, 0.00, 0.00, 0
    FROM besides JOIN dealt ON dealt.session = besides.session AND dealt.first_event = besides.event
),
points AS (
    SELECT session, place, event, first_event, last_event, shown, sum(coalesce(money, 0.00)) OVER so_far AS kitty,
        sum(coalesce(due, 0.00)) OVER so_far AS due, sum(undecided) OVER so_far AS undecided
    FROM steps WINDOW so_far AS (PARTITION BY session ORDER BY place, shown, event NULLS LAST)
)
SELECT p.session, p.place, p.event,
    CASE WHEN known THEN kitty + coalesce(b.money, 0.00) END AS kitty,
    CASE WHEN known AND sure AND undecided = 0 THEN due END AS due
FROM (
    SELECT points.*, sure, CASE WHEN event < points.first_event THEN at_start WHEN event < points.last_event THEN at_first
            ELSE at_end END AS known
    FROM points JOIN dealt USING (session, place) JOIN seen USING (session, deal_index)
    WHERE shown AND event IS NOT NULL
) AS p ASOF LEFT JOIN besides AS b ON b.session = p.session AND p.event >= b.event;

-- kitty_left is what the movements leave in it, null from the deal on that hides it; what a page says of a deal is null where the
-- history does not know the kitty
CREATE OR REPLACE TEMP TABLE kitties AS
WITH shooting AS (SELECT session FROM sessions WHERE rules->>'base' = 'shoot-pontoon'),
sums AS (
    SELECT session, place, sum(money) AS money, sum(money) FILTER (shown) AS own, sum(due) AS due,
        sum(due) FILTER (shown) AS own_due, sum(undecided) AS undecided, sum(undecided) FILTER (shown) AS own_undecided,
        sum(money) FILTER (shown AND event >= first_event) AS since_first,
        sum(due) FILTER (shown AND event >= first_event) AS due_since_first,
        sum(undecided) FILTER (shown AND event >= first_event) AS undecided_since_first,
        sum(money) FILTER (shown AND event > last_event) AS since_last,
        bool_and(settles) AS settles
    FROM in_kitty GROUP BY ALL
),
grown AS (
    SELECT d.session, d.place, d.deal_index, d.first_event, coalesce(own, 0.00) AS own, coalesce(own_due, 0.00) AS own_due,
        coalesce(own_undecided, 0) AS own_undecided, coalesce(since_first, 0.00) AS since_first,
        coalesce(due_since_first, 0.00) AS due_since_first, coalesce(undecided_since_first, 0) AS undecided_since_first,
        coalesce(since_last, 0.00) AS since_last, sum(coalesce(money, 0.00)) OVER so_far AS moved,
        sum(coalesce(due, 0.00)) OVER so_far AS left_due, sum(coalesce(undecided, 0)) OVER so_far AS undecided,
        coalesce(bool_and(settles) OVER so_far, true) AS settles, session IN (FROM shooting) AS shoots
    FROM dealt AS d LEFT JOIN sums USING (session, place)
    WHERE session IN (FROM shooting UNION SELECT session FROM in_kitty)
    WINDOW so_far AS (PARTITION BY d.session ORDER BY d.place)
)
SELECT g.session, g.place,
    -- in a game without a kitty the history knows of none, but money may go into one
    CASE WHEN NOT shoots OR (sure AND at_end) THEN CASE WHEN settles THEN moved WHEN undecided = 0 THEN left_due END END
        AS kitty_left,
    CASE WHEN at_start THEN moved - own + coalesce(b.money, 0.00) END AS kitty_start,
    CASE WHEN at_first THEN moved - since_first + coalesce(a.money, 0.00) END AS kitty_first,
    CASE WHEN at_end THEN moved - since_last + coalesce(a.money, 0.00) END AS kitty_over,
    CASE WHEN at_end THEN moved + coalesce(a.money, 0.00) END AS kitty_end,
    CASE WHEN at_start AND sure AND undecided = own_undecided THEN left_due - own_due END AS start_due,
    CASE WHEN at_first AND sure AND undecided = undecided_since_first THEN left_due - due_since_first END AS first_due,
    CASE WHEN at_end AND sure AND undecided = 0 THEN left_due END AS end_due
FROM grown AS g JOIN seen AS s ON s.session = g.session AND s.deal_index = g.deal_index
    ASOF LEFT JOIN besides AS b ON b.session = g.session AND g.first_event > b.event
    ASOF LEFT JOIN besides AS a ON a.session = g.session AND g.first_event >= a.event;
