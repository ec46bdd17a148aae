-- In sessions that record settlements, where was money moved otherwise than due, and who owes whom?
-- Where none is recorded, what is due is what counts, and nobody owes a difference.
SELECT session, deal, event, kind, hand, owed_by, owed_to, owed, currency, debit, credit, recorded, due
FROM discrepancies JOIN sessions USING (session) JOIN settling USING (session)
WHERE settles
ORDER BY played, session, event, kind, debit, credit;
