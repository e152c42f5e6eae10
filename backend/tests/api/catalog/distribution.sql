-- What would keep the schema from being spread over machines: $1 the tables that are spread by workspace, $2 those of which each machine has
-- a copy; the rest lies on the coordinator. The rules are those of Citus for keys: a unique key of a spread table holds the column by which
-- it is spread, a foreign key between two such tables pairs that column with itself, and none leads from a copied or local table into a spread one.
WITH keys AS (
    SELECT i.indrelid::regclass::text AS name, i.indexrelid::regclass::text AS key,
           EXISTS (SELECT FROM pg_attribute a
                   WHERE a.attrelid = i.indrelid AND a.attname = 'workspace_id' AND a.attnum = ANY (i.indkey)) AS has_tenant
    FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
    WHERE c.relnamespace = 'public'::regnamespace AND (i.indisunique OR i.indisexclusion)
), links AS (
    SELECT f.conrelid::regclass::text AS name, f.confrelid::regclass::text AS target, f.conname AS key,
           EXISTS (SELECT FROM unnest(f.conkey, f.confkey) pair (own, other)
                   JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = pair.own AND a.attname = 'workspace_id'
                   JOIN pg_attribute b ON b.attrelid = f.confrelid AND b.attnum = pair.other AND b.attname = 'workspace_id') AS has_tenant
    FROM pg_constraint f
    WHERE f.contype = 'f' AND f.connamespace = 'public'::regnamespace
)
SELECT 'a key of ' || name || ' without the tenant: ' || key AS breach FROM keys WHERE name = ANY ($1) AND NOT has_tenant
UNION ALL
SELECT 'a key from ' || name || ' to ' || target || ' without the tenant: ' || key FROM links
WHERE name = ANY ($1) AND target = ANY ($1) AND NOT has_tenant
UNION ALL
SELECT 'a key from ' || name || ' into spread ' || target || ': ' || key FROM links WHERE name <> ALL ($1) AND target = ANY ($1)
UNION ALL
SELECT 'a key from spread ' || name || ' to local ' || target || ': ' || key FROM links
WHERE name = ANY ($1) AND target <> ALL ($1) AND target <> ALL ($2)
ORDER BY 1
