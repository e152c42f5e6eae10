-- The existing rows are checked while people read and write. This is a separate file, because the one before
-- locks the table until it ends.
SET LOCAL lock_timeout = '3s';
SET LOCAL statement_timeout = '1h';
ALTER TABLE clients VALIDATE CONSTRAINT clients_nickname_present;
