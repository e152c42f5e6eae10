//! Metrics under the names that dashboards and alerts rely on. Labels have few values: names of operations,
//! jobs and models, but never ids, paths or user content.

use std::{fmt, sync::Arc, time::Duration};

use poem::http::Method;
use prometheus_client::{
    encoding::{EncodeLabelSet, text},
    metrics::{
        counter::Counter,
        family::{Family, MetricConstructor},
        gauge::Gauge,
        histogram::Histogram,
    },
    registry::Registry,
};
use rust_decimal::prelude::ToPrimitive as _;

use super::scrape::{Backlog, PoolFigures, Scrape};

/// The content type of a scrape.
pub const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// In seconds: most responses take a few milliseconds, those that hash a password or call a model much
/// longer.
const REQUEST_BUCKETS: [f64; 13] =
    [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0, 60.0];
/// In seconds: drafting may wait for its model for minutes.
const JOB_BUCKETS: [f64; 10] = [0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 15.0, 30.0, 60.0, 180.0];
/// In seconds: Stripe retries for days.
const LAG_BUCKETS: [f64; 9] = [0.5, 1.0, 2.0, 5.0, 15.0, 60.0, 300.0, 3600.0, 86400.0];

/// The metrics of one process; cheap to clone.
#[derive(Debug, Clone)]
pub struct Metrics(Arc<Figures>);

#[derive(Debug)]
struct Figures {
    requests: Family<Request, Histogram, Buckets>,
    jobs: Family<JobEnd, Counter>,
    job_durations: Family<Job, Histogram, Buckets>,
    model_tokens: Family<ModelTokens, Counter>,
    model_cost: Family<Model, Counter<f64>>,
    webhook_lag: Histogram,
    mails: Family<Mail, Counter>,
    streams: Gauge,
    scrape: Arc<Scrape>,
    registry: Registry,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Request {
    operation: String,
    method: &'static str,
    status: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Job {
    /// As in the table `jobs`; Prometheus' own `job` label would hide a label `job`.
    task: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct JobEnd {
    task: &'static str,
    result: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Model {
    model: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ModelTokens {
    model: String,
    kind: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Mail {
    result: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Build {
    version: &'static str,
}

/// Creates the histograms of a family.
#[derive(Debug, Clone, Copy)]
struct Buckets(&'static [f64]);

impl MetricConstructor<Histogram> for Buckets {
    fn new_metric(&self) -> Histogram {
        Histogram::new(self.0.iter().copied())
    }
}

/// The result of one attempt at a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobResult {
    Done,
    /// It will be retried.
    Again,
    /// It is given up.
    Failed,
}

/// The result of sending a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailResult {
    /// The mail server or the outbox accepted it.
    HandedOver,
    /// It will be retried.
    Again,
    /// It will not be retried.
    Refused,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::default();
        let requests = Family::new_with_constructor(Buckets(&REQUEST_BUCKETS));
        let job_durations = Family::new_with_constructor(Buckets(&JOB_BUCKETS));
        let webhook_lag = Histogram::new(LAG_BUCKETS);
        let (jobs, model_tokens, model_cost) = (Family::default(), Family::default(), Family::default());
        let (mails, streams, build, scrape) =
            (Family::default(), Gauge::default(), Family::<Build, Gauge>::default(), Arc::default());
        build.get_or_create(&Build { version: env!("CARGO_PKG_VERSION") }).set(1);
        registry.register(
            "proffer_http_request_duration_seconds",
            "Requests until their answer began",
            Family::clone(&requests),
        );
        registry.register("proffer_jobs", "Attempts at jobs", Family::clone(&jobs));
        registry.register(
            "proffer_job_duration_seconds",
            "How long attempts at jobs took",
            Family::clone(&job_durations),
        );
        registry.register(
            "proffer_model_tokens",
            "Tokens of calls to the model",
            Family::clone(&model_tokens),
        );
        registry.register(
            "proffer_model_cost_usd",
            "What calls to the model cost",
            Family::clone(&model_cost),
        );
        registry.register(
            "proffer_webhook_lag_seconds",
            "From an event at Stripe until it was taken here",
            webhook_lag.clone(),
        );
        registry.register("proffer_mail", "Mails, by what became of them", Family::clone(&mails));
        registry.register("proffer_event_streams", "Event streams that are open", streams.clone());
        registry.register("proffer_build_info", "The version that runs", build);
        registry.register_collector(Box::new(Arc::clone(&scrape)));
        Self(Arc::new(Figures {
            requests,
            jobs,
            job_durations,
            model_tokens,
            model_cost,
            webhook_lag,
            mails,
            streams,
            scrape,
            registry,
        }))
    }
}

impl Metrics {
    /// Records a response.
    pub(crate) fn request(&self, operation: &str, method: &Method, status: u16, took: Duration) {
        let labels = Request { operation: operation.to_owned(), method: method_label(method), status };
        self.0.requests.get_or_create(&labels).observe(took.as_secs_f64());
    }

    /// Records an attempt at a job.
    pub(crate) fn job(&self, task: &'static str, result: JobResult, took: Duration) {
        let result = match result {
            JobResult::Done => "done",
            JobResult::Again => "again",
            JobResult::Failed => "failed",
        };
        self.0.jobs.get_or_create(&JobEnd { task, result }).inc();
        self.0.job_durations.get_or_create(&Job { task }).observe(took.as_secs_f64());
    }

    /// Records a paid call to the model.
    pub(crate) fn model(&self, model: &str, prompt: u64, completion: u64, cost_usd: rust_decimal::Decimal) {
        for (kind, tokens) in [("prompt", prompt), ("completion", completion)] {
            self.0.model_tokens.get_or_create(&ModelTokens { model: model.to_owned(), kind }).inc_by(tokens);
        }
        self.0
            .model_cost
            .get_or_create(&Model { model: model.to_owned() })
            .inc_by(cost_usd.to_f64().unwrap_or_default());
    }

    /// Records how long after its creation an event arrived. With clock differences, the lag is at least
    /// zero.
    pub(crate) fn webhook(&self, lag: chrono::TimeDelta) {
        self.0.webhook_lag.observe(lag.to_std().unwrap_or_default().as_secs_f64());
    }

    /// Records the result of sending a mail.
    pub(crate) fn mail(&self, result: MailResult) {
        let result = match result {
            MailResult::HandedOver => "handed_over",
            MailResult::Again => "again",
            MailResult::Refused => "refused",
        };
        self.0.mails.get_or_create(&Mail { result }).inc();
    }

    /// Counts an event stream as open until the returned value is dropped.
    pub(crate) fn stream(&self) -> OpenStream {
        self.0.streams.inc();
        OpenStream(self.0.streams.clone())
    }

    /// All metrics in the scrape format: the recorded ones, and the current values that the caller measures.
    pub(crate) async fn text<E: fmt::Display + Send + 'static>(
        &self,
        pools: Vec<PoolFigures>,
        hashes_waiting: usize,
        measure: impl Future<Output = Result<Backlog, E>> + Send + 'static,
    ) -> Result<String, fmt::Error> {
        self.0.scrape.take(pools, hashes_waiting, measure).await;
        let mut text = String::new();
        text::encode(&mut text, &self.0.registry)?;
        Ok(text)
    }
}

/// An event stream that is open.
#[derive(Debug)]
pub(crate) struct OpenStream(Gauge);

impl Drop for OpenStream {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// A client may send any method name, so unknown ones share a label.
fn method_label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}
