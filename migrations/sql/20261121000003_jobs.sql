-- Work that happens after a commit. The payload lives here under row-level security; the queue proper
-- (schema graphile_worker) holds ids alone, so no tenant's words lie in a shared table.

CREATE TABLE jobs (
    workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
    id           uuid NOT NULL,
    task         text NOT NULL,
    payload      jsonb NOT NULL,
    state        text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'done', 'retrying', 'failed')),
    attempts     integer NOT NULL DEFAULT 0,
    max_attempts integer NOT NULL DEFAULT 12 CHECK (max_attempts BETWEEN 1 AND 50),
    last_error   text,
    created_at   timestamptz NOT NULL,
    finished_at  timestamptz,
    PRIMARY KEY (workspace_id, id)
);
CREATE INDEX jobs_open ON jobs (workspace_id, state) WHERE state <> 'done';

ALTER TABLE jobs ENABLE ROW LEVEL SECURITY;
ALTER TABLE jobs FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON jobs
    USING (workspace_id = (SELECT app_workspace_id()))
    WITH CHECK (workspace_id = (SELECT app_workspace_id()));

-- Runs as the owner, inside the causing transaction: a job is queued exactly when its cause commits,
-- and always for the tenant that the row-level check has just accepted.
CREATE FUNCTION enqueue_job() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
    PERFORM graphile_worker.add_job(
        identifier   => NEW.task,
        payload      => json_build_object('workspaceId', NEW.workspace_id, 'jobId', NEW.id),
        max_attempts => NEW.max_attempts::smallint);
    RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION enqueue_job() FROM PUBLIC;
CREATE TRIGGER jobs_enqueue AFTER INSERT ON jobs FOR EACH ROW EXECUTE FUNCTION enqueue_job();

GRANT SELECT, INSERT, UPDATE ON jobs TO proffer_app;
GRANT SELECT, INSERT ON jobs TO proffer_system;
GRANT USAGE ON SCHEMA public TO proffer_app, proffer_system;
