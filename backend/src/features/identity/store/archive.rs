//! Queries of an export: every row of a workspace as JSON, but for what is secret.

use sea_orm::{ConnectionTrait, DbErr, EntityTrait, FromQueryResult, QueryOrder, QuerySelect, Statement};
use serde_json::Value;
use uuid::Uuid;

use crate::db::{SystemTx, TenantTx, entity::sealed_documents};

/// Rows asked for at once: a proposal has up to a megabyte of HTML.
pub const PAGE: i64 = 50;

/// A table of an export.
#[derive(Debug, Clone, Copy)]
pub struct Table {
    /// The file it becomes.
    pub file: &'static str,
    /// Its columns: those that are left out are secrets, or the workspace's own id on every row.
    columns: &'static str,
    name: &'static str,
    key: &'static str,
}

const fn table(file: &'static str, name: &'static str, key: &'static str, columns: &'static str) -> Table {
    Table { file, columns, name, key }
}

/// What a workspace's folder holds. Not in it: jobs, whose mails carry links that open something, and states that a
/// machine keeps for itself.
pub const TABLES: &[Table] = &[
    table(
        "company.json",
        "companies",
        "id",
        "id, created_by, name, logo_url, website_url, phone, about_us, why_work_with_us, how_we_work, what_we_offer, testimonials,
         case_studies_link, certifications, awards, years_in_business, team_size, industry_recognitions, guarantees_offered,
         client_logos_url, success_metrics, custom_ai_rules, terms_and_conditions, created_at, updated_at",
    ),
    table(
        "clients.json",
        "clients",
        "id",
        "id, created_by, company_name, first_name, last_name, email, phone, address, website_url, logo_url, description, scraped_info,
         created_at, updated_at",
    ),
    table(
        "proposals.json",
        "proposals",
        "id",
        "id, client_id, created_by, title, subtitle, status, html_content, pricing, total_amount, currency, version, valid_until,
         client_context, proposed_solution, pricing_details, additional_notes, sent_revision_id, signed_at, client_signature,
         signed_by_name, signed_by_email, decided_at, company_snapshot, assistant, created_at, updated_at",
    ),
    table(
        "chat_messages.json",
        "chat_messages",
        "id",
        "id, proposal_id, role, content, sender_name, sender_email, made_changes, created_at",
    ),
    table("revisions.json", "revisions", "id", "id, proposal_id, number, canonical, sha256, created_by, created_at"),
    table("signatures.json", "signatures", "id", "id, proposal_id, revision_id, record, created_at"),
    table("countersignatures.json", "countersignatures", "id", "id, proposal_id, signature_id, record, created_at"),
    table("sealed_documents.json", "sealed_documents", "id", "id, proposal_id, signature_id, evidence, sha256, created_at"),
    table("mails.json", "mails", "id", "id, proposal_id, kind, to_name, to_email, subject, created_at"),
    table("objects.json", "objects", "id", "id, created_by, kind, content_type, byte_size, width, height, created_at"),
    table("audit_events.json", "audit_events", "id", "id, proposal_id, sequence, kind, actor, payload, previous_hash, hash, at"),
    table(
        "audit_log.json",
        "audit_log",
        "id",
        "id, at, actor_kind, actor_id, actor_name, action, object, target_id, target_name, details, ip, user_agent, request_id",
    ),
    table(
        "usage.json",
        "user_usage",
        "id",
        "id, user_id, month, total_tokens_used, input_tokens_used, output_tokens_used, total_cost_usd, request_count, last_usage_at, created_at, updated_at",
    ),
    table("api_keys.json", "api_keys", "id", "id, name, made_by, prefix, scopes, expires_at, last_used_at, revoked_at, created_at"),
    table(
        "sso_connection.json",
        "sso_connections",
        "workspace_id",
        "issuer, client_id, enabled, enforced, adds_members, default_role, created_at, updated_at",
    ),
    table("sso_domains.json", "sso_domains", "id", "id, domain, proven_at, created_at"),
];

#[derive(FromQueryResult)]
struct Row {
    key: Uuid,
    json: Value,
}

/// The next rows of a table after that key, and the key to go on after; none at the end.
pub async fn rows(tx: &TenantTx, table: Table, after: Option<Uuid>) -> Result<(Vec<Value>, Option<Uuid>), DbErr> {
    let Table { columns, name, key, .. } = table;
    let rows = Row::find_by_statement(Statement::from_sql_and_values(
        sea_orm::DbBackend::Postgres,
        format!(
            "SELECT t.{key} AS key, (SELECT to_jsonb(c) FROM (SELECT {columns}) c) AS json FROM {name} t
             WHERE t.workspace_id = $1 AND t.{key} > $2 ORDER BY t.{key} LIMIT $3"
        ),
        [tx.workspace_id().into(), after.unwrap_or_default().into(), PAGE.into()],
    ))
    .all(tx.conn())
    .await?;
    let full = i64::try_from(rows.len()).is_ok_and(|count| count == PAGE);
    let next = rows.last().map(|row| row.key).filter(|_| full);
    Ok((rows.into_iter().map(|row| row.json).collect(), next))
}

/// The ids of the sealed documents.
pub async fn sealed_ids(tx: &TenantTx) -> Result<Vec<Uuid>, DbErr> {
    let ids = sealed_documents::Entity::find().select_only().column(sealed_documents::Column::Id);
    ids.order_by_asc(sealed_documents::Column::Id).into_tuple().all(tx.conn()).await
}

