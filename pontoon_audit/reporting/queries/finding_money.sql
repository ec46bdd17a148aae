-- How much money does each finding change, or was moved otherwise where it stands, for each currency? What the ledger tells
-- elsewhere is not told again.
SELECT finding, currency, sum(coalesce(moved, abs(ledger_difference), abs(money))) AS money
FROM weighed JOIN sittings USING (session) LEFT JOIN kitty_told USING (session, event, finding)
WHERE moved <> 0 OR coalesce(ledger_difference, money) <> 0
GROUP BY finding, currency
ORDER BY finding, currency NULLS FIRST;
