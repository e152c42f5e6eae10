-- Files that people bring, what is made of them, clients read from their websites and from files.

-- A file that a browser puts straight into the object storage. Nothing of it is ever served: what is made of it is an object.
CREATE TABLE uploads (
    workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
    id           uuid NOT NULL,
    created_by   uuid NOT NULL,
    object_key   text NOT NULL,
    -- What its address was signed for; absent where the caller named none.
    content_type text,
    byte_size    bigint CHECK (byte_size > 0),
    -- The storage's own name of an upload in parts.
    multipart_id text,
    created_at   timestamptz NOT NULL,
    -- When what nobody has used is removed.
    expires_at   timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, id)
);

-- A picture made from an upload or a website: checked, without anything else its file held, and never changed.
CREATE TABLE objects (
    workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
    id           uuid NOT NULL,
    created_by   uuid NOT NULL,
    kind         text NOT NULL CHECK (kind IN ('company_logo', 'client_logo')),
    content_type text NOT NULL,
    byte_size    bigint NOT NULL CHECK (byte_size > 0),
    width        integer NOT NULL CHECK (width > 0),
    height       integer NOT NULL CHECK (height > 0),
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, id)
);

-- What came of reading a client's website.
ALTER TABLE clients ADD COLUMN enrichment text NOT NULL DEFAULT 'none'
        CHECK (enrichment IN ('none', 'waiting', 'done', 'failed')),
    ADD COLUMN enrichment_problem text,
    ADD COLUMN enriched_at timestamptz;
-- Who is brought in again is found by their address.
CREATE INDEX clients_email ON clients (workspace_id, email);

-- A file of clients on its way in.
CREATE TABLE client_imports (
    workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
    id           uuid NOT NULL,
    created_by   uuid NOT NULL,
    file_name    text NOT NULL,
    object_key   text NOT NULL,
    -- The names of its columns, as they stand in its first line.
    columns      jsonb NOT NULL,
    -- Its first lines below them.
    sample       jsonb NOT NULL,
    row_count    integer NOT NULL CHECK (row_count >= 0),
    -- Which column each field is read from, and what becomes of clients who are there already; set when it is begun.
    mapping      jsonb,
    duplicates   text CHECK (duplicates IN ('skip', 'update', 'add')),
    state        text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'failed')),
    processed    integer NOT NULL DEFAULT 0,
    added        integer NOT NULL DEFAULT 0,
    updated      integer NOT NULL DEFAULT 0,
    skipped      integer NOT NULL DEFAULT 0,
    problem      text,
    created_at   timestamptz NOT NULL,
    finished_at  timestamptz,
    PRIMARY KEY (workspace_id, id),
    CONSTRAINT client_imports_begun_is_complete CHECK (state = 'waiting' OR (mapping IS NOT NULL AND duplicates IS NOT NULL))
);

-- A line of it that was left out, as it stood, and why.
CREATE TABLE client_import_rows (
    workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
    import_id    uuid NOT NULL,
    line         integer NOT NULL CHECK (line > 0),
    field        text,
    code         text NOT NULL,
    message      text NOT NULL,
    cells        jsonb NOT NULL,
    PRIMARY KEY (workspace_id, import_id, line),
    FOREIGN KEY (workspace_id, import_id) REFERENCES client_imports (workspace_id, id) ON DELETE CASCADE
);

DO $$
DECLARE t text;
BEGIN
    FOREACH t IN ARRAY ARRAY['uploads', 'objects', 'client_imports', 'client_import_rows']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
        EXECUTE format('CREATE POLICY tenant ON %I USING (workspace_id = (SELECT app_workspace_id()))
                        WITH CHECK (workspace_id = (SELECT app_workspace_id()))', t);
    END LOOP;
    -- A guest sees pictures, such as the logo above the proposal, and nothing else of these.
    FOREACH t IN ARRAY ARRAY['uploads', 'client_imports', 'client_import_rows']
    LOOP
        EXECUTE format('CREATE POLICY guest ON %I AS RESTRICTIVE
            USING (workspace_id = (SELECT app_workspace_id()) AND (SELECT app_guest_proposal_id()) IS NULL)', t);
    END LOOP;
    CREATE POLICY guest ON objects AS RESTRICTIVE
        USING (workspace_id = (SELECT app_workspace_id())
               AND ((SELECT app_guest_proposal_id()) IS NULL OR kind = 'company_logo'));
END $$;
GRANT SELECT, INSERT, UPDATE, DELETE ON uploads, client_imports TO proffer_app;
GRANT SELECT, INSERT, DELETE ON objects, client_import_rows TO proffer_app;

-- A setting of the site may also be a switch.
ALTER TABLE admin_settings DROP CONSTRAINT admin_settings_setting_type_check,
    ADD CHECK (setting_type IN ('prompt', 'prices', 'template', 'switch'));
