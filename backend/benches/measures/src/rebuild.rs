//! P13: build times after a one-line change, and until the first page of a fresh clone.
//!
//! The change is made in a copy of the checkout below cargo's own folder, so the checkout's files are
//! unchanged. The copy shares the compiled dependencies, but not the product's own crates: cargo
//! distinguishes crates of two checkouts only by their version, so the copy has another one.

use std::{
    env, fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, ensure};
use tokio::process::Command;

use super::{
    copy::{self, Edited},
    driver::{Driver, ROUNDS},
    machine,
    process::{self, Background},
    report::{Figure, Report, median, raw},
    scratch::Scratch,
};

/// The time limit of a first build of everything.
const FIRST_BUILD: Duration = Duration::from_mins(30);
/// The time limit of a build after a change.
const BUILD: Duration = Duration::from_mins(5);
/// The files to change.
const BACKEND_FILE: &str = "backend/src/features/clients/service.rs";
const FRONT_END_FILE: &str = "src/features/clients/clients-page.tsx";

const BACKEND: &str = "rebuild after a one-line change, backend";
const HOT_UPDATE: &str = "the same, front end (hot update)";
const FRESH: &str = "fresh clone to first page, make run";

/// All three measures.
pub async fn measure(driver: &Driver, report: &mut Report) -> anyhow::Result<()> {
    println!("\nBuilds, debug, {} cores, medians of {ROUNDS}", machine::cores());
    let checkout = driver.target.join("bench/checkout");
    match copy::bring_up_to_date(&driver.root, &checkout).await {
        Ok(()) => {
            backend(driver, &checkout, report).await?;
            front_end(driver, &checkout, report).await?;
        }
        Err(error) => {
            report.not_measured("P13", BACKEND, "<= 25 s", format!("no copy to change: {error:#}"));
            report.not_measured("P13", HOT_UPDATE, "< 1 s", "no copy to change");
        }
    }
    if driver.fresh {
        fresh(driver, report).await?;
    } else {
        report.not_measured("P13", FRESH, "<= 8 min", "ask for it with make bench FRESH=1");
    }
    Ok(())
}

async fn backend(driver: &Driver, checkout: &Path, report: &mut Report) -> anyhow::Result<()> {
    // Cargo embeds this folder.
    fs::create_dir_all(checkout.join("frontend/dist"))?;
    let _kept = Kept::aside(driver.target.join("debug/proffer"))?;
    let first = build(driver, checkout, FIRST_BUILD).await.context("building the copy")?;
    raw("P13", format!("backend, what had not been built of the copy: {first:.1} s, not counted"));
    let edited = Edited::begin(checkout.join(BACKEND_FILE))?;
    let mut seconds = Vec::new();
    for round in 1..=ROUNDS {
        edited.change(round)?;
        let took = build(driver, checkout, BUILD).await.context("building the change")?;
        raw("P13", format!("backend, change {round} of {BACKEND_FILE}: {took:.1} s"));
        seconds.push(took);
    }
    let figure = Figure::of(&seconds, 1, " s");
    let met = figure.middle <= 25.0;
    report.add_limit("P13", BACKEND, figure, "<= 25 s", met);
    Ok(())
}

/// Builds what `make run` builds; returns the seconds.
async fn build(driver: &Driver, checkout: &Path, limit: Duration) -> anyhow::Result<f64> {
    let mut cargo = process::command(Path::new("cargo"));
    cargo
        .current_dir(checkout)
        .args(["build", "--offline", "--package", "proffer", "--bin", "proffer", "--target-dir"])
        .arg(&driver.target);
    let begun = machine::now();
    process::output(&mut cargo, limit).await?;
    Ok(begun.elapsed().as_secs_f64())
}

/// Cargo replaces the checkout's binary by the copy's; this restores the checkout's.
struct Kept {
    binary: PathBuf,
    aside: PathBuf,
}

impl Kept {
    fn aside(binary: PathBuf) -> anyhow::Result<Option<Self>> {
        if !binary.is_file() {
            return Ok(None);
        }
        let aside = binary.with_extension("kept");
        if !aside.is_file() {
            fs::hard_link(&binary, &aside).with_context(|| format!("keeping {}", binary.display()))?;
        }
        Ok(Some(Self { binary, aside }))
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        if let Err(error) = fs::rename(&self.aside, &self.binary) {
            eprintln!("cannot put {} back: {error}", self.binary.display());
        }
    }
}

