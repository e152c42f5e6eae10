-- What the assistant costs counts against the allowance of the person in all their workspaces, that of the workspace, and that of the site.
SET LOCAL lock_timeout = '3s';
SET LOCAL statement_timeout = '30s';

-- What each workspace (its id) and the site ('site') have used in a month. Unlike `user_usage` it outlives people and workspaces: what was spent
-- stays spent. Kept by the trigger alone.
CREATE TABLE usage_totals (
    holder   text NOT NULL,
    month    text NOT NULL,
    cost_usd numeric(14, 4) NOT NULL,
    PRIMARY KEY (holder, month)
);

ALTER TABLE user_usage NO FORCE ROW LEVEL SECURITY;
INSERT INTO usage_totals (holder, month, cost_usd)
    SELECT coalesce(workspace_id::text, 'site'), month, sum(total_cost_usd) FROM user_usage
    WHERE month >= to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM') GROUP BY GROUPING SETS ((month, workspace_id), (month));
ALTER TABLE user_usage FORCE ROW LEVEL SECURITY;

-- First the workspace, then the site, so that no two calls wait for each other.
CREATE FUNCTION keep_usage_totals() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
    more    numeric := NEW.total_cost_usd - CASE TG_OP WHEN 'UPDATE' THEN OLD.total_cost_usd ELSE 0 END;
    counted text;
BEGIN
    FOREACH counted IN ARRAY ARRAY[NEW.workspace_id::text, 'site']
    LOOP
        INSERT INTO usage_totals AS t (holder, month, cost_usd) VALUES (counted, NEW.month, more)
        ON CONFLICT (holder, month) DO UPDATE SET cost_usd = t.cost_usd + excluded.cost_usd;
    END LOOP;
    RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION keep_usage_totals() FROM PUBLIC;
CREATE TRIGGER user_usage_total_in AFTER INSERT ON user_usage FOR EACH ROW
    WHEN (NEW.total_cost_usd <> 0) EXECUTE FUNCTION keep_usage_totals();
CREATE TRIGGER user_usage_total AFTER UPDATE OF total_cost_usd ON user_usage FOR EACH ROW
    WHEN (OLD.total_cost_usd <> NEW.total_cost_usd) EXECUTE FUNCTION keep_usage_totals();

-- The system role adds up over workspaces, and writes inside the one that it has entered.
CREATE POLICY site_sums ON usage_reservations FOR SELECT TO proffer_system USING (workspace_id IS NOT NULL);
GRANT SELECT ON usage_totals TO proffer_system;
GRANT SELECT, INSERT, UPDATE ON user_usage TO proffer_system;
GRANT SELECT, INSERT, DELETE ON usage_reservations TO proffer_system;
