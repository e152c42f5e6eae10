//! Lists are plain arrays; a `Link: rel="next"` header (RFC 8288) points to the next page, and some lists
//! report their length in another header.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, Utc};
use poem_openapi::{
    ApiResponse,
    payload::Json,
    types::{ToJSON, Type},
};
use uuid::Uuid;

use super::problem::Problem;

/// The largest page, and the default.
pub const MAX_PAGE: u64 = 100;

/// The position after which a page begins, encoded in the `cursor` parameter.
pub trait Place: Sized {
    /// Serialises the position; any text is allowed.
    fn write(&self) -> String;
    /// Parses such a text.
    fn read(text: &str) -> Option<Self>;
}

/// The position in a list sorted newest first: time and id of the last entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cursor {
    /// When that entry was created.
    pub at: DateTime<Utc>,
    /// Its id, for entries of the same instant.
    pub id: Uuid,
}

impl Place for Cursor {
    fn write(&self) -> String {
        format!("{}/{}", self.at.timestamp_micros(), self.id)
    }

    fn read(text: &str) -> Option<Self> {
        let (at, id) = text.split_once('/')?;
        Some(Self { at: DateTime::from_timestamp_micros(at.parse().ok()?)?, id: id.parse().ok()? })
    }
}

/// 422: a cursor of another list.
pub fn foreign_cursor() -> Problem {
    Problem::unprocessable("invalid_parameter", "cursor is not valid.")
}

fn decoded<P: Place>(cursor: &str) -> Option<P> {
    let bytes = URL_SAFE_NO_PAD.decode(cursor).ok()?;
    P::read(std::str::from_utf8(&bytes).ok()?)
}

/// The requested part of a list.
#[derive(Debug, Clone, Copy)]
pub struct Page<P = Cursor> {
    /// The number of entries, 1 to [`MAX_PAGE`].
    pub limit: u64,
    /// The position after which it begins.
    pub after: Option<P>,
}

impl<P: Place> Page<P> {
    /// From the query's `limit` and `cursor`.
    pub fn parse(limit: Option<u64>, cursor: Option<&str>) -> Result<Self, Problem> {
        let limit = limit.unwrap_or(MAX_PAGE);
        if !(1..=MAX_PAGE).contains(&limit) {
            return Err(Problem::unprocessable(
                "invalid_parameter",
                format!("limit must be between 1 and {MAX_PAGE}."),
            ));
        }
        let after = cursor.map(|text| decoded(text).ok_or_else(foreign_cursor)).transpose()?;
        Ok(Self { limit, after })
    }

    /// Truncates `rows` (fetched with one more than the limit) to the page and returns the position of the
    /// next one.
    pub fn cut<T>(&self, rows: &mut Vec<T>, place: impl Fn(&T) -> P) -> Option<P> {
        let limit = usize::try_from(self.limit).unwrap_or(usize::MAX);
        let more = rows.len() > limit;
        rows.truncate(limit);
        rows.last().filter(|_| more).map(place)
    }
}

/// A page of a list.
#[derive(ApiResponse)]
pub enum Listed<T: ToJSON + Type + Send + Sync> {
    /// The entries; the `Link` header contains the address of the next page.
    #[oai(status = 200)]
    Ok(
        Json<Vec<T>>,
        /// `<url>; rel="next"` while there are more.
        #[oai(header = "Link")]
        Option<String>,
    ),
}

impl<T: ToJSON + Type + Send + Sync> Listed<T> {
    /// `path` is the path of the list with all filters of the caller, without `cursor`.
    pub fn new(entries: Vec<T>, path: &str, limit: u64, next: Option<impl Place>) -> Self {
        Self::Ok(Json(entries), link(path, limit, next))
    }
}

/// A page of a list that says how long the list is.
#[derive(ApiResponse)]
pub enum Counted<T: ToJSON + Type + Send + Sync> {
    /// The entries; the `Link` header contains the address of the next page.
    #[oai(status = 200)]
    Ok(
        Json<Vec<T>>,
        /// `<url>; rel="next"` while there are more.
        #[oai(header = "Link")]
        Option<String>,
        /// How many entries all pages have together; on the first page alone.
        #[oai(header = "X-Total-Count")]
        Option<u64>,
    ),
}

impl<T: ToJSON + Type + Send + Sync> Counted<T> {
    /// As [`Listed::new`], with the total if it is known.
    pub fn new(
        entries: Vec<T>,
        path: &str,
        limit: u64,
        next: Option<impl Place>,
        total: Option<u64>,
    ) -> Self {
        Self::Ok(Json(entries), link(path, limit, next), total)
    }
}

fn link(path: &str, limit: u64, next: Option<impl Place>) -> Option<String> {
    let separator = if path.contains('?') { '&' } else { '?' };
    next.map(|cursor| {
        format!(
            "<{path}{separator}limit={limit}&cursor={}>; rel=\"next\"",
            URL_SAFE_NO_PAD.encode(cursor.write())
        )
    })
}
