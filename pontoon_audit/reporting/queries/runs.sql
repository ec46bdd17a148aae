-- Who held the bank from which deal to which, and what did it bring? Of many the $most in which most money went over, as
-- many of each currency, as far as there are.
-- Deals that follow each other have the same distance from their place among the banker's.
WITH numbered AS (
    SELECT *, deal_index - row_number() OVER (PARTITION BY person ORDER BY deal_index) AS run FROM banked
),
runs AS (
    SELECT person, min(deal_index) AS first_index, arg_min(deal, deal_index) AS first_deal,
        arg_max(deal, deal_index) AS last_deal, count(*) FILTER (NOT void) AS deals, count(*) FILTER (void) AS void_deals,
        count(*) FILTER (NOT void AND unknown > 0) AS unknown_deals,  -- not counted, as in hold.sql
        count(*) FILTER (NOT void AND unknown = 0 AND coalesce(staked, 0) = 0) AS idle_deals,
        coalesce(sum(hands) FILTER (NOT void), 0)::BIGINT AS hands,
        coalesce(sum(staked) FILTER (NOT void), 0.00) AS staked,
        CASE WHEN NOT bool_and(settles) THEN NULL WHEN sum(moves) = 0 THEN 0.00 ELSE sum(recorded) END AS recorded,
        CASE WHEN sum(moves) = 0 THEN 0.00 ELSE sum(due) END AS due,
        sum(open_paid)::BIGINT AS open_paid, sum(open_recorded) AS open_recorded, sum(open_owed)::BIGINT AS open_owed,
        sum(open_due) AS open_due, sum(open_lost)::BIGINT AS open_lost
    FROM numbered WHERE person IS NOT NULL GROUP BY person, run
),
named AS (
    SELECT r.*, s.session, s.turn, s.currency, p.player AS banker
    FROM runs AS r JOIN people AS p USING (person) JOIN sittings AS s USING (turn)
),
counted AS (
    SELECT *, count(*) OVER () AS of_all,
        row_number() OVER (PARTITION BY currency ORDER BY abs(coalesce(recorded, due)) DESC NULLS LAST, session, first_index) AS nth
    FROM named ORDER BY nth, currency NULLS FIRST LIMIT $most
)
SELECT * EXCLUDE nth FROM counted ORDER BY turn, first_index;
