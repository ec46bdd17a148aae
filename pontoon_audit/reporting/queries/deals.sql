-- What happened in each deal that has a page, and in all of a session of up to $most_deals?
WITH faults AS (
    SELECT session, place, count(*) AS findings, count(*) FILTER (severity = 'error') AS errors
    FROM found WHERE place IS NOT NULL GROUP BY ALL
),
amiss AS (
    SELECT session, place, sum(abs(difference)) FILTER (side = 'credit') AS difference,
        list(DISTINCT account ORDER BY account) FILTER (account_kind = 'player' AND difference <> 0) AS differing,
        -- whose money moved at all, who had shoot bets, whose kitty money moved, who sold or bought the bank
        list(DISTINCT account ORDER BY account) FILTER (account_kind = 'player') AS in_all,
        list(DISTINCT account ORDER BY account) FILTER (account_kind = 'player' AND kind = 'shoot') AS shooting,
        list(DISTINCT account ORDER BY account) FILTER (account_kind = 'player' AND kind = 'kitty') AS in_kitty,
        list(DISTINCT account ORDER BY account) FILTER (account_kind = 'player' AND kind = 'bank-sale') AS in_sale
    FROM posted WHERE kind <> 'chips' GROUP BY ALL
),
-- what the bank won or lost on stakes, every settlement counted: the line of a statement. What is recorded and what is due
-- are told of the same settlements, those where both are known; open_* are the others.
bank AS (
    SELECT session, place, account AS banker, sum(recorded) AS of_all, sum(recorded) FILTER (difference IS NOT NULL) AS recorded,
        sum(due) FILTER (difference IS NOT NULL OR NOT settles) AS due, sum(open_paid)::BIGINT AS open_paid,
        sum(open_recorded) AS open_recorded, sum(open_owed)::BIGINT AS open_owed, sum(open_due) AS open_due,
        sum(open_lost)::BIGINT AS open_lost
    FROM posted WHERE kind = 'stake' AND side = 'debit' AND account_kind = 'player' GROUP BY ALL
),
-- who had a hand against the bank, or money for one
played AS (
    SELECT session, place, list(DISTINCT player ORDER BY player) AS players FROM (
        SELECT d.session, d.place, h.player FROM hands AS h
            JOIN dealt AS d ON d.session = h.session AND d.deal IS NOT DISTINCT FROM h.deal
        UNION ALL
        SELECT session, place, account FROM posted
        WHERE kind = 'stake' AND side = 'credit' AND account_kind = 'player')
    GROUP BY ALL
),
-- why a deal that is not void is in no hold: as in hold.sql
left_out AS (
    SELECT session, deal_index, CASE WHEN unknown > 0 THEN 'result not known' ELSE 'no stakes' END AS uncounted
    FROM banked WHERE NOT void AND banker IS NOT NULL AND (unknown > 0 OR coalesce(staked, 0) = 0)
),
staked AS (SELECT session, deal, count(*) AS hands, sum(stake) AS staked FROM hands GROUP BY ALL)
SELECT
    d.session, d.place, d.deal_index, paged.place IS NOT NULL AS paged, d.deal, d.twins, d.banker, d.shuffled, d.void, d.complete, d.banker_cards, d.banker_total,
    d.banker_class, kitty_start, kitty_first, kitty_over, kitty_end, start_due, first_due, end_due, bank.recorded AS bank_recorded,
    bank.due AS bank_due, nullif(coalesce(bank.of_all, 0.00) - coalesce(d.banker_recorded, 0.00), 0.00) AS bank_uncounted,
    coalesce(open_paid, 0) AS open_paid, coalesce(open_recorded, 0.00) AS open_recorded, coalesce(open_owed, 0) AS open_owed,
    coalesce(open_due, 0.00) AS open_due, coalesce(open_lost, 0) AS open_lost,
    row_number() OVER (PARTITION BY d.session, d.deal ORDER BY d.place) AS twin,
    coalesce(findings, 0) AS findings, coalesce(errors, 0) AS errors, amiss.difference,
    coalesce(players, []) AS players, coalesce(differing, []) AS differing, coalesce(in_all, []) AS in_all,
    coalesce(shooting, []) AS shooting, coalesce(in_kitty, []) AS in_kitty, coalesce(in_sale, []) AS in_sale,
    CASE WHEN d.twins = 1 THEN coalesce(hands, 0) END AS hands, CASE WHEN d.twins = 1 THEN staked END AS staked, uncounted
FROM dealt AS d LEFT JOIN kitties USING (session, place)
    LEFT JOIN paged ON paged.session = d.session AND paged.place = d.place
    LEFT JOIN faults ON faults.session = d.session AND faults.place = d.place
    LEFT JOIN amiss ON amiss.session = d.session AND amiss.place = d.place
    LEFT JOIN bank ON bank.session = d.session AND bank.place = d.place AND bank.banker = d.banker
    LEFT JOIN played ON played.session = d.session AND played.place = d.place
    LEFT JOIN left_out AS o ON o.session = d.session AND o.deal_index = d.deal_index
    LEFT JOIN staked ON staked.session = d.session AND staked.deal IS NOT DISTINCT FROM d.deal
QUALIFY paged.place IS NOT NULL OR count(*) OVER (PARTITION BY d.session) <= $most_deals
ORDER BY d.session, d.place;
