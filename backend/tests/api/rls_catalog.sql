-- The rules of tenancy, asked of the database's own catalogue. Every row returned is a breach; the first word names the rule.
-- $1 = runtime role, $2 = application schema, $3 = tenant column. Global tables, which have no tenant, are listed in allow().
with cfg(app,sch,col) as (values ($1::text, $2::text, $3::text)),
allow(t) as (values ('seaql_migrations'), ('users'), ('sessions'), ('account_tokens'), ('share_tokens'), ('admin_settings'), ('admin_setting_versions'),
  ('identities'), ('sso_attempts'), ('proven_domains'), ('rate_limits'), ('idempotency_keys'), ('sweeps'), ('daily_roots'), ('daily_root_leaves'),
  ('farewells'), ('usage_totals'), ('assistant_blocks'), ('stripe_customers'), ('stripe_events'), ('contact_messages')),
tbl as (select c.oid,c.relname,c.relkind,c.relrowsecurity rls,c.relforcerowsecurity frc,c.relowner,
  exists(select 1 from pg_attribute a,cfg where a.attrelid=c.oid and a.attname=cfg.col and not a.attisdropped) has_ws,
  exists(select 1 from pg_attribute a,cfg where a.attrelid=c.oid and a.attname=cfg.col and a.attnotnull) ws_notnull
  from pg_class c join pg_namespace n on n.oid=c.relnamespace, cfg where n.nspname=cfg.sch and c.relkind in ('r','p') and not c.relispartition)
select 'T01 table without tenant column and not allow-listed' f, relname o from tbl where not has_ws and relname not in (select t from allow)
union all select 'T02 RLS not enabled', relname from tbl where has_ws and not rls
union all select 'T03 RLS not forced', relname from tbl where has_ws and not frc
union all select 'T04 tenant column nullable', relname from tbl where has_ws and not ws_notnull
union all select 'T05 no policy covering '||x.cmd, relname from tbl, (values('r'),('a'),('w'),('d')) x(cmd) where has_ws and not exists(select 1 from pg_policy p where p.polrelid=tbl.oid and p.polcmd in ('*',x.cmd::"char"))
union all select 'T06 policy does not mention tenant column: '||p.polname, relname from tbl join pg_policy p on p.polrelid=tbl.oid, cfg where has_ws and coalesce(pg_get_expr(p.polqual,p.polrelid),'')||coalesce(pg_get_expr(p.polwithcheck,p.polrelid),'') not like '%'||cfg.col||'%'
union all select 'T07 policy is constant true: '||p.polname, relname from tbl join pg_policy p on p.polrelid=tbl.oid where pg_get_expr(p.polqual,p.polrelid) in ('true','(true)') or pg_get_expr(p.polwithcheck,p.polrelid) in ('true','(true)')
union all select 'T08 FK between tenant tables not carrying tenant column: '||k.conname, t1.relname from pg_constraint k join tbl t1 on t1.oid=k.conrelid join tbl t2 on t2.oid=k.confrelid, cfg where k.contype='f' and t1.has_ws and t2.has_ws and not exists (select 1 from unnest(k.conkey) x join pg_attribute a on a.attrelid=k.conrelid and a.attnum=x where a.attname=cfg.col)
union all select 'T09 unique key not scoped by tenant (side channel): '||ic.relname, tbl.relname from tbl join pg_index i on i.indrelid=tbl.oid join pg_class ic on ic.oid=i.indexrelid, cfg where has_ws and i.indisunique and not exists(select 1 from unnest(i.indkey::int2[]) x join pg_attribute a on a.attrelid=tbl.oid and a.attnum=x where a.attname=cfg.col) and not (i.indnatts=1 and exists(select 1 from pg_attribute a where a.attrelid=tbl.oid and a.attnum=i.indkey[0] and a.atttypid='uuid'::regtype))
union all select 'T10 no index leading with tenant column', relname from tbl, cfg where has_ws and not exists(select 1 from pg_index i join pg_attribute a on a.attrelid=tbl.oid and a.attnum=i.indkey[0] where i.indrelid=tbl.oid and a.attname=cfg.col)
union all select 'T11 view without security_invoker', c.relname from pg_class c join pg_namespace n on n.oid=c.relnamespace, cfg where n.nspname=cfg.sch and c.relkind='v' and not coalesce(c.reloptions::text,'') ~ 'security_invoker=(true|on|1)'
union all select 'T12 materialized view readable by runtime role', c.relname from pg_class c join pg_namespace n on n.oid=c.relnamespace, cfg where n.nspname=cfg.sch and c.relkind='m' and has_table_privilege(cfg.app,c.oid,'SELECT')
union all select 'T13 SECURITY DEFINER function executable by runtime role', p.proname from pg_proc p join pg_namespace n on n.oid=p.pronamespace, cfg where n.nspname=cfg.sch and p.prosecdef and has_function_privilege(cfg.app,p.oid,'EXECUTE')
union all select 'T14 runtime role owns table', relname from tbl, cfg where pg_has_role(cfg.app, tbl.relowner,'MEMBER')
union all select 'T15 runtime role has TRUNCATE/REFERENCES/TRIGGER', relname from tbl, cfg where has_table_privilege(cfg.app,tbl.oid,'TRUNCATE') or has_table_privilege(cfg.app,tbl.oid,'REFERENCES') or has_table_privilege(cfg.app,tbl.oid,'TRIGGER')
union all select 'T16 runtime role (or a role it can become) is superuser/BYPASSRLS', r.rolname from pg_roles r, cfg where (r.rolsuper or r.rolbypassrls) and pg_has_role(cfg.app,r.oid,'MEMBER')
union all select 'T17 filterable enum column (enum_eq is not leakproof, cannot be an index condition under RLS): '||a.attname, relname from tbl join pg_attribute a on a.attrelid=tbl.oid join pg_type t on t.oid=a.atttypid where has_ws and t.typtype='e'
union all select 'T18 runtime role can CREATE in schema', n.nspname from pg_namespace n, cfg where n.nspname in (cfg.sch,'public') and has_schema_privilege(cfg.app,n.oid,'CREATE')
order by 1,2;
