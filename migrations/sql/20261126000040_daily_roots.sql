-- The signed root of all audit chains for each day, and the leaves of its tree: hashes alone, so they belong to no workspace and outlive it.
SET LOCAL lock_timeout = '3s';
SET LOCAL statement_timeout = '30s';

CREATE TABLE daily_roots (
    day    date PRIMARY KEY,
    record jsonb NOT NULL
);
CREATE TABLE daily_root_leaves (
    leaf bytea PRIMARY KEY CHECK (length(leaf) = 32),
    day  date NOT NULL
);
-- The leaves of a tree in their order.
CREATE INDEX daily_root_leaves_day ON daily_root_leaves (day, leaf);
CREATE TRIGGER daily_roots_stay BEFORE UPDATE OR DELETE ON daily_roots FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER daily_root_leaves_stay BEFORE UPDATE OR DELETE ON daily_root_leaves FOR EACH ROW EXECUTE FUNCTION refuse_change();
GRANT SELECT, INSERT ON daily_roots, daily_root_leaves TO proffer_system;