/// One of them: the PDF that was signed.
pub async fn sealed_pdf(tx: &TenantTx, id: Uuid) -> Result<Option<Vec<u8>>, DbErr> {
    let pdf = sealed_documents::Entity::find_by_id((tx.workspace_id(), id)).select_only().column(sealed_documents::Column::Pdf);
    pdf.into_tuple().one(tx.conn()).await
}

/// The workspace itself.
pub async fn workspace(tx: &TenantTx) -> Result<Value, DbErr> {
    let workspace =
        "SELECT to_jsonb(c) AS json FROM (SELECT w.workspace_id AS id, w.name, w.owner_id, w.trial_ends_at, w.created_at, w.updated_at,
                            s.stripe_status, s.billed_seats, s.period_ends_at, s.cancels_at, s.ended_at, s.past_due_since,
                            s.given_at, s.given_until, s.given_reason
                     FROM workspaces w LEFT JOIN subscriptions s ON s.workspace_id = w.workspace_id WHERE w.workspace_id = $1) c";
    Ok(json(tx.conn(), workspace, tx.workspace_id()).await?.pop().unwrap_or_default())
}

/// Who belongs to a workspace, is invited or did belong, with what the team screen shows of them.
pub async fn team(conn: &impl ConnectionTrait, workspace_id: Uuid) -> Result<Vec<Value>, DbErr> {
    let team = "SELECT to_jsonb(c) AS json FROM (SELECT m.id, m.user_id, m.role, m.status, m.invited_email, u.first_name, u.last_name,
                       u.email, u.profile_image_url, m.created_at, m.updated_at
                FROM team_members m LEFT JOIN users u ON u.id = m.user_id
                WHERE m.workspace_id = $1 ORDER BY m.created_at, m.id) c";
    json(conn, team, workspace_id).await
}

/// A person, without their password.
pub async fn person(tx: &SystemTx, user_id: Uuid) -> Result<Value, DbErr> {
    let person = "SELECT to_jsonb(c) AS json FROM (SELECT id, email, first_name, last_name, profile_image_url, is_admin, email_verified,
                         password_hash IS NOT NULL AS has_password, created_at, updated_at FROM users WHERE id = $1) c";
    Ok(json(tx.conn(), person, user_id).await?.pop().unwrap_or_default())
}

/// Their browsers, without what signs them in.
pub async fn sessions(tx: &SystemTx, user_id: Uuid) -> Result<Vec<Value>, DbErr> {
    let sessions = "SELECT to_jsonb(c) AS json FROM (SELECT id, active_workspace, ip, user_agent, created_at, last_seen_at, expires_at
                    FROM sessions WHERE user_id = $1 ORDER BY created_at, id) c";
    json(tx.conn(), sessions, user_id).await
}

/// Who they are at providers.
pub async fn identities(tx: &SystemTx, user_id: Uuid) -> Result<Vec<Value>, DbErr> {
    let identities = "SELECT to_jsonb(c) AS json FROM (SELECT id, issuer, subject, email, created_at, last_used_at
                      FROM identities WHERE user_id = $1 ORDER BY created_at, id) c";
    json(tx.conn(), identities, user_id).await
}

/// The workspaces they belong to.
pub async fn memberships(tx: &SystemTx, user_id: Uuid) -> Result<Vec<Value>, DbErr> {
    let memberships = "SELECT to_jsonb(c) AS json FROM (SELECT m.workspace_id, w.name AS workspace_name, m.role, m.status, m.created_at,
                              m.updated_at
                       FROM team_members m JOIN workspaces w ON w.workspace_id = m.workspace_id
                       WHERE m.user_id = $1 ORDER BY m.created_at, m.id) c";
    json(tx.conn(), memberships, user_id).await
}

/// What they were told in their workspaces.
pub async fn notifications(tx: &SystemTx, user_id: Uuid) -> Result<Vec<Value>, DbErr> {
    let notifications = "SELECT to_jsonb(c) AS json FROM (SELECT id, workspace_id, kind, proposal_id, subject, actor, words, created_at,
                                read_at
                         FROM notifications WHERE user_id = $1 AND listed ORDER BY created_at, id) c";
    in_each_workspace(tx, notifications, user_id).await
}

/// What they want to hear of there otherwise than everybody.
pub async fn notification_preferences(tx: &SystemTx, user_id: Uuid) -> Result<Vec<Value>, DbErr> {
    let preferences = "SELECT to_jsonb(c) AS json FROM (SELECT workspace_id, kind, in_app, by_mail, updated_at
                       FROM notification_preferences WHERE user_id = $1 ORDER BY kind) c";
    in_each_workspace(tx, preferences, user_id).await
}

/// Row-level security shows one workspace at a time, so each that they belong to is entered in turn.
async fn in_each_workspace(tx: &SystemTx, query: &str, user_id: Uuid) -> Result<Vec<Value>, DbErr> {
    let mut all = Vec::new();
    for membership in memberships(tx, user_id).await? {
        let id = membership.get("workspace_id").and_then(Value::as_str).and_then(|id| id.parse().ok());
        tx.enter_workspace(id.ok_or_else(|| DbErr::Type("a membership of no workspace".to_owned()))?).await?;
        all.extend(json(tx.conn(), query, user_id).await?);
    }
    Ok(all)
}

async fn json(conn: &impl ConnectionTrait, query: &str, id: Uuid) -> Result<Vec<Value>, DbErr> {
    let rows = conn.query_all_raw(Statement::from_sql_and_values(sea_orm::DbBackend::Postgres, query, [id.into()])).await?;
    rows.iter().map(|row| row.try_get("", "json")).collect()
}
