-- What was found in these sessions, in order of play?
SELECT f.session, f.number, f.place, f.deal, f.event, f.player, f.hand, f.finding, f.severity, f.clause, f.message,
    f.recorded, f.allowed, f.money, f.ledger_due, f.ledger_difference, f.path, f.line, f.pointer
FROM found AS f
ORDER BY f.session, f.number;
