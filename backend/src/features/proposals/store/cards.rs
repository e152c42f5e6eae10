//! The list of proposals.

use chrono::{DateTime, Utc};
use proffer_domain::proposal::Status;
use proffer_store::{TenantTx, entity::proposals::SelectedDetails};
use rust_decimal::Decimal;
use sea_orm::{DbErr, FromQueryResult, Statement, Value};
use uuid::Uuid;

use super::{rows::ScreenProposal, search::Words};
use crate::http::paging::{Page, Place};

/// A proposal in a list.
#[derive(Debug, FromQueryResult)]
pub struct Card {
    pub id: Uuid,
    pub client_id: Uuid,
    pub title: String,
    pub subtitle: Option<String>,
    pub status: String,
    pub total_amount: Decimal,
    pub currency: String,
    pub share_token: Option<String>,
    pub share_token_sealed: Option<Vec<u8>>,
    #[sea_orm(nested)]
    pub details: SelectedDetails,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// The value for sorting by title.
    pub sort_title: String,
    pub company_name: String,
    pub first_name: String,
    pub last_name: String,
}

impl Card {
    /// A proposal with its surroundings, as the list shows it.
    pub fn of(whole: &ScreenProposal) -> Self {
        let row = &whole.proposal;
        Self {
            id: row.id,
            client_id: row.client_id,
            title: row.title.clone(),
            subtitle: row.subtitle.clone(),
            status: row.status.clone(),
            total_amount: row.total_amount,
            currency: row.currency.clone(),
            share_token: row.share_token.clone(),
            share_token_sealed: row.share_token_sealed.clone(),
            details: SelectedDetails(row.details()),
            created_at: row.created_at,
            updated_at: row.updated_at,
            sort_title: String::new(),
            company_name: whole.client_company_name.clone(),
            first_name: whole.client_first_name.clone(),
            last_name: whole.client_last_name.clone(),
        }
    }
}

/// The sort order of a list; equal entries are ordered by id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Order {
    /// The most recently created first.
    #[default]
    Newest,
    /// The oldest first.
    Oldest,
    /// The most recently changed first.
    Updated,
    /// By title, ignoring case.
    Title,
    /// The highest amount first.
    Amount,
}

impl Order {
    const ALL: [Self; 5] = [Self::Newest, Self::Oldest, Self::Updated, Self::Title, Self::Amount];

    /// The name in the query and in cursors.
    pub fn word(self) -> &'static str {
        self.into_str()
    }

    /// The SQL expression of the sort key, and whether the order is ascending.
    fn key(self) -> (&'static str, bool) {
        match self {
            Self::Newest => ("p.created_at", false),
            Self::Oldest => ("p.created_at", true),
            Self::Updated => ("p.updated_at", false),
            Self::Title => ("lower(p.title) COLLATE \"C\"", true),
            Self::Amount => ("p.total_amount", false),
        }
    }

    fn value(self, key: &str) -> Option<Value> {
        let time = |key: &str| DateTime::from_timestamp_micros(key.parse().ok()?);
        Some(match self {
            Self::Newest | Self::Oldest | Self::Updated => time(key)?.into(),
            Self::Title => key.into(),
            Self::Amount => key.parse::<Decimal>().ok()?.into(),
        })
    }

    fn key_of(self, card: &Card) -> String {
        match self {
            Self::Newest | Self::Oldest => card.created_at.timestamp_micros().to_string(),
            Self::Updated => card.updated_at.timestamp_micros().to_string(),
            Self::Title => card.sort_title.clone(),
            Self::Amount => card.total_amount.to_string(),
        }
    }
}

/// The position in a sorted list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListPosition {
    order: Order,
    id: Uuid,
    key: String,
}

impl Place for ListPosition {
    fn write(&self) -> String {
        format!("{}/{}/{}", self.order.word(), self.id, self.key)
    }

