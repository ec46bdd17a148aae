-- What an old banker left in a kitty of which nobody knows what it held: the ledger has a movement of nothing, and nobody
-- knows what is due. Where money was taken out at the same change of bank, that has a line, and there is no second.
DELETE FROM posted WHERE kind = 'kitty' AND recorded = 0 AND due IS NULL
    AND (session, deal, CASE side WHEN 'credit' THEN account ELSE other END) IN (
        SELECT (session, deal, account) FROM posted
        WHERE kind = 'kitty' AND side = 'credit' AND recorded <> 0 AND due IS NULL);
UPDATE posted SET recorded = NULL, open_paid = 0, open_recorded = NULL, open_lost = 1
WHERE kind = 'kitty' AND recorded = 0 AND due IS NULL;
