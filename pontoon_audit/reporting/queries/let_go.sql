-- The tables of the history are the whole history again.
DROP TABLE IF EXISTS temp.sessions;
DROP TABLE IF EXISTS temp.seats;
DROP TABLE IF EXISTS temp.deals;
DROP TABLE IF EXISTS temp.hands;
DROP TABLE IF EXISTS temp.events;
DROP TABLE IF EXISTS temp.movements;
DROP TABLE IF EXISTS temp.settling;
DROP TABLE IF EXISTS temp.findings;
DROP TABLE IF EXISTS temp.rejected;
