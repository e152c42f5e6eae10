//! Metrics that are measured on each scrape: pools, the queue, the process itself.

use std::{
    fmt::{self, Display},
    sync::{Mutex, PoisonError},
    time::Duration,
};

use prometheus_client::{
    collector::Collector,
    encoding::{DescriptorEncoder, EncodeGaugeValue, EncodeLabelSet, EncodeMetric as _},
    metrics::{MetricType, counter::ConstCounter},
};
use tokio::time::Instant;

/// How long a queue measurement is reused, however many scrapes arrive.
const FRESH: Duration = Duration::from_secs(5);
/// How long a scrape waits for the database. Without a result, the queue's metrics are left out.
const PATIENCE: Duration = Duration::from_secs(2);

/// The last measurement.
#[derive(Debug, Default)]
pub(super) struct Scrape {
    seen: Mutex<Seen>,
    queue: tokio::sync::Mutex<Option<(Instant, Option<Backlog>)>>,
}

#[derive(Debug, Default)]
struct Seen {
    pools: Vec<PoolFigures>,
    hashes_waiting: usize,
    backlog: Option<Backlog>,
}

/// The connections of one role.
#[derive(Debug)]
pub struct PoolFigures {
    /// The name of the pool.
    pub name: &'static str,
    /// Idle connections.
    pub idle: usize,
    /// All connections.
    pub size: usize,
    /// The maximum number of connections.
    pub most: u32,
}

/// The jobs that are due but not started.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Backlog {
    /// How many jobs are due.
    pub waiting: i64,
    /// How long the oldest of them has been due, in seconds.
    pub oldest_seconds: f64,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct PoolLabel {
    pool: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct PoolState {
    pool: &'static str,
    state: &'static str,
}

impl Scrape {
    /// Collects the current values. `measure` counts the queue; it is not called again while the last result
    /// is fresh.
    pub(super) async fn take<E: Display + Send + 'static>(
        &self,
        pools: Vec<PoolFigures>,
        hashes_waiting: usize,
        measure: impl Future<Output = Result<Backlog, E>> + Send + 'static,
    ) {
        let backlog = self.backlog(measure).await;
        *self.seen.lock().unwrap_or_else(PoisonError::into_inner) = Seen { pools, hashes_waiting, backlog };
    }

    /// Concurrent requests wait for one result.
    async fn backlog<E: Display + Send + 'static>(
        &self,
        measure: impl Future<Output = Result<Backlog, E>> + Send + 'static,
    ) -> Option<Backlog> {
        let mut known = self.queue.lock().await;
        if let Some((at, backlog)) = &*known
            && at.elapsed() < FRESH
        {
            return *backlog;
        }
        // In its own task, because a query must not be dropped before it completes.
        let asked = tokio::spawn(measure);
        let backlog = match tokio::time::timeout(PATIENCE, asked).await {
            Ok(Ok(Ok(backlog))) => Some(backlog),
            Ok(Ok(Err(error))) => {
                tracing::warn!(%error, "the queue could not be measured");
                None
            }
            _ => None,
        };
        *known = Some((Instant::now(), backlog));
        backlog
    }
}

impl Collector for Scrape {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let mut pools = encoder.encode_descriptor(
            "proffer_db_pool_connections",
            "Connections to the database",
            None,
            MetricType::Gauge,
        )?;
        for pool in &seen.pools {
            for (state, count) in [("idle", pool.idle), ("used", pool.size.saturating_sub(pool.idle))] {
                pools.encode_family(&PoolState { pool: pool.name, state })?.encode_gauge(&whole(count))?;
            }
        }
        let mut most = encoder.encode_descriptor(
            "proffer_db_pool_max",
            "The most connections that a pool makes",
            None,
            MetricType::Gauge,
        )?;
        for pool in &seen.pools {
            most.encode_family(&PoolLabel { pool: pool.name })?.encode_gauge(&i64::from(pool.most))?;
        }
        gauge(
            &mut encoder,
            "proffer_password_hashes_waiting",
            "Passwords that wait to be hashed",
            &whole(seen.hashes_waiting),
        )?;
        if let Some(backlog) = seen.backlog {
            gauge(&mut encoder, "proffer_jobs_waiting", "Jobs that are due and not begun", &backlog.waiting)?;
            gauge(
                &mut encoder,
                "proffer_jobs_oldest_seconds",
                "For how long the oldest of them has been due",
                &backlog.oldest_seconds,
            )?;
        }
        process(&mut encoder)
    }
}

fn gauge(
    encoder: &mut DescriptorEncoder<'_>,
    name: &str,
    help: &str,
    value: &impl EncodeGaugeValue,
) -> fmt::Result {
    encoder.encode_descriptor(name, help, None, MetricType::Gauge)?.encode_gauge(value)
}

fn whole(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// Process metrics from the kernel, on Linux only.
#[cfg(target_os = "linux")]
fn process(encoder: &mut DescriptorEncoder<'_>) -> fmt::Result {
    use procfs::process::Process;

    let Ok(process) = Process::myself() else { return Ok(()) };
    if let Ok(stat) = process.stat() {
        let resident = stat.rss.saturating_mul(procfs::page_size());
        gauge(
            encoder,
            "process_resident_memory_bytes",
            "Memory in use",
            &i64::try_from(resident).unwrap_or(i64::MAX),
        )?;
        let cpu = ConstCounter::new(seconds(stat.utime + stat.stime, procfs::ticks_per_second()));
        cpu.encode(encoder.encode_descriptor(
            "process_cpu_seconds",
            "Processor time used",
            None,
            MetricType::Counter,
        )?)?;
    }
    if let Ok(open) = process.fd_count() {
        gauge(encoder, "process_open_fds", "File descriptors in use", &whole(open))?;
    }
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn process(_encoder: &mut DescriptorEncoder<'_>) -> fmt::Result {
    Ok(())
}

#[cfg(target_os = "linux")]
#[expect(clippy::cast_precision_loss, reason = "no processor runs for as many ticks")]
fn seconds(ticks: u64, per_second: u64) -> f64 {
    ticks as f64 / per_second.max(1) as f64
}
