-- Who exists: users, their sessions and one-time tokens, workspaces and membership.
-- Global tables (users, sessions, account_tokens, share_tokens) are reachable by proffer_system alone;
-- everything with a workspace_id is under row-level security.

CREATE FUNCTION app_workspace_id() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS
$$ SELECT nullif(current_setting('app.workspace_id', true), '')::uuid $$;
-- The one proposal a guest's link opens; unset for everybody else.
CREATE FUNCTION app_guest_proposal_id() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS
$$ SELECT nullif(current_setting('app.guest_proposal_id', true), '')::uuid $$;

CREATE TABLE users (
    id                uuid PRIMARY KEY,
    email             text NOT NULL CONSTRAINT users_email_key UNIQUE CHECK (email = lower(email)),
    password_hash     text NOT NULL,
    first_name        text NOT NULL,
    last_name         text NOT NULL,
    profile_image_url text,
    is_admin          boolean NOT NULL DEFAULT false,
    email_verified    boolean NOT NULL DEFAULT false,
    created_at        timestamptz NOT NULL,
    updated_at        timestamptz NOT NULL
);

CREATE TABLE workspaces (
    workspace_id        uuid PRIMARY KEY,
    name                text NOT NULL,
    owner_id            uuid NOT NULL REFERENCES users (id),
    subscription_status text NOT NULL DEFAULT 'trial'
                        CHECK (subscription_status IN ('trial', 'trial_expired', 'active')),
    trial_ends_at       timestamptz NOT NULL,
    created_at          timestamptz NOT NULL,
    updated_at          timestamptz NOT NULL
);
CREATE INDEX workspaces_owner_id ON workspaces (owner_id);

CREATE TABLE team_members (
    workspace_id  uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
    id            uuid NOT NULL,
    user_id       uuid REFERENCES users (id) ON DELETE CASCADE,
    role          text NOT NULL DEFAULT 'member' CHECK (role IN ('owner', 'admin', 'member')),
    invited_email text NOT NULL,
    status        text NOT NULL DEFAULT 'active' CHECK (status IN ('invited', 'active', 'removed')),
    created_at    timestamptz NOT NULL,
    updated_at    timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, id),
    CONSTRAINT team_members_workspace_user_key UNIQUE (workspace_id, user_id),
    CONSTRAINT team_members_active_has_user CHECK (status <> 'active' OR user_id IS NOT NULL)
);
CREATE INDEX team_members_user_id ON team_members (user_id);

CREATE TABLE sessions (
    id           uuid PRIMARY KEY,
    token_hash   bytea NOT NULL CONSTRAINT sessions_token_hash_key UNIQUE,
    user_id      uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    active_workspace uuid NOT NULL REFERENCES workspaces (workspace_id) ON DELETE CASCADE,
    ip           text NOT NULL,
    user_agent   text NOT NULL,
    created_at   timestamptz NOT NULL,
    last_seen_at timestamptz NOT NULL,
    expires_at   timestamptz NOT NULL
);
CREATE INDEX sessions_user_id ON sessions (user_id);
CREATE INDEX sessions_active_workspace ON sessions (active_workspace);

CREATE TABLE account_tokens (
    id         uuid PRIMARY KEY,
    user_id    uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind       text NOT NULL CHECK (kind IN ('verification', 'reset')),
    token_hash bytea NOT NULL CONSTRAINT account_tokens_token_hash_key UNIQUE,
    expires_at timestamptz NOT NULL,
    used_at    timestamptz,
    created_at timestamptz NOT NULL
);
CREATE INDEX account_tokens_user_id ON account_tokens (user_id);

ALTER TABLE workspaces ENABLE ROW LEVEL SECURITY;
ALTER TABLE workspaces FORCE ROW LEVEL SECURITY;
ALTER TABLE team_members ENABLE ROW LEVEL SECURITY;
ALTER TABLE team_members FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant ON workspaces
    USING (workspace_id = (SELECT app_workspace_id()))
    WITH CHECK (workspace_id = (SELECT app_workspace_id()));
CREATE POLICY tenant ON team_members
    USING (workspace_id = (SELECT app_workspace_id()))
    WITH CHECK (workspace_id = (SELECT app_workspace_id()));
-- Every request begins with a session token, before any tenant is known: the system role reads who belongs where.
CREATE POLICY sign_in ON team_members FOR SELECT TO proffer_system USING (workspace_id IS NOT NULL);
CREATE POLICY sign_in ON workspaces FOR SELECT TO proffer_system USING (workspace_id IS NOT NULL);

GRANT SELECT, INSERT, UPDATE ON users TO proffer_system;
GRANT SELECT, INSERT, UPDATE, DELETE ON sessions, account_tokens TO proffer_system;
GRANT SELECT, INSERT, UPDATE ON workspaces, team_members TO proffer_system;
GRANT SELECT ON workspaces, team_members TO proffer_app;
