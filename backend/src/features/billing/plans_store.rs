//! Queries of plans: all workspaces of the site, and granted plans.

use chrono::{DateTime, Utc};
use proffer_domain::subscription::grant::PlanGrant;
use proffer_store::{SystemTx, entity::subscriptions, search};
use sea_orm::{ActiveValue::Set, DbErr, EntityTrait, FromQueryResult, Statement, sea_query::OnConflict};
use uuid::Uuid;

use crate::http::paging::{Cursor, Page};

/// A workspace as shown to site administrators.
#[derive(Debug, FromQueryResult)]
pub struct Workspace {
    pub id: Uuid,
    pub name: String,
    pub owner_name: String,
    pub owner_email: String,
    pub team_members: i64,
    pub trial_ends_at: DateTime<Utc>,
    pub stripe_status: Option<String>,
    pub past_due_since: Option<DateTime<Utc>>,
    pub given_at: Option<DateTime<Utc>>,
    pub given_until: Option<DateTime<Utc>>,
    pub given_by: Option<String>,
    pub given_reason: Option<String>,
    pub created_at: DateTime<Utc>,
}

const WORKSPACES: &str = "
    SELECT w.workspace_id AS id, w.name, u.first_name || ' ' || u.last_name AS owner_name, u.email AS owner_email,
           (SELECT count(*) FROM team_members m WHERE m.workspace_id = w.workspace_id AND m.status = 'active') AS team_members,
           w.trial_ends_at, s.stripe_status, s.past_due_since, s.given_at, s.given_until, s.given_by, s.given_reason, w.created_at
    FROM workspaces w JOIN users u ON u.id = w.owner_id LEFT JOIN subscriptions s ON s.workspace_id = w.workspace_id";

/// A page of all workspaces whose name, or whose owner's name or address, contains `search`, ignoring case;
/// newest first.
pub async fn list(
    tx: &SystemTx,
    search: Option<&str>,
    page: Page,
) -> Result<(Vec<Workspace>, Option<Cursor>), DbErr> {
    let Some(pattern) = search::containing(search) else { return Ok((Vec::new(), None)) };
    let (at, id) = page.after.map(|after| (after.at, after.id)).unzip();
    let limit = i64::try_from(page.limit + 1).map_err(|error| DbErr::Type(error.to_string()))?;
    let query = format!(
        "{WORKSPACES}
         WHERE ($1::text IS NULL OR w.name ILIKE $1 OR u.first_name || ' ' || u.last_name ILIKE $1 OR u.email ILIKE $1)
           AND ($2::timestamptz IS NULL OR (w.created_at, w.workspace_id) < ($2, $3::uuid))
         ORDER BY w.created_at DESC, w.workspace_id DESC LIMIT $4"
    );
    let values = [pattern.into(), at.into(), id.into(), limit.into()];
    let statement = Statement::from_sql_and_values(sea_orm::DbBackend::Postgres, query, values);
    let mut rows = Workspace::find_by_statement(statement).all(tx.conn()).await?;
    let next = page.cut(&mut rows, |row| Cursor { at: row.created_at, id: row.id });
    Ok((rows, next))
}

pub async fn find(tx: &SystemTx, workspace_id: Uuid) -> Result<Option<Workspace>, DbErr> {
    let query = format!("{WORKSPACES} WHERE w.workspace_id = $1");
    let statement =
        Statement::from_sql_and_values(sea_orm::DbBackend::Postgres, query, [workspace_id.into()]);
    Workspace::find_by_statement(statement).one(tx.conn()).await
}

/// Stores a granted or revoked plan, in the transaction that has entered the workspace.
pub async fn give(
    tx: &SystemTx,
    workspace_id: Uuid,
    plan: &PlanGrant,
    by: &str,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let given = plan.plan.map(|given| (now, given.until, by.to_owned(), plan.reason.clone()));
    let row = subscriptions::ActiveModel {
        workspace_id: Set(workspace_id),
        given_at: Set(given.as_ref().map(|(at, ..)| *at)),
        given_until: Set(given.as_ref().and_then(|(_, until, ..)| *until)),
        given_by: Set(given.as_ref().map(|(.., by, _)| by.clone())),
        given_reason: Set(given.map(|(.., reason)| reason)),
        created_at: Set(now),
        updated_at: Set(now),
        ..Default::default()
    };
    let update = OnConflict::column(subscriptions::Column::WorkspaceId)
        .update_columns([
            subscriptions::Column::GivenAt,
            subscriptions::Column::GivenUntil,
            subscriptions::Column::GivenBy,
            subscriptions::Column::GivenReason,
            subscriptions::Column::UpdatedAt,
        ])
        .to_owned();
    subscriptions::Entity::insert(row).on_conflict(update).exec_without_returning(tx.conn()).await?;
    Ok(())
}
