-- Who held the bank from which deal to which, and what did it bring?
SELECT t.*, begins.place AS first_place, ends.place AS last_place
FROM banker_results AS t
    JOIN (SELECT session, deal, min(place) AS place FROM dealt GROUP BY ALL) AS begins
        ON begins.session = t.session AND begins.deal = t.first_deal
    JOIN (SELECT session, deal, min(place) AS place FROM dealt GROUP BY ALL) AS ends
        ON ends.session = t.session AND ends.deal = t.last_deal
ORDER BY t.session, t.tenure;
