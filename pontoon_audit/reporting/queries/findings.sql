-- What was found in these sessions, in order of play?
SELECT f.session, f.number, f.place, f.deal, f.event, f.player, f.hand, f.finding, f.severity, f.clause, f.message,
    f.recorded, f.allowed, f.money, k.about, k.settles, k.ledger_due, k.ledger_difference, f.path, f.line, f.pointer
FROM found AS f LEFT JOIN kitty_told AS k ON k.session = f.session AND k.event = f.event AND k.finding = f.finding
ORDER BY f.session, f.number;
