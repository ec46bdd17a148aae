-- What do the recorded movements leave in the kitty after each deal? With the results so far it is nothing. Null from the
-- deal on in which the history loses sight of it. Of a long session every so many deals and the last.
WITH numbered AS (SELECT *, max(place) OVER (PARTITION BY session) AS last FROM dealt)
SELECT session, place, kitty_left
FROM numbered JOIN kitties USING (session, place)
WHERE place = last OR place % ((last + $most_points - 1) // $most_points) = 0
ORDER BY session, place;
