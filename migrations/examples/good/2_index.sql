-- An index on a table that has rows is built while people work. What a build that was broken off left is taken away first.
-- squawk-disable-assume-in-transaction
SET lock_timeout = '3s';
SET statement_timeout = '2h';
DROP INDEX CONCURRENTLY IF EXISTS clients_nickname;
CREATE INDEX CONCURRENTLY IF NOT EXISTS clients_nickname ON clients (workspace_id, nickname);
