-- The document engine: every change as a patch, the assistant's turns, what a person stands behind, designs, and the settings
-- of the site.

-- A design of its own, where it has one: template, colours, font, layout and CSS. Without it the workspace's is used.
ALTER TABLE proposals ADD COLUMN design jsonb;

-- Every change of a proposal's words and prices, in order: what each block was before and after it. The number is the version
-- that it made, so that any version can be read by going back from the newest.
CREATE TABLE patches (
    workspace_id  uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
    id            uuid NOT NULL,
    proposal_id   uuid NOT NULL,
    number        bigint NOT NULL CHECK (number > 1),
    -- As in the audit trail: a member, an integration, the assistant, or the product itself.
    author        jsonb NOT NULL,
    author_name   text NOT NULL,
    cause         text NOT NULL CHECK (cause IN ('edit', 'pricing', 'confirm', 'draft', 'chat', 'revert', 'review', 'refresh', 'restore', 'copy', 'remove_claim')),
    restored      bigint,
    patch         jsonb NOT NULL,
    -- The headings of what it touched, so that a list need not read what can be a megabyte each.
    touched       jsonb NOT NULL,
    -- The claims that came in with this change. What a person typed is a source to trace them to; what the assistant wrote
    -- first does not become a person's by being put back.
    claims        jsonb NOT NULL DEFAULT '[]',
    created_at    timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, id),
    CONSTRAINT patches_number_key UNIQUE (workspace_id, proposal_id, number),
    FOREIGN KEY (workspace_id, proposal_id) REFERENCES proposals (workspace_id, id) ON DELETE CASCADE
);
CREATE TRIGGER patches_are_frozen BEFORE UPDATE ON patches FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- A message of the assistant that changed something points at its patch; `review` says of each block whether a person kept or
-- refused the change.
ALTER TABLE chat_messages
    ADD COLUMN patch_id uuid,
    ADD COLUMN review jsonb NOT NULL DEFAULT '{}',
    ADD COLUMN reverted_at timestamptz,
    ADD COLUMN written_by uuid,
    ADD CONSTRAINT chat_messages_patch FOREIGN KEY (workspace_id, patch_id) REFERENCES patches (workspace_id, id) ON DELETE CASCADE;

-- One question to the assistant and what came of it. Its id is the caller's, so that asking again after a lost connection finds
-- the same turn and is not paid for twice.
CREATE TABLE chat_turns (
    workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
    id           uuid NOT NULL,
    proposal_id  uuid NOT NULL,
    asked_by     uuid NOT NULL,
    question_id  uuid NOT NULL,
    answer_id    uuid,
    status       text NOT NULL CHECK (status IN ('running', 'done', 'failed')),
    code         text,
    message      text,
    created_at   timestamptz NOT NULL,
    updated_at   timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, proposal_id) REFERENCES proposals (workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX chat_turns_proposal ON chat_turns (workspace_id, proposal_id, created_at);
CREATE FUNCTION announce_chat_turn() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN PERFORM pg_notify('chat_turn', NEW.id::text); RETURN NULL; END $$;
CREATE TRIGGER chat_turns_announce AFTER UPDATE ON chat_turns FOR EACH ROW EXECUTE FUNCTION announce_chat_turn();

-- "Accept as mine": a person stands behind a claim that no input backs.
CREATE TABLE claim_acceptances (
    workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
    id           uuid NOT NULL,
    proposal_id  uuid NOT NULL,
    block_id     uuid NOT NULL,
    claim        text NOT NULL,
    accepted_by  uuid NOT NULL,
    name         text NOT NULL,
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, id),
    CONSTRAINT claim_acceptances_key UNIQUE (workspace_id, proposal_id, block_id, claim),
    FOREIGN KEY (workspace_id, proposal_id) REFERENCES proposals (workspace_id, id) ON DELETE CASCADE
);

