//! A transaction of the system role: sign-in, token look-up, registration.

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait, Statement};
use uuid::Uuid;

use super::{
    audit::{AuditAction, AuditEntry},
    entity::workspaces,
    pool::{Connected, Pool},
};
use crate::span;

/// An open transaction of the system role; dropped without [`SystemTx::commit`] it rolls back.
#[derive(Debug)]
pub struct SystemTx {
    tx: Connected<DatabaseTransaction>,
    entry: Option<(Uuid, AuditEntry)>,
    /// Ends with the transaction.
    _span: tracing::Span,
}

impl SystemTx {
    /// Begins in its own task, for the reason given at `TenantTx::begin`.
    pub async fn begin(pool: &Pool) -> Result<Self, DbErr> {
        let (pool, span) = (pool.clone(), span::transaction("system"));
        let begun = tokio::spawn(async move { pool.begin().await });
        let tx = begun.await.map_err(|panic| DbErr::Custom(panic.to_string()))??;
        Ok(Self { tx, entry: None, _span: span })
    }

    /// From here on this transaction may also write rows of this workspace (its first member, its jobs).
    pub async fn enter_workspace(&self, workspace_id: Uuid) -> Result<(), DbErr> {
        enter(&self.tx, workspace_id).await
    }

    /// Enters the workspace for an action; its audit entry is written when the transaction commits.
    pub async fn audited(mut self, workspace_id: Uuid, action: AuditAction) -> Result<Self, DbErr> {
        self.enter_workspace(workspace_id).await?;
        self.entry = Some((workspace_id, AuditEntry::new(action)));
        Ok(self)
    }

    /// Moves the action to another workspace: this one is entered, and its audit log gets the entry.
    pub async fn concerns(&mut self, workspace_id: Uuid) -> Result<(), DbErr> {
        if let Some((concerned, _)) = &mut self.entry {
            *concerned = workspace_id;
        }
        self.enter_workspace(workspace_id).await
    }

    /// The audit entry that this transaction will write, if it was opened for an action.
    pub fn audit_entry(&self) -> Option<&AuditEntry> {
        self.entry.as_ref().map(|(_, entry)| entry)
    }

    /// Sets the target of the action in the audit entry: its id and its display name.
    pub fn about(&self, id: impl ToString, name: impl Into<String>) {
        if let Some(entry) = self.audit_entry() {
            entry.about(id, name);
        }
    }

    /// Enters a workspace and writes an audit entry, for an action of a user who was not signed in yet.
    pub async fn record(&self, workspace_id: Uuid, entry: AuditEntry) -> Result<(), DbErr> {
        self.enter_workspace(workspace_id).await?;
        entry.write(&self.tx, workspace_id).await
    }

    /// The connection for sea-orm queries.
    pub fn conn(&self) -> &Connected<DatabaseTransaction> {
        &self.tx
    }

    /// Commits the writes, including the audit entry.
    pub async fn commit(self) -> Result<(), DbErr> {
        if let Some((workspace_id, entry)) = self.entry {
            // The transaction may have entered another workspace since.
            enter(&self.tx, workspace_id).await?;
            // A workspace that this transaction has deleted has no audit log any more.
            if workspaces::Entity::find_by_id(workspace_id).one(&self.tx).await?.is_some() {
                entry.write(&self.tx, workspace_id).await?;
            }
        }
        self.tx.commit().await
    }
}

async fn enter(tx: &impl ConnectionTrait, workspace_id: Uuid) -> Result<(), DbErr> {
    tx.execute_raw(Statement::from_sql_and_values(
        sea_orm::DbBackend::Postgres,
        "SELECT set_config('app.workspace_id', $1, true)",
        [workspace_id.to_string().into()],
    ))
    .await?;
    Ok(())
}
