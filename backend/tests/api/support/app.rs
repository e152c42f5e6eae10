//! A complete server on a loopback port: real HTTP, real pools, real queue; only the clock is stopped and the
//! randomness is reproducible.

use std::{fs, path::PathBuf, sync::Arc};

use chrono::{DateTime, TimeDelta, Utc};
use graphile_worker::Worker;
use proffer::{
    app::App,
    jobs::JobContext,
    worker::{self, schedule},
};
use proffer_embedded::{objects::Objects, stripe::TestStripe};
use reqwest::Url;
use tokio::{sync::OnceCell, task::JoinHandle};
use tokio_util::sync::CancellationToken;

use super::{actor::Actor, cluster::Database, log, mailbox::Mail};

pub use super::setup::{RULES, SEALING_KEY, SECRET_KEY, START, Setup};

/// A running server. End every test with [`TestApp::finish`].
pub struct TestApp {
    /// The server's internals, for state that is not visible over HTTP.
    pub app: App,
    /// The address it listens on.
    pub base: Url,
    pub database: Arc<Database>,
    pub(super) http: reqwest::Client,
    pub(super) owns_database: bool,
    pub(super) outbox: PathBuf,
    pub(super) stop: CancellationToken,
    pub(super) running: Option<JoinHandle<()>>,
    pub(super) objects: Option<Objects>,
    pub(super) stripe: Option<TestStripe>,
    pub(super) logged: log::LogPosition,
    /// Made when jobs are run for the first time.
    pub(super) worker: OnceCell<Worker>,
}

impl TestApp {
    /// The usual server.
    pub async fn start() -> Self {
        Setup::default().start().await
    }

    /// A client without a session.
    pub fn anonymous(&self) -> Actor {
        Actor::new(self.http.clone(), self.base.clone())
    }

    /// The time of the server.
    pub fn now(&self) -> DateTime<Utc> {
        self.app.now()
    }

    /// Advances the clock of the server.
    pub fn pass(&self, time: TimeDelta) {
        self.app.clock.advance(time);
    }

    /// A job's context of a workspace, for testing internals.
    pub fn context(&self, workspace_id: uuid::Uuid) -> JobContext {
        JobContext { app: self.app.clone(), workspace_id, job_id: uuid::Uuid::nil(), last_attempt: false }
    }

    /// Runs the due jobs with the real worker: those of the queue, and those of the schedule at the server's
    /// time.
    pub async fn run_jobs(&self) {
        let worker =
            self.worker.get_or_try_init(|| worker::build(&self.app, std::future::pending())).await.unwrap();
        loop {
            schedule::tick(&self.app).await.unwrap();
            worker.run_once().await.unwrap();
            let due: i64 = self
                .database
                .value("SELECT count(*) FROM graphile_worker.jobs WHERE run_at <= now() AND attempts < max_attempts AND locked_at IS NULL")
                .await;
            if due == 0 {
                return;
            }
        }
    }

    /// Makes the jobs that wait for a retry due now.
    pub async fn make_retries_due(&self) {
        self.database
            .run("UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at > now()")
            .await;
    }

    /// Runs the due jobs, then empties the outbox and returns its mails.
    pub async fn mail(&self) -> Vec<Mail> {
        self.run_jobs().await;
        let mut mails: Vec<(PathBuf, Mail)> = fs::read_dir(&self.outbox)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .map(|path| (path.clone(), Mail::read(&fs::read(&path).unwrap())))
            .collect();
        mails.sort_by(|a, b| a.0.cmp(&b.0));
        mails
            .into_iter()
            .map(|(path, mail)| {
                fs::remove_file(path).unwrap();
                mail
            })
            .collect()
    }

    /// The only mail, which must be to that address.
    pub async fn mail_to(&self, address: &str) -> Mail {
        let mut mails = self.mail().await;
        assert_eq!(mails.len(), 1, "one mail was expected: {mails:#?}");
        let mail = mails.remove(0);
        assert_eq!(mail.to, address);
        mail
    }

    /// The state and the number of attempts of that task's jobs, such as `failed after 1`, the oldest first.
    pub async fn outcomes(&self, task: &str) -> Vec<String> {
        self.database
            .values(format!(
                "SELECT state || ' after ' || attempts FROM jobs WHERE task = '{task}' ORDER BY created_at, state, attempts DESC"
            ))
            .await
    }

