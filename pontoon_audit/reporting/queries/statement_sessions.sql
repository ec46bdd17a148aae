-- Which sessions are before the period, in it, or (where one is asked for) without a day, in the order of play?
SELECT session, part, turn FROM timed WHERE part <> 'after' ORDER BY turn;
