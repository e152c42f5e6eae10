//! The tracing span of a transaction.

use tracing::Span;

/// The span of a transaction of one of the two roles.
pub(crate) fn transaction(pool: &'static str) -> Span {
    tracing::debug_span!("transaction", otel.kind = "client", db.system.name = "postgresql", pool)
}
