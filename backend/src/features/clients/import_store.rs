//! Queries of client imports.

use chrono::{DateTime, Utc};
use proffer_domain::{
    client::ClientProfile,
    client_import::{Duplicates, Mapping, Row, Skipped},
};
use proffer_store::{
    TenantTx,
    entity::{client_import_rows as rows, client_imports as imports, clients},
};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, ConnectionTrait, DbBackend, DbErr, EntityTrait, FromQueryResult, JsonValue, QueryFilter,
    QueryOrder, QuerySelect, Statement,
    sea_query::{Expr, ExprTrait, SimpleExpr},
};
use serde::Serialize;
use uuid::Uuid;

use super::{store, types::Enrichment};

/// An import in any state.
pub type Import = imports::Model;

pub async fn insert(tx: &TenantTx, import: imports::ActiveModel) -> Result<(), DbErr> {
    imports::Entity::insert(import).exec_without_returning(tx.conn()).await.map(drop)
}

pub async fn find(tx: &TenantTx, id: Uuid) -> Result<Option<Import>, DbErr> {
    imports::Entity::find_by_id((tx.workspace_id(), id)).one(tx.conn()).await
}

/// The import, locked until the transaction ends.
pub async fn find_for_update(tx: &TenantTx, id: Uuid) -> Result<Option<Import>, DbErr> {
    imports::Entity::find_by_id((tx.workspace_id(), id)).lock_exclusive().one(tx.conn()).await
}

/// Returns false if the import is not waiting, or does not exist.
pub async fn begin(
    tx: &TenantTx,
    id: Uuid,
    mapping: JsonValue,
    duplicates: Duplicates,
) -> Result<bool, DbErr> {
    let begun = imports::ActiveModel {
        state: Set("running".to_owned()),
        mapping: Set(Some(mapping)),
        duplicates: Set(Some(duplicates.as_str().to_owned())),
        ..Default::default()
    };
    Ok(in_state(tx, id, "waiting", begun).await? == 1)
}

/// Stores the progress, while the import is running.
pub async fn advance(tx: &TenantTx, import: &Import) -> Result<(), DbErr> {
    let further = imports::ActiveModel {
        processed: Set(import.processed),
        added: Set(import.added),
        updated: Set(import.updated),
        skipped: Set(import.skipped),
        ..Default::default()
    };
    in_state(tx, import.id, "running", further).await.map(drop)
}

/// Ends the import, successfully or with a problem. Returns false if it is no longer running.
pub async fn end(
    tx: &TenantTx,
    id: Uuid,
    problem: Option<String>,
    now: DateTime<Utc>,
) -> Result<bool, DbErr> {
    let over = imports::ActiveModel {
        state: Set(if problem.is_some() { "failed" } else { "done" }.to_owned()),
        problem: Set(problem),
        finished_at: Set(Some(now)),
        ..Default::default()
    };
    Ok(in_state(tx, id, "running", over).await? == 1)
}

