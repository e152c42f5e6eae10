//! Traces: a span for each request, job, transaction and outbound call, exported by OTLP if configured.
//!
//! Like the log, spans carry names, templates and ids. Callers may continue their trace; outbound calls do
//! not propagate it, because external services must not see it. The standard `OTEL_TRACES_SAMPLER` sets the
//! sampling.

use std::time::Duration;

use anyhow::Context as _;
use opentelemetry::{
    KeyValue,
    propagation::TextMapPropagator as _,
    trace::{TraceContextExt as _, TracerProvider as _},
};
use opentelemetry_http::HeaderExtractor;
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig as _};
use opentelemetry_sdk::{Resource, propagation::TraceContextPropagator, trace::SdkTracerProvider};
use poem::http::HeaderMap;
use tracing::{Level, Metadata, Span, Subscriber, subscriber::Interest};
use tracing_opentelemetry::OpenTelemetrySpanExt as _;
use tracing_subscriber::{Layer, filter::DynFilterFn, registry::LookupSpan};
use url::Url;

/// How long exporting a batch may take.
const TIMEOUT: Duration = Duration::from_secs(10);

pub(super) fn provider(endpoint: &Url) -> anyhow::Result<SdkTracerProvider> {
    let exporter = SpanExporter::builder()
        .with_http()
        .with_protocol(Protocol::HttpBinary)
        .with_endpoint(format!("{}/v1/traces", endpoint.as_str().trim_end_matches('/')))
        .with_timeout(TIMEOUT)
        .build()
        .context("PROFFER_OTLP_ENDPOINT")?;
    let version = KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
    let resource = Resource::builder().with_service_name("proffer").with_attribute(version).build();
    Ok(SdkTracerProvider::builder().with_resource(resource).with_batch_exporter(exporter).build())
}

/// Our own spans, and warnings inside them.
pub(super) fn layer<S>(provider: &SdkTracerProvider) -> impl Layer<S>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    tracing_opentelemetry::layer()
        .with_tracer(provider.tracer("proffer"))
        .with_location(false)
        .with_threads(false)
        .with_target(false)
        .with_tracked_inactivity(false)
        // The parent of a span is explicit; the last span on a thread is not the parent of a request.
        .with_context_activation(false)
        .with_filter(DynFilterFn::new(|of, _| is_wanted(of)).with_callsite_filter(|of| {
            // Not `always`: when every filter always enables a call site, none is asked any more, and a layer
            // then uses the stale state of another call site on the same thread, which loses spans.
            if is_wanted(of) { Interest::sometimes() } else { Interest::never() }
        }))
}

fn is_wanted(of: &Metadata<'_>) -> bool {
    of.target().starts_with("proffer") && (of.is_span() || *of.level() <= Level::WARN)
}

/// Makes `span` part of the request's trace, if it names one (W3C trace context).
pub(crate) fn continue_in(span: &Span, headers: &HeaderMap) {
    if headers.contains_key("traceparent") {
        // Fails only when no layer records spans.
        let _ = span.set_parent(TraceContextPropagator::new().extract(&HeaderExtractor(headers)));
    }
}

/// Renames a span once more is known.
pub(crate) fn name(span: &Span, name: String) {
    span.context().span().update_name(name);
}
