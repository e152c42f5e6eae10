//! Lines of the log, to standard error.

use tracing::Subscriber;
use tracing_subscriber::{EnvFilter, Layer, fmt, registry::LookupSpan};

use crate::config::LogFormat;

/// Writes lines; `RUST_LOG` says how many.
pub(super) fn layer<S>(format: LogFormat) -> Box<dyn Layer<S> + Send + Sync>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    let lines = fmt::layer().with_writer(std::io::stderr);
    match format {
        LogFormat::Text => lines.with_filter(filter()).boxed(),
        LogFormat::Json => lines.json().flatten_event(true).with_span_list(false).with_filter(filter()).boxed(),
    }
}

/// async-openai logs chunks it cannot decode: a model's answer, which carries clients' words. The reader of
/// Stripe's events complains of each that is of another version of the API, which is as it should be: nothing
/// but its signature is asked of it.
fn filter() -> EnvFilter {
    let wanted = std::env::var("RUST_LOG").unwrap_or_else(|_| "warn,proffer=info".to_owned());
    EnvFilter::new(format!("{wanted},async_openai=off,stripe_webhook=off"))
}
