//! Looking through the audit log and taking it away.

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
    features::workspaces::log_api::{AuditActorKind, AuditLogEntry, LogQuery},
    http::paging::{Cursor, Page},
};

/// The most lines of one file.
const MOST_LINES: u64 = 100_000;
/// How many are read at a time.
const CHUNK: u64 = 2_000;

/// Which lines are wanted.
#[derive(Debug, Default)]
pub struct Filter {
    /// Part of the name of whoever acted, in any case.
    pub actor: Option<String>,
    /// One kind of thing.
    pub object: Option<Object>,
    /// One action.
    pub action: Option<String>,
    /// From then on.
    pub from: Option<DateTime<Utc>>,
    /// Before then.
    pub to: Option<DateTime<Utc>>,
}

impl Filter {
    /// Checks what was asked for. A blank is as good as nothing.
    pub fn parse(query: &LogQuery) -> Result<Self, Vec<FieldError>> {
        let mut errors = Vec::new();
        let mut keep = |error: FieldError| errors.push(error);
        let given = |text: &Option<String>| text.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
        let actor = given(&query.actor).and_then(|words| {
            if words.contains('\0') || words.chars().count() > 200 {
                keep(FieldError::new("actor", "invalid", "A name has at most 200 characters"));
                return None;
            }
            Some(words)
        });
        let object = given(&query.object).and_then(|word| {
            let known = Object::ALL.iter().copied().find(|object| object.word() == word);
            if known.is_none() {
                keep(FieldError::new("object", "unknown", "There is no such kind of thing"));
            }
            known
        });
        let action = given(&query.action).and_then(|word| {
            let good = word.len() <= 40 && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
            if !good {
                keep(FieldError::new("action", "unknown", "There is no such action"));
            }
            good.then_some(word)
        });
        let mut time = |name: &'static str, text: Option<String>| {
            let at = text.map(|text| DateTime::parse_from_rfc3339(&text).map(|at| at.with_timezone(&Utc))).transpose();
            at.unwrap_or_else(|_| {
                // Without its offset a time is another one for each reader, so one is asked for.
                keep(FieldError::new(name, "invalid", "Give a time as 2026-03-02T09:00:00Z, with its offset from UTC"));
                None
            })
        };
        let (from, to) = (time("from", given(&query.from)), time("to", given(&query.to)));
        if from.zip(to).is_some_and(|(from, to)| from > to) {
            keep(FieldError::new("to", "before_from", "This is before the beginning"));
        }
        if errors.is_empty() { Ok(Self { actor, object, action, from, to }) } else { Err(errors) }
    }
}

/// A page of the log.
pub async fn list(tx: &TenantTx, filter: &Filter, page: Page) -> Result<(Vec<AuditLogEntry>, Option<Cursor>), Failure> {
    let mut lines = store::list(tx, filter, page.after, page.limit + 1).await?;
    let next = page.cut(&mut lines, place);
    let entries = lines.into_iter().map(entry).collect::<Result<_, _>>()?;
    Ok((entries, next))
}

/// The log as a CSV file. More than can be given at once is refused: a file never lacks lines without saying
/// so.
pub async fn export(tx: TenantTx, filter: &Filter) -> Result<Vec<u8>, Failure> {
    if store::exceeds(&tx, filter, MOST_LINES).await? {
        let message = "These are more than 100,000 lines. Choose a shorter time.";
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
