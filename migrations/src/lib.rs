//! The ordered list of migrations. Each is one SQL file, named by its time stamp, applied once and never edited
//! after it has shipped; a change is a new file.

use sea_orm_migration::prelude::*;

/// Runs the SQL files below in their order.
pub struct Migrator;

impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            sql("20261121000001_identity", include_str!("../sql/20261121000001_identity.sql")),
            sql("20261121000002_proposals", include_str!("../sql/20261121000002_proposals.sql")),
            sql("20261121000003_jobs", include_str!("../sql/20261121000003_jobs.sql")),
            sql("20261121000004_team", include_str!("../sql/20261121000004_team.sql")),
            sql("20261121000005_erasure", include_str!("../sql/20261121000005_erasure.sql")),
            sql("20261121000006_engine", include_str!("../sql/20261121000006_engine.sql")),
            sql("20261122000007_evidence", include_str!("../sql/20261122000007_evidence.sql")),
            sql("20261122000008_company", include_str!("../sql/20261122000008_company.sql")),
            sql("20261122000009_subscription", include_str!("../sql/20261122000009_subscription.sql")),
            sql("20261122000010_site", include_str!("../sql/20261122000010_site.sql")),
            sql("20261122000011_dashboard", include_str!("../sql/20261122000011_dashboard.sql")),
            sql("20261122000012_contact", include_str!("../sql/20261122000012_contact.sql")),
            sql("20261123000013_idempotency", include_str!("../sql/20261123000013_idempotency.sql")),
            sql("20261123000014_retention", include_str!("../sql/20261123000014_retention.sql")),
        ]
    }
}

fn sql(name: &'static str, text: &'static str) -> Box<dyn MigrationTrait> {
    Box::new(SqlFile { name, text })
}

struct SqlFile {
    name: &'static str,
    text: &'static str,
}

impl MigrationName for SqlFile {
    fn name(&self) -> &str {
        self.name
    }
}

#[expect(elided_lifetimes_in_paths, reason = "the trait's own signature, seen through async_trait, elides it")]
#[async_trait::async_trait]
impl MigrationTrait for SqlFile {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.get_connection().execute_unprepared(self.text).await?;
        Ok(())
    }

    /// Migrations go forward only: a mistake is corrected by the next file, so that data is never dropped by a command.
    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration(format!("{} cannot be undone; write a new migration", self.name)))
    }

    /// One transaction per file: it applies whole or not at all.
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}
