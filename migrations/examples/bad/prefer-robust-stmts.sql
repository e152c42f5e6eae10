-- squawk-disable-assume-in-transaction
SET lock_timeout = '3s';
SET statement_timeout = '2h';
CREATE INDEX CONCURRENTLY clients_phone ON clients (workspace_id, phone);