    fn read(text: &str) -> Option<Self> {
        let mut parts = text.splitn(3, '/');
        let word = parts.next()?;
        let order = Order::ALL.into_iter().find(|order| order.word() == word)?;
        let (id, key) = (parts.next()?.parse().ok()?, parts.next()?.to_owned());
        // PostgreSQL stores no NUL.
        let good = order.value(&key).is_some() && !key.contains('\0');
        good.then_some(Self { order, id, key })
    }
}

impl ListPosition {
    /// Whether the position belongs to a list in this order.
    pub fn is_in(&self, order: Order) -> bool {
        self.order == order
    }
}

/// The filter of a proposal list.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Only proposals in this state at the current time.
    pub status: Option<Status>,
    /// Only proposals that have, for each of these words, a word that begins with it in title, subtitle or
    /// the client's names.
    pub search: Option<String>,
    /// The sort order.
    pub order: Order,
}

/// A page of proposals, in their state at `now`.
pub async fn list(
    tx: &TenantTx,
    filter: &Filter,
    page: &Page<ListPosition>,
    now: DateTime<Utc>,
) -> Result<(Vec<Card>, Option<ListPosition>), DbErr> {
    let words = match &filter.search {
        None => None,
        Some(term) => match Words::of(tx, term).await? {
            None => return Ok((Vec::new(), None)),
            words => words,
        },
    };
    let mut query = Sql::new(&format!(
        "SELECT p.id, p.client_id, p.title, p.subtitle, p.status, p.total_amount, p.currency, p.share_token, p.share_token_sealed, {},
                p.created_at, p.updated_at, lower(p.title) AS sort_title, c.company_name, c.first_name, c.last_name
         FROM ",
        SelectedDetails::COLUMNS
    ));
    match &words {
        None => query.text("proposals p"),
        Some(words) => words.source(tx, &mut query),
    }
    query.text(
        " JOIN clients c ON c.workspace_id = p.workspace_id AND c.id = p.client_id WHERE p.workspace_id = ",
    );
    query.value(tx.workspace_id());
    if let Some(words) = &words {
        words.condition(&mut query);
    }
    if let Some(status) = filter.status {
        query.status(status, now);
    }
    let (key, ascending) = filter.order.key();
    if let Some((place, value)) =
        page.after.as_ref().and_then(|place| Some((place, filter.order.value(&place.key)?)))
    {
        query.text(&format!(" AND ({key}, p.id) {} (", if ascending { ">" } else { "<" }));
        query.value(value);
        query.text(", ");
        query.value(place.id);
        query.text(")");
    }
    let direction = if ascending { "ASC" } else { "DESC" };
    query.text(&format!(" ORDER BY {key} {direction}, p.id {direction} LIMIT {}", page.limit + 1));
    let mut rows = Card::find_by_statement(query.statement()).all(tx.conn()).await?;
    let next = page.cut(&mut rows, |card| ListPosition {
        order: filter.order,
        id: card.id,
        key: filter.order.key_of(card),
    });
    Ok((rows, next))
}

/// A statement under construction with its values.
pub(super) struct Sql {
    text: String,
    values: Vec<Value>,
}

impl Sql {
    pub(super) fn new(text: &str) -> Self {
        Self { text: text.to_owned(), values: Vec::new() }
    }

    pub(super) fn text(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub(super) fn value(&mut self, value: impl Into<Value>) {
        self.values.push(value.into());
        self.text.push('$');
        self.text.push_str(&self.values.len().to_string());
    }

    /// A proposal past its validity has expired, even if that is not stored yet.
    fn status(&mut self, status: Status, now: DateTime<Utc>) {
        let lapsed = match status {
            Status::Pending | Status::InReview => " AND (p.valid_until IS NULL OR p.valid_until >= ",
            Status::Expired => " OR p.status IN ('pending', 'in_review') AND p.valid_until < ",
            _ => "",
        };
        self.text(" AND (p.status = ");
        self.value(status.as_str());
        if !lapsed.is_empty() {
            self.text(lapsed);
            self.value(now);
            self.text(if status == Status::Expired { "" } else { ")" });
        }
        self.text(")");
    }

    pub(super) fn statement(self) -> Statement {
        Statement::from_sql_and_values(sea_orm::DbBackend::Postgres, self.text, self.values)
    }
}
