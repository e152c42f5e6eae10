-- Whether somebody is a guest is asked within the sub-select. `(SELECT …) IS NULL` the planner takes for a condition that holds for one row in two
-- hundred, so that it sorted all of a workspace's proposals instead of walking the index that has them in order; a sub-select that is true or false it
-- takes for one in two.
SET LOCAL lock_timeout = '3s';
SET LOCAL statement_timeout = '30s';

DO $$
DECLARE
    asked_outside CONSTANT text := '( SELECT app_guest_proposal_id() AS app_guest_proposal_id) IS NULL';
    asked_within  CONSTANT text := '( SELECT app_guest_proposal_id() IS NULL)';
    p record;
BEGIN
    FOR p IN SELECT * FROM pg_policies WHERE schemaname = 'public' AND concat(qual, with_check) LIKE '%' || asked_outside || '%' LOOP
        EXECUTE format('ALTER POLICY %I ON %I', p.policyname, p.tablename)
            || coalesce(' USING (' || replace(p.qual, asked_outside, asked_within) || ')', '')
            || coalesce(' WITH CHECK (' || replace(p.with_check, asked_outside, asked_within) || ')', '');
    END LOOP;
END $$;
