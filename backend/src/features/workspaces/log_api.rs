//! The operations of the audit log.

use poem::web::Data;
use poem_openapi::{
    ApiResponse, OpenApi,
    param::Query,
    payload::{Attachment, AttachmentType},
};

use super::{
    log::service::{self, Filter},
    log_types::{AuditLogEntry, LogQuery},
};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::Noun,
    http::{
        paging::{Listed, Page},
        problem::Problem,
    },
};

/// A CSV file.
#[derive(ApiResponse)]
pub enum CsvFile {
    /// CSV in UTF-8 with a header row; times are in UTC.
    #[oai(status = 200, content_type = "text/csv")]
    Ok(Attachment<Vec<u8>>),
}

/// The audit log.
pub struct AuditLogApi;

#[OpenApi(tag = "Noun::Workspaces")]
impl AuditLogApi {
    /// List the entries of the workspace's audit log, newest first.
    #[oai(path = "/audit-log", method = "get", operation_id = "listAuditLog")]
    #[expect(clippy::too_many_arguments, reason = "one for each parameter of the query")]
    async fn list(
        &self,
        member: Member,
        /// Only entries whose actor's name contains this text; case-insensitive.
        actor: Query<Option<String>>,
        /// Only entries about this kind of object, for example `clients`.
        object: Query<Option<String>>,
        /// Only entries with this action, for example `delete`.
        action: Query<Option<String>>,
        /// Only entries from this time on, RFC 3339.
        from: Query<Option<String>>,
        /// Only entries before this time, RFC 3339.
        to: Query<Option<String>>,
        /// The page size, 1 to 100.
        limit: Query<Option<u64>>,
        /// The cursor from the `Link` header of the previous page.
        cursor: Query<Option<String>>,
    ) -> Result<Listed<AuditLogEntry>, Problem> {
        let tx = member.may(Action::Read, Thing::AuditLog).await?;
        let page = Page::parse(limit.0, cursor.0.as_deref())?;
        let query = LogQuery { actor: actor.0, object: object.0, action: action.0, from: from.0, to: to.0 };
        let (entries, next) = service::list(&tx, &Filter::parse(&query)?, page).await?;
        Ok(Listed::new(entries, &query.path(), page.limit, next))
    }

    /// Export the entries as a CSV file, at most 100,000 at once. Cells that a spreadsheet would interpret as
    /// a formula begin with an apostrophe.
    #[oai(path = "/audit-log/export", method = "get", operation_id = "exportAuditLog")]
    #[expect(clippy::too_many_arguments, reason = "one for each parameter of the query")]
    async fn export(
        &self,
        app: Data<&App>,
        member: Member,
        /// Only entries whose actor's name contains this text; case-insensitive.
        actor: Query<Option<String>>,
        /// Only entries about this kind of object, for example `clients`.
        object: Query<Option<String>>,
        /// Only entries with this action, for example `delete`.
        action: Query<Option<String>>,
        /// Only entries from this time on, RFC 3339.
        from: Query<Option<String>>,
        /// Only entries before this time, RFC 3339.
        to: Query<Option<String>>,
    ) -> Result<CsvFile, Problem> {
        let tx = member.may(Action::Export, Thing::AuditLog).await?;
        let query = LogQuery { actor: actor.0, object: object.0, action: action.0, from: from.0, to: to.0 };
        let file = service::export(tx, &Filter::parse(&query)?).await?;
        let name = format!("proffer-audit-log-{}.csv", app.now().format("%Y-%m-%d"));
        Ok(CsvFile::Ok(Attachment::new(file).attachment_type(AttachmentType::Attachment).filename(name)))
    }
}
