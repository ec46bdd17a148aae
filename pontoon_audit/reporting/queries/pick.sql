-- From here on the history is only $sessions: under the names of its tables, their rows. Views over these tables, such as
-- banker_results, need not know. Results of players and sessions are worked out from codes, for all sessions at once:
-- they are in "won" and "sittings". Events stay where they are, being many; who asks for them names the sessions.
CREATE TEMP TABLE sessions AS FROM main.sessions WHERE session IN $sessions;
CREATE TEMP TABLE seats AS FROM main.seats WHERE session IN $sessions;
CREATE TEMP TABLE deals AS FROM main.deals WHERE session IN $sessions;
CREATE TEMP TABLE hands AS FROM main.hands WHERE session IN $sessions;
CREATE TEMP TABLE movements AS FROM main.movements WHERE session IN $sessions;
CREATE OR REPLACE TEMP TABLE kitty_moves AS -- seen from the kitty; shown are those of deals that are picked
SELECT session, event, deal, kind, settles, true AS shown, NULL::BIGINT AS at, CASE WHEN credit_kind = 'kitty' THEN recorded ELSE -recorded END AS recorded,
    CASE WHEN credit_kind = 'kitty' THEN due ELSE -due END AS due
FROM movements WHERE credit_kind = 'kitty' OR debit_kind = 'kitty';
CREATE TEMP TABLE settling AS FROM main.settling WHERE session IN $sessions;
CREATE TEMP TABLE findings AS FROM main.findings WHERE session IN $sessions;
CREATE TEMP TABLE rejected AS FROM main.rejected WHERE session IN $sessions;
