-- What a workspace owns: its company, clients and proposals, with everything that hangs on a proposal.

CREATE TABLE companies (
    workspace_id         uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
    id                   uuid NOT NULL,
    created_by           uuid NOT NULL,
    name                 text NOT NULL,
    logo_url             text,
    website_url          text,
    phone                text,
    about_us             text,
    why_work_with_us     text,
    how_we_work          text,
    what_we_offer        text,
    testimonials         text,
    case_studies_link    text,
    certifications       jsonb NOT NULL DEFAULT '[]',
    awards               jsonb NOT NULL DEFAULT '[]',
    years_in_business    text,
    team_size            text,
    industry_recognitions text,
    guarantees_offered   text,
    client_logos_url     text,
    success_metrics      text,
    custom_ai_rules      text,
    terms_and_conditions text,
    created_at           timestamptz NOT NULL,
    updated_at           timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, id),
    CONSTRAINT companies_workspace_key UNIQUE (workspace_id)
);

CREATE TABLE clients (
    workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
    id           uuid NOT NULL,
    created_by   uuid NOT NULL,
    company_name text NOT NULL,
    first_name   text NOT NULL,
    last_name    text NOT NULL,
    email        text NOT NULL,
    phone        text,
    address      text,
    website_url  text,
    logo_url     text,
    description  text,
    scraped_info jsonb,
    created_at   timestamptz NOT NULL,
    updated_at   timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, id)
);

CREATE TABLE proposals (
    workspace_id       uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
    id                 uuid NOT NULL,
    client_id          uuid NOT NULL,
    created_by         uuid NOT NULL,
    title              text NOT NULL,
    subtitle           text,
    html_content       text NOT NULL CHECK (octet_length(html_content) <= 1048576),
    pricing            jsonb NOT NULL,
    -- Every numeric(10, 2), and the third decimal of currencies such as KWD.
    total_amount       numeric(11, 3) NOT NULL DEFAULT 0,
    currency           text NOT NULL DEFAULT 'USD' CHECK (currency ~ '^[A-Z]{3}$'),
    status             text NOT NULL DEFAULT 'draft'
                       CHECK (status IN ('draft', 'pending', 'in_review', 'accepted', 'rejected', 'expired', 'signed')),
    version            bigint NOT NULL DEFAULT 1,
    share_token        text,
    valid_until        timestamptz,
    client_context     text NOT NULL,
    proposed_solution  text NOT NULL,
    pricing_details    text NOT NULL,
    additional_notes   text,
    sent_revision_id   uuid,
    signed_at          timestamptz,
    client_signature   text,
    signed_by_name     text,
    signed_by_email    text,
    decided_at         timestamptz,
    company_snapshot   jsonb,
    assistant          text NOT NULL DEFAULT 'offline' CHECK (assistant IN ('offline', 'model')),
    created_at         timestamptz NOT NULL,
    updated_at         timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, client_id) REFERENCES clients (workspace_id, id) ON DELETE CASCADE,
    CONSTRAINT proposals_share_token_key UNIQUE (workspace_id, share_token),
    -- Impossible rows stay impossible, from whatever hand the write comes.
    CONSTRAINT proposals_sent_is_frozen CHECK (
        status NOT IN ('pending', 'in_review', 'accepted', 'rejected', 'expired')
        OR (sent_revision_id IS NOT NULL AND share_token IS NOT NULL)),
    CONSTRAINT proposals_signed_is_complete CHECK (
        (status IN ('signed', 'accepted'))
        = (signed_at IS NOT NULL AND signed_by_name IS NOT NULL AND signed_by_email IS NOT NULL
           AND client_signature IS NOT NULL)),
    CONSTRAINT proposals_decided_has_time CHECK (
        (status IN ('signed', 'accepted', 'rejected')) = (decided_at IS NOT NULL))
);
CREATE INDEX proposals_list ON proposals (workspace_id, created_at DESC, id DESC);
CREATE INDEX proposals_client ON proposals (workspace_id, client_id);

