-- Which records were set aside, and why?
SELECT path, line, pointer, session, event, reason, record
FROM rejected JOIN sources USING (source)
ORDER BY path, line, pointer, session, event;