async fn in_state(tx: &TenantTx, id: Uuid, state: &str, columns: imports::ActiveModel) -> Result<u64, DbErr> {
    let result = imports::Entity::update_many()
        .set(columns)
        .filter(imports::Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(imports::Column::Id.eq(id))
        .filter(imports::Column::State.eq(state))
        .exec(tx.conn())
        .await?;
    Ok(result.rows_affected)
}

/// Deletes an import that was never started.
pub async fn forget(tx: &TenantTx, id: Uuid) -> Result<(), DbErr> {
    imports::Entity::delete_by_id((tx.workspace_id(), id)).exec(tx.conn()).await.map(drop)
}

/// The skipped lines, in order.
pub async fn skipped(tx: &TenantTx, id: Uuid, most: Option<u64>) -> Result<Vec<rows::Model>, DbErr> {
    rows::Entity::find()
        .filter(rows::Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(rows::Column::ImportId.eq(id))
        .order_by_asc(rows::Column::Line)
        .limit(most)
        .all(tx.conn())
        .await
}

/// The numbers of the skipped lines.
pub async fn skipped_lines(tx: &TenantTx, id: Uuid) -> Result<Vec<i32>, DbErr> {
    rows::Entity::find()
        .select_only()
        .column(rows::Column::Line)
        .filter(rows::Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(rows::Column::ImportId.eq(id))
        .into_tuple()
        .all(tx.conn())
        .await
}

pub async fn insert_skipped(tx: &TenantTx, id: Uuid, skipped: Vec<(&Row, Skipped)>) -> Result<(), DbErr> {
    if skipped.is_empty() {
        return Ok(());
    }
    let row = |(row, skipped): (&Row, Skipped)| rows::ActiveModel {
        workspace_id: Set(tx.workspace_id()),
        import_id: Set(id),
        line: Set(i32::try_from(row.line).unwrap_or(i32::MAX)),
        field: Set(skipped.field),
        code: Set(skipped.code.to_owned()),
        message: Set(skipped.message),
        cells: Set(row.cells().collect::<Vec<_>>().into()),
    };
    rows::Entity::insert_many(skipped.into_iter().map(row)).exec_without_returning(tx.conn()).await.map(drop)
}

/// Serialises the batches of concurrent imports into one workspace, so that neither adds a client that the
/// other has just added.
pub async fn take_turns(tx: &TenantTx) -> Result<(), DbErr> {
    let lock = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))";
    let name = format!("client imports of {}", tx.workspace_id());
    tx.conn()
        .execute_raw(Statement::from_sql_and_values(DbBackend::Postgres, lock, [name.into()]))
        .await
        .map(drop)
}

/// Whether a client has one of these addresses. They are joined, because a list of unknown values (`IN`) is
/// compared one by one with each client of the workspace.
fn has_address(emails: &[String]) -> SimpleExpr {
    Expr::cust_with_values("clients.email IN (SELECT unnest($1::text[]))", [emails.to_vec()])
}

/// Which of these addresses belong to clients.
pub async fn known(tx: &TenantTx, emails: &[String]) -> Result<Vec<String>, DbErr> {
    clients::Entity::find()
        .select_only()
        .column(clients::Column::Email)
        .distinct()
        .filter(clients::Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(has_address(emails))
        .into_tuple()
        .all(tx.conn())
        .await
}

/// The clients with these addresses, oldest first, locked until the transaction ends.
pub async fn by_email_for_update(tx: &TenantTx, emails: &[String]) -> Result<Vec<clients::Model>, DbErr> {
    clients::Entity::find()
        .filter(clients::Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(has_address(emails))
        .order_by_asc(clients::Column::CreatedAt)
        .order_by_asc(clients::Column::Id)
        .lock_exclusive()
        .all(tx.conn())
        .await
}

/// A client as stored by a batch.
#[derive(Debug, Serialize)]
pub struct Saved {
    pub id: Uuid,
    #[serde(flatten)]
    pub profile: ClientProfile,
    /// The new state of reading the website, if the website changed.
    pub enrichment: Option<&'static str>,
}

pub async fn add(tx: &TenantTx, user_id: Uuid, clients: &[Saved], now: DateTime<Utc>) -> Result<(), DbErr> {
    if clients.is_empty() {
        return Ok(());
    }
    let row = |client: &Saved| clients::ActiveModel {
        workspace_id: Set(tx.workspace_id()),
        id: Set(client.id),
        created_by: Set(user_id),
        created_at: Set(now),
        enrichment: Set(client.enrichment.unwrap_or(Enrichment::None.as_str()).to_owned()),
        ..store::columns(&client.profile, now)
    };
    clients::Entity::insert_many(clients.iter().map(row)).exec_without_returning(tx.conn()).await.map(drop)
}

/// Updates all of them in one statement. Facts from a changed website are deleted.
const CHANGE: &str = r#"
    UPDATE clients SET
        company_name = new."companyName", first_name = new."firstName", last_name = new."lastName", phone = new.phone, address = new.address,
        website_url = new."websiteUrl", description = new.description, updated_at = $2,
        enrichment = coalesce(new.enrichment, clients.enrichment),
        enrichment_problem = CASE WHEN new.enrichment IS NULL THEN clients.enrichment_problem END,
        enriched_at = CASE WHEN new.enrichment IS NULL THEN clients.enriched_at END,
        scraped_info = CASE WHEN new.enrichment IS NULL THEN clients.scraped_info END,
        logo_url = CASE WHEN new.enrichment IS NULL THEN clients.logo_url END
    FROM jsonb_to_recordset($1) AS new (id uuid, "companyName" text, "firstName" text, "lastName" text, phone text, address text,
        "websiteUrl" text, description text, enrichment text)
    WHERE clients.workspace_id = $3 AND clients.id = new.id"#;

pub async fn change(tx: &TenantTx, clients: &[Saved], now: DateTime<Utc>) -> Result<(), DbErr> {
    if clients.is_empty() {
        return Ok(());
    }
    let new = serde_json::to_value(clients).map_err(|error| DbErr::Json(error.to_string()))?;
    let statement = Statement::from_sql_and_values(
        DbBackend::Postgres,
        CHANGE,
        [new.into(), now.into(), tx.workspace_id().into()],
    );
    tx.conn().execute_raw(statement).await.map(drop)
}

/// The columns of a client in an exported file, in order.
#[derive(Debug, FromQueryResult)]
pub struct Exported {
    pub id: Uuid,
    pub created_at: DateTime<Utc>,
    pub company_name: String,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub phone: Option<String>,
    pub address: Option<String>,
    pub website_url: Option<String>,
    pub description: Option<String>,
}

/// A page of all clients, oldest first, after the given one.
pub async fn exported(
    tx: &TenantTx,
    after: Option<(DateTime<Utc>, Uuid)>,
    most: u64,
) -> Result<Vec<Exported>, DbErr> {
    let mut query = clients::Entity::find().filter(clients::Column::WorkspaceId.eq(tx.workspace_id()));
    if let Some((at, id)) = after {
        let place = Expr::tuple([Expr::col(clients::Column::CreatedAt), Expr::col(clients::Column::Id)]);
        query = query.filter(place.gt(Expr::tuple([Expr::value(at), Expr::value(id)])));
    }
    query
        .order_by_asc(clients::Column::CreatedAt)
        .order_by_asc(clients::Column::Id)
        .limit(most)
        .into_model()
        .all(tx.conn())
        .await
}

/// The column mapping of a started import.
pub fn plan(import: &Import) -> Option<(Mapping, Duplicates)> {
    let mapping = serde_json::from_value(import.mapping.clone()?).ok()?;
    Some((mapping, Duplicates::parse(import.duplicates.as_deref()?)?))
}
