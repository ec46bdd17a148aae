-- How often did each player buy, twist, stick, split and declare?
SELECT player, currency, action, count(*) AS times
FROM events JOIN sittings USING (session)
WHERE action IN ('buy', 'twist', 'stick', 'split', 'pontoon', 'bust') AND player IN (SELECT unnest($players))
GROUP BY ALL ORDER BY ALL;
