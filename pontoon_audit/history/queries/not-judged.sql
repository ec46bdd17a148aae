-- What could not be judged, and why?
SELECT session, deal, event, player, hand, finding, message, path, line
FROM findings
WHERE severity = 'info'
ORDER BY session, event NULLS LAST, finding, player, hand;
