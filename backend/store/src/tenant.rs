//! A transaction that sees one workspace.

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr, Statement};
use uuid::Uuid;

use super::{
    audit::{AuditAction, AuditEntry},
    connection_quota::ConnectionPermit,
    pool::{Connected, Pool},
};
use crate::span;

/// The rows that a transaction sees, and the user on whose behalf it writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scope {
    /// The tenant.
    pub workspace_id: Uuid,
    /// The signed-in user, if there is one.
    pub user_id: Option<Uuid>,
    /// For a guest: the one proposal that the link opens.
    pub guest_proposal_id: Option<Uuid>,
}

impl Scope {
    /// A whole workspace, for the server's own jobs.
    pub fn workspace(workspace_id: Uuid) -> Self {
        Self { workspace_id, user_id: None, guest_proposal_id: None }
    }
}

/// An open transaction whose settings name the tenant; dropped without [`TenantTx::commit`] it rolls back.
#[derive(Debug)]
pub struct TenantTx {
    tx: Connected<DatabaseTransaction>,
    scope: Scope,
    entry: Option<AuditEntry>,
    /// Ends with the transaction.
    _span: tracing::Span,
    /// Released together with the connection.
    _permit: Option<ConnectionPermit>,
}

impl TenantTx {
    /// Begins on `pool` with the settings of `scope`.
    ///
    /// `BEGIN` and the settings are two statements, run in a task of their own that is never cancelled: in
    /// sqlx 0.9.0 a cancelled `begin()` returns its connection with an open transaction, and the next query
    /// on it would run under the previous tenant's settings.
    pub async fn begin(pool: &Pool, scope: Scope) -> Result<Self, DbErr> {
        let (pool, span) = (pool.clone(), span::transaction("app"));
        let begun = tokio::spawn(async move {
            let tx = pool.begin().await?;
            let text = |id: Option<Uuid>| id.map(|id| id.to_string()).unwrap_or_default();
            tx.execute_raw(Statement::from_sql_and_values(
                sea_orm::DbBackend::Postgres,
                "SELECT set_config('app.workspace_id', $1, true), set_config('app.user_id', $2, true), \
                 set_config('app.guest_proposal_id', $3, true)",
                [
                    scope.workspace_id.to_string().into(),
                    text(scope.user_id).into(),
                    text(scope.guest_proposal_id).into(),
                ],
            ))
            .await?;
            Ok(Self { tx, scope, entry: None, _span: span, _permit: None })
        });
        begun.await.map_err(|panic| DbErr::Custom(panic.to_string()))?
    }

    /// The same transaction, holding its connection permit.
    pub(super) fn holding(self, permit: ConnectionPermit) -> Self {
        Self { _permit: Some(permit), ..self }
    }

    /// The same transaction, opened for an action; its audit entry is written at the commit.
    #[must_use]
    pub fn audited(mut self, action: AuditAction) -> Self {
        self.entry = Some(AuditEntry::new(action));
        self
    }

    /// The audit entry that this transaction will write, if it was opened for an action.
    pub fn audit_entry(&self) -> Option<&AuditEntry> {
        self.entry.as_ref()
    }

    /// Sets the target of the action in the audit entry: its id and its display name.
    pub fn about(&self, id: impl ToString, name: impl Into<String>) {
        if let Some(entry) = self.audit_entry() {
            entry.about(id, name);
        }
    }

    /// The connection for sea-orm queries.
    pub fn conn(&self) -> &Connected<DatabaseTransaction> {
        &self.tx
    }

    /// The tenant.
    pub fn workspace_id(&self) -> Uuid {
        self.scope.workspace_id
    }

    /// The scope that it was begun with.
    pub fn scope(&self) -> Scope {
        self.scope
    }

    /// Commits the writes, including the audit entry.
    pub async fn commit(self) -> Result<(), DbErr> {
        if let Some(entry) = self.entry {
            entry.write(&self.tx, self.scope.workspace_id).await?;
        }
        self.tx.commit().await
    }
}