async fn front_end(driver: &Driver, checkout: &Path, report: &mut Report) -> anyhow::Result<()> {
    let packages = driver.root.join("frontend/node_modules");
    if !packages.is_dir() || machine::program("node").is_none() {
        report.not_measured("P13", HOT_UPDATE, "< 1 s", "no Node or no packages: run it through make bench");
        return Ok(());
    }
    let folder = checkout.join("frontend");
    let linked = folder.join("node_modules");
    if fs::read_link(&linked).ok().as_deref() != Some(packages.as_path()) {
        symlink(&packages, &linked).context("linking the packages")?;
    }
    let edited = Edited::begin(folder.join(FRONT_END_FILE))?;
    let mut node = process::command(Path::new("node"));
    node.current_dir(&folder)
        .arg(driver.root.join("backend/benches/measures/hot-update.mjs"))
        .args([FRONT_END_FILE, &ROUNDS.to_string()]);
    let printed = process::output(&mut node, BUILD).await.context("hot updates")?;
    let updates: Vec<f64> =
        serde_json::from_str(printed.trim()).with_context(|| format!("hot updates: {printed}"))?;
    ensure!(updates.len() == ROUNDS, "hot updates: {printed}");
    for (round, seconds) in updates.iter().enumerate() {
        raw(
            "P13",
            format!(
                "front end, change {} of {FRONT_END_FILE}: {seconds:.3} s until the page has it",
                round + 1
            ),
        );
    }
    let mut builds = Vec::new();
    for round in 1..=ROUNDS {
        edited.change(round)?;
        let mut vite = process::command(Path::new("npm"));
        vite.current_dir(&folder).args(["run", "--silent", "build", "--", "--logLevel", "warn"]);
        let begun = machine::now();
        process::output(&mut vite, BUILD).await.context("building the front end")?;
        let took = begun.elapsed().as_secs_f64();
        raw("P13", format!("front end, all of it built for production: {took:.2} s"));
        builds.push(took);
    }
    let (update, build) = (Figure::of(&updates, 2, " s"), median(&builds));
    let met = update.middle < 1.0;
    report.add_limit(
        "P13",
        HOT_UPDATE,
        update.and(format_args!(" (all of it built: {build:.2} s)")),
        "< 1 s",
        met,
    );
    Ok(())
}

/// A clone of the committed files, until its first page. The downloads of cargo and npm are cached.
async fn fresh(driver: &Driver, report: &mut Report) -> anyhow::Result<()> {
    let scratch = Scratch::new("clone")?;
    let clone = scratch.path().join("proffer");
    let begun = machine::now();
    process::output(
        Command::new("git").args(["clone", "--quiet", "--no-local"]).arg(&driver.root).arg(&clone),
        BUILD,
    )
    .await?;
    let port = process::free_port()?;
    let mut make = process::command(Path::new("make"));
    make.current_dir(&clone)
        .arg("run")
        .arg(format!("PORT={port}"))
        .arg(format!("DATA_DIR={}", scratch.path().join("data").display()));
    // Nothing that was built before is used, regardless of this machine's cargo settings.
    make.env("CARGO_TARGET_DIR", clone.join("target"));
    for name in ["MAKEFLAGS", "MAKELEVEL", "MFLAGS", "FRESH", "ONLY"] {
        make.env_remove(name);
    }
    // The clone finds its Node on its own.
    make.env("PATH", path_without_fetched_node()?);
    let mut running = Background::start(&mut make, &scratch.path().join("make.log"), "make run")?;
    let page = running.answers(&format!("http://127.0.0.1:{port}/"), FIRST_BUILD).await?;
    let minutes = begun.elapsed().as_secs_f64() / 60.0;
    ensure!(String::from_utf8_lossy(&page).contains("/assets/"), "the first page is not the front end's");
    running.stop().await?;
    raw("P13", format!("fresh clone: first page after {minutes:.2} min"));
    report.add_limit("P13", FRESH, Figure::of(&[minutes], 1, " min"), "<= 8 min", minutes <= 8.0);
    Ok(())
}

/// The path before `.make/bench.sh` added a Node from the cache.
fn path_without_fetched_node() -> anyhow::Result<std::ffi::OsString> {
    let path = env::var_os("PATH").unwrap_or_default();
    let kept = env::split_paths(&path).filter(|folder| !folder.to_string_lossy().contains("/proffer/node"));
    Ok(env::join_paths(kept)?)
}
