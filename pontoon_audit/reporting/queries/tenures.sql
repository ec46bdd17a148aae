-- Who held the bank from which deal to which, and what did it bring? Every settlement counts. What is recorded and what is
-- due are told of the same ones, those where both are known; open_* are the others.
WITH places AS (
    SELECT t.*, begins.place AS first_place, ends.place AS last_place, coalesce(v.settles, true) AS records
    FROM banker_results AS t
        JOIN (SELECT session, deal, min(place) AS place FROM dealt GROUP BY ALL) AS begins
            ON begins.session = t.session AND begins.deal = t.first_deal
        JOIN (SELECT session, deal, min(place) AS place FROM dealt GROUP BY ALL) AS ends
            ON ends.session = t.session AND ends.deal = t.last_deal
        LEFT JOIN settling AS v ON v.session = t.session
)
SELECT * EXCLUDE (recorded, due),
    CASE WHEN NOT records THEN NULL WHEN moves IS NULL THEN 0.00 ELSE compared_recorded END AS recorded,
    CASE WHEN moves IS NULL THEN 0.00 ELSE compared_due END AS due,
    coalesce(open_paid, 0) AS open_paid, coalesce(open_recorded, 0.00) AS open_recorded, coalesce(open_owed, 0) AS open_owed,
    coalesce(open_due, 0.00) AS open_due, coalesce(open_lost, 0) AS open_lost
FROM places LEFT JOIN (
    SELECT p.session, p.tenure, count(*) AS moves,
        coalesce(sum(b.recorded) FILTER (difference IS NOT NULL), CASE WHEN count(difference) > 0 THEN 0.00 END) AS compared_recorded,
        sum(b.due) FILTER (difference IS NOT NULL OR NOT settles) AS compared_due,
        sum(open_paid)::BIGINT AS open_paid, sum(open_recorded) AS open_recorded, sum(open_owed)::BIGINT AS open_owed,
        sum(open_due) AS open_due, sum(open_lost)::BIGINT AS open_lost
    FROM places AS p JOIN posted AS b ON b.session = p.session AND b.account = p.banker
        AND b.place BETWEEN p.first_place AND p.last_place
    WHERE kind = 'stake' AND side = 'debit' AND account_kind = 'player'
    GROUP BY p.session, p.tenure) USING (session, tenure)
ORDER BY session, tenure;
