//! Queries of clients.

use chrono::{DateTime, Utc};
use proffer_domain::{
    client::{ClientInput, ClientProfile},
    client_website::ScrapedInfo,
};
use proffer_store::{TenantTx, entity::clients};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, Condition, DbErr, EntityTrait, FromQueryResult, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect,
    sea_query::{Expr, ExprTrait, extension::postgres::PgExpr},
};
use uuid::Uuid;

use super::types::{self, Enrichment};
use crate::{
    failure::stale,
    http::paging::{Cursor, Page},
};

/// A client with the number of its proposals.
#[derive(Debug, FromQueryResult)]
pub struct Client {
    pub id: Uuid,
    pub company_name: String,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub phone: Option<String>,
    pub address: Option<String>,
    pub website_url: Option<String>,
    pub logo_url: Option<String>,
    pub description: Option<String>,
    pub scraped_info: Option<sea_orm::JsonValue>,
    pub enrichment: String,
    pub enrichment_problem: Option<String>,
    pub enriched_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub proposal_count: i64,
    pub signed_proposal_count: i64,
    pub open_proposal_count: i64,
}

impl Client {
    /// The fields of the client form.
    pub fn edited(&self) -> ClientInput {
        ClientInput {
            company_name: self.company_name.clone(),
            first_name: self.first_name.clone(),
            last_name: self.last_name.clone(),
            email: self.email.clone(),
            phone: self.phone.clone(),
            address: self.address.clone(),
            website_url: self.website_url.clone(),
            description: self.description.clone(),
        }
    }
}

fn with_counts() -> sea_orm::Select<clients::Entity> {
    let count = |condition: &str| {
        Expr::cust(format!(
            "(SELECT count(*) FROM proposals p WHERE p.workspace_id = clients.workspace_id AND p.client_id = clients.id{condition})"
        ))
    };
    clients::Entity::find()
        .column_as(count(""), "proposal_count")
        .column_as(count(" AND p.status = 'signed'"), "signed_proposal_count")
        .column_as(count(" AND p.status IN ('pending', 'in_review', 'accepted')"), "open_proposal_count")
}

/// A filter of the workspace's clients.
#[derive(Debug, Clone, Copy, Default)]
pub struct ClientFilter<'a> {
    /// Part of a company's or a contact's name, ignoring case.
    pub search: Option<&'a str>,
    /// Whether the search includes the email address.
    pub emails: bool,
}

impl ClientFilter<'_> {
    /// `None` if nothing can match.
    fn condition(self, tx: &TenantTx) -> Option<Condition> {
        let all = Condition::all().add(clients::Column::WorkspaceId.eq(tx.workspace_id()));
        let Some(words) = self.search.map(str::trim).filter(|words| !words.is_empty()) else {
            return Some(all);
        };
        // PostgreSQL stores no NUL, so no stored text contains one.
        if words.contains('\0') {
            return None;
        }
        let words = words.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
        let pattern = format!("%{words}%");
        let column = |column| Expr::col((clients::Entity, column));
        // "Al Bo" matches Alice Boone. A single word matches the whole name if it is part of the first or the
        // last name.
        let parts: Vec<&str> = words.split(' ').filter(|part| !part.is_empty()).collect();
        let name = column(clients::Column::FirstName)
            .concatenate(" ")
            .concatenate(column(clients::Column::LastName));
        let any = Condition::any()
            .add(column(clients::Column::CompanyName).ilike(pattern.clone()))
            .add(name.ilike(format!("%{}%", parts.join("% %"))))
            .add_option(self.emails.then(|| column(clients::Column::Email).ilike(pattern)));
        Some(all.add(any))
    }
}

/// A page of the clients that match the filter, newest first.
pub async fn list(
    tx: &TenantTx,
    filter: ClientFilter<'_>,
    page: Page,
) -> Result<(Vec<Client>, Option<Cursor>), DbErr> {
    let Some(condition) = filter.condition(tx) else { return Ok((Vec::new(), None)) };
    let mut query = with_counts().filter(condition);
    if let Some(after) = page.after {
        query = query.filter(
            Expr::tuple([
                Expr::col((clients::Entity, clients::Column::CreatedAt)),
                Expr::col((clients::Entity, clients::Column::Id)),
            ])
            .lt(Expr::tuple([Expr::value(after.at), Expr::value(after.id)])),
        );
    }
    let mut rows: Vec<Client> = query
        .order_by_desc(clients::Column::CreatedAt)
        .order_by_desc(clients::Column::Id)
        .limit(page.limit + 1)
        .into_model()
        .all(tx.conn())
        .await?;
    let next = page.cut(&mut rows, |client| Cursor { at: client.created_at, id: client.id });
    Ok((rows, next))
}

/// The number of clients that match the filter.
pub async fn count(tx: &TenantTx, filter: ClientFilter<'_>) -> Result<u64, DbErr> {
    let Some(condition) = filter.condition(tx) else { return Ok(0) };
    clients::Entity::find().filter(condition).count(tx.conn()).await
}

