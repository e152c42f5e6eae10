//! The tracing span of an outbound call.

use tracing::Span;

/// The span of a call to `peer`: `model`, `smtp`, `s3`, `stripe`, `website`, `oidc`, `timestamp`.
pub(crate) fn outbound(peer: &'static str) -> Span {
    tracing::info_span!("outbound", otel.name = peer, otel.kind = "client", peer)
}
