-- How much money was staked, settled and due, and how far do the two differ, for each currency?
-- moved is all that was moved otherwise than due, the kitty and sales of the bank included; the rest compares hands.
WITH compared AS (
    SELECT currency, in_money(sum(abs(h.recorded))) AS settled, in_money(sum(abs(h.due))) AS due,
        in_money(sum(abs(h.due - h.recorded))) AS difference, count(*) AS hands
    FROM stored.hand_codes AS h JOIN sittings USING (version)
    WHERE h.recorded IS NOT NULL AND h.due IS NOT NULL
    GROUP BY currency
),
-- what the findings add up to, chips apart, and how much of that is no more than was moved otherwise at their events
weights AS (
    SELECT f.session, f.event, starts_with(f.finding, 'chips/') AS chips,
        coalesce(sum(coalesce(f.moved, abs(k.ledger_difference), abs(f.money))), 0.00) AS told
    FROM weighed AS f LEFT JOIN kitty_told AS k ON k.session = f.session AND k.event = f.event AND k.finding = f.finding
    GROUP BY ALL
),
astray AS (
    SELECT session, event, in_money(sum(abs(stored.difference(recorded, due, missing)))) AS moved
    FROM stored.movement_codes AS m JOIN (SELECT version, session FROM sittings WHERE difference <> 0) USING (version)
    WHERE stored.difference(recorded, due, missing) <> 0 AND stored.kind_name(kind) <> 'chips' GROUP BY session, event
),
told AS (
    SELECT currency, coalesce(sum(told), 0.00) AS told, coalesce(sum(told) FILTER (chips), 0.00) AS chips,
        coalesce(sum(least(told, coalesce(a.moved, 0.00))) FILTER (NOT chips), 0.00) AS told_of_moved
    FROM weights AS w JOIN (SELECT session, currency FROM sittings) USING (session)
        LEFT JOIN astray AS a ON a.session = w.session AND a.event IS NOT DISTINCT FROM w.event
    GROUP BY currency
),
moved AS (SELECT currency, sum(difference) AS moved, sum(staked) AS staked, sum(hands)::BIGINT AS all_hands FROM sittings GROUP BY currency)
SELECT moved.currency, moved, staked, all_hands, settled, due, difference, coalesce(hands, 0) AS hands,
    coalesce(told, 0.00) AS told, coalesce(chips, 0.00) AS chips, coalesce(told - chips - told_of_moved, 0.00) AS told_beside,
    coalesce(moved, 0.00) - coalesce(told_of_moved, 0.00) AS untold
FROM moved LEFT JOIN compared ON compared.currency IS NOT DISTINCT FROM moved.currency
    LEFT JOIN told ON told.currency IS NOT DISTINCT FROM moved.currency
WHERE all_hands > 0 OR moved <> 0
ORDER BY moved.currency NULLS FIRST;
