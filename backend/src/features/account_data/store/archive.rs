//! Queries of an export: every column of every row as JSON, except what is held back. New columns are
//! exported automatically; a new table must be listed here, or a test that reads the database's catalog
//! fails.

use proffer_store::{SystemTx, TenantTx, entity::sealed_documents};
use sea_orm::{ConnectionTrait, DbErr, EntityTrait, QueryOrder, QuerySelect, Statement};
use serde_json::Value;
use uuid::Uuid;

/// How many rows are read at once: a proposal has up to a megabyte of HTML.
const PAGE: usize = 50;

/// A table of a workspace that is exported to a file.
#[derive(Debug, Clone, Copy)]
pub struct Table {
    /// The file name.
    pub file: &'static str,
    /// The name of the table.
    pub name: &'static str,
    /// The columns that order its rows.
    order: &'static str,
}

const fn table(file: &'static str, name: &'static str, order: &'static str) -> Table {
    Table { file, name, order }
}

/// The tables of a workspace, with all their columns except [`HELD_BACK`].
pub const TABLES: &[Table] = &[
    table("company.json", "companies", "id"),
    table("designs.json", "template_preferences", "id"),
    table("clients.json", "clients", "id"),
    table("client_imports.json", "client_imports", "id"),
    table("client_import_rows.json", "client_import_rows", "import_id, line"),
    table("proposals.json", "proposals", "id"),
    table("versions.json", "patches", "proposal_id, number"),
    table("draftings.json", "draftings", "proposal_id"),
    table("chat_messages.json", "chat_messages", "id"),
    table("chat_turns.json", "chat_turns", "id"),
    table("claim_acceptances.json", "claim_acceptances", "id"),
    table("revisions.json", "revisions", "id"),
    table("signatures.json", "signatures", "id"),
    table("countersignatures.json", "countersignatures", "id"),
    table("sealed_documents.json", "sealed_documents", "id"),
    table("mails.json", "mails", "id"),
    table("page_views.json", "page_views", "id"),
    table("objects.json", "objects", "id"),
    table("uploads.json", "uploads", "id"),
    table("audit_events.json", "audit_events", "id"),
    table("audit_log.json", "audit_log", "id"),
    table("usage.json", "user_usage", "id"),
    table("usage_reservations.json", "usage_reservations", "id"),
    table("jobs.json", "jobs", "id"),
    table("api_keys.json", "api_keys", "id"),
    table("sso_connection.json", "sso_connections", "workspace_id"),
    table("sso_domains.json", "sso_domains", "id"),
    table("subscription.json", "subscriptions", "workspace_id"),
];

/// The tables that [`workspace`], [`team`] and the account queries below read, with all their columns except
/// [`HELD_BACK`].
pub const OTHERS: &[&str] = &[
    "workspaces",
    "team_members",
    "users",
    "sessions",
    "identities",
    "assistant_blocks",
    "notifications",
    "notification_preferences",
];

