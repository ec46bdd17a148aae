-- Which versions of sessions were replaced, by which file, and what changed?
WITH faults AS (
    SELECT source, position, count(*) AS findings FROM superseded.findings WHERE severity <> 'info' GROUP BY ALL
),
faults_now AS (SELECT session, count(*) AS findings FROM findings WHERE severity <> 'info' GROUP BY ALL)
SELECT
    old.session,
    was.path AS path_before,
    was.loaded_at AS loaded_before,
    is_now.path AS path_now,
    is_now.loaded_at AS loaded_now,
    was.sha256 <> is_now.sha256 AS other_bytes,
    old.rules_sha256 <> now.rules_sha256 AS other_rules,
    was.tool_version <> is_now.tool_version AS other_tool,
    old.deals AS deals_before,
    now.deals AS deals_now,
    coalesce(faults.findings, 0) AS findings_before,
    coalesce(faults_now.findings, 0) AS findings_now
FROM superseded.sessions AS old
    JOIN sources AS was ON was.source = old.source
    LEFT JOIN sessions AS now ON now.session = old.session
    LEFT JOIN sources AS is_now ON is_now.source = now.source
    LEFT JOIN faults ON faults.source = old.source AND faults.position = old.position
    LEFT JOIN faults_now ON faults_now.session = old.session
ORDER BY old.session, was.loaded_at, old.source, old.position;
