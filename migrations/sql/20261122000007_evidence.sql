-- Sending and its mails, the client's reading, evidence that outlives everything, notifications, and work for later.

-- Work for later waits here, not in the queue: it is released by the application's clock, which a schedule of the worker reads.
ALTER TABLE jobs DROP CONSTRAINT jobs_state_check;
ALTER TABLE jobs ADD CONSTRAINT jobs_state_check CHECK (state IN ('scheduled', 'queued', 'done', 'retrying', 'failed'));
ALTER TABLE jobs ADD COLUMN run_at timestamptz;
ALTER TABLE jobs ADD CONSTRAINT jobs_scheduled_has_time CHECK (state <> 'scheduled' OR run_at IS NOT NULL);
CREATE INDEX jobs_scheduled ON jobs (run_at) WHERE state = 'scheduled';
DROP TRIGGER jobs_enqueue ON jobs;
CREATE TRIGGER jobs_enqueue AFTER INSERT ON jobs FOR EACH ROW WHEN (NEW.state = 'queued') EXECUTE FUNCTION enqueue_job();
CREATE TRIGGER jobs_release AFTER UPDATE OF state ON jobs FOR EACH ROW
    WHEN (OLD.state = 'scheduled' AND NEW.state = 'queued') EXECUTE FUNCTION enqueue_job();
-- The schedule looks over every workspace for what is due, and sees of it when and whose.
CREATE POLICY schedule_reads ON jobs FOR SELECT TO proffer_system USING (workspace_id IS NOT NULL);
CREATE POLICY schedule_releases ON jobs FOR UPDATE TO proffer_system
    USING (workspace_id IS NOT NULL AND state = 'scheduled') WITH CHECK (workspace_id IS NOT NULL AND state = 'queued');
REVOKE SELECT ON jobs FROM proffer_system;
GRANT SELECT (workspace_id, id, state, run_at), UPDATE (state) ON jobs TO proffer_system;

ALTER TABLE workspaces ADD COLUMN countersign boolean NOT NULL DEFAULT false;
GRANT UPDATE (countersign) ON workspaces TO proffer_app;

-- To whom it went, and whether they are reminded. A link can be taken back while the proposal stays what it is.
ALTER TABLE proposals ADD COLUMN recipient_name text, ADD COLUMN recipient_email text,
    ADD COLUMN reminders boolean NOT NULL DEFAULT true;
ALTER TABLE proposals DROP CONSTRAINT proposals_sent_is_frozen;
ALTER TABLE proposals ADD CONSTRAINT proposals_sent_is_frozen CHECK (
    status NOT IN ('pending', 'in_review', 'accepted', 'rejected', 'expired') OR sent_revision_id IS NOT NULL);

-- The part of the document that a client's words are about.
ALTER TABLE chat_messages ADD COLUMN block_id uuid;

