-- No share token lies in clear: a link is found by the SHA-256 of its token, and the token itself is encrypted with the site's key, for the screens and
-- mails of its owner. `proposals.share_token` holds those of before until a worker has encrypted them; nothing writes it any more.
-- The payload of a job that is done is emptied at once: it may hold letters and links.
SET LOCAL lock_timeout = '3s';
SET LOCAL statement_timeout = '30s';

ALTER TABLE proposals ADD COLUMN share_token_hash bytea, ADD COLUMN share_token_sealed bytea;

-- Since 0.0.0: no release reads it by the token.
-- squawk-ignore ban-drop-table
DROP TABLE share_tokens;
CREATE TABLE share_tokens (
    token_hash      bytea CONSTRAINT share_tokens_pkey PRIMARY KEY CHECK (octet_length(token_hash) = 32),
    owner_workspace uuid NOT NULL,
    proposal_id     uuid NOT NULL
);
GRANT SELECT ON share_tokens TO proffer_system;

CREATE OR REPLACE FUNCTION sync_share_token() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
    IF TG_OP <> 'INSERT' AND OLD.share_token_hash IS NOT NULL
       AND (TG_OP = 'DELETE' OR OLD.share_token_hash IS DISTINCT FROM NEW.share_token_hash) THEN
        DELETE FROM share_tokens WHERE token_hash = OLD.share_token_hash;
    END IF;
    IF TG_OP <> 'DELETE' AND NEW.share_token_hash IS NOT NULL
       AND (TG_OP = 'INSERT' OR OLD.share_token_hash IS DISTINCT FROM NEW.share_token_hash) THEN
        INSERT INTO share_tokens (token_hash, owner_workspace, proposal_id)
        VALUES (NEW.share_token_hash, NEW.workspace_id, NEW.id);
    END IF;
    RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER proposals_share_token AFTER INSERT OR UPDATE OF share_token_hash OR DELETE ON proposals
    FOR EACH ROW EXECUTE FUNCTION sync_share_token();

-- A trigger, since the system role settles jobs too and has no right to their payload.
CREATE FUNCTION empty_done_job() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
    NEW.payload := '{}';
    RETURN NEW;
END $$;
CREATE TRIGGER jobs_done BEFORE UPDATE OF state ON jobs FOR EACH ROW WHEN (NEW.state = 'done') EXECUTE FUNCTION empty_done_job();
