//! Which errors mean that the database could not be reached, rather than that it refused.

use sea_orm::{DbErr, RuntimeErr};

/// The SQLSTATE codes with which PostgreSQL ends or refuses connections: it is shutting down, has crashed, is
/// starting, or is full.
const ENDINGS: [&str; 4] = ["57P01", "57P02", "57P03", "53300"];

/// Whether there was no connection, or it broke. The outcome of the statement is unknown.
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
