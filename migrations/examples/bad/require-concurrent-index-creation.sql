SET LOCAL lock_timeout = '3s';
SET LOCAL statement_timeout = '30s';

CREATE INDEX clients_phone ON clients (workspace_id, phone);
