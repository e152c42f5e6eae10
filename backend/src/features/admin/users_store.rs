//! Queries of the site's users: accounts and usage, without any content of their workspaces.

use chrono::{DateTime, Utc};
use proffer_domain::people::{Order, Sort};
use proffer_store::{
    SystemTx,
    entity::{assistant_blocks, team_members, users},
    search,
};
use rust_decimal::Decimal;
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, DbBackend, DbErr, EntityTrait, FromQueryResult,
    QueryFilter, QueryOrder, QuerySelect, Statement, Value, sea_query::OnConflict,
};
use uuid::Uuid;

use crate::http::paging::{Page, Place};

/// A user as shown to site administrators.
#[derive(Debug, FromQueryResult)]
pub struct Person {
    pub id: Uuid,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub is_admin: bool,
    pub email_verified: bool,
    pub created_at: DateTime<Utc>,
    pub is_blocked: bool,
    pub requests: i64,
    pub tokens: i64,
    pub cost: Decimal,
    /// The value for sorting by name.
    pub sort_name: String,
}

impl Person {
    /// The name in the audit log.
    pub fn called(&self) -> String {
        let name = format!("{} {}", self.first_name, self.last_name);
        Some(name.trim().to_owned()).filter(|name| !name.is_empty()).unwrap_or_else(|| self.email.clone())
    }

    fn standing(&self) -> i32 {
        if self.is_blocked { 2 } else { i32::from(!self.email_verified) }
    }

    /// The value of the sort key, for a cursor.
    fn key(&self, sort: Sort) -> String {
        match sort {
            Sort::Joined => self.created_at.timestamp_micros().to_string(),
            Sort::Name => self.sort_name.clone(),
            Sort::Email => self.email.clone(),
            Sort::Role => i32::from(self.is_admin).to_string(),
            Sort::Status => self.standing().to_string(),
            Sort::Usage => self.tokens.to_string(),
            Sort::Cost => self.cost.to_string(),
        }
    }
}

/// The position in a sorted list of users.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserListPosition {
    order: Order,
    id: Uuid,
    key: String,
}

impl Place for UserListPosition {
    fn write(&self) -> String {
        format!("{}/{}/{}/{}", self.order.sort.word(), self.order.direction(), self.id, self.key)
    }

    fn read(text: &str) -> Option<Self> {
        let mut parts = text.splitn(4, '/');
        let order = Order::named(parts.next()?, parts.next()?)?;
        let (id, key) = (parts.next()?.parse().ok()?, parts.next()?.to_owned());
        // PostgreSQL stores no NUL.
        let good = value(order.sort, &key).is_some() && !key.contains('\0');
        good.then_some(Self { order, id, key })
    }
}

impl UserListPosition {
    /// Whether the position belongs to a list in this order.
    pub fn is_in(&self, order: Order) -> bool {
        self.order == order
    }
}

/// The SQL expression of a sort key.
fn column(sort: Sort) -> &'static str {
    match sort {
        Sort::Joined => "u.created_at",
        Sort::Name => "lower(u.first_name || ' ' || u.last_name) COLLATE \"C\"",
        Sort::Email => "u.email COLLATE \"C\"",
        Sort::Role => "u.is_admin::int",
        Sort::Status => "CASE WHEN b.user_id IS NOT NULL THEN 2 WHEN u.email_verified THEN 0 ELSE 1 END",
        Sort::Usage => "coalesce(m.tokens, 0)",
        Sort::Cost => "coalesce(m.cost, 0)",
    }
}

/// The value in a cursor, with the column's type.
fn value(sort: Sort, key: &str) -> Option<Value> {
    Some(match sort {
        Sort::Joined => DateTime::from_timestamp_micros(key.parse().ok()?)?.into(),
        Sort::Name | Sort::Email => key.into(),
        Sort::Role | Sort::Status => key.parse::<i32>().ok()?.into(),
        Sort::Usage => key.parse::<i64>().ok()?.into(),
        Sort::Cost => key.parse::<Decimal>().ok()?.into(),
    })
}

const COLUMNS: &str = "
    SELECT u.id, u.first_name, u.last_name, u.email, u.is_admin, u.email_verified, u.created_at, b.user_id IS NOT NULL AS is_blocked,
           coalesce(m.requests, 0) AS requests, coalesce(m.tokens, 0) AS tokens, coalesce(m.cost, 0) AS cost,
           lower(u.first_name || ' ' || u.last_name) AS sort_name
    FROM users u LEFT JOIN assistant_blocks b ON b.user_id = u.id";

const MONTH: &str = "sum(request_count)::bigint AS requests, sum(total_tokens_used)::bigint AS tokens, sum(total_cost_usd) AS cost
    FROM user_usage WHERE month = $1";

/// The usage of each user in month `$1`. It is aggregated for all users only when they are sorted by it,
/// otherwise just for the page.
fn joined_usage(sort: Sort) -> String {
    match sort {
        Sort::Usage | Sort::Cost => {
            format!("LEFT JOIN (SELECT user_id, {MONTH} GROUP BY user_id) m ON m.user_id = u.id")
        }
        _ => format!("LEFT JOIN LATERAL (SELECT {MONTH} AND user_id = u.id) m ON true"),
    }
}

