-- How much money was staked, settled and due, and how far do the two differ, for each currency?
-- moved is all that was moved otherwise than due, the kitty and sales of the bank included; the rest compares hands.
WITH compared AS (
    SELECT currency, in_money(sum(abs(h.recorded))) AS settled, in_money(sum(abs(h.due))) AS due,
        in_money(sum(abs(h.due - h.recorded))) AS difference, count(*) AS hands
    FROM stored.hand_codes AS h JOIN sittings USING (version)
    WHERE h.recorded IS NOT NULL AND h.due IS NOT NULL
    GROUP BY currency
),
moved AS (SELECT currency, sum(difference) AS moved, sum(staked) AS staked, sum(hands)::BIGINT AS all_hands FROM sittings GROUP BY currency)
SELECT moved.currency, moved, staked, all_hands, settled, due, difference, coalesce(hands, 0) AS hands
FROM moved LEFT JOIN compared ON compared.currency IS NOT DISTINCT FROM moved.currency
WHERE all_hands > 0 OR moved <> 0
ORDER BY moved.currency NULLS FIRST;
