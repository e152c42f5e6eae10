-- A client's proposals are counted, all and the signed, wherever the client is shown: from an index that holds all that takes, the policies' column
-- among it, instead of from the proposals themselves.
-- squawk-disable-assume-in-transaction
SET lock_timeout = '3s';
SET statement_timeout = '2h';
DROP INDEX CONCURRENTLY IF EXISTS proposals_of_client;
CREATE INDEX CONCURRENTLY IF NOT EXISTS proposals_of_client ON proposals (workspace_id, client_id) INCLUDE (status, id);
DROP INDEX CONCURRENTLY IF EXISTS proposals_client;
-- Clients are listed the newest first.
DROP INDEX CONCURRENTLY IF EXISTS clients_list;
CREATE INDEX CONCURRENTLY IF NOT EXISTS clients_list ON clients (workspace_id, created_at DESC, id DESC);
