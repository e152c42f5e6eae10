-- The addresses that a workspace has had mail sent to, as keyed hashes: one that has never paid may write to a few new ones a day.
SET LOCAL lock_timeout = '3s';
SET LOCAL statement_timeout = '30s';

CREATE TABLE mailed_addresses (
    workspace_id    uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
    address_hash    bytea NOT NULL CHECK (length(address_hash) = 32),
    first_mailed_at timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, address_hash)
);
CREATE INDEX mailed_addresses_first ON mailed_addresses (workspace_id, first_mailed_at);
ALTER TABLE mailed_addresses ENABLE ROW LEVEL SECURITY;
ALTER TABLE mailed_addresses FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON mailed_addresses USING (workspace_id = (SELECT app_workspace_id()))
    WITH CHECK (workspace_id = (SELECT app_workspace_id()));
CREATE POLICY guest ON mailed_addresses AS RESTRICTIVE
    USING (workspace_id = (SELECT app_workspace_id()) AND (SELECT app_guest_proposal_id()) IS NULL);
GRANT SELECT, INSERT ON mailed_addresses TO proffer_app;
