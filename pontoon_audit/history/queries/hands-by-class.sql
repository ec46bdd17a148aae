-- How often does each class of hand come, and what does it win?
SELECT class, currency, count(*) AS hands, count(*) FILTER (outcome = 'win') AS won,
    count(*) FILTER (outcome = 'lose') AS lost, count(*) FILTER (outcome = 'push') AS pushed,
    count(*) FILTER (outcome IS NULL) AS undecided, sum(hands.stake) AS staked, sum(due) AS due,
    sum(recorded) AS recorded
FROM hands JOIN sessions USING (session)
GROUP BY class, currency
ORDER BY currency, hands DESC, class;
