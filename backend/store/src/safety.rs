//! The server refuses to run under a role that bypasses row-level security.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Statement};

#[derive(Debug, FromQueryResult)]
struct RoleFacts {
    role: String,
    superuser: bool,
    bypasses: bool,
    owns: bool,
}

/// Checks the role of a connection: not a superuser, not exempt from row-level security (nor a member of such
/// a role), and not the owner of any table.
///
/// # Errors
/// Names what is wrong with the role.
pub async fn refuse_unsafe_role(connection: &impl ConnectionTrait) -> anyhow::Result<()> {
    let facts = facts(connection).await?;
    let mut faults = Vec::new();
    if facts.superuser {
        faults.push("is a superuser");
    }
    if facts.bypasses {
        faults.push("bypasses row-level security");
    }
    if facts.owns {
        faults.push("owns a tenant table");
    }
    if faults.is_empty() {
        return Ok(());
    }
    anyhow::bail!(
        "refusing to start: the database role {:?} {}; the server must run as a role that row-level security holds",
        facts.role,
        faults.join(" and ")
    )
}

async fn facts(connection: &impl ConnectionTrait) -> Result<RoleFacts, DbErr> {
    let statement = Statement::from_string(
        sea_orm::DbBackend::Postgres,
        "SELECT current_user::text AS role,
                EXISTS (SELECT 1 FROM pg_roles r WHERE r.rolsuper AND pg_has_role(current_user, r.oid, 'MEMBER')) AS superuser,
                EXISTS (SELECT 1 FROM pg_roles r WHERE r.rolbypassrls AND NOT r.rolsuper
                                                   AND pg_has_role(current_user, r.oid, 'MEMBER')) AS bypasses,
                EXISTS (SELECT 1 FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
                                                   AND pg_has_role(current_user, c.relowner, 'MEMBER')) AS owns",
    );
    RoleFacts::find_by_statement(statement)
        .one(connection)
        .await?
        .ok_or_else(|| DbErr::RecordNotFound("current_user".to_owned()))
}