/// A page of users whose name or address contains `search`, ignoring case.
pub async fn list(
    tx: &SystemTx,
    search: Option<&str>,
    order: Order,
    page: &Page<UserListPosition>,
    month: &str,
) -> Result<(Vec<Person>, Option<UserListPosition>), DbErr> {
    let Some(pattern) = search::containing(search) else { return Ok((Vec::new(), None)) };
    let (usage, column) = (joined_usage(order.sort), column(order.sort));
    let mut values: Vec<Value> = vec![month.into(), pattern.into()];
    let mut after = String::new();
    if let Some((place, value)) =
        page.after.as_ref().and_then(|place| Some((place, value(order.sort, &place.key)?)))
    {
        after = format!("AND ({column}, u.id) {} ($3, $4)", if order.descending { "<" } else { ">" });
        values.extend([value, place.id.into()]);
    }
    let direction = order.direction();
    let query = format!(
        "{COLUMNS} {usage}
         WHERE ($2::text IS NULL OR u.first_name || ' ' || u.last_name ILIKE $2 OR u.email ILIKE $2) {after}
         ORDER BY {column} {direction}, u.id {direction} LIMIT {}",
        page.limit + 1
    );
    let statement = Statement::from_sql_and_values(DbBackend::Postgres, query, values);
    let mut rows = Person::find_by_statement(statement).all(tx.conn()).await?;
    let next =
        page.cut(&mut rows, |person| UserListPosition { order, id: person.id, key: person.key(order.sort) });
    Ok((rows, next))
}

pub async fn find(tx: &SystemTx, user_id: Uuid, month: &str) -> Result<Option<Person>, DbErr> {
    let query = format!("{COLUMNS} {} WHERE u.id = $2", joined_usage(Sort::Joined));
    let statement =
        Statement::from_sql_and_values(DbBackend::Postgres, query, [month.into(), user_id.into()]);
    Person::find_by_statement(statement).one(tx.conn()).await
}

/// The key figures of the site.
#[derive(Debug, FromQueryResult)]
pub struct Sums {
    pub total_users: i64,
    pub active: i64,
    pub tokens: i64,
    pub cost: Decimal,
}

pub async fn sums(tx: &SystemTx, month: &str) -> Result<Sums, DbErr> {
    let query = "SELECT (SELECT count(*) FROM users) AS total_users,
                        count(DISTINCT user_id) FILTER (WHERE request_count > 0) AS active,
                        coalesce(sum(total_tokens_used), 0)::bigint AS tokens, coalesce(sum(total_cost_usd), 0) AS cost
                 FROM user_usage WHERE month = $1";
    let statement = Statement::from_sql_and_values(DbBackend::Postgres, query, [month.into()]);
    let sums = Sums::find_by_statement(statement).one(tx.conn()).await?;
    sums.ok_or_else(|| DbErr::RecordNotFound("user_usage".to_owned()))
}

/// The workspaces that the user is an active member of, in the order of joining.
pub async fn workspaces_of(tx: &SystemTx, user_id: Uuid) -> Result<Vec<Uuid>, DbErr> {
    use team_members::Column as C;
    team_members::Entity::find()
        .select_only()
        .column(C::WorkspaceId)
        .filter(C::UserId.eq(user_id))
        .filter(C::Status.eq("active"))
        .order_by_asc(C::CreatedAt)
        .order_by_asc(C::Id)
        .into_tuple()
        .all(tx.conn())
        .await
}

/// Returns false if the assistant is blocked already.
pub async fn block(
    tx: &SystemTx,
    user_id: Uuid,
    by: &str,
    reason: &str,
    now: DateTime<Utc>,
) -> Result<bool, DbErr> {
    let row = assistant_blocks::ActiveModel {
        user_id: Set(user_id),
        blocked_at: Set(now),
        blocked_by: Set(by.to_owned()),
        reason: Set(reason.to_owned()),
    };
    let keep = OnConflict::column(assistant_blocks::Column::UserId).do_nothing().to_owned();
    Ok(assistant_blocks::Entity::insert(row).on_conflict(keep).exec_without_returning(tx.conn()).await? > 0)
}

/// Returns false if the assistant is not blocked.
pub async fn unblock(tx: &SystemTx, user_id: Uuid) -> Result<bool, DbErr> {
    Ok(assistant_blocks::Entity::delete_by_id(user_id).exec(tx.conn()).await?.rows_affected > 0)
}

/// All site administrators, locked until the transaction ends.
pub async fn admins_for_update(tx: &SystemTx) -> Result<Vec<Uuid>, DbErr> {
    let admins = users::Entity::find()
        .filter(users::Column::IsAdmin.eq(true))
        .order_by_asc(users::Column::Id)
        .lock_exclusive();
    Ok(admins.all(tx.conn()).await?.into_iter().map(|user| user.id).collect())
}

pub async fn set_admin(
    tx: &SystemTx,
    user_id: Uuid,
    is_admin: bool,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let change = users::ActiveModel {
        id: Set(user_id),
        is_admin: Set(is_admin),
        updated_at: Set(now),
        ..Default::default()
    };
    change.update(tx.conn()).await?;
    Ok(())
}
