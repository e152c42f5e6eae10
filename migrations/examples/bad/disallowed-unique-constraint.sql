SET LOCAL lock_timeout = '3s';
SET LOCAL statement_timeout = '30s';

ALTER TABLE clients ADD CONSTRAINT clients_email_once UNIQUE (workspace_id, email);
