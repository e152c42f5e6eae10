//! The tables as sea-orm sees them, one file each. They mirror `migrations/sql` column by column; a test reads every
//! table through them, so that one that drifts fails.
#![expect(missing_docs, reason = "columns are named after what they hold; the migrations say the rest")]

pub mod account_tokens;
pub mod admin_setting_versions;
pub mod admin_settings;
pub mod api_keys;
pub mod audit_events;
pub mod audit_log;
pub mod chat_messages;
pub mod chat_turns;
pub mod claim_acceptances;
pub mod client_import_rows;
pub mod client_imports;
pub mod clients;
pub mod companies;
pub mod countersignatures;
pub mod draftings;
pub mod farewells;
pub mod identities;
pub mod jobs;
pub mod mails;
pub mod notification_preferences;
pub mod notifications;
pub mod objects;
pub mod page_views;
pub mod patches;
pub mod proposal_words;
pub mod proposals;
pub mod proven_domains;
pub mod rate_limits;
pub mod revisions;
pub mod sealed_documents;
pub mod sessions;
pub mod share_tokens;
pub mod signatures;
pub mod sso_attempts;
pub mod sso_connections;
pub mod sso_domains;
pub mod team_members;
pub mod template_preferences;
pub mod uploads;
pub mod usage_reservations;
pub mod user_usage;
pub mod users;
pub mod workspaces;
