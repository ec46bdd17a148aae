-- Which findings change money, currency by currency, the most first (of money in a kitty, two may tell the same)?
SELECT abs(money) AS amount, currency, session, deal, event, player, hand, finding, message, path, line
FROM findings JOIN sessions USING (session)
WHERE money <> 0
ORDER BY currency NULLS FIRST, amount DESC, session, event, finding, player, hand;
