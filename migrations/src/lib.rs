//! The ordered list of migrations. Each is one SQL file, named by its timestamp, applied once and never
//! edited after its release; a change is a new file. The README in the parent folder has the rules.

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
            sql("20261123000015_guest_policies", include_str!("../sql/20261123000015_guest_policies.sql")),
            sql("20261123000016_clients_at_hand", include_str!("../sql/20261123000016_clients_at_hand.sql")),
            sql("20261124000020_registrations", include_str!("../sql/20261124000020_registrations.sql")),
            sql(
                "20261125000021_account_requests",
                include_str!("../sql/20261125000021_account_requests.sql"),
            ),
            sql(
                "20261125000030_mailed_addresses",
                include_str!("../sql/20261125000030_mailed_addresses.sql"),
            ),
            sql("20261125000031_allowances", include_str!("../sql/20261125000031_allowances.sql")),
            sql("20261125000032_job_deaths", include_str!("../sql/20261125000032_job_deaths.sql")),
            sql("20261125000033_share_tokens", include_str!("../sql/20261125000033_share_tokens.sql")),
            sql(
                "20261125000034_share_token_hashes",
                include_str!("../sql/20261125000034_share_token_hashes.sql"),
            ),
            sql("20261126000040_daily_roots", include_str!("../sql/20261126000040_daily_roots.sql")),
            sql(
                "20261129000041_company_currency",
                include_str!("../sql/20261129000041_company_currency.sql"),
            ),
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

impl SqlFile {
    fn in_transaction(&self) -> bool {
        !self.text.lines().any(|line| line.trim() == OUTSIDE_A_TRANSACTION)
    }
}

/// The line with which a file requests to be run statement by statement, outside a transaction, as building
/// an index concurrently requires. The linter reads the same line.
const OUTSIDE_A_TRANSACTION: &str = "-- squawk-disable-assume-in-transaction";

/// The statements of a file. A statement ends with a semicolon at the end of a line outside a `$$` body.
fn statements(text: &str) -> Vec<String> {
    let mut statements = Vec::new();
    let mut statement = String::new();
    let mut in_body = false;
    for line in text.lines().filter(|line| !line.trim_start().starts_with("--")) {
        in_body ^= line.matches("$$").count() % 2 == 1;
        statement.push_str(line);
        statement.push('\n');
        if !in_body && line.trim_end().ends_with(';') {
            statements.push(std::mem::take(&mut statement));
        }
    }
    if !statement.trim().is_empty() {
        statements.push(statement);
    }
    statements
}

#[expect(
    elided_lifetimes_in_paths,
    reason = "the trait's own signature, seen through async_trait, elides it"
)]
#[async_trait::async_trait]
impl MigrationTrait for SqlFile {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        if self.in_transaction() {
            connection.execute_unprepared(self.text).await?;
            return Ok(());
        }
        for statement in statements(self.text) {
            connection.execute_unprepared(&statement).await?;
        }
        // The settings of such a file last for the session, and must not affect the next one.
        connection.execute_unprepared("RESET ALL").await?;
        Ok(())
    }

    /// There are no down migrations: a mistake is corrected by the next file, so that no command drops data.
    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration(format!("{} cannot be undone; write a new migration", self.name)))
    }

    /// One transaction per file, so it is applied completely or not at all. A file outside a transaction is
    /// written so that it can be run again after an interruption.
    fn use_transaction(&self) -> Option<bool> {
        Some(self.in_transaction())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_one_transaction_unless_it_says_otherwise() {
        let file = |text| SqlFile { name: "example", text };
        assert!(file("CREATE TABLE a (b text);").in_transaction());
        assert!(!file("-- Why.\n-- squawk-disable-assume-in-transaction\nVACUUM;").in_transaction());
    }

    #[test]
    fn a_statement_ends_with_a_semicolon_outside_of_a_body() {
        let text = "-- Why; and how.\nSET lock_timeout = 0;\n\nDO $$\nBEGIN\n    COMMIT;\nEND $$;\nCREATE INDEX\n    a ON b (c);\n";
        assert_eq!(
            statements(text),
            [
                "SET lock_timeout = 0;\n",
                "\nDO $$\nBEGIN\n    COMMIT;\nEND $$;\n",
                "CREATE INDEX\n    a ON b (c);\n"
            ]
        );
        assert_eq!(statements("SELECT 1;\n\n"), ["SELECT 1;\n"]);
        assert_eq!(statements("SELECT 1"), ["SELECT 1\n"]);
    }
}
