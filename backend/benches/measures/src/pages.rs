//! P11: how much a client's phone has to load and how soon it can be read, by Lighthouse: the shared page and
//! the landing page.

use std::{path::PathBuf, time::Duration};

use anyhow::Context as _;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::process::Command;

use super::{
    driver::ROUNDS,
    process,
    report::{Figure, Report, raw},
    seed::{Person, Seeded, text},
};

/// The time limit of one Lighthouse run.
const RUN: Duration = Duration::from_mins(2);
/// Kilobytes of JavaScript as transferred.
const SCRIPT: f64 = 110.0;
/// Seconds to the largest contentful paint.
const LCP: f64 = 2.0;
/// The cumulative layout shift.
const CLS: f64 = 0.05;
/// The total blocking time in milliseconds.
const BLOCKED: f64 = 150.0;
/// The performance score, out of a hundred.
const SCORE: f64 = 95.0;

/// The names of one page's report lines.
struct Names {
    script: &'static str,
    lcp: &'static str,
    cls: &'static str,
    blocked: &'static str,
    score: &'static str,
}

const SHARED: Names = Names {
    script: "shared page: JavaScript, compressed",
    lcp: "shared page: largest contentful paint",
    cls: "shared page: layout shift",
    blocked: "shared page: blocking time",
    score: "shared page: Lighthouse, mobile",
};
const LANDING: Names = Names {
    script: "landing page: JavaScript, compressed",
    lcp: "landing page: largest contentful paint",
    cls: "landing page: layout shift",
    blocked: "landing page: blocking time",
    score: "landing page: Lighthouse, mobile",
};

/// Node, Lighthouse and a browser, as `.make/bench.sh` found them.
struct Lighthouse {
    script: PathBuf,
    browser: Option<PathBuf>,
}

impl Lighthouse {
    fn find() -> Option<Self> {
        let path = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        Some(Self { script: path("LIGHTHOUSE_JS")?, browser: path("CHROMIUM_BIN") })
    }

    /// One run, or a second one if the browser recorded nothing in the first: Lighthouse's error message asks
    /// for that.
    async fn page(&self, url: &str) -> anyhow::Result<Page> {
        match self.run(url).await {
            Err(error) if format!("{error:#}").contains("Please run Lighthouse again") => {
                raw("P11", "the browser recorded nothing, so Lighthouse runs again");
                self.run(url).await
            }
            run => run,
        }
    }

    /// One run as a phone, with Lighthouse's own throttling of CPU and network.
    async fn run(&self, url: &str) -> anyhow::Result<Page> {
        let mut command = Command::new("node");
        command.arg(&self.script).arg(url);
        command.args(["--quiet", "--output=json", "--only-categories=performance"]);
        command.arg("--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage");
        if let Some(browser) = &self.browser {
            command.env("CHROME_PATH", browser);
        }
        let report: Value = serde_json::from_str(&process::output(&mut command, RUN).await?)
            .context("reading Lighthouse's report")?;
        Page::read(&report).with_context(|| format!("Lighthouse's report of {url} lacks something"))
    }
}

/// The result of one run.
struct Page {
    script: f64,
    lcp: f64,
    cls: f64,
    blocked: f64,
    score: f64,
}

impl Page {
    fn read(report: &Value) -> Option<Self> {
        let figure = |audit: &str| report.pointer(&format!("/audits/{audit}/numericValue"))?.as_f64();
        let requests = report.pointer("/audits/network-requests/details/items")?.as_array()?;
        let scripts = requests
            .iter()
            .filter(|request| request.get("resourceType").and_then(Value::as_str) == Some("Script"));
        Some(Self {
            script: scripts.filter_map(|request| request.get("transferSize")?.as_f64()).sum::<f64>() / 1000.0,
            lcp: figure("largest-contentful-paint")? / 1000.0,
            cls: figure("cumulative-layout-shift")?,
            blocked: figure("total-blocking-time")?,
            score: report.pointer("/categories/performance/score")?.as_f64()? * 100.0,
        })
    }
}

/// Both pages of the server at `base`.
pub async fn measure(base: &str, seeded: &Seeded, report: &mut Report) -> anyhow::Result<()> {
    let Some(lighthouse) = Lighthouse::find() else {
        for names in [SHARED, LANDING] {
            report.not_measured("P11", names.score, ">= 95", "Lighthouse is missing");
        }
        return Ok(());
    };
    println!("\nPages: {ROUNDS} runs of Lighthouse each, as a phone");
    let link = sent(base, seeded).await?;
    for (url, names) in [(link, SHARED), (format!("{base}/"), LANDING)] {
        let mut runs = Vec::new();
        for round in 1..=ROUNDS {
            let page = lighthouse.page(&url).await?;
            raw(
                "P11",
                format!(
                    "round {round}: {}: score {:.0}, JavaScript {:.1} kB, LCP {:.2} s, CLS {:.3}, blocking {:.0} ms",
                    names.score, page.score, page.script, page.lcp, page.cls, page.blocked
                ),
            );
            runs.push(page);
        }
        let figure = |of: fn(&Page) -> f64, decimals, unit| {
            Figure::of(&runs.iter().map(of).collect::<Vec<_>>(), decimals, unit)
        };
        let mut at_most = |what, figure: Figure, target, most| {
            let met = figure.middle <= most;
            report.add_limit("P11", what, figure, target, met);
        };
        at_most(names.script, figure(|page| page.script, 1, " kB"), "<= 110 kB", SCRIPT);
        at_most(names.lcp, figure(|page| page.lcp, 2, " s"), "<= 2.0 s", LCP);
        at_most(names.cls, figure(|page| page.cls, 3, ""), "<= 0.05", CLS);
        at_most(names.blocked, figure(|page| page.blocked, 0, " ms"), "<= 150 ms", BLOCKED);
        let score = figure(|page| page.score, 0, "");
        let met = score.middle >= SCORE;
        report.add_limit("P11", names.score, score, ">= 95", met);
    }
    Ok(())
}

/// Sends a copy of the proposal, and returns the client's link.
async fn sent(base: &str, seeded: &Seeded) -> anyhow::Result<String> {
    let mut person = Person::seeded(base, seeded);
    let copy = person.ask(Method::POST, &format!("{}/copy", seeded.proposal), Some(json!({}))).await?;
    let path = format!("/api/proposals/{}", text(&copy, "id")?);
    person.accept(&path).await?;
    let sent = person.ask(Method::PUT, &path, Some(json!({ "status": "pending" }))).await?;
    Ok(format!("{base}/shared/{}", text(&sent, "shareToken")?))
}