-- What was sent, frozen: the text is the canonical JSON whose SHA-256 the client signs.
CREATE TABLE revisions (
    workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
    id           uuid NOT NULL,
    proposal_id  uuid NOT NULL,
    number       integer NOT NULL CHECK (number > 0),
    canonical    text NOT NULL,
    sha256       text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
    created_by   uuid NOT NULL,
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, id),
    CONSTRAINT revisions_number_key UNIQUE (workspace_id, proposal_id, number)
);

-- Evidence outlives the proposal it speaks of, hence no foreign key to it.
CREATE TABLE signatures (
    workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
    id           uuid NOT NULL,
    proposal_id  uuid NOT NULL,
    revision_id  uuid NOT NULL,
    record       jsonb NOT NULL,
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, id),
    CONSTRAINT signatures_one_per_proposal UNIQUE (workspace_id, proposal_id),
    FOREIGN KEY (workspace_id, revision_id) REFERENCES revisions (workspace_id, id)
);

CREATE TABLE audit_events (
    workspace_id  uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
    id            uuid NOT NULL,
    proposal_id   uuid NOT NULL,
    sequence      integer NOT NULL CHECK (sequence > 0),
    kind          text NOT NULL,
    actor         jsonb NOT NULL,
    payload       jsonb NOT NULL,
    previous_hash text NOT NULL,
    hash          text NOT NULL,
    at            timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, id),
    CONSTRAINT audit_events_sequence_key UNIQUE (workspace_id, proposal_id, sequence)
);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END $$;
CREATE TRIGGER revisions_are_frozen BEFORE UPDATE ON revisions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER signatures_are_frozen BEFORE UPDATE ON signatures FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_events_are_frozen BEFORE UPDATE ON audit_events FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE chat_messages (
    workspace_id          uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
    id                    uuid NOT NULL,
    proposal_id           uuid NOT NULL,
    role                  text NOT NULL CHECK (role IN ('user', 'assistant')),
    content               text NOT NULL,
    sender_name           text,
    sender_email          text,
    previous_html_content text,
    made_changes          boolean NOT NULL DEFAULT false,
    created_at            timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, proposal_id) REFERENCES proposals (workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX chat_messages_proposal ON chat_messages (workspace_id, proposal_id, created_at);

-- The drafting of a proposal: one row each, moved on by the job, watched by the screen.
CREATE TABLE draftings (
    workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
    proposal_id  uuid NOT NULL,
    requested_by uuid NOT NULL,
    status       text NOT NULL CHECK (status IN ('queued', 'running', 'done', 'failed')),
    stage        text NOT NULL CHECK (stage IN ('analyzing', 'structure', 'pricing', 'timeline', 'finalizing')),
    progress     integer NOT NULL CHECK (progress BETWEEN 0 AND 100),
    code         text,
    message      text,
    updated_at   timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, proposal_id),
    FOREIGN KEY (workspace_id, proposal_id) REFERENCES proposals (workspace_id, id) ON DELETE CASCADE
);
CREATE FUNCTION announce_drafting() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN PERFORM pg_notify('drafting', NEW.proposal_id::text); RETURN NULL; END $$;
CREATE TRIGGER draftings_announce AFTER INSERT OR UPDATE ON draftings
    FOR EACH ROW EXECUTE FUNCTION announce_drafting();

CREATE TABLE user_usage (
    workspace_id        uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
    id                  uuid NOT NULL,
    user_id             uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    month               text NOT NULL CHECK (month ~ '^\d{4}-\d{2}$'),
    total_tokens_used   bigint NOT NULL DEFAULT 0,
    input_tokens_used   bigint NOT NULL DEFAULT 0,
    output_tokens_used  bigint NOT NULL DEFAULT 0,
    total_cost_usd      numeric(10, 4) NOT NULL DEFAULT 0,
    reserved_cost_usd   numeric(10, 4) NOT NULL DEFAULT 0 CHECK (reserved_cost_usd >= 0),
    request_count       integer NOT NULL DEFAULT 0,
    is_blocked          boolean NOT NULL DEFAULT false,
    last_usage_at       timestamptz,
    created_at          timestamptz NOT NULL,
    updated_at          timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, id),
    CONSTRAINT user_usage_month_key UNIQUE (workspace_id, user_id, month)
);