-- A mail about a proposal; the job of the same id says what became of it.
CREATE TABLE mails (
    workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
    id           uuid NOT NULL,
    proposal_id  uuid NOT NULL,
    kind         text NOT NULL CHECK (kind IN ('proposal', 'reminder', 'answer', 'evidence', 'notification')),
    to_name      text NOT NULL,
    to_email     text NOT NULL,
    subject      text NOT NULL,
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, id) REFERENCES jobs (workspace_id, id) ON DELETE CASCADE,
    FOREIGN KEY (workspace_id, proposal_id) REFERENCES proposals (workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX mails_proposal ON mails (workspace_id, proposal_id, created_at);

-- Every hit on a share link as it came, and what its page reported of the reading. What a hit was is worked out when it is
-- looked at, so a better rule counts the past again.
CREATE TABLE page_views (
    workspace_id    uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
    id              uuid NOT NULL,
    proposal_id     uuid NOT NULL,
    source          text NOT NULL CHECK (source IN ('document', 'reading')),
    revision_number integer,
    -- The browser as its page names itself, hashed; absent where no page ran.
    visitor         text,
    method          text NOT NULL,
    user_agent      text NOT NULL,
    -- Keyed and salted by the day: the same network is seen to be the same for a day, and never which it is.
    ip_hash         text NOT NULL,
    is_team         boolean NOT NULL,
    visible_ms      bigint NOT NULL DEFAULT 0 CHECK (visible_ms >= 0),
    interactions    integer NOT NULL DEFAULT 0 CHECK (interactions >= 0),
    -- Milliseconds in view by block id.
    sections        jsonb NOT NULL DEFAULT '{}',
    at              timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, proposal_id) REFERENCES proposals (workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX page_views_proposal ON page_views (workspace_id, proposal_id, at);

-- The workspace's own signature under what its client accepted.
CREATE TABLE countersignatures (
    workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
    id           uuid NOT NULL,
    proposal_id  uuid NOT NULL,
    signature_id uuid NOT NULL,
    record       jsonb NOT NULL,
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, id),
    CONSTRAINT countersignatures_one_per_proposal UNIQUE (workspace_id, proposal_id),
    FOREIGN KEY (workspace_id, signature_id) REFERENCES signatures (workspace_id, id)
);

-- What both sides were given: the evidence as canonical JSON, and the sealed PDF that carries it.
CREATE TABLE sealed_documents (
    workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
    id           uuid NOT NULL,
    proposal_id  uuid NOT NULL,
    signature_id uuid NOT NULL,
    evidence     text NOT NULL,
    pdf          bytea NOT NULL,
    sha256       text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, id),
    CONSTRAINT sealed_documents_one_per_proposal UNIQUE (workspace_id, proposal_id),
    FOREIGN KEY (workspace_id, signature_id) REFERENCES signatures (workspace_id, id)
);
CREATE TRIGGER countersignatures_are_frozen BEFORE UPDATE ON countersignatures FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER sealed_documents_are_frozen BEFORE UPDATE ON sealed_documents FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE notifications (
    workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
    id           uuid NOT NULL,
    user_id      uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- The job that told it: told again, it tells the same.
    cause_id     uuid NOT NULL,
    kind         text NOT NULL CHECK (kind IN ('viewed', 'changes_requested', 'signed', 'declined', 'expiring', 'expired',
                                               'member_joined')),
    proposal_id  uuid,
    -- What it is about, and who did it, by the names that people know them by.
    subject      text NOT NULL,
    actor        text,
    words        text,
    -- Somebody may want it by mail alone, or not at all. The row is there all the same: that it was told is remembered.
    listed       boolean NOT NULL DEFAULT true,
    created_at   timestamptz NOT NULL,
    read_at      timestamptz,
    PRIMARY KEY (workspace_id, id),
    CONSTRAINT notifications_told_once UNIQUE (workspace_id, user_id, cause_id),
    FOREIGN KEY (workspace_id, proposal_id) REFERENCES proposals (workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX notifications_list ON notifications (workspace_id, user_id, created_at DESC, id DESC) WHERE listed;
CREATE INDEX notifications_unread ON notifications (workspace_id, user_id) WHERE listed AND read_at IS NULL;
CREATE INDEX notifications_user ON notifications (user_id);

-- What somebody wants to hear of otherwise than everybody.
CREATE TABLE notification_preferences (
    workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
    user_id      uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind         text NOT NULL CHECK (kind IN ('viewed', 'changes_requested', 'signed', 'declined', 'expiring', 'expired',
                                               'member_joined')),
    in_app       boolean NOT NULL,
    by_mail      boolean NOT NULL,
    updated_at   timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, user_id, kind)
);
CREATE INDEX notification_preferences_user ON notification_preferences (user_id);

CREATE FUNCTION announce_notification() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN PERFORM pg_notify('notification', NEW.user_id::text); RETURN NULL; END $$;
CREATE TRIGGER notifications_announce AFTER INSERT OR UPDATE ON notifications
    FOR EACH ROW EXECUTE FUNCTION announce_notification();

DO $$
DECLARE t text;
BEGIN
    FOREACH t IN ARRAY ARRAY['mails', 'page_views', 'countersignatures', 'sealed_documents', 'notifications',
                             'notification_preferences']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
        EXECUTE format('CREATE POLICY tenant ON %I USING (workspace_id = (SELECT app_workspace_id()))
                        WITH CHECK (workspace_id = (SELECT app_workspace_id()))', t);
    END LOOP;
    FOREACH t IN ARRAY ARRAY['mails', 'page_views', 'countersignatures', 'sealed_documents']
    LOOP
        EXECUTE format('CREATE POLICY guest ON %I AS RESTRICTIVE
            USING (workspace_id = (SELECT app_workspace_id())
                   AND ((SELECT app_guest_proposal_id()) IS NULL OR proposal_id = (SELECT app_guest_proposal_id())))', t);
    END LOOP;
    -- Whom of the team something is told, and how, is nothing that a guest sees or decides.
    FOREACH t IN ARRAY ARRAY['notifications', 'notification_preferences']
    LOOP
        EXECUTE format('CREATE POLICY guest ON %I AS RESTRICTIVE
            USING (workspace_id = (SELECT app_workspace_id()) AND (SELECT app_guest_proposal_id()) IS NULL)', t);
    END LOOP;
END $$;
GRANT SELECT, INSERT ON mails, countersignatures, sealed_documents TO proffer_app;
GRANT SELECT, INSERT, UPDATE ON page_views, notifications, notification_preferences TO proffer_app;
-- A person's export reads their own, workspace by workspace.
GRANT SELECT ON notifications, notification_preferences TO proffer_system;