    /// The state of the first job of that task, if it was tried more than once or will be.
    pub async fn tried_again(&self, task: &str) -> String {
        // On a slow machine the pause before the next attempt passes by itself, so the number is meaningless.
        let state = format!(
            "SELECT state FROM jobs WHERE task = '{task}' AND (attempts > 1 OR state = 'retrying') ORDER BY created_at, id LIMIT 1"
        );
        self.database.value(state).await
    }

    /// Makes all writes to that table fail, as if the disk were full.
    pub async fn refuse_writes(&self, table: &str) {
        let refuse = "CREATE FUNCTION refuse_for_now() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not now'; END $$";
        let on = format!(
            "CREATE TRIGGER not_now BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION refuse_for_now()"
        );
        self.database.run(format!("{refuse}; {on}")).await;
    }

    /// Undoes that.
    pub async fn allow_writes(&self) {
        self.database.run("DROP FUNCTION refuse_for_now CASCADE").await;
    }

    /// Deletes a workspace but not its jobs and its team, as for a job that was running when the workspace
    /// was deleted.
    pub async fn lose_workspace(&self, workspace_id: &str) {
        let lose = format!("DELETE FROM workspaces WHERE workspace_id = '{workspace_id}'");
        self.database
            .run(format!("BEGIN; SET LOCAL session_replication_role = replica; {lose}; COMMIT"))
            .await;
    }

    /// Checks that one job of that task failed permanently, and removes it from the list of failures.
    pub async fn expect_failed_job(&self, task: &str) -> String {
        let failed: Vec<String> = self
            .database
            .values(format!("SELECT last_error FROM jobs WHERE state = 'failed' AND task = '{task}'"))
            .await;
        assert_eq!(failed.len(), 1, "failed jobs: {failed:?}");
        self.database.run(format!("DELETE FROM jobs WHERE state = 'failed' AND task = '{task}'")).await;
        failed.into_iter().next().unwrap()
    }

    /// Stops the server and removes its database. A remaining job fails the test, as does a secret in the
    /// log; jobs scheduled for later are allowed.
    pub async fn finish(mut self) {
        if self.owns_database {
            self.expect_no_jobs().await;
        }
        self.shut_down().await;
        if self.owns_database {
            self.database.remove().await;
        }
        self.logged.expect_clean();
    }

    async fn expect_no_jobs(&self) {
        let left: Vec<String> = self
            .database
            .values(format!(
                "SELECT task || ' is ' || state || coalesce(': ' || last_error, '') FROM jobs
                 WHERE state <> 'done' AND NOT (state = 'scheduled' AND run_at > '{}')",
                self.now().to_rfc3339()
            ))
            .await;
        let queued: i64 = self.database.value("SELECT count(*) FROM graphile_worker.jobs").await;
        assert!(left.is_empty() && queued == 0, "jobs are left behind: {left:?}, {queued} in the queue");
    }

    /// Stops the server and makes a template of its database. As at any end, no job may be left behind.
    pub async fn leave_as(mut self, template: &str) {
        self.expect_no_jobs().await;
        self.shut_down().await;
        self.database.become_template(template).await;
        self.logged.expect_clean();
    }

    /// The double of Stripe, of a server with payments.
    pub fn stripe(&self) -> &TestStripe {
        self.stripe.as_ref().unwrap()
    }

    /// Stops only the object storage.
    pub async fn stop_objects(&mut self) {
        if let Some(objects) = self.objects.take() {
            objects.stop().await;
        }
    }

    /// The keys of all stored objects.
    pub fn stored_objects(&self) -> Vec<String> {
        let root = self.database.dir.join("objects/data/proffer");
        let (mut found, mut folders) = (Vec::new(), vec![root.clone()]);
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
                if entry.is_dir() {
                    folders.push(entry);
                } else {
                    found.push(entry.strip_prefix(&root).unwrap().display().to_string());
                }
            }
        }
        found.sort();
        found
    }

    /// Stops the server and leaves its database to others.
    pub async fn shut_down(&mut self) {
        self.stop.cancel();
        if let Some(running) = self.running.take() {
            running.await.unwrap();
            self.app.db.close().await;
        }
        self.stop_objects().await;
        if let Some(stripe) = self.stripe.take() {
            stripe.stop().await;
        }
    }
}

impl Drop for TestApp {
    fn drop(&mut self) {
        assert!(
            self.running.is_none() || std::thread::panicking(),
            "a test must end with finish(), which looks for jobs left behind"
        );
    }
}
