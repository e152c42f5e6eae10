-- How the schema is spread over the machines of a Citus cluster, by workspace: run once, by the owner, on a migrated database, before it is large.
-- `backend/tests/api/catalog/distribution.rs` holds this against the catalogue: each table has its place, and no key crosses machines.
-- What else such a change takes is in README.md beside this file.

-- Small, and needed before it is known whose request it is: a whole copy on each machine.
SELECT create_reference_table('users');
SELECT create_reference_table('workspaces');
SELECT create_reference_table('team_members');
SELECT create_reference_table('api_keys');
SELECT create_reference_table('sso_connections');
SELECT create_reference_table('sso_domains');

-- Everything of a workspace lies together on one machine, and its keys, joins and transactions stay there.
SELECT create_distributed_table('companies', 'workspace_id');
SELECT create_distributed_table('clients', 'workspace_id', colocate_with => 'companies');
SELECT create_distributed_table('client_imports', 'workspace_id', colocate_with => 'companies');
SELECT create_distributed_table('client_import_rows', 'workspace_id', colocate_with => 'companies');
SELECT create_distributed_table('template_preferences', 'workspace_id', colocate_with => 'companies');
SELECT create_distributed_table('objects', 'workspace_id', colocate_with => 'companies');
SELECT create_distributed_table('uploads', 'workspace_id', colocate_with => 'companies');
SELECT create_distributed_table('proposals', 'workspace_id', colocate_with => 'companies');
SELECT create_distributed_table('proposal_words', 'workspace_id', colocate_with => 'companies');
SELECT create_distributed_table('proposal_tallies', 'workspace_id', colocate_with => 'companies');
SELECT create_distributed_table('proposal_months', 'workspace_id', colocate_with => 'companies');
SELECT create_distributed_table('draftings', 'workspace_id', colocate_with => 'companies');
SELECT create_distributed_table('patches', 'workspace_id', colocate_with => 'companies');
SELECT create_distributed_table('chat_messages', 'workspace_id', colocate_with => 'companies');
SELECT create_distributed_table('chat_turns', 'workspace_id', colocate_with => 'companies');
SELECT create_distributed_table('claim_acceptances', 'workspace_id', colocate_with => 'companies');
SELECT create_distributed_table('revisions', 'workspace_id', colocate_with => 'companies');
SELECT create_distributed_table('page_views', 'workspace_id', colocate_with => 'companies');
SELECT create_distributed_table('signatures', 'workspace_id', colocate_with => 'companies');
SELECT create_distributed_table('countersignatures', 'workspace_id', colocate_with => 'companies');
SELECT create_distributed_table('sealed_documents', 'workspace_id', colocate_with => 'companies');
SELECT create_distributed_table('audit_events', 'workspace_id', colocate_with => 'companies');
SELECT create_distributed_table('audit_log', 'workspace_id', colocate_with => 'companies');
SELECT create_distributed_table('jobs', 'workspace_id', colocate_with => 'companies');
SELECT create_distributed_table('mailed_addresses', 'workspace_id', colocate_with => 'companies');
SELECT create_distributed_table('mails', 'workspace_id', colocate_with => 'companies');
SELECT create_distributed_table('notifications', 'workspace_id', colocate_with => 'companies');
SELECT create_distributed_table('notification_preferences', 'workspace_id', colocate_with => 'companies');
SELECT create_distributed_table('subscriptions', 'workspace_id', colocate_with => 'companies');
SELECT create_distributed_table('usage_reservations', 'workspace_id', colocate_with => 'companies');
SELECT create_distributed_table('user_usage', 'workspace_id', colocate_with => 'companies');

-- Of people and of the site, not of a workspace: on the coordinator.
SELECT citus_add_local_table_to_metadata('account_tokens');
SELECT citus_add_local_table_to_metadata('admin_settings');
SELECT citus_add_local_table_to_metadata('admin_setting_versions');
SELECT citus_add_local_table_to_metadata('assistant_blocks');
SELECT citus_add_local_table_to_metadata('contact_messages');
SELECT citus_add_local_table_to_metadata('farewells');
SELECT citus_add_local_table_to_metadata('idempotency_keys');
SELECT citus_add_local_table_to_metadata('identities');
SELECT citus_add_local_table_to_metadata('proven_domains');
SELECT citus_add_local_table_to_metadata('rate_limits');
SELECT citus_add_local_table_to_metadata('usage_totals');
SELECT citus_add_local_table_to_metadata('sessions');
SELECT citus_add_local_table_to_metadata('share_tokens');
SELECT citus_add_local_table_to_metadata('sso_attempts');
SELECT citus_add_local_table_to_metadata('stripe_customers');
SELECT citus_add_local_table_to_metadata('stripe_events');
SELECT citus_add_local_table_to_metadata('sweeps');
SELECT citus_add_local_table_to_metadata('daily_roots');
SELECT citus_add_local_table_to_metadata('daily_root_leaves');
