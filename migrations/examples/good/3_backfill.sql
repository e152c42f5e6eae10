-- Backfill: a thousand rows at a time, each thousand in a separate transaction, so that locks are held only
-- briefly. Only rows that need it are changed, so it can be run again after an interruption.
-- squawk-disable-assume-in-transaction
SET lock_timeout = '3s';
SET statement_timeout = '2h';
DO $$
BEGIN
    -- The owner is bound by the policies too, and would see no row. The server's roles stay bound by them meanwhile.
    ALTER TABLE clients NO FORCE ROW LEVEL SECURITY;
    COMMIT;
    LOOP
        UPDATE clients SET nickname = first_name WHERE (workspace_id, id) IN (
            SELECT workspace_id, id FROM clients WHERE nickname IS NULL LIMIT 1000);
        EXIT WHEN NOT FOUND;
        COMMIT;
    END LOOP;
    ALTER TABLE clients FORCE ROW LEVEL SECURITY;
END $$;
