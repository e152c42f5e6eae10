-- What was asked with an `Idempotency-Key`, for a day: hashes of caller, key and request, and the answer under the server's own key.
-- It is no workspace's, holds nothing that could be read without that key, and is the system role's alone.

CREATE TABLE idempotency_keys (
    -- Of workspace, caller and key.
    key        bytea PRIMARY KEY,
    -- Of method, address and body.
    request    bytea NOT NULL,
    -- Ties it to the line of the audit log that tells whether the thing was done.
    request_id text NOT NULL,
    begun_at   timestamptz NOT NULL,
    -- The first answer, once there is one.
    answer     bytea
);
CREATE INDEX idempotency_keys_begun_at ON idempotency_keys (begun_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_keys TO proffer_system;
