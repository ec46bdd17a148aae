-- Where does the history lose sight of the kitty, and where does it see it again? A deal's own records may hide it, until a
-- banker has begun another. "sure" is a deal that nothing hid so far; then what is due can be told as well. Of all deals of the
-- sessions: asked before "pick", after which "deals" are those that are picked, under "main" too.
CREATE OR REPLACE TEMP TABLE seen AS
SELECT session, deal, deal_index, first_event, last_event, kitty_before,
    kitty_before IS NOT NULL AND coalesce(lag(kitty_after IS NOT NULL) OVER in_order, true) AS at_start,
    kitty_before IS NOT NULL AS at_first, kitty_before IS NOT NULL AND kitty_after IS NOT NULL AS at_end,
    coalesce(bool_and(kitty_before IS NOT NULL AND kitty_after IS NOT NULL) OVER before, true) AS sure
FROM main.deals WHERE session IN $sessions
WINDOW in_order AS (PARTITION BY session ORDER BY first_event, deal, last_event),
    before AS (PARTITION BY session ORDER BY first_event, deal, last_event ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING);
