//! Traces: a span for each request, job, transaction and call to the outside, sent by OTLP where the settings
//! say so.
//!
//! Spans carry names, templates and ids, as the log does. Whoever calls us may continue their trace; what we
//! call is not told of it, since whom we call is nobody of ours. The usual `OTEL_TRACES_SAMPLER` says how
//! many are kept.

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

/// How long sending a batch may take.
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

/// Our own spans, and of the events in them the warnings.
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
        // Spans find their parents by themselves; what a thread did last is no parent of a request.
        .with_context_activation(false)
        .with_filter(DynFilterFn::new(|of, _| is_wanted(of)).with_callsite_filter(|of| {
            // Asked each time: where every filter wants a place for good nobody is asked any more, and a
            // layer then goes by what another place left behind on the same thread, which loses spans.
            if is_wanted(of) { Interest::sometimes() } else { Interest::never() }
        }))
}

fn is_wanted(of: &Metadata<'_>) -> bool {
    of.target().starts_with("proffer") && (of.is_span() || *of.level() <= Level::WARN)
}

/// Makes `span` part of the trace that a request names, where it names one (W3C trace context).
pub(crate) fn continue_in(span: &Span, headers: &HeaderMap) {
    if headers.contains_key("traceparent") {
        // Refused only where nobody listens to spans.
        let _ = span.set_parent(TraceContextPropagator::new().extract(&HeaderExtractor(headers)));
    }
}

/// Names a span by what has become known of it.
pub(crate) fn name(span: &Span, name: String) {
    span.context().span().update_name(name);
}
