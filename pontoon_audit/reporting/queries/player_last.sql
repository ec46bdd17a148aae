-- Which were each player's last hands, those of void deals left out? About $most of them, whole sessions at a time while they last.
CREATE OR REPLACE TEMP TABLE late AS
SELECT w.player, w.session, s.turn, s.currency, s.settles,
    sum(w.deals) OVER (PARTITION BY w.player ORDER BY s.turn DESC) - w.deals AS after
FROM won AS w JOIN sittings AS s USING (session) WHERE w.player IN (SELECT unnest($players))
QUALIFY after < $most;

-- sessions that are named are found fast, those of a query are not
SET VARIABLE late_sessions = (SELECT list(DISTINCT session) FROM late);

SELECT h.player, late.currency, h.session, h.deal_index, h.deal, h.hand, nullif(h.cards, '') AS cards, h.total,
    h.class AS hand_class, h.split, coalesce(h.stake > h.initial_stake, false) AS bought, h.stake, h.outcome, h.multiple, h.banker,
    h.recorded, h.due
FROM hands AS h JOIN late USING (session, player)
    ANTI JOIN (SELECT session, deal_index FROM deals WHERE void AND session IN getvariable('late_sessions'))
        USING (session, deal_index)
WHERE h.session IN getvariable('late_sessions')
QUALIFY row_number() OVER (PARTITION BY h.player ORDER BY turn DESC, h.deal_index DESC, h.hand DESC) <= $most
ORDER BY h.player, turn DESC, h.deal_index DESC, h.hand;
