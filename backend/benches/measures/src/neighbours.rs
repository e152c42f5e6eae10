//! P5: the effect on one workspace when another sends more requests than the machine can handle, with its
//! list, its search and its assistant at once. The large workspace may be refused; the small one may not, and
//! all its responses must be successful.

use std::time::Duration;

use anyhow::{Context as _, ensure};
use reqwest::{Client, Method};
use serde_json::json;
use tokio::{task::JoinSet, time::sleep};

use super::{
    driver::{Driver, ROUNDS},
    events::Events,
    load::{Load, all},
    machine,
    report::{Figure, Line, Report, Verdict, quantile, ratios, raw},
    seed::{Person, Seeded},
    stack::{Model, Stack, on_stack},
    streaming::copies,
};

/// The connections on which the large workspace lists, searches, and uses the assistant.
const LISTS: usize = 40;
const SEARCHES: usize = 20;
const QUESTIONS: usize = 20;
/// The number of rows it lists and searches.
const PROPOSALS: usize = 2_000;
/// The users of the small workspace; each sends one request at a time.
const PEOPLE: usize = 2;
/// The model double's pause before each chunk of an answer.
const PAUSE: Duration = Duration::from_millis(20);
/// The load phase before anything is counted.
const RISE: Duration = Duration::from_secs(1);
/// How long a user waits after the assistant has refused a request.
const AGAIN: Duration = Duration::from_millis(50);

const LIST: &str = "/api/proposals?limit=20";
const SEARCH: &str = "/api/proposals?limit=20&search=bakery";

pub async fn measure(driver: &Driver, report: &mut Report) -> anyhow::Result<()> {
    on_stack(driver, "neighbours", async |stack| on(stack, driver.length, report).await).await
}

/// A user and the requests they send.
struct Scenario {
    base: String,
    greedy: Seeded,
    modest: Seeded,
    proposals: Vec<String>,
    load: Load,
    length: Duration,
}

async fn on(stack: &Stack, length: Duration, report: &mut Report) -> anyhow::Result<()> {
    println!(
        "\nNeighbours: one asks on {LISTS} + {SEARCHES} + {QUESTIONS} connections, {PEOPLE} people of another work meanwhile"
    );
    let model = Model::start(stack, PAUSE).await?;
    let [greedy, modest] = stack.seeded(["ada", "bea"]).await?;
    let mut admin = stack.admin().await?;
    let proposals = copies(&mut admin, &greedy, PROPOSALS).await?;
    sqlx::raw_sql("VACUUM (ANALYZE)").execute(&mut admin).await?;
    let server = stack.serve(Some(&model)).await?;
    let scenario =
        Scenario { base: server.base.clone(), greedy, modest, proposals, load: Load::find(), length };
    let outcome = scenario.rounds(report).await;
    server.stop().await?;
    model.stop().await?;
    outcome
}

impl Scenario {
    async fn rounds(&self, report: &mut Report) -> anyhow::Result<()> {
        self.modestly(RISE).await?;
        let (mut alone, mut beside, mut answers) = (Vec::new(), Vec::new(), 0);
        for round in 1..=ROUNDS {
            let quiet = self.modestly(self.length).await?;
            let (crowded, (lists, searches, questions)) = tokio::try_join!(
                async {
                    sleep(RISE).await;
                    let crowded = self.modestly(self.length).await?;
                    // The small workspace has an assistant too.
                    self.question(&self.modest, &self.modest.proposal)
                        .ask()
                        .await
                        .context("the modest one asked its assistant")?;
                    anyhow::Ok(crowded)
                },
                self.greedily(self.length + RISE * 2),
            )?;
            let [p50, p99, c50, c99] = [(&quiet, 0.5), (&quiet, 0.99), (&crowded, 0.5), (&crowded, 0.99)]
                .map(|(v, s)| quantile(v, s));
            raw(
                "P5",
                format!(
                    "round {round}: alone p50 {p50:.1} ms, p99 {p99:.1} ms; beside p50 {c50:.1} ms, p99 {c99:.1} ms"
                ),
            );
            raw(
                "P5",
                format!(
                    "round {round}: the other had {lists:.0} lists/s and {searches:.0} searches/s, and {questions} answers"
                ),
            );
            alone.push(p99);
            beside.push(c99);
            answers += crowded.len();
        }
        let ratio = Figure::of(&ratios(&beside, &alone), 1, "");
        let verdict = Verdict::of(ratio.middle <= 3.0);
        report.add(Line {
            measure: "P5",
            what: "p99 of one workspace while another saturates",
            measured: Figure::of(&beside, 1, " ms"),
            baseline: Figure::of(&alone, 1, " ms"),
            ratio,
            target: "<= 3 times alone",
            verdict,
        });
        // The first unsuccessful response ends the measure.
        report.add_limit(
            "P5",
            "its answers meanwhile that were no success",
            Figure::said(format!("0 of {answers}")),
            "none",
            true,
        );
        Ok(())
    }

