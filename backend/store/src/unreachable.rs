//! Which failures mean that the database could not be reached, and not that it refused.

use sea_orm::{DbErr, RuntimeErr};

/// What PostgreSQL says (SQLSTATE) when it ends connections or takes none: it is stopped, has crashed,
/// starts, or is full.
const ENDINGS: [&str; 4] = ["57P01", "57P02", "57P03", "53300"];

/// Whether that went wrong because there was no connection, or it broke. What was asked for may have happened
/// or not.
pub fn is_unreachable(error: &DbErr) -> bool {
    match error {
        DbErr::ConnectionAcquire(_) => true,
        DbErr::Conn(RuntimeErr::SqlxError(error))
        | DbErr::Exec(RuntimeErr::SqlxError(error))
        | DbErr::Query(RuntimeErr::SqlxError(error)) => match &**error {
            sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed => true,
            sqlx::Error::Database(error) => error.code().is_some_and(|code| ENDINGS.contains(&&*code)),
            _ => false,
        },
        _ => false,
    }
}
