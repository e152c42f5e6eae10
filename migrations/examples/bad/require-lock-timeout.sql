SET LOCAL statement_timeout = '30s';
ALTER TABLE clients ADD COLUMN nickname text;
