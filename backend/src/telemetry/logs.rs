//! Log lines on standard error.

use tracing::Subscriber;
use tracing_subscriber::{EnvFilter, Layer, fmt, registry::LookupSpan};

use crate::config::LogFormat;

/// Writes log lines; `RUST_LOG` sets the level.
pub(super) fn layer<S>(format: LogFormat) -> Box<dyn Layer<S> + Send + Sync>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    let lines = fmt::layer().with_writer(std::io::stderr);
    match format {
        LogFormat::Text => lines.with_filter(filter()).boxed(),
        LogFormat::Json => {
            lines.json().flatten_event(true).with_span_list(false).with_filter(filter()).boxed()
        }
    }
}

/// async-openai logs chunks that it cannot decode, which may contain client content. The Stripe webhook crate
/// warns about events of another API version, which are expected: only the signature is read.
fn filter() -> EnvFilter {
    let wanted = std::env::var("RUST_LOG").unwrap_or_else(|_| "warn,proffer=info".to_owned());
    EnvFilter::new(format!("{wanted},async_openai=off,stripe_webhook=off"))
}
