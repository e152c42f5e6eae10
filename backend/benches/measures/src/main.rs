//! `make bench`: the measures P1 to P15, in one run on one machine.
//!
//! Figures that depend on the machine are compared with a baseline of the same run: the server against
//! pgbench replaying the statements that the server was observed to run. Measures that cannot be taken here
//! are reported as not measured. Everything runs on loopback, is bounded in count and time, and is stopped
//! and removed again, also after Ctrl-C.

mod balancer;
mod baseline;
mod capture;
mod copy;
mod domain;
mod driver;
mod events;
mod load;
mod machine;
#[path = "../../../tests/api/support/model_double/mod.rs"]
#[expect(dead_code, reason = "the tests use all of its behaviours, this program one")]
mod model_double;
mod neighbours;
mod pages;
mod process;
mod rebuild;
mod report;
mod restart;
mod saving;
mod scale;
mod scratch;
mod seed;
mod serving;
mod sign_in;
mod soak;
mod stack;
mod streaming;
mod timing;
mod trend;

use std::{process::ExitCode, time::Duration};

use anyhow::{Context as _, bail};
use tokio::time::timeout;

use self::{driver::Driver, report::Report};

/// The time limit of the whole run: about twenty minutes of measuring, and as much for building if nothing is
/// built yet.
const RUN_LIMIT: Duration = Duration::from_hours(1);

fn main() -> ExitCode {
    let run = || {
        let tokio = tokio::runtime::Runtime::new().context("starting the async runtime")?;
        let mut arguments = std::env::args().skip(1);
        let task = arguments.next();
        if task.as_deref() == Some("model-double") {
            let port = arguments.next().context("which port?")?.parse().context("the port")?;
            let pause = arguments.next().context("which pause?")?.parse().context("the pause")?;
            return tokio.block_on(streaming::double(port, Duration::from_millis(pause))).map(|()| true);
        }
        tokio.block_on(async {
            // On every exit path the values dropped here end their processes and remove their files.
            tokio::select! {
                ended = timeout(RUN_LIMIT, measure(task.as_deref())) => ended.context("the measures took too long")?,
                () = interrupted() => bail!("interrupted"),
            }
        })
    };
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("the measures have ended early: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The soak, or all selected measures; returns whether all measured ones met their target.
async fn measure(task: Option<&str>) -> anyhow::Result<bool> {
    let driver = Driver::from_environment()?;
    let mut report = Report::default();
    println!("{}", machine::describe(&driver.binary).await);
    if task == Some("soak") {
        soak::measure(&driver, &mut report).await?;
        println!("\n{}", report.table());
        return Ok(report.met());
    }
    let mut ended = Vec::new();
    if driver.wants("P14") {
        ended.push(domain::measure(&mut report));
    }
    if driver.wants_any(&["P1", "P2", "P3", "P4", "P7", "P8", "P9", "P10", "P11", "P15"]) {
        ended.push(serving::measure(&driver, &mut report).await);
    }
    if driver.wants("P5") {
        ended.push(neighbours::measure(&driver, &mut report).await);
    }
    if driver.wants("P6") {
        ended.push(streaming::measure(&driver, &mut report).await);
    }
    if driver.wants("P12") {
        ended.push(restart::measure(&driver, &mut report).await);
    }
    if driver.wants("P13") {
        ended.push(rebuild::measure(&driver, &mut report).await);
    }
    println!("\n{}", report.table());
    // If one group fails, the others are still measured.
    let mut is_whole = true;
    for error in ended.into_iter().filter_map(Result::err) {
        is_whole = false;
        eprintln!("a measure has ended early: {error:#}");
    }
    Ok(is_whole && report.met())
}

async fn interrupted() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut terminate) => {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
        }
        Err(_) => std::future::pending().await,
    }
}
