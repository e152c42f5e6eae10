-- Each registration of an address that is not proven yet stands by itself: its own row of `users`, password, name, workspace and link.
-- The one that is confirmed becomes the account of the address, and the others end.
SET LOCAL lock_timeout = '3s';
SET LOCAL statement_timeout = '30s';

-- SHA-256 of the cookie that the registering browser was given, until the address is proven.
ALTER TABLE users ADD COLUMN registered_in bytea;
ALTER TABLE users DROP CONSTRAINT users_email_key;
CREATE UNIQUE INDEX users_proven_email ON users (email) WHERE email_verified;
CREATE INDEX users_unproven_email ON users (email, created_at) WHERE NOT email_verified;
