-- What is not kept for ever: who takes it away, and that it is done once a day.
SET LOCAL lock_timeout = '3s';
SET LOCAL statement_timeout = '30s';

-- A day on which a worker has begun to look for what has had its time; of several workers the first to write it looks.
CREATE TABLE sweeps (
    day date PRIMARY KEY
);
GRANT SELECT, INSERT, DELETE ON sweeps TO proffer_system;

-- The system role takes away what is old in the workspace that it has entered, and reads for that how old it is.
GRANT DELETE ON jobs, notifications, contact_messages TO proffer_system;
GRANT SELECT (workspace_id, id) ON mails TO proffer_system;
GRANT SELECT (workspace_id, id, at), DELETE ON page_views TO proffer_system;
GRANT SELECT (workspace_id, id, finished_at), DELETE ON client_imports TO proffer_system;
