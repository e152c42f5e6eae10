-- The hashes of the share tokens that there are, from which the trigger fills `share_tokens`. A thousand at a time, each thousand in a transaction of its own.
-- Then the daily look at what is old is due again, which encrypts the tokens: that needs the site's key, which no migration has.
-- squawk-disable-assume-in-transaction
SET lock_timeout = '3s';
SET statement_timeout = '2h';
DO $$
BEGIN
    -- The owner is bound by the policies too, and would see no row. The server's roles stay bound by them meanwhile.
    ALTER TABLE proposals NO FORCE ROW LEVEL SECURITY;
    COMMIT;
    LOOP
        UPDATE proposals SET share_token_hash = sha256(convert_to(share_token, 'UTF8')) WHERE (workspace_id, id) IN (
            SELECT workspace_id, id FROM proposals WHERE share_token IS NOT NULL AND share_token_hash IS NULL LIMIT 1000);
        EXIT WHEN NOT FOUND;
        COMMIT;
    END LOOP;
    ALTER TABLE proposals FORCE ROW LEVEL SECURITY;
END $$;
DELETE FROM sweeps;
