-- Roles of a fleet's database, for psql as its owner, after `ufo jobs list --database …` was called once by the owner, which makes
-- the tables. A submitter and a worker of all queues:
--   psql -v worker=ufo_worker -v queues='' -f deploy/roles.sql
-- A worker that sees the tasks of its own queues alone, by the engine's names of them, with a password given by \password:
--   psql -v worker=ufo_office -v queues='desktops-office,desktops-office+alone' -f deploy/roles.sql
\set ON_ERROR_STOP on
SELECT format('CREATE ROLE %I LOGIN', :'worker') WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = :'worker') \gexec

GRANT USAGE ON SCHEMA dbos, public TO :"worker";
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA dbos TO :"worker";
GRANT SELECT, INSERT, UPDATE, DELETE ON ufo_fleet, ufo_worker, ufo_attempt, ufo_question, ufo_pace TO :"worker";
GRANT USAGE ON ALL SEQUENCES IN SCHEMA dbos TO :"worker";
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA dbos TO :"worker";
