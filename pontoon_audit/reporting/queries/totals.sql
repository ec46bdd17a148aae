-- How much was audited, and how many findings are there?
SELECT
    (SELECT count(*) FROM sources WHERE superseded_by IS NULL) AS sources,
    (SELECT count(*) FROM sessions) AS sessions,
    (SELECT count(*) FROM (SELECT DISTINCT currency FROM sessions)) AS currencies,
    (SELECT coalesce(sum(deals), 0)::BIGINT FROM sessions) AS deals,
    (SELECT count(*) FROM stored.hand_codes JOIN stored.sessions USING (version) WHERE state = 1) AS hands,
    (SELECT coalesce(sum(events), 0)::BIGINT FROM sessions) AS events,
    (SELECT count(*) FROM rejected) AS rejected,
    (SELECT count(*) FROM findings) AS findings,
    (SELECT count(*) FROM findings WHERE severity = 'error') AS errors,
    (SELECT count(*) FROM findings WHERE severity = 'warning') AS warnings,
    (SELECT count(*) FROM findings WHERE severity = 'info') AS infos;
