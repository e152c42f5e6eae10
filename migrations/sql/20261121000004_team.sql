-- Teams and ways in: invitations, single sign-on, API keys, the audit log of a workspace, and the counters of the limits.

-- Somebody who signs in through a provider alone has no password.
ALTER TABLE users ALTER COLUMN password_hash DROP NOT NULL;

ALTER TABLE team_members ADD COLUMN invited_by uuid REFERENCES users (id) ON DELETE SET NULL;
-- The one owner, and one open invitation for an address, whoever clicks twice.
CREATE UNIQUE INDEX team_members_one_owner ON team_members (workspace_id) WHERE role = 'owner' AND status = 'active';
CREATE UNIQUE INDEX team_members_one_invitation ON team_members (workspace_id, invited_email) WHERE status = 'invited';

-- A token is a person's, or belongs to the invitation of somebody who may not be a person yet.
ALTER TABLE account_tokens
    ALTER COLUMN user_id DROP NOT NULL,
    ADD COLUMN invited_workspace uuid,
    ADD COLUMN invited_member uuid,
    ADD CONSTRAINT account_tokens_invitation FOREIGN KEY (invited_workspace, invited_member)
        REFERENCES team_members (workspace_id, id) ON DELETE CASCADE,
    DROP CONSTRAINT account_tokens_kind_check,
    ADD CONSTRAINT account_tokens_kind_check CHECK (kind IN ('verification', 'reset', 'invitation')),
    ADD CONSTRAINT account_tokens_whose CHECK (
        CASE kind WHEN 'invitation' THEN user_id IS NULL AND invited_workspace IS NOT NULL AND invited_member IS NOT NULL
                  ELSE user_id IS NOT NULL AND invited_workspace IS NULL AND invited_member IS NULL END);
CREATE INDEX account_tokens_invited ON account_tokens (invited_workspace, invited_member);

-- The workspace whose provider signed this session in, where one did.
ALTER TABLE sessions ADD COLUMN through_workspace uuid REFERENCES workspaces (workspace_id) ON DELETE CASCADE;

-- Who somebody is at a provider: by issuer and subject, never by address alone. `through_workspace` is empty for the
-- providers of the site, else the workspace whose connection it is.
CREATE TABLE identities (
    id                uuid PRIMARY KEY,
    user_id           uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    through_workspace uuid REFERENCES workspaces (workspace_id) ON DELETE CASCADE,
    issuer            text NOT NULL,
    subject           text NOT NULL,
    email             text NOT NULL,
    created_at        timestamptz NOT NULL,
    last_used_at      timestamptz NOT NULL,
    CONSTRAINT identities_subject_key UNIQUE NULLS NOT DISTINCT (through_workspace, issuer, subject)
);
CREATE INDEX identities_user_id ON identities (user_id);

-- A sign-in that has gone to a provider and not come back yet; bound to the browser by a cookie.
CREATE TABLE sso_attempts (
    id                uuid PRIMARY KEY,
    state_hash        bytea NOT NULL CONSTRAINT sso_attempts_state_key UNIQUE,
    browser_hash      bytea NOT NULL,
    nonce             text NOT NULL,
    pkce_verifier     text NOT NULL,
    provider          text,
    through_workspace uuid REFERENCES workspaces (workspace_id) ON DELETE CASCADE,
    linking_user      uuid REFERENCES users (id) ON DELETE CASCADE,
    return_to         text NOT NULL,
    created_at        timestamptz NOT NULL,
    expires_at        timestamptz NOT NULL,
    CONSTRAINT sso_attempts_where CHECK ((provider IS NULL) <> (through_workspace IS NULL))
);
CREATE INDEX sso_attempts_expires_at ON sso_attempts (expires_at);

-- Which workspace has proven that a mail domain is its own: the first to do so. Kept by the system role, since two tenants
-- must not be able to prove one domain.
CREATE TABLE proven_domains (
    domain          text PRIMARY KEY CHECK (domain = lower(domain)),
    owner_workspace uuid NOT NULL REFERENCES workspaces (workspace_id) ON DELETE CASCADE,
    proven_by       text NOT NULL CHECK (proven_by IN ('dns', 'site_admin')),
    proven_at       timestamptz NOT NULL
);
CREATE INDEX proven_domains_owner ON proven_domains (owner_workspace);

-- A generic cell rate: the theoretical arrival time of each counted thing. Losing it in a crash costs nothing but patience.
CREATE UNLOGGED TABLE rate_limits (
    key        bytea PRIMARY KEY,
    arrival_at timestamptz NOT NULL
);
CREATE INDEX rate_limits_arrival_at ON rate_limits (arrival_at);

-- A workspace's own provider; at most one.
CREATE TABLE sso_connections (
    workspace_id   uuid PRIMARY KEY REFERENCES workspaces ON DELETE CASCADE,
    issuer         text NOT NULL,
    client_id      text NOT NULL,
    -- Encrypted with PROFFER_SECRET_KEY, bound to this workspace.
    client_secret  bytea NOT NULL,
    enabled        boolean NOT NULL DEFAULT false,
    enforced       boolean NOT NULL DEFAULT false,
    -- Whether somebody the provider knows becomes a member at first sign-in, and as what.
    adds_members   boolean NOT NULL DEFAULT true,
    default_role   text NOT NULL DEFAULT 'member' CHECK (default_role IN ('admin', 'member')),
    created_at     timestamptz NOT NULL,
    updated_at     timestamptz NOT NULL,
    CONSTRAINT sso_connections_enforced CHECK (enabled OR NOT enforced)
);

