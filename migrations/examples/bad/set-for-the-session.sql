-- squawk-disable-assume-in-transaction
SET LOCAL lock_timeout = '3s';
SET LOCAL statement_timeout = '2h';
CREATE INDEX CONCURRENTLY IF NOT EXISTS clients_phone ON clients (workspace_id, phone);
