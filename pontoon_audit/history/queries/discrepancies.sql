-- Where was money moved otherwise than due, and who owes whom?
SELECT session, deal, event, kind, hand, owed_by, owed_to, owed, currency, debit, credit, recorded, due
FROM discrepancies JOIN sessions USING (session)
ORDER BY played, session, event, kind, debit, credit;