-- The mail domains a workspace says are its own, proven or not.
CREATE TABLE sso_domains (
    workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
    id           uuid NOT NULL,
    domain       text NOT NULL CHECK (domain = lower(domain)),
    -- What the DNS TXT record must hold.
    challenge    text NOT NULL,
    proven_at    timestamptz,
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, id),
    CONSTRAINT sso_domains_domain_key UNIQUE (workspace_id, domain)
);

CREATE TABLE api_keys (
    workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
    -- Part of the key itself, so that it is found before any tenant is known.
    id           uuid NOT NULL CONSTRAINT api_keys_id_key UNIQUE,
    name         text NOT NULL,
    made_by      uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- The beginning of the key, by which a person recognises it.
    prefix       text NOT NULL,
    secret_hash  bytea NOT NULL,
    scopes       jsonb NOT NULL CHECK (jsonb_typeof(scopes) = 'array'),
    expires_at   timestamptz,
    last_used_at timestamptz,
    revoked_at   timestamptz,
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, id)
);
CREATE INDEX api_keys_made_by ON api_keys (made_by);

-- Who did what to which, when, from where. Written by the transaction that did it; nobody changes or removes a line.
CREATE TABLE audit_log (
    workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
    id           uuid NOT NULL,
    at           timestamptz NOT NULL,
    actor_kind   text NOT NULL CHECK (actor_kind IN ('person', 'key', 'site_admin', 'client')),
    actor_id     uuid,
    actor_name   text NOT NULL,
    action       text NOT NULL,
    object       text NOT NULL,
    target_id    text,
    target_name  text,
    details      jsonb NOT NULL DEFAULT '{}',
    ip           text NOT NULL,
    user_agent   text NOT NULL,
    request_id   text NOT NULL,
    PRIMARY KEY (workspace_id, id)
);
CREATE INDEX audit_log_at ON audit_log (workspace_id, at DESC, id DESC);

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['sso_connections', 'sso_domains', 'api_keys', 'audit_log'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY tenant ON %I USING (workspace_id = (SELECT app_workspace_id()))
                        WITH CHECK (workspace_id = (SELECT app_workspace_id()))', name);
    END LOOP;
END $$;
-- Whoever holds a share link sees none of this; what they do is written down all the same.
CREATE POLICY guest ON sso_connections AS RESTRICTIVE TO proffer_app
    USING (workspace_id = (SELECT app_workspace_id()) AND (SELECT app_guest_proposal_id()) IS NULL);
CREATE POLICY guest ON sso_domains AS RESTRICTIVE TO proffer_app
    USING (workspace_id = (SELECT app_workspace_id()) AND (SELECT app_guest_proposal_id()) IS NULL);
CREATE POLICY guest ON api_keys AS RESTRICTIVE TO proffer_app
    USING (workspace_id = (SELECT app_workspace_id()) AND (SELECT app_guest_proposal_id()) IS NULL);
-- IS NULL stands inside: outside, the planner takes it for one row in two hundred and leaves the index of a long log alone.
CREATE POLICY guest ON audit_log AS RESTRICTIVE FOR SELECT TO proffer_app
    USING (workspace_id = (SELECT app_workspace_id()) AND (SELECT app_guest_proposal_id() IS NULL));
-- A sign-in and a key come before any tenant is known: the system role reads whose they are.
CREATE POLICY sign_in ON sso_connections FOR SELECT TO proffer_system USING (workspace_id IS NOT NULL);
CREATE POLICY sign_in ON sso_domains FOR SELECT TO proffer_system USING (workspace_id IS NOT NULL);
CREATE POLICY sign_in ON api_keys FOR SELECT TO proffer_system USING (workspace_id IS NOT NULL);

-- Whoever ceases to be a member leaves no key behind that would work again, should they come back.
CREATE FUNCTION revoke_keys() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
    UPDATE api_keys SET revoked_at = NEW.updated_at
    WHERE workspace_id = NEW.workspace_id AND made_by = OLD.user_id AND revoked_at IS NULL;
    RETURN NULL;
END $$;
CREATE TRIGGER team_members_revoke_keys AFTER UPDATE OF status ON team_members FOR EACH ROW
    WHEN (OLD.status = 'active' AND NEW.status <> 'active') EXECUTE FUNCTION revoke_keys();

CREATE TRIGGER audit_log_stays BEFORE UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();

GRANT SELECT, INSERT, UPDATE, DELETE ON identities, sso_attempts, proven_domains, rate_limits TO proffer_system;
GRANT SELECT ON sso_connections, api_keys TO proffer_system;
GRANT SELECT, UPDATE, DELETE ON sso_domains TO proffer_system;
GRANT UPDATE (last_used_at, revoked_at) ON api_keys TO proffer_system;
GRANT INSERT ON audit_log TO proffer_system;
GRANT SELECT, INSERT, UPDATE, DELETE ON sso_connections, sso_domains TO proffer_app;
GRANT SELECT, INSERT ON api_keys TO proffer_app;
GRANT UPDATE (revoked_at) ON api_keys TO proffer_app;
GRANT SELECT, INSERT ON audit_log TO proffer_app;
GRANT UPDATE (name, updated_at) ON workspaces TO proffer_app;

-- An invitation is taken back and the trace of somebody who comes again replaced; who belongs to a team is never deleted.
GRANT DELETE ON team_members TO proffer_system;
CREATE POLICY members_stay ON team_members AS RESTRICTIVE FOR DELETE TO proffer_system
    USING (workspace_id = (SELECT app_workspace_id()) AND status <> 'active');
-- Whoever leaves a workspace leaves their work to its owner: no words of it are read for that.
GRANT SELECT (workspace_id, created_by), UPDATE (created_by) ON companies TO proffer_system;
GRANT SELECT (workspace_id, id, created_by), UPDATE (created_by) ON clients TO proffer_system;
GRANT SELECT (workspace_id, id, client_id, created_by), UPDATE (created_by) ON proposals TO proffer_system;
