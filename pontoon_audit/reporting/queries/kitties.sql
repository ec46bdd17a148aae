-- What went into the kitty and out of it, session by session, and what is left? Where no settlements are recorded, only
-- what is due is left: bets on the kitty are missing from what the log moved.
SELECT session, currency,
    coalesce(-sum(p.recorded) FILTER (p.kind = 'kitty' AND p.account_kind = 'player' AND p.recorded < 0), 0.00) AS put_in,
    coalesce(sum(p.recorded) FILTER (p.kind = 'kitty' AND p.account_kind = 'player' AND p.recorded > 0), 0.00) AS taken_out,
    coalesce(-sum(CASE WHEN settles_all THEN p.recorded ELSE p.due END)
        FILTER (p.kind = 'shoot' AND p.account_kind = 'player'), 0.00) AS won,
    any_value(left_recorded) AS left_recorded, any_value(left_due) AS left_due, any_value(kitty_seen) AS kitty_seen,
    any_value(kitty_decided) AS kitty_decided, any_value(kitty_lost_in) AS kitty_lost_in, any_value(kitty_held) AS kitty_held,
    count(*) OVER () AS of_all
FROM (SELECT session, currency, turn, settles AS settles_all, kitty_recorded AS left_recorded, kitty_due AS left_due,
        kitty_seen, kitty_decided, kitty_lost_in, kitty_held
    FROM sittings WHERE base = 'shoot-pontoon' OR kitty_recorded <> 0 OR kitty_due <> 0) AS s
    JOIN postings AS p USING (session)
GROUP BY session, currency, turn ORDER BY turn LIMIT $most;