/// What no archive contains: a table, a column or all columns (`*`), and the reason.
pub const HELD_BACK: &[(&str, &str, &str)] = &[
    ("users", "password_hash", "secret: `hasPassword` says whether there is one"),
    ("users", "registered_in", "secret: it stands for a cookie of the browser that registered"),
    ("sessions", "token_hash", "secret: it stands for a cookie that signs in"),
    ("account_tokens", "*", "secret: links on their way by mail"),
    ("sso_attempts", "*", "secret: sign-ins under way, gone within minutes"),
    ("proposals", "share_token", "secret: opens the proposal without a sign-in"),
    ("proposals", "share_token_hash", "secret: it stands for the same token"),
    ("proposals", "share_token_sealed", "secret: sealed with the server's own key"),
    ("share_tokens", "*", "derived: the hashes once more, for finding the proposal"),
    ("api_keys", "secret_hash", "secret: it stands for the key"),
    ("sso_connections", "client_secret", "secret: sealed with the server's own key"),
    ("sso_domains", "challenge", "secret: proves a domain"),
    ("jobs", "payload", "secret: contents of mails and other work; what was sent is in mails.json"),
    ("jobs", "running_in", "of the site"),
    ("jobs", "deaths", "of the site"),
    ("idempotency_keys", "*", "secret: answers under the server's own key, gone within a day"),
    ("sealed_documents", "pdf", "a file of its own in files/documents"),
    ("proposal_words", "*", "derived: the search index of proposals and clients"),
    ("proposal_tallies", "*", "derived: counts of proposals"),
    ("proposal_months", "*", "derived: counts of proposals"),
    ("proven_domains", "*", "derived: sso_domains that are proven"),
    ("mailed_addresses", "*", "derived: keyed hashes of addresses that mails.json and team.json name"),
    ("usage_totals", "*", "derived: sums of user_usage"),
    ("rate_limits", "*", "derived: counts of attempts under keyed hashes"),
    ("subscriptions", "given_by", "names a person who runs the site"),
    ("assistant_blocks", "blocked_by", "names a person who runs the site"),
    ("stripe_customers", "*", "the payment service's own number"),
    ("stripe_events", "*", "the payment service's own numbers"),
    ("contact_messages", "*", "belongs to no account: the address is not verified"),
    ("farewells", "*", "exists only once the account is gone"),
    ("admin_settings", "*", "of the site"),
    ("admin_setting_versions", "*", "of the site"),
    ("sweeps", "*", "of the site"),
    ("daily_roots", "*", "of the site, which publishes them"),
    ("daily_root_leaves", "*", "derived: hashes of audit_events"),
];

/// The SQL for a row of the table with the alias `t` as JSON, without what is held back.
fn row_of(table: &str) -> String {
    let held = HELD_BACK.iter().filter(|(name, ..)| *name == table);
    held.fold("to_jsonb(t)".to_owned(), |row, (_, column, _)| format!("{row} - '{column}'"))
}

/// Opens a cursor on a table of the transaction's workspace; [`next_rows`] returns its rows until there are
/// no more.
pub async fn open(tx: &TenantTx, table: Table) -> Result<(), DbErr> {
    let Table { name, order, .. } = table;
    let statement = format!(
        "DECLARE archive NO SCROLL CURSOR FOR SELECT {} - 'workspace_id' AS json FROM {name} t
         WHERE t.workspace_id = (SELECT app_workspace_id()) ORDER BY {order}",
        row_of(name)
    );
    tx.conn().execute_unprepared(&statement).await.map(drop)
}

/// The next rows of the table opened last. Closes the cursor after the last ones.
pub async fn next_rows(tx: &TenantTx) -> Result<Vec<Value>, DbErr> {
    let fetch = Statement::from_string(sea_orm::DbBackend::Postgres, format!("FETCH {PAGE} FROM archive"));
    let rows = tx.conn().query_all_raw(fetch).await?;
    if rows.is_empty() {
        tx.conn().execute_unprepared("CLOSE archive").await?;
    }
    rows.iter().map(|row| row.try_get("", "json")).collect()
}

pub async fn sealed_ids(tx: &TenantTx) -> Result<Vec<Uuid>, DbErr> {
    let ids = sealed_documents::Entity::find().select_only().column(sealed_documents::Column::Id);
    ids.order_by_asc(sealed_documents::Column::Id).into_tuple().all(tx.conn()).await
}

/// The PDF of a sealed document.
pub async fn sealed_pdf(tx: &TenantTx, id: Uuid) -> Result<Option<Vec<u8>>, DbErr> {
    let pdf = sealed_documents::Entity::find_by_id((tx.workspace_id(), id))
        .select_only()
        .column(sealed_documents::Column::Pdf);
    pdf.into_tuple().one(tx.conn()).await
}

pub async fn workspace(tx: &TenantTx) -> Result<Value, DbErr> {
    let row = row_of("workspaces");
    let query = format!(
        "SELECT {row} - 'workspace_id' || jsonb_build_object('id', t.workspace_id) AS json FROM workspaces t WHERE t.workspace_id = $1"
    );
    Ok(json(tx.conn(), &query, tx.workspace_id()).await?.pop().unwrap_or_default())
}

