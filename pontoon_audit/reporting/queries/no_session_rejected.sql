-- Which records set aside belong to no session?
SELECT path, line, pointer, reason, left(record, 300) AS record
FROM rejected JOIN sources USING (source)
WHERE session IS NULL
ORDER BY path, line NULLS FIRST, pointer NULLS FIRST, reason, record
LIMIT $most;
