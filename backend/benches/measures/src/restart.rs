//! P12: all processes are replaced one after the other under load: two servers behind a balancer, and the
//! worker. No request may fail, and no streamed answer and no job may be lost. Also measures how soon a
//! worker starts an enqueued job.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use anyhow::{Context as _, bail, ensure};
use reqwest::Client;
use serde_json::{Value, json};
use sqlx::PgConnection;
use tokio::{
    task::JoinSet,
    time::{interval, sleep},
};
use uuid::Uuid;

use super::{
    balancer::Balancer,
    driver::{Driver, ROUNDS},
    events::Events,
    machine,
    report::{Figure, Report, median, raw},
    seed::Seeded,
    stack::{Model, Served, Stack, on_stack},
    streaming::copies,
};

/// Requests per second.
const RATE: u32 = 200;
/// Concurrent streamed answers.
const STREAMS: usize = 20;
/// The model double's pause before each chunk, so that answers outlast the server that streams them.
const PAUSE: Duration = Duration::from_millis(800);
/// The interval between two jobs.
const JOBS: Duration = Duration::from_millis(100);
/// How long jobs are enqueued in a round without other load.
const QUIET: Duration = Duration::from_secs(4);
/// The load phase before the first process is stopped, and after the last has started.
const LEAD: Duration = Duration::from_secs(4);
/// How long the last jobs may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// Records how long each job has waited when a worker starts it.
const NOTING: &str = "
    CREATE TABLE bench_waits (job bigint, waited float8);
    CREATE FUNCTION bench_wait() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
    BEGIN
        INSERT INTO bench_waits VALUES (NEW.id, extract(epoch FROM clock_timestamp() - NEW.created_at) * 1000);
        RETURN NULL;
    END $$;
    CREATE TRIGGER bench_wait AFTER UPDATE OF locked_at ON graphile_worker._private_jobs FOR EACH ROW
    WHEN (OLD.locked_at IS NULL AND NEW.locked_at IS NOT NULL) EXECUTE FUNCTION bench_wait();";

pub async fn measure(driver: &Driver, report: &mut Report) -> anyhow::Result<()> {
    on_stack(driver, "restart", async |stack| on(stack, report).await).await
}

async fn on(stack: &Stack, report: &mut Report) -> anyhow::Result<()> {
    println!(
        "\nRolling restart: 2 servers and a worker, {RATE} requests/s, {STREAMS} streams, a job every {} ms",
        JOBS.as_millis()
    );
    let model = Model::start(stack, PAUSE).await?;
    let [seeded] = stack.seeded(["ada"]).await?;
    let mut admin = stack.admin().await?;
    let proposals = copies(&mut admin, &seeded, STREAMS).await?;
    sqlx::raw_sql(NOTING).execute(&mut admin).await.context("noting when jobs begin")?;
    let (one, other) = (stack.serve(Some(&model)).await?, stack.serve(Some(&model)).await?);
    let worker = stack.work("first", Some(&model))?;
    let users = SimulatedUsers::new(seeded, proposals);
    for server in [&one, &other] {
        users.balancer.add(&server.base);
    }
    users.balancer.look(&Client::new()).await;

    let mut waits = Vec::new();
    for round in 1..=ROUNDS {
        let wait = users.waits(&mut admin).await?;
        raw("P12", format!("round {round}: a job began after {wait:.1} ms, p50"));
        waits.push(wait);
    }
    let wait = Figure::of(&waits, 1, " ms");
    let met = wait.middle <= 100.0;
    report.add_limit("P12", "job, enqueue to start, p50", wait, "<= 100 ms", met);

    let mut watch = JoinSet::new();
    watch.spawn(users.balancer.clone().watch());
    let work = users.begin(stack.admin().await?);
    sleep(LEAD).await;
    let one = replace(stack, &model, &users.balancer, one).await?;
    raw("P12", "the first server is replaced");
    let other = replace(stack, &model, &users.balancer, other).await?;
    raw("P12", "the second server is replaced");
    worker.stop().await?;
    let worker = stack.work("second", Some(&model))?;
    raw("P12", "the worker is replaced");
    sleep(LEAD).await;
    users.over.store(true, Ordering::Relaxed);
    let done = ended(work).await?;
    let jobs = users.jobs.load(Ordering::Relaxed);
    done.tell((lost_jobs(&mut admin, jobs).await?, jobs), report);
    one.stop().await?;
    other.stop().await?;
    worker.stop().await?;
    model.stop().await
}

