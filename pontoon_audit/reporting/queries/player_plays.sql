-- How often did each player buy, twist, stick, split and declare?
SELECT player, currency, action, times FROM plays JOIN accounts USING (account)
WHERE player IN $players
ORDER BY ALL;
