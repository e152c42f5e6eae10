//! A transaction of the system role: sign-in, token look-up, registration.

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait, Statement};
use uuid::Uuid;

use super::{
    entity::workspaces,
    log::{Deed, Line},
    pool::{Connected, Pool},
};
use crate::telemetry::traces;

/// An open transaction of the system role; dropped without [`SystemTx::commit`] it rolls back.
#[derive(Debug)]
pub struct SystemTx {
    tx: Connected<DatabaseTransaction>,
    line: Option<(Uuid, Line)>,
    /// Ends with the transaction, however that ends.
    _span: tracing::Span,
}

impl SystemTx {
    /// Begins in a task of its own, for the reason given at `TenantTx::begin`.
    pub(crate) async fn begin(pool: &Pool) -> Result<Self, DbErr> {
        let (pool, span) = (pool.clone(), traces::transaction("system"));
        let begun = tokio::spawn(async move { pool.begin().await });
        let tx = begun.await.map_err(|panic| DbErr::Custom(panic.to_string()))??;
        Ok(Self { tx, line: None, _span: span })
    }

    /// From here on this transaction may also write rows of the given workspace (its first member, its jobs).
    pub async fn enter_workspace(&self, workspace_id: Uuid) -> Result<(), DbErr> {
        enter(&self.tx, workspace_id).await
    }

    /// Enters the workspace to do something there: the line goes into its audit log when the transaction commits.
    pub(crate) async fn for_deed(mut self, workspace_id: Uuid, deed: Deed) -> Result<Self, DbErr> {
        self.enter_workspace(workspace_id).await?;
        self.line = Some((workspace_id, Line::new(deed)));
        Ok(self)
    }

    /// What is done concerns another workspace than the one it was begun in: from here on that one is entered, and its log
    /// gets the line.
    pub async fn concerns(&mut self, workspace_id: Uuid) -> Result<(), DbErr> {
        if let Some((concerned, _)) = &mut self.line {
            *concerned = workspace_id;
        }
        self.enter_workspace(workspace_id).await
    }

    /// The line of the audit log that this transaction will write, where it was opened to do something.
    pub fn line(&self) -> Option<&Line> {
        self.line.as_ref().map(|(_, line)| line)
    }

    /// Says in the audit log what this transaction did it to: an id, and the name a person knows it by.
    pub fn about(&self, id: impl ToString, name: impl Into<String>) {
        if let Some(line) = self.line() {
            line.about(id, name);
        }
    }

    /// Writes a line into the audit log of a workspace, which it enters for that: for what is done there by somebody who was not
    /// signed in yet.
    pub(crate) async fn record(&self, workspace_id: Uuid, line: Line) -> Result<(), DbErr> {
        self.enter_workspace(workspace_id).await?;
        line.write(&self.tx, workspace_id).await
    }

    /// What sea-orm runs its queries on.
    pub fn conn(&self) -> &Connected<DatabaseTransaction> {
        &self.tx
    }

    /// Makes the writes true, the line of the audit log among them.
    pub async fn commit(self) -> Result<(), DbErr> {
        if let Some((workspace_id, line)) = self.line {
            // The transaction may have entered another workspace since.
            enter(&self.tx, workspace_id).await?;
            // A workspace that this has ended took its log along.
            if workspaces::Entity::find_by_id(workspace_id).one(&self.tx).await?.is_some() {
                line.write(&self.tx, workspace_id).await?;
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
