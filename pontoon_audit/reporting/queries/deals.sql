-- What happened in each deal that has a page?
WITH faults AS (
    SELECT session, place, count(*) AS findings, count(*) FILTER (severity = 'error') AS errors
    FROM found WHERE place IS NOT NULL GROUP BY ALL
),
amiss AS (
    SELECT session, place, sum(abs(difference)) AS difference
    FROM posted WHERE side = 'credit' AND kind <> 'chips' GROUP BY ALL
),
staked AS (SELECT session, deal, count(*) AS hands, sum(stake) AS staked FROM hands GROUP BY ALL)
SELECT
    d.session, d.place, d.deal, d.twins, d.banker, d.shuffled, d.void, d.complete, d.banker_cards, d.banker_total,
    d.banker_class, d.kitty_before, d.kitty_after, d.banker_recorded, d.banker_due,
    row_number() OVER (PARTITION BY d.session, d.deal ORDER BY d.place) AS twin,
    coalesce(findings, 0) AS findings, coalesce(errors, 0) AS errors, amiss.difference,
    CASE WHEN d.twins = 1 THEN coalesce(hands, 0) END AS hands, CASE WHEN d.twins = 1 THEN staked END AS staked
FROM dealt AS d JOIN paged USING (session, place)
    LEFT JOIN faults USING (session, place) LEFT JOIN amiss USING (session, place) LEFT JOIN staked USING (session, deal)
ORDER BY d.session, d.place;
