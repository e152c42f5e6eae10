//! The wire of the audit log.

use poem::web::Data;
use poem_openapi::{
    ApiResponse, Enum, Object, OpenApi,
    param::Query,
    payload::{Attachment, AttachmentType},
};
use uuid::Uuid;

use super::log::service::{self, Filter};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::Noun,
    http::{
        paging::{Listed, Page},
        problem::Problem,
    },
    wire::{self, Timestamp},
};

/// In what capacity somebody acted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum AuditActorKind {
    /// A member.
    Person,
    /// An integration with a key.
    Key,
    /// A site administrator.
    SiteAdmin,
    /// The holder of a share link.
    Client,
}

/// One line of the log: who did what to which, when, from where.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct AuditLogEntry {
    /// The line's id.
    pub id: Uuid,
    /// When.
    pub at: Timestamp,
    /// In what capacity.
    pub actor_kind: AuditActorKind,
    /// The person or key; a client has none.
    pub actor_id: Option<Uuid>,
    /// Their name at the time.
    pub actor_name: String,
    /// What was done, in the words of the policy: `create`, `send`, ...
    pub action: String,
    /// To what kind of thing: `clients`, `team`, ...
    pub object: String,
    /// Its id.
    pub target_id: Option<String>,
    /// The name a person knows it by.
    pub target_name: Option<String>,
    /// The address it came from.
    pub ip: String,
    /// What the browser or program calls itself.
    pub user_agent: String,
    /// The request, as the server's own log names it.
    pub request_id: String,
}

/// What is asked of the log, as it came in.
#[derive(Debug)]
pub struct LogQuery {
    /// Part of a name.
    pub actor: Option<String>,
    /// One kind of thing.
    pub object: Option<String>,
    /// One action.
    pub action: Option<String>,
    /// From then on.
    pub from: Option<String>,
    /// Before then.
    pub to: Option<String>,
}

impl LogQuery {
    /// The list's own path with what was asked for.
    fn path(&self) -> String {
        let parameters =
            [("actor", &self.actor), ("object", &self.object), ("action", &self.action), ("from", &self.from), ("to", &self.to)];
        wire::query("/api/audit-log", &parameters.map(|(name, value)| (name, value.as_deref())))
    }
}

/// A file in answer.
#[derive(ApiResponse)]
pub enum CsvFile {
    /// The lines, with a heading; UTF-8, times in UTC.
    #[oai(status = 200, content_type = "text/csv")]
    Ok(Attachment<Vec<u8>>),
}

/// The log.
pub struct AuditLogApi;

#[OpenApi(tag = "Noun::Workspaces")]
impl AuditLogApi {
    /// The workspace's audit log, newest first.
    #[oai(path = "/audit-log", method = "get", operation_id = "listAuditLog")]
    #[expect(clippy::too_many_arguments, reason = "one for each parameter of the query")]
    async fn list(
        &self,
        member: Member,
        /// Part of the name of whoever acted, in any case.
        actor: Query<Option<String>>,
        /// One kind of thing, such as `clients`.
        object: Query<Option<String>>,
        /// One action, such as `delete`.
        action: Query<Option<String>>,
        /// From then on, RFC 3339.
        from: Query<Option<String>>,
        /// Before then, RFC 3339.
        to: Query<Option<String>>,
        /// How many, 1 to 100.
        limit: Query<Option<u64>>,
        /// Where to go on, from the `Link` header.
        cursor: Query<Option<String>>,
    ) -> Result<Listed<AuditLogEntry>, Problem> {
        let tx = member.may(Action::Read, Thing::AuditLog).await?;
        let page = Page::parse(limit.0, cursor.0.as_deref())?;
        let query = LogQuery { actor: actor.0, object: object.0, action: action.0, from: from.0, to: to.0 };
        let (entries, next) = service::list(&tx, &Filter::parse(&query)?, page).await?;
        Ok(Listed::new(entries, &query.path(), page.limit, next))
    }

    /// The same as a CSV file, at most 100,000 lines at once. Cells that a spreadsheet would take for a
    /// formula begin with an apostrophe.
    #[oai(path = "/audit-log/export", method = "get", operation_id = "exportAuditLog")]
    #[expect(clippy::too_many_arguments, reason = "one for each parameter of the query")]
    async fn export(
        &self,
        app: Data<&App>,
        member: Member,
        /// Part of the name of whoever acted, in any case.
        actor: Query<Option<String>>,
        /// One kind of thing, such as `clients`.
        object: Query<Option<String>>,
        /// One action, such as `delete`.
        action: Query<Option<String>>,
        /// From then on, RFC 3339.
        from: Query<Option<String>>,
        /// Before then, RFC 3339.
        to: Query<Option<String>>,
    ) -> Result<CsvFile, Problem> {
        let tx = member.may(Action::Export, Thing::AuditLog).await?;
        let query = LogQuery { actor: actor.0, object: object.0, action: action.0, from: from.0, to: to.0 };
        let file = service::export(tx, &Filter::parse(&query)?).await?;
        let name = format!("proffer-audit-log-{}.csv", app.now().format("%Y-%m-%d"));
        Ok(CsvFile::Ok(Attachment::new(file).attachment_type(AttachmentType::Attachment).filename(name)))
    }
}
