//! Querying and exporting the audit log.

use chrono::{DateTime, Utc};
use proffer_domain::field_error::FieldError;
use proffer_store::TenantTx;

use super::{
    store::{self, Line},
    table::Table,
};
use crate::{
    authz::Object,
    failure::Failure,
    features::workspaces::log_types::{AuditActorKind, AuditLogEntry, LogQuery},
    http::paging::{Cursor, Page},
};

/// The most entries of one file.
const MOST_LINES: u64 = 100_000;
/// How many entries are read at a time.
const CHUNK: u64 = 2_000;

/// The filter of the audit log.
#[derive(Debug, Default)]
pub struct Filter {
    /// Part of the actor's name, ignoring case.
    pub actor: Option<String>,
    /// A kind of object.
    pub object: Option<Object>,
    /// An action.
    pub action: Option<String>,
    /// The earliest time, inclusive.
    pub from: Option<DateTime<Utc>>,
    /// The latest time, exclusive.
    pub to: Option<DateTime<Utc>>,
}

impl Filter {
    /// Validates the filter. Blank values are ignored.
    pub fn parse(query: &LogQuery) -> Result<Self, Vec<FieldError>> {
        let mut errors = Vec::new();
        let mut keep = |error: FieldError| errors.push(error);
        let given = |text: &Option<String>| {
            text.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
        };
        let actor = given(&query.actor).and_then(|words| {
            if words.contains('\0') || words.chars().count() > 200 {
                keep(FieldError::new("actor", "invalid", "A name has at most 200 characters"));
                return None;
            }
            Some(words)
        });
        let object = given(&query.object).and_then(|word| {
            let known = Object::of_word(&word);
            if known.is_none() {
                keep(FieldError::new("object", "unknown", "Unknown object"));
            }
            known
        });
        let action = given(&query.action).and_then(|word| {
            let good = word.len() <= 40 && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
            if !good {
                keep(FieldError::new("action", "unknown", "Unknown action"));
            }
            good.then_some(word)
        });
        let mut time = |name: &'static str, text: Option<String>| {
            let at = text
                .map(|text| DateTime::parse_from_rfc3339(&text).map(|at| at.with_timezone(&Utc)))
                .transpose();
            at.unwrap_or_else(|_| {
                // Without an offset the time is ambiguous, so one is required.
                keep(FieldError::new(
                    name,
                    "invalid",
                    "Give a time as 2026-03-02T09:00:00Z, with its offset from UTC",
                ));
                None
            })
        };
        let (from, to) = (time("from", given(&query.from)), time("to", given(&query.to)));
        if from.zip(to).is_some_and(|(from, to)| from > to) {
            keep(FieldError::new("to", "before_from", "This is before the start"));
        }
        if errors.is_empty() { Ok(Self { actor, object, action, from, to }) } else { Err(errors) }
    }
}

/// A page of the audit log.
pub async fn list(
    tx: &TenantTx,
    filter: &Filter,
    page: Page,
) -> Result<(Vec<AuditLogEntry>, Option<Cursor>), Failure> {
    let mut lines = store::list(tx, filter, page.after, page.limit + 1).await?;
    let next = page.cut(&mut lines, place);
    let entries = lines.into_iter().map(entry).collect::<Result<_, _>>()?;
    Ok((entries, next))
}

/// The audit log as a CSV file. A filter with too many entries is refused, so that a file is never silently
/// truncated.
pub async fn export(tx: TenantTx, filter: &Filter) -> Result<Vec<u8>, Failure> {
    if store::exceeds(&tx, filter, MOST_LINES).await? {
        let message = "There are more than 100,000 entries. Choose a shorter period.";
        return Err(FieldError::new("from", "too_many_lines", message).into());
    }
    let mut table = Table::new()?;
    let mut after = None;
    loop {
        let lines = store::list(&tx, filter, after, CHUNK).await?;
        lines.iter().try_for_each(|line| table.add(line))?;
        match lines.last() {
            Some(last) => after = Some(place(last)),
            None => break,
        }
    }
    tx.commit().await?;
    table.finish()
}

fn place(line: &Line) -> Cursor {
    Cursor { at: line.at, id: line.id }
}

fn entry(line: Line) -> Result<AuditLogEntry, Failure> {
    let actor_kind = match line.actor_kind.as_str() {
        "person" => AuditActorKind::Person,
        "key" => AuditActorKind::Key,
        "site_admin" => AuditActorKind::SiteAdmin,
        "client" => AuditActorKind::Client,
        other => return Err(Failure::internal(format!("a line of the audit log is by {other}"))),
    };
    Ok(AuditLogEntry {
        id: line.id,
        at: line.at.into(),
        actor_kind,
        actor_id: line.actor_id,
        actor_name: line.actor_name,
        action: line.action,
        object: line.object,
        target_id: line.target_id,
        target_name: line.target_name,
        ip: line.ip,
        user_agent: line.user_agent,
        request_id: line.request_id,
    })
}
