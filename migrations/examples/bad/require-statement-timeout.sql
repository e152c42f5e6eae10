SET LOCAL lock_timeout = '3s';
ALTER TABLE clients ADD COLUMN nickname text;