pub async fn find(tx: &TenantTx, id: Uuid) -> Result<Option<Client>, DbErr> {
    with_counts()
        .filter(clients::Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(clients::Column::Id.eq(id))
        .into_model()
        .one(tx.conn())
        .await
}

pub async fn insert(
    tx: &TenantTx,
    id: Uuid,
    user_id: Uuid,
    profile: &ClientProfile,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let row = clients::ActiveModel {
        workspace_id: Set(tx.workspace_id()),
        id: Set(id),
        created_by: Set(user_id),
        created_at: Set(now),
        ..columns(profile, now)
    };
    clients::Entity::insert(row).exec_without_returning(tx.conn()).await?;
    Ok(())
}

pub async fn update(
    tx: &TenantTx,
    id: Uuid,
    profile: &ClientProfile,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    clients::Entity::update_many()
        .set(columns(profile, now))
        .filter(clients::Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(clients::Column::Id.eq(id))
        .exec(tx.conn())
        .await?;
    Ok(())
}

/// Returns false if the client does not exist.
pub async fn delete(tx: &TenantTx, id: Uuid) -> Result<bool, DbErr> {
    Ok(clients::Entity::delete_by_id((tx.workspace_id(), id)).exec(tx.conn()).await?.rows_affected == 1)
}

/// A client's website, and the facts from it.
#[derive(Debug, Default, FromQueryResult)]
pub struct Site {
    pub created_by: Uuid,
    pub website_url: Option<String>,
    pub logo_url: Option<String>,
    pub enrichment: String,
}

impl Site {
    pub fn is_waiting(&self) -> bool {
        self.enrichment == Enrichment::Waiting.as_str()
    }
}

/// Locks the client until the transaction ends.
pub async fn site_for_update(tx: &TenantTx, id: Uuid) -> Result<Option<Site>, DbErr> {
    clients::Entity::find_by_id((tx.workspace_id(), id))
        .select_only()
        .columns([
            clients::Column::CreatedBy,
            clients::Column::WebsiteUrl,
            clients::Column::LogoUrl,
            clients::Column::Enrichment,
        ])
        .lock_exclusive()
        .into_model()
        .one(tx.conn())
        .await
}

/// Deletes the facts from a client's website.
pub async fn forget_site(tx: &TenantTx, id: Uuid, state: Enrichment) -> Result<(), DbErr> {
    let nothing = clients::ActiveModel {
        enrichment: Set(state.as_str().to_owned()),
        enrichment_problem: Set(None),
        enriched_at: Set(None),
        scraped_info: Set(None),
        logo_url: Set(None),
        ..Default::default()
    };
    set_site(tx, id, nothing).await
}

/// Marks a client's website as about to be read. Existing facts are kept.
pub async fn await_site(tx: &TenantTx, id: Uuid) -> Result<(), DbErr> {
    let waiting = Enrichment::Waiting.as_str().to_owned();
    set_site(
        tx,
        id,
        clients::ActiveModel {
            enrichment: Set(waiting),
            enrichment_problem: Set(None),
            ..Default::default()
        },
    )
    .await
}

pub async fn site_read(tx: &TenantTx, id: Uuid, info: &ScrapedInfo, now: DateTime<Utc>) -> Result<(), DbErr> {
    let read = clients::ActiveModel {
        enrichment: Set(Enrichment::Done.as_str().to_owned()),
        enrichment_problem: Set(None),
        enriched_at: Set(Some(now)),
        logo_url: Set(info.logo_url.clone()),
        scraped_info: Set(Some(serde_json::to_value(info).map_err(|error| DbErr::Json(error.to_string()))?)),
        ..Default::default()
    };
    set_site(tx, id, read).await
}

pub async fn site_failed(tx: &TenantTx, id: Uuid, problem: &str, now: DateTime<Utc>) -> Result<(), DbErr> {
    let failed = clients::ActiveModel {
        enrichment: Set(Enrichment::Failed.as_str().to_owned()),
        enrichment_problem: Set(Some(problem.to_owned())),
        enriched_at: Set(Some(now)),
        ..Default::default()
    };
    set_site(tx, id, failed).await
}

async fn set_site(tx: &TenantTx, id: Uuid, columns: clients::ActiveModel) -> Result<(), DbErr> {
    clients::Entity::update_many()
        .set(columns)
        .filter(clients::Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(clients::Column::Id.eq(id))
        .exec(tx.conn())
        .await?;
    Ok(())
}

pub fn columns(profile: &ClientProfile, now: DateTime<Utc>) -> clients::ActiveModel {
    let profile = profile.clone();
    clients::ActiveModel {
        company_name: Set(profile.company_name),
        first_name: Set(profile.first_name),
        last_name: Set(profile.last_name),
        email: Set(profile.email.as_str().to_owned()),
        phone: Set(profile.phone),
        address: Set(profile.address),
        website_url: Set(profile.website_url),
        description: Set(profile.description),
        updated_at: Set(now),
        ..Default::default()
    }
}

impl From<Client> for types::Client {
    fn from(client: Client) -> Self {
        Self {
            etag: stale::etag(&client.edited()),
            scraped_info: client.scraped_info.map(|info| serde_json::from_value(info).unwrap_or_default()),
            enrichment: client.enrichment.parse().unwrap_or_default(),
            enrichment_problem: client.enrichment_problem,
            enriched_at: client.enriched_at.map(Into::into),
            id: client.id,
            company_name: client.company_name,
            first_name: client.first_name,
            last_name: client.last_name,
            email: client.email,
            phone: client.phone,
            address: client.address,
            website_url: client.website_url,
            logo_url: client.logo_url,
            description: client.description,
            proposal_count: client.proposal_count,
            signed_proposal_count: client.signed_proposal_count,
            open_proposal_count: client.open_proposal_count,
            created_at: client.created_at.into(),
            updated_at: client.updated_at.into(),
        }
    }
}