/// Stops a server while another replaces it.
async fn replace(stack: &Stack, model: &Model, balancer: &Balancer, old: Served) -> anyhow::Result<Served> {
    let Served { process, base, .. } = old;
    let started = async {
        let new = stack.serve(Some(model)).await?;
        balancer.add(&new.base);
        anyhow::Ok(new)
    };
    let (new, ()) = tokio::try_join!(started, process.stop())?;
    balancer.remove(&base);
    Ok(new)
}

/// Jobs that were enqueued and not done, after the workers have had time for them.
async fn lost_jobs(admin: &mut PgConnection, enqueued: usize) -> anyhow::Result<usize> {
    let begun = machine::now();
    loop {
        let done: i64 =
            sqlx::query_scalar("SELECT count(*) FROM contact_messages WHERE mailed_at IS NOT NULL")
                .fetch_one(&mut *admin)
                .await?;
        let lost = enqueued.saturating_sub(usize::try_from(done)?);
        if lost == 0 || begun.elapsed() > PATIENCE {
            return Ok(lost);
        }
        sleep(JOBS).await;
    }
}

/// The simulated users and their access to the servers; cheap to clone.
#[derive(Clone)]
struct SimulatedUsers {
    balancer: Balancer,
    client: Client,
    cookie: Arc<str>,
    proposals: Arc<[String]>,
    over: Arc<AtomicBool>,
    jobs: Arc<AtomicUsize>,
}

/// A partial result.
#[derive(Default)]
struct Done {
    asked: usize,
    failed: Vec<String>,
    answers: usize,
    returns: usize,
}

impl SimulatedUsers {
    fn new(seeded: Seeded, proposals: Vec<String>) -> Self {
        Self {
            balancer: Balancer::default(),
            client: Client::new(),
            cookie: seeded.cookie.into(),
            proposals: proposals.into(),
            over: Arc::default(),
            jobs: Arc::default(),
        }
    }

    /// The median waiting time of jobs without other load, in milliseconds.
    async fn waits(&self, admin: &mut PgConnection) -> anyhow::Result<f64> {
        sqlx::raw_sql("TRUNCATE bench_waits").execute(&mut *admin).await?;
        let begun = machine::now();
        while begun.elapsed() < QUIET {
            self.enqueue().await?;
            sleep(JOBS).await;
        }
        lost_jobs(admin, self.jobs.load(Ordering::Relaxed)).await?;
        let waits: Vec<f64> =
            sqlx::query_scalar("SELECT waited FROM bench_waits").fetch_all(&mut *admin).await?;
        ensure!(!waits.is_empty(), "no job was seen to begin");
        Ok(median(&waits))
    }

    /// Runs everything at once, until it is stopped.
    fn begin(&self, admin: PgConnection) -> JoinSet<anyhow::Result<Done>> {
        let mut work = JoinSet::new();
        work.spawn(self.clone().ask());
        for (place, id) in self.proposals.iter().enumerate() {
            work.spawn(self.clone().talk(place, format!("/api/proposals/{id}/chat/stream")));
        }
        work.spawn(self.clone().enqueue_all());
        work.spawn(self.clone().lift(admin));
        work
    }

    fn goes_on(&self) -> bool {
        !self.over.load(Ordering::Relaxed)
    }

    /// Reads at the given rate, however long a response takes.
    async fn ask(self) -> anyhow::Result<Done> {
        let proposal = self.proposals.first().context("there is a proposal")?;
        let paths =
            ["/api/proposals".to_owned(), format!("/api/proposals/{proposal}"), "/api/dashboard".to_owned()];
        let mut ticks = interval(Duration::from_secs(1) / RATE);
        let mut running = JoinSet::new();
        let mut done = Done::default();
        for path in paths.iter().cycle() {
            if !self.goes_on() {
                break;
            }
            ticks.tick().await;
            done.asked += 1;
            let users = self.clone();
            let path = path.clone();
            running.spawn(async move {
                let request = users
                    .client
                    .get(format!("{}{path}", users.balancer.pick()?))
                    .header("cookie", &*users.cookie);
                request.send().await?.error_for_status()?.bytes().await?;
                anyhow::Ok(())
            });
            while let Some(ended) = running.try_join_next() {
                done.failed.extend(ended?.err().map(|error| format!("{error:?}")));
            }
        }
        while let Some(ended) = running.join_next().await {
            done.failed.extend(ended?.err().map(|error| format!("{error:?}")));
        }
        Ok(done)
    }