    /// The requests of the small workspace's users for `length`: the milliseconds of each answer.
    async fn modestly(&self, length: Duration) -> anyhow::Result<Vec<f64>> {
        let begun = machine::now();
        let mut people = JoinSet::new();
        for _ in 0..PEOPLE {
            let paths = [LIST, &self.modest.proposal, SEARCH, "/api/dashboard"]
                .map(|path| format!("{}{path}", self.base));
            let (client, cookie) = (Client::new(), self.modest.cookie.clone());
            people.spawn(async move {
                let mut times = Vec::new();
                for path in paths.iter().cycle() {
                    if begun.elapsed() >= length {
                        break;
                    }
                    let asked = machine::now();
                    let answer = client.get(path).header("cookie", &cookie).send().await?;
                    ensure!(
                        answer.status().is_success(),
                        "the modest one was answered {}: {}",
                        answer.status(),
                        answer.text().await?
                    );
                    answer.bytes().await?;
                    times.push(asked.elapsed().as_secs_f64() * 1000.0);
                }
                anyhow::Ok(times)
            });
        }
        all(people).await
    }

    /// The throughput of the large workspace: lists and searches per second, and answers of the assistant.
    async fn greedily(&self, length: Duration) -> anyhow::Result<(f64, f64, usize)> {
        let (list, search) = (format!("{}{LIST}", self.base), format!("{}{SEARCH}", self.base));
        tokio::try_join!(
            self.load.press(&list, &self.greedy.cookie, LISTS, length),
            self.load.press(&search, &self.greedy.cookie, SEARCHES, length),
            self.questions(length),
        )
    }

    async fn questions(&self, length: Duration) -> anyhow::Result<usize> {
        let begun = machine::now();
        let mut asking = JoinSet::new();
        for id in self.proposals.iter().take(QUESTIONS) {
            let mut question = self.question(&self.greedy, &format!("/api/proposals/{id}"));
            asking.spawn(async move {
                let mut answers = 0;
                while begun.elapsed() < length {
                    // A refusal is accepted here.
                    if question.ask().await.is_ok() {
                        answers += 1;
                    } else {
                        sleep(AGAIN).await;
                    }
                }
                answers
            });
        }
        let mut answers = 0;
        while let Some(ended) = asking.join_next().await {
            answers += ended?;
        }
        Ok(answers)
    }

    fn question(&self, who: &Seeded, proposal: &str) -> Question {
        Question { person: Person::seeded(&self.base, who), path: format!("{proposal}/chat/stream") }
    }
}

/// A question to the assistant.
struct Question {
    person: Person,
    path: String,
}

impl Question {
    /// Asks, and reads the answer to its end.
    async fn ask(&mut self) -> anyhow::Result<()> {
        let answer =
            self.person.send(Method::POST, &self.path, Some(json!({ "message": "Tell me more." }))).await?;
        let last = Events::of(answer).last().await?;
        ensure!(last.get("kind").is_some_and(|kind| kind == "done"), "the assistant's last word was {last}");
        Ok(())
    }
}
