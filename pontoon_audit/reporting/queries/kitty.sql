-- What did the kitty hold before each deal and after it, with what was moved after the deal as far as its page tells that? Of a long session every so many deals and the last.
WITH numbered AS (SELECT *, max(place) OVER (PARTITION BY session) AS last FROM dealt)
SELECT session, place, deal, banker, kitty_start, kitty_end
FROM numbered JOIN kitties USING (session, place) JOIN sessions USING (session)
WHERE rules->>'base' = 'shoot-pontoon' AND (place = last OR place % ((last + $most_points - 1) // $most_points) = 0)
ORDER BY session, place;