    /// Removes rate limits, which would limit a single user and are not measured here.
    async fn lift(self, mut admin: PgConnection) -> anyhow::Result<Done> {
        while self.goes_on() {
            sqlx::raw_sql("DELETE FROM rate_limits").execute(&mut admin).await?;
            sleep(JOBS).await;
        }
        Ok(Done::default())
    }

    async fn enqueue_all(self) -> anyhow::Result<Done> {
        while self.goes_on() {
            self.enqueue().await?;
            sleep(JOBS).await;
        }
        Ok(Done::default())
    }

    /// Enqueues a job: a message to support, which a job mails. Each has another address.
    async fn enqueue(&self) -> anyhow::Result<()> {
        let [.., a, b, c] = self.jobs.load(Ordering::Relaxed).to_be_bytes();
        let letter = json!({
            "name": "Bob Baker", "email": "bob@example.org", "type": "support", "subject": "A question",
            "message": "How does it work?",
        });
        let request = self
            .client
            .post(format!("{}/api/contact", self.balancer.pick()?))
            .header("x-forwarded-for", format!("10.{a}.{b}.{c}"));
        let answer =
            request.header("content-type", "application/json").body(letter.to_string()).send().await?;
        let status = answer.status();
        ensure!(status.is_success(), "a letter was answered {status}: {}", answer.text().await?);
        self.jobs.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    /// Asks the assistant repeatedly.
    async fn talk(self, place: usize, path: String) -> anyhow::Result<Done> {
        let mut done = Done::default();
        while self.goes_on() {
            let turn = Uuid::from_u128((u128::try_from(place)? << 64) + u128::try_from(done.answers)? + 1);
            done.returns += self
                .answer(&path, turn)
                .await
                .with_context(|| format!("answer {} of {path}", done.answers))?;
            done.answers += 1;
        }
        Ok(done)
    }

    /// One answer, read to its end across reconnections; returns how often the server requested a
    /// reconnection.
    async fn answer(&self, path: &str, turn: Uuid) -> anyhow::Result<usize> {
        let mut returns = 0;
        loop {
            let request =
                self.client.post(format!("{}{path}", self.balancer.pick()?)).header("cookie", &*self.cookie);
            let body = json!({ "message": "Tell me more.", "turnId": turn }).to_string();
            let request = request
                .header("sec-fetch-site", "same-origin")
                .header("content-type", "application/json")
                .body(body);
            let response = request.send().await?;
            ensure!(response.status().is_success(), "the server answered {}", response.text().await?);
            let (mut events, mut said) = (Events::of(response), String::new());
            while let Some(event) = events.next().await? {
                let text = |pointer: &str| event.pointer(pointer).and_then(Value::as_str);
                said.push_str(text("/text").unwrap_or_default());
                match text("/kind") {
                    Some("done") => {
                        let kept = text("/message/content").unwrap_or_default();
                        ensure!(
                            said.trim() == kept.trim(),
                            "what was said is not what is kept: {said:?}, {kept:?}"
                        );
                        return Ok(returns);
                    }
                    Some("failed") => bail!("there is no answer: {event}"),
                    _ => {}
                }
            }
            let wait = events.retry.context("the stream ended, and nobody was told to come back")?;
            returns += 1;
            sleep(Duration::from_millis(wait)).await;
        }
    }
}

/// The combined result.
async fn ended(mut work: JoinSet<anyhow::Result<Done>>) -> anyhow::Result<Done> {
    let mut all = Done::default();
    while let Some(ended) = work.join_next().await {
        let done = ended??;
        all.asked += done.asked;
        all.failed.extend(done.failed);
        all.answers += done.answers;
        all.returns += done.returns;
    }
    Ok(all)
}

impl Done {
    fn tell(&self, (lost, jobs): (usize, usize), report: &mut Report) {
        for failure in self.failed.iter().take(5) {
            raw("P12", format!("failed: {failure}"));
        }
        let requests = Figure::said(format!("{} of {}", self.failed.len(), self.asked));
        report.add_limit(
            "P12",
            "requests that failed in a rolling restart",
            requests,
            "none",
            self.failed.is_empty(),
        );
        // An incomplete answer ends the measure.
        let answers = Figure::said(format!("0 of {}, {} came back", self.answers, self.returns));
        report.add_limit(
            "P12",
            "streamed answers that were lost in it",
            answers,
            "none, told to come back",
            self.returns > 0,
        );
        report.add_limit(
            "P12",
            "jobs that were lost in it",
            Figure::said(format!("{lost} of {jobs}")),
            "none",
            lost == 0,
        );
    }
}
