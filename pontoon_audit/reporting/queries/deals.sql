-- What happened in each deal that has a page, and in all of a session of up to $most_deals?
WITH faults AS (
    SELECT session, place, count(*) AS findings, count(*) FILTER (severity = 'error') AS errors
    FROM found WHERE place IS NOT NULL GROUP BY ALL
),
amiss AS (
    SELECT session, place, sum(abs(difference)) AS difference
    FROM posted WHERE side = 'credit' AND kind <> 'chips' GROUP BY ALL
),
-- hands whose due is decided, but not what was moved: the two cannot be compared
opens AS (
    SELECT h.session, h.deal_index, count(*) AS open_hands, -sum(h.due) AS open_due
    FROM hands AS h JOIN settling AS v USING (session) ANTI JOIN (
        SELECT * FROM findings WHERE finding = 'settlement/missing') AS f USING (session, deal, player, hand)
    WHERE v.settles AND h.recorded IS NULL AND h.due IS NOT NULL GROUP BY ALL
),
staked AS (SELECT session, deal, count(*) AS hands, sum(stake) AS staked FROM hands GROUP BY ALL)
SELECT
    d.session, d.place, d.deal_index, paged.place IS NOT NULL AS paged, d.deal, d.twins, d.banker, d.shuffled, d.void, d.complete, d.banker_cards, d.banker_total,
    d.banker_class, d.kitty_before, d.kitty_after, d.banker_recorded,
    d.banker_due,
    CASE WHEN coalesce(d.void, false) THEN 0 ELSE coalesce(open_hands, 0) END AS open_hands, coalesce(open_due, 0.00) AS open_due,
    row_number() OVER (PARTITION BY d.session, d.deal ORDER BY d.place) AS twin,
    coalesce(findings, 0) AS findings, coalesce(errors, 0) AS errors, amiss.difference,
    CASE WHEN d.twins = 1 THEN coalesce(hands, 0) END AS hands, CASE WHEN d.twins = 1 THEN staked END AS staked
FROM dealt AS d LEFT JOIN paged ON paged.session = d.session AND paged.place = d.place
    LEFT JOIN faults ON faults.session = d.session AND faults.place = d.place
    LEFT JOIN amiss ON amiss.session = d.session AND amiss.place = d.place
    LEFT JOIN opens ON opens.session = d.session AND opens.deal_index = d.deal_index
    LEFT JOIN staked ON staked.session = d.session AND staked.deal IS NOT DISTINCT FROM d.deal
QUALIFY paged.place IS NOT NULL OR count(*) OVER (PARTITION BY d.session) <= $most_deals
ORDER BY d.session, d.place;
