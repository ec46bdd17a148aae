-- What does the history know of what is left in the kitty of each session? "seen": no deal's records hide it; else what was
-- moved, added up, is not what is left. "decided": nor is undecided what any movement of it should have been. "lost_in" is the
-- first deal that hides it; "held" is what it held at the end, where a later deal began with a kitty that is known and no
-- deal after that hides it: by what was moved from then on, or due, where the session records no settlements. "short" is what
-- was paid out of it beyond what was in it, in the deals "short_in", though play went on: the next deal begins with nothing.
WITH shown AS (SELECT version, session, settles, rules->>'base' AS base FROM stored.sessions WHERE state = 1),
dealt AS (
    SELECT session, deal, first_event, kitty_before, kitty_before IS NOT NULL AND kitty_after IS NOT NULL AS seen,
        row_number() OVER (PARTITION BY version ORDER BY first_event, deal, last_event) AS turn
    FROM stored.deals JOIN shown USING (version)
    WHERE version IN (
        SELECT version FROM stored.deals JOIN shown USING (version)
        WHERE base = 'shoot-pontoon' AND (kitty_before IS NULL OR kitty_after IS NULL))
),
lost AS (
    SELECT session, arg_min(struct_pack(deal), turn) FILTER (NOT seen) AS first_lost, max(turn) FILTER (NOT seen) AS last_lost
    FROM dealt GROUP BY session
),
again AS (
    SELECT session, first_event, kitty_before FROM dealt JOIN lost USING (session) WHERE turn = last_lost + 1
),
moves AS (
    SELECT session, kind, event, settles, due, CASE credit WHEN -2 THEN 1 ELSE -1 END
        * CASE WHEN settles OR stored.kind_name(kind) = 'kitty' THEN coalesce(recorded, 0) ELSE due END AS moved
    FROM stored.movement_codes JOIN shown USING (version) WHERE credit = -2 OR debit = -2
),
undecided AS (SELECT DISTINCT session FROM moves WHERE due IS NULL),
since AS (
    SELECT again.session, stored.total(any_value(kitty_before) + coalesce(sum(moved), 0)) AS held,
        count(*) FILTER (moves.session IS NOT NULL AND moved IS NULL) AS unknown
    FROM again LEFT JOIN moves ON moves.session = again.session AND moves.event >= again.first_event
    GROUP BY again.session
),
overdrawn AS (
    SELECT session, stored.total(-sum(kitty_after)) AS short, list(deal ORDER BY turn) AS short_in
    FROM (
        SELECT session, deal, kitty_after, row_number() OVER in_order AS turn, count(*) OVER (PARTITION BY version) AS deals
        FROM stored.deals JOIN shown USING (version) WHERE version IN (SELECT version FROM stored.deals WHERE kitty_after < 0)
        WINDOW in_order AS (PARTITION BY version ORDER BY first_event, deal, last_event))
    WHERE kitty_after < 0 AND turn < deals GROUP BY session
)
SELECT shown.session, lost.session IS NULL AS seen, lost.session IS NULL AND undecided.session IS NULL AS decided,
    first_lost.deal AS lost_in, CASE WHEN unknown = 0 THEN held END AS held,
    short, short_in
FROM shown LEFT JOIN lost USING (session) LEFT JOIN undecided USING (session) LEFT JOIN since USING (session)
    LEFT JOIN overdrawn USING (session)