-- A reservation left behind by a killed process is released once it is old.
CREATE TABLE usage_reservations (
    workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
    id           uuid NOT NULL,
    usage_id     uuid NOT NULL,
    cost_usd     numeric(10, 4) NOT NULL CHECK (cost_usd >= 0),
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, usage_id) REFERENCES user_usage (workspace_id, id) ON DELETE CASCADE
);

DO $$
DECLARE t text;
BEGIN
    FOREACH t IN ARRAY ARRAY['companies', 'clients', 'proposals', 'revisions', 'signatures', 'audit_events',
                             'chat_messages', 'draftings', 'user_usage', 'usage_reservations']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
        EXECUTE format('CREATE POLICY tenant ON %I USING (workspace_id = (SELECT app_workspace_id()))
                        WITH CHECK (workspace_id = (SELECT app_workspace_id()))', t);
    END LOOP;
    -- A guest's link opens one proposal, not its workspace.
    FOREACH t IN ARRAY ARRAY['revisions', 'signatures', 'audit_events', 'chat_messages', 'draftings']
    LOOP
        EXECUTE format('CREATE POLICY guest ON %I AS RESTRICTIVE
            USING (workspace_id = (SELECT app_workspace_id())
                   AND ((SELECT app_guest_proposal_id()) IS NULL OR proposal_id = (SELECT app_guest_proposal_id())))', t);
    END LOOP;
END $$;
CREATE POLICY guest ON proposals AS RESTRICTIVE
    USING (workspace_id = (SELECT app_workspace_id())
           AND ((SELECT app_guest_proposal_id()) IS NULL OR id = (SELECT app_guest_proposal_id())));
CREATE POLICY guest ON clients AS RESTRICTIVE
    USING (workspace_id = (SELECT app_workspace_id())
           AND ((SELECT app_guest_proposal_id()) IS NULL
                OR id = (SELECT p.client_id FROM proposals p
                         WHERE p.workspace_id = (SELECT app_workspace_id())
                           AND p.id = (SELECT app_guest_proposal_id()))));

GRANT SELECT, INSERT, UPDATE, DELETE ON companies, clients, proposals, draftings, chat_messages, usage_reservations TO proffer_app;
GRANT SELECT, INSERT, UPDATE ON user_usage TO proffer_app;
GRANT SELECT, INSERT ON revisions, signatures, audit_events TO proffer_app;

-- The way from a share token to its proposal, before any tenant is known. Kept true by the trigger alone.
CREATE TABLE share_tokens (
    token           text CONSTRAINT share_tokens_pkey PRIMARY KEY CHECK (token ~ '^[A-Za-z0-9_-]{21}$'),
    owner_workspace uuid NOT NULL,
    proposal_id     uuid NOT NULL
);
CREATE FUNCTION sync_share_token() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
    IF TG_OP <> 'INSERT' AND OLD.share_token IS NOT NULL
       AND (TG_OP = 'DELETE' OR OLD.share_token IS DISTINCT FROM NEW.share_token) THEN
        DELETE FROM share_tokens WHERE token = OLD.share_token;
    END IF;
    IF TG_OP <> 'DELETE' AND NEW.share_token IS NOT NULL
       AND (TG_OP = 'INSERT' OR OLD.share_token IS DISTINCT FROM NEW.share_token) THEN
        INSERT INTO share_tokens (token, owner_workspace, proposal_id)
        VALUES (NEW.share_token, NEW.workspace_id, NEW.id);
    END IF;
    RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION sync_share_token() FROM PUBLIC;
CREATE TRIGGER proposals_share_token AFTER INSERT OR UPDATE OF share_token OR DELETE ON proposals
    FOR EACH ROW EXECUTE FUNCTION sync_share_token();
GRANT SELECT ON share_tokens TO proffer_system;