/// Active, invited and former members of a workspace, with the fields of the team screen.
pub async fn team(conn: &impl ConnectionTrait, workspace_id: Uuid) -> Result<Vec<Value>, DbErr> {
    let row = row_of("team_members");
    let query = format!(
        "SELECT {row} - 'workspace_id' || jsonb_build_object('first_name', u.first_name, 'last_name', u.last_name, 'email', u.email,
                'profile_image_url', u.profile_image_url) AS json
         FROM team_members t LEFT JOIN users u ON u.id = t.user_id WHERE t.workspace_id = $1 ORDER BY t.created_at, t.id"
    );
    json(conn, &query, workspace_id).await
}

/// A user, without the password hash.
pub async fn person(tx: &SystemTx, user_id: Uuid) -> Result<Value, DbErr> {
    let row = row_of("users");
    let query = format!(
        "SELECT {row} || jsonb_build_object('has_password', t.password_hash IS NOT NULL) AS json FROM users t WHERE t.id = $1"
    );
    Ok(json(tx.conn(), &query, user_id).await?.pop().unwrap_or_default())
}

/// The user's sessions, without their tokens.
pub async fn sessions(tx: &SystemTx, user_id: Uuid) -> Result<Vec<Value>, DbErr> {
    theirs(tx, "sessions", "created_at, id", user_id).await
}

/// The user's identities at single sign-on providers.
pub async fn identities(tx: &SystemTx, user_id: Uuid) -> Result<Vec<Value>, DbErr> {
    theirs(tx, "identities", "created_at, id", user_id).await
}

/// Whether the assistant is blocked for the user, and why.
pub async fn assistant_blocks(tx: &SystemTx, user_id: Uuid) -> Result<Vec<Value>, DbErr> {
    theirs(tx, "assistant_blocks", "blocked_at", user_id).await
}

/// The user's memberships.
pub async fn memberships(tx: &SystemTx, user_id: Uuid) -> Result<Vec<Value>, DbErr> {
    let row = row_of("team_members");
    let query = format!(
        "SELECT {row} || jsonb_build_object('workspace_name', w.name) AS json
         FROM team_members t JOIN workspaces w ON w.workspace_id = t.workspace_id
         WHERE t.user_id = $1 ORDER BY t.created_at, t.id"
    );
    json(tx.conn(), &query, user_id).await
}

/// The user's notifications in all workspaces.
pub async fn notifications(tx: &SystemTx, user_id: Uuid) -> Result<Vec<Value>, DbErr> {
    in_each_workspace(tx, "notifications", "created_at, id", user_id).await
}

/// The user's deviations from the default notifications in all workspaces.
pub async fn notification_preferences(tx: &SystemTx, user_id: Uuid) -> Result<Vec<Value>, DbErr> {
    in_each_workspace(tx, "notification_preferences", "kind", user_id).await
}

/// The rows of a table that belong to a user.
async fn theirs(tx: &SystemTx, table: &str, order: &str, user_id: Uuid) -> Result<Vec<Value>, DbErr> {
    let row = row_of(table);
    json(
        tx.conn(),
        &format!("SELECT {row} AS json FROM {table} t WHERE t.user_id = $1 ORDER BY {order}"),
        user_id,
    )
    .await
}

/// Row-level security shows one workspace at a time, so each of the user's workspaces is entered in turn.
async fn in_each_workspace(
    tx: &SystemTx,
    table: &str,
    order: &str,
    user_id: Uuid,
) -> Result<Vec<Value>, DbErr> {
    let mut all = Vec::new();
    for membership in memberships(tx, user_id).await? {
        let id = membership.get("workspace_id").and_then(Value::as_str).and_then(|id| id.parse().ok());
        tx.enter_workspace(id.ok_or_else(|| DbErr::Type("a membership of no workspace".to_owned()))?).await?;
        all.extend(theirs(tx, table, order, user_id).await?);
    }
    Ok(all)
}

async fn json(conn: &impl ConnectionTrait, query: &str, id: Uuid) -> Result<Vec<Value>, DbErr> {
    let rows = conn
        .query_all_raw(Statement::from_sql_and_values(sea_orm::DbBackend::Postgres, query, [id.into()]))
        .await?;
    rows.iter().map(|row| row.try_get("", "json")).collect()
}
