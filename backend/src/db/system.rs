//! A transaction of the system role: sign-in, token look-up, registration.

use sea_orm::{ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbErr, Statement, TransactionTrait};
use uuid::Uuid;

/// An open transaction of the system role; dropped without [`SystemTx::commit`] it rolls back.
#[derive(Debug)]
pub struct SystemTx {
    tx: DatabaseTransaction,
}

impl SystemTx {
    /// Begins in a task of its own, for the reason given at `TenantTx::begin`.
    pub(crate) async fn begin(pool: &DatabaseConnection) -> Result<Self, DbErr> {
        let pool = pool.clone();
        let begun = tokio::spawn(async move { pool.begin().await });
        let tx = begun.await.map_err(|panic| DbErr::Custom(panic.to_string()))??;
        Ok(Self { tx })
    }

    /// From here on this transaction may also write rows of the given workspace (its first member, its jobs).
    pub async fn enter_workspace(&self, workspace_id: Uuid) -> Result<(), DbErr> {
        self.tx
            .execute_raw(Statement::from_sql_and_values(
                sea_orm::DbBackend::Postgres,
                "SELECT set_config('app.workspace_id', $1, true)",
                [workspace_id.to_string().into()],
            ))
            .await?;
        Ok(())
    }

    /// What sea-orm runs its queries on.
    pub fn conn(&self) -> &DatabaseTransaction {
        &self.tx
    }

    /// Makes the writes true.
    pub async fn commit(self) -> Result<(), DbErr> {
        self.tx.commit().await
    }
}