-- How a workspace's proposals look. One row per template that was ever chosen; one of them is in use.
CREATE TABLE template_preferences (
    workspace_id    uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
    id              uuid NOT NULL,
    template_id     uuid NOT NULL,
    chosen_by       uuid NOT NULL,
    primary_color   text NOT NULL,
    secondary_color text,
    accent_color    text,
    layout_style    text NOT NULL DEFAULT 'default',
    font_family     text NOT NULL DEFAULT 'Segoe UI',
    custom_css      text,
    is_active       boolean NOT NULL DEFAULT true,
    created_at      timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, id),
    CONSTRAINT template_preferences_key UNIQUE (workspace_id, template_id)
);
CREATE UNIQUE INDEX template_preferences_one_active ON template_preferences (workspace_id) WHERE is_active;

DO $$
DECLARE t text;
BEGIN
    FOREACH t IN ARRAY ARRAY['patches', 'chat_turns', 'claim_acceptances', 'template_preferences']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
        EXECUTE format('CREATE POLICY tenant ON %I USING (workspace_id = (SELECT app_workspace_id()))
                        WITH CHECK (workspace_id = (SELECT app_workspace_id()))', t);
    END LOOP;
    -- How a proposal came about is the team's business: a guest sees none of it. How it looks is not: a preview is shown with it.
    FOREACH t IN ARRAY ARRAY['patches', 'chat_turns', 'claim_acceptances']
    LOOP
        EXECUTE format('CREATE POLICY guest ON %I AS RESTRICTIVE
            USING (workspace_id = (SELECT app_workspace_id()) AND (SELECT app_guest_proposal_id()) IS NULL)', t);
    END LOOP;
END $$;
GRANT SELECT, INSERT ON patches TO proffer_app;
GRANT SELECT, INSERT, UPDATE ON chat_turns, template_preferences TO proffer_app;
GRANT SELECT, INSERT, DELETE ON claim_acceptances TO proffer_app;

-- The site's settings: prompts and model prices, each with every value it ever had. They belong to no workspace.
CREATE TABLE admin_settings (
    setting_key         text PRIMARY KEY,
    id                  uuid NOT NULL,
    setting_name        text NOT NULL,
    setting_description text,
    setting_value       text NOT NULL,
    setting_type        text NOT NULL CHECK (setting_type IN ('prompt', 'prices', 'template')),
    is_active           boolean NOT NULL DEFAULT true,
    version             integer NOT NULL DEFAULT 1,
    created_at          timestamptz NOT NULL,
    updated_at          timestamptz NOT NULL
);
CREATE TABLE admin_setting_versions (
    setting_key   text NOT NULL REFERENCES admin_settings ON DELETE CASCADE,
    version       integer NOT NULL,
    setting_value text NOT NULL,
    -- Who wrote it; empty for the product's own text.
    changed_by    uuid REFERENCES users (id) ON DELETE SET NULL,
    created_at    timestamptz NOT NULL,
    PRIMARY KEY (setting_key, version)
);
CREATE TRIGGER admin_setting_versions_are_kept BEFORE UPDATE OF setting_key, version, setting_value, created_at
    ON admin_setting_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT, UPDATE ON admin_settings TO proffer_system;
GRANT SELECT, INSERT ON admin_setting_versions TO proffer_system;

-- Searching proposals: the words of title, subtitle and client, one row each. Under row-level security only leakproof operators become
-- index conditions; comparing text is one, matching a pattern is not. So a word is found by the range of words that begin with
-- what was typed.
CREATE TABLE proposal_words (
    workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
    word         text COLLATE "C" NOT NULL,
    proposal_id  uuid NOT NULL,
    PRIMARY KEY (workspace_id, word, proposal_id),
    FOREIGN KEY (workspace_id, proposal_id) REFERENCES proposals (workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX proposal_words_proposal ON proposal_words (workspace_id, proposal_id);
ALTER TABLE proposal_words ENABLE ROW LEVEL SECURITY;
ALTER TABLE proposal_words FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON proposal_words USING (workspace_id = (SELECT app_workspace_id()))
    WITH CHECK (workspace_id = (SELECT app_workspace_id()));
CREATE POLICY guest ON proposal_words AS RESTRICTIVE
    USING (workspace_id = (SELECT app_workspace_id()) AND (SELECT app_guest_proposal_id()) IS NULL);
GRANT SELECT, INSERT, DELETE ON proposal_words TO proffer_app;

-- Lower case, without accents, letters and digits alone, each word once and no longer than an index takes.
CREATE FUNCTION words_of(words text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(array_agg(DISTINCT left(word, 100)), '{}')
    FROM regexp_split_to_table(regexp_replace(normalize(lower(words), NFKD), '[\u0300-\u036f]', '', 'g'), '[^[:alnum:]]+') AS word
    WHERE word <> ''
$$;

CREATE FUNCTION index_proposal(workspace uuid, proposal uuid) RETURNS void LANGUAGE sql AS $$
    DELETE FROM proposal_words WHERE workspace_id = workspace AND proposal_id = proposal;
    INSERT INTO proposal_words (workspace_id, word, proposal_id)
    SELECT p.workspace_id, word, p.id
    FROM proposals p
    JOIN clients c ON c.workspace_id = p.workspace_id AND c.id = p.client_id,
    unnest(words_of(concat_ws(' ', p.title, p.subtitle, c.company_name, c.first_name, c.last_name))) AS word
    WHERE p.workspace_id = workspace AND p.id = proposal;
$$;
CREATE FUNCTION index_changed_proposal() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN PERFORM index_proposal(NEW.workspace_id, NEW.id); RETURN NULL; END $$;
CREATE TRIGGER proposals_words AFTER INSERT OR UPDATE OF title, subtitle, client_id ON proposals
    FOR EACH ROW EXECUTE FUNCTION index_changed_proposal();
CREATE FUNCTION index_changed_client() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (OLD.company_name, OLD.first_name, OLD.last_name) IS DISTINCT FROM (NEW.company_name, NEW.first_name, NEW.last_name) THEN
        PERFORM index_proposal(p.workspace_id, p.id) FROM proposals p WHERE p.workspace_id = NEW.workspace_id AND p.client_id = NEW.id;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER clients_words AFTER UPDATE OF company_name, first_name, last_name ON clients
    FOR EACH ROW EXECUTE FUNCTION index_changed_client();

-- The proposals of the tenant that have, for each word of the term, one that begins with it.
CREATE FUNCTION search_proposals(term text) RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
    WITH wanted AS (SELECT word FROM unnest(words_of(term)) AS word LIMIT 10)
    SELECT found.proposal_id
    FROM wanted
    JOIN proposal_words found
      ON found.workspace_id = (SELECT app_workspace_id())
     AND found.word >= wanted.word COLLATE "C"
     AND found.word < (wanted.word || chr(1114111)) COLLATE "C"
    GROUP BY found.proposal_id
    HAVING count(DISTINCT wanted.word) = (SELECT count(*) FROM wanted)
$$;

-- What is there already. The owner is bound by the policies too, unless they are not forced for a moment.
ALTER TABLE proposals NO FORCE ROW LEVEL SECURITY;
ALTER TABLE clients NO FORCE ROW LEVEL SECURITY;
ALTER TABLE proposal_words NO FORCE ROW LEVEL SECURITY;
SELECT index_proposal(workspace_id, id) FROM proposals;
ALTER TABLE proposals FORCE ROW LEVEL SECURITY;
ALTER TABLE clients FORCE ROW LEVEL SECURITY;
ALTER TABLE proposal_words FORCE ROW LEVEL SECURITY;

-- The orders of the list.
CREATE INDEX proposals_updated ON proposals (workspace_id, updated_at DESC, id DESC);
CREATE INDEX proposals_title ON proposals (workspace_id, (lower(title)) COLLATE "C", id);
CREATE INDEX proposals_amount ON proposals (workspace_id, total_amount DESC, id DESC);
