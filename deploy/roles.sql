-- A role for workers, for psql as the owner of a fleet's database, which `ufo jobs list` has made the tables in as that owner:
--   psql -v role=ufo_worker -v classes='' -f deploy/roles.sql fleet
-- plays tasks of all queues. One that sees the tasks of its own queues alone, their requests, questions and workers:
--   psql -v role=ufo_office -v classes='office' -f deploy/roles.sql fleet      (then: ufo worker --queue office)
-- Several are written 'office,lab'. Call it again after an update of ufo. Give a password by: \password ufo_office
-- What is submitted again and again is fired by a worker of all queues.
\set ON_ERROR_STOP on
SET client_min_messages = warning;
BEGIN;
SELECT format('CREATE ROLE %I LOGIN', :'role') WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = :'role') \gexec

GRANT USAGE ON SCHEMA dbos, public TO :"role";
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA dbos TO :"role";
GRANT SELECT, INSERT, UPDATE, DELETE ON public.ufo_fleet, public.ufo_worker, public.ufo_attempt, public.ufo_question, public.ufo_pace, public.ufo_alone TO :"role";
GRANT USAGE ON ALL SEQUENCES IN SCHEMA dbos TO :"role";
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA dbos TO :"role";

-- Which rows a role sees. A worker that does not see another one's tasks must not see that worker either, or it would take it over.
CREATE TEMPORARY TABLE ufo_rows ON COMMIT DROP AS
SELECT place, CASE WHEN :'classes' = '' THEN 'true' ELSE sees END AS sees
FROM (VALUES
  ('dbos.workflow_status', format(
    'queue_name = ANY (%L)',
    (SELECT array_agg('desktops-' || class || suffix) FROM unnest(string_to_array(:'classes', ',')) AS class, unnest(ARRAY['', '+alone']) AS suffix))),
  ('dbos.workflow_schedules', 'false'),
  ('dbos.workflow_input', 'EXISTS (SELECT FROM dbos.workflow_status AS s WHERE s.workflow_uuid = workflow_input.workflow_uuid)'),
  ('dbos.workflow_output', 'EXISTS (SELECT FROM dbos.workflow_status AS s WHERE s.workflow_uuid = workflow_output.workflow_uuid)'),
  ('dbos.operation_outputs', 'EXISTS (SELECT FROM dbos.workflow_status AS s WHERE s.workflow_uuid = operation_outputs.workflow_uuid)'),
  ('dbos.workflow_events', 'EXISTS (SELECT FROM dbos.workflow_status AS s WHERE s.workflow_uuid = workflow_events.workflow_uuid)'),
  ('dbos.workflow_events_history', 'EXISTS (SELECT FROM dbos.workflow_status AS s WHERE s.workflow_uuid = workflow_events_history.workflow_uuid)'),
  ('dbos.streams', 'EXISTS (SELECT FROM dbos.workflow_status AS s WHERE s.workflow_uuid = streams.workflow_uuid)'),
  ('dbos.notifications', 'EXISTS (SELECT FROM dbos.workflow_status AS s WHERE s.workflow_uuid = notifications.destination_uuid)'),
  ('public.ufo_attempt', 'EXISTS (SELECT FROM dbos.workflow_status AS s WHERE s.workflow_uuid = ufo_attempt.attempt)'),
  ('public.ufo_question', 'EXISTS (SELECT FROM dbos.workflow_status AS s WHERE s.workflow_uuid = ufo_question.attempt)'),
  ('public.ufo_worker', format('string_to_array(queues, %L) <@ string_to_array(%L, %L)', ',', :'classes', ','))
) AS rows (place, sees);
SELECT format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', place) FROM ufo_rows \gexec
SELECT format('DROP POLICY IF EXISTS %I ON %s', :'role', place) FROM ufo_rows \gexec
SELECT format('CREATE POLICY %I ON %s TO %I USING (%s) WITH CHECK (true)', :'role', place, :'role', sees) FROM ufo_rows \gexec
COMMIT;
