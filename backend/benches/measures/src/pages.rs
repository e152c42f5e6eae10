//! P11: what a client's phone has to load and how soon it can read, by Lighthouse: the shared page and the landing page.

use std::{path::PathBuf, time::Duration};

use anyhow::{Context as _, ensure};
use reqwest::Client;
use serde_json::{Value, json};
use tokio::process::Command;

use super::{
    driver::ROUNDS,
    process,
    report::{Report, median, raw},
    seed::Seeded,
};

/// One run of Lighthouse.
const RUN: Duration = Duration::from_mins(2);
/// Kilobytes of JavaScript as they go over the line.
const SCRIPT: f64 = 110.0;
/// Seconds until the largest thing in view is there.
const LCP: f64 = 2.0;
/// How much of the page jumps.
const CLS: f64 = 0.05;
/// Milliseconds in which a tap is not answered.
const BLOCKED: f64 = 150.0;
/// Of a hundred.
const SCORE: f64 = 95.0;

/// What the lines of one page are called.
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

    /// One run as a phone, with Lighthouse's own idea of its speed and its line.
    async fn run(&self, url: &str) -> anyhow::Result<Page> {
        let mut command = Command::new("node");
        command.arg(&self.script).arg(url);
        command.args(["--quiet", "--output=json", "--only-categories=performance"]);
        command.arg("--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage");
        if let Some(browser) = &self.browser {
            command.env("CHROME_PATH", browser);
        }
        let report: Value = serde_json::from_str(&process::output(&mut command, RUN).await?).context("reading Lighthouse's report")?;
        Page::read(&report).with_context(|| format!("Lighthouse's report of {url} lacks something"))
    }
}

/// What one run found.
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
        let scripts = requests.iter().filter(|request| request.get("resourceType").and_then(Value::as_str) == Some("Script"));
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
            let page = lighthouse.run(&url).await?;
            raw(
                "P11",
                format!(
                    "round {round}: {}: score {:.0}, JavaScript {:.1} kB, LCP {:.2} s, CLS {:.3}, blocking {:.0} ms",
                    names.score, page.score, page.script, page.lcp, page.cls, page.blocked
                ),
            );
            runs.push(page);
        }
        let middle = |figure: fn(&Page) -> f64| median(&runs.iter().map(figure).collect::<Vec<_>>());
        let (script, lcp, cls) = (middle(|page| page.script), middle(|page| page.lcp), middle(|page| page.cls));
        let (blocked, score) = (middle(|page| page.blocked), middle(|page| page.score));
        report.add_limit("P11", names.script, format!("{script:.1} kB"), "<= 110 kB", script <= SCRIPT);
        report.add_limit("P11", names.lcp, format!("{lcp:.2} s"), "<= 2.0 s", lcp <= LCP);
        report.add_limit("P11", names.cls, format!("{cls:.3}"), "<= 0.05", cls <= CLS);
        report.add_limit("P11", names.blocked, format!("{blocked:.0} ms"), "<= 150 ms", blocked <= BLOCKED);
        report.add_limit("P11", names.score, format!("{score:.0}"), ">= 95", score >= SCORE);
    }
    Ok(())
}

/// Stands behind what the check finds, sends the proposal, and gives the link that its client would open.
async fn sent(base: &str, seeded: &Seeded) -> anyhow::Result<String> {
    let client = Client::new();
    let ask = async |request: reqwest::RequestBuilder| -> anyhow::Result<Value> {
        let request = request.header("cookie", &seeded.cookie).header("sec-fetch-site", "same-origin");
        let answer = request.send().await?;
        let status = answer.status();
        let text = answer.text().await?;
        ensure!(status.is_success(), "sending was answered {status}: {}", text.chars().take(500).collect::<String>());
        Ok(serde_json::from_str(&text)?)
    };
    let url = format!("{base}{}", seeded.proposal);
    let check = ask(client.get(format!("{url}/check"))).await?;
    let findings = check.get("findings").and_then(Value::as_array).cloned().unwrap_or_default();
    let claims: Vec<&Value> = findings.iter().filter_map(|finding| finding.get("claimKey")).collect();
    if !claims.is_empty() {
        ask(with(client.post(format!("{url}/check/accept")), &json!({ "claims": claims }))).await?;
    }
    let sent = ask(with(client.put(&url), &json!({ "status": "pending" }))).await?;
    let token = sent.get("shareToken").and_then(Value::as_str).context("a sent proposal has a link")?;
    Ok(format!("{base}/shared/{token}"))
}

fn with(request: reqwest::RequestBuilder, body: &Value) -> reqwest::RequestBuilder {
    request.header("content-type", "application/json").body(body.to_string())
}
