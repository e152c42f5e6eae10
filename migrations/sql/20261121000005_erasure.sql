-- The end of an account and of the workspaces it alone owns.
--
-- Evidence (revisions, signatures, audit_events) and the audit log are written once: no role may update or delete their rows,
-- and triggers refuse it to the owner of the tables as well. A workspace as a whole can end, though, and takes everything
-- with it. That is the one way, and it is a function: it deletes the row of the workspace that the transaction has entered,
-- and the foreign keys do the rest.

-- A row of evidence goes only after its workspace has gone: in the cascade that follows, never by itself. The cascade
-- runs after the workspace's row is deleted, so the row's absence is what tells the two apart.
CREATE FUNCTION refuse_single_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM workspaces WHERE workspace_id = OLD.workspace_id) THEN
        RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN OLD;
END $$;
CREATE TRIGGER revisions_stay BEFORE DELETE ON revisions FOR EACH ROW EXECUTE FUNCTION refuse_single_deletion();
CREATE TRIGGER signatures_stay BEFORE DELETE ON signatures FOR EACH ROW EXECUTE FUNCTION refuse_single_deletion();
CREATE TRIGGER audit_events_stay BEFORE DELETE ON audit_events FOR EACH ROW EXECUTE FUNCTION refuse_single_deletion();
CREATE TRIGGER audit_log_lines_stay BEFORE DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_single_deletion();

-- Deletes the workspace that the transaction has entered, with everything in it; says whether it did. It does not while
-- anybody but its owner is an active member. Runs as the owner of the tables, still under row-level security (which is
-- forced), so no other workspace can be meant. The members' rows are locked before they are counted: whoever is just
-- accepting an invitation either is counted or finds the invitation gone.
CREATE FUNCTION erase_workspace() RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
    erased integer;
BEGIN
    PERFORM 1 FROM workspaces WHERE workspace_id = app_workspace_id() FOR UPDATE;
    PERFORM 1 FROM team_members WHERE workspace_id = app_workspace_id() FOR UPDATE;
    DELETE FROM workspaces w
    WHERE w.workspace_id = app_workspace_id()
      AND NOT EXISTS (SELECT 1 FROM team_members m
                      WHERE m.workspace_id = w.workspace_id AND m.status = 'active' AND m.user_id IS DISTINCT FROM w.owner_id);
    GET DIAGNOSTICS erased = ROW_COUNT;
    RETURN erased = 1;
END $$;
REVOKE ALL ON FUNCTION erase_workspace() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_workspace() TO proffer_system;

-- A person can be deleted once they own nothing: workspaces.owner_id refuses it before.
GRANT DELETE ON users TO proffer_system;

-- What is still to be done for somebody who is no longer there: to tell them, and to remove their files. A job proper is a
-- row of a workspace, and theirs has gone. The row goes when the work is done.
CREATE TABLE farewells (
    id         uuid PRIMARY KEY,
    email      text NOT NULL,
    first_name text NOT NULL,
    -- Keys in the object storage.
    objects    jsonb NOT NULL CHECK (jsonb_typeof(objects) = 'array'),
    mailed_at  timestamptz,
    created_at timestamptz NOT NULL
);
CREATE FUNCTION enqueue_farewell() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
    PERFORM graphile_worker.add_job(
        identifier   => 'bid_farewell',
        payload      => json_build_object('farewellId', NEW.id),
        max_attempts => 12::smallint);
    RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION enqueue_farewell() FROM PUBLIC;
CREATE TRIGGER farewells_enqueue AFTER INSERT ON farewells FOR EACH ROW EXECUTE FUNCTION enqueue_farewell();
GRANT SELECT, INSERT, UPDATE, DELETE ON farewells TO proffer_system;
