//! A Stripe double that speaks its HTTP protocol: real requests on a loopback port, stored customers,
//! checkout pages, subscriptions and invoices, signed events. No money moves.
//!
//! Tests run the server against it and inject failures; `proffer dev` runs it so that the user can try
//! paying. It answers the calls that Proffer makes, and refuses every other call and every unknown parameter.

mod api;
mod billing;
mod hooks;
mod idempotency;
mod objects;
mod pages;
mod parameters;
mod periods;
mod server;
mod state;

use std::{
    collections::{BTreeMap, VecDeque},
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use anyhow::{Context as _, bail};
use chrono::{DateTime, Utc};
use poem::{Server, listener::TcpAcceptor};
use proffer_adapters::{clock::Clock, payments::StripeSettings};
use serde_json::Value;
use tokio::{
    sync::mpsc::{UnboundedSender, unbounded_channel},
    task::JoinHandle,
};
use tokio_util::sync::{CancellationToken, DropGuard};
use url::Url;

pub use self::state::Event;
use self::state::State;
use super::write_private;

/// How long calls in progress may take to finish at shutdown.
const STOP_LIMIT: Duration = Duration::from_secs(1);

/// How to run the double.
pub struct Options {
    /// The port on 127.0.0.1; 0 means the port of the last start, or any free one.
    pub port: u16,
    /// The clock of the double.
    pub clock: Clock,
    /// What happens to events.
    pub webhook: Webhook,
    /// The file that stores its state; without it, the double starts empty.
    pub keep: Option<PathBuf>,
}

/// What happens to events.
pub enum Webhook {
    /// They are stored for a test to deliver.
    Hold,
    /// Each is signed and posted there, with a few retries when it is refused.
    Post(Url),
}

/// A call and its result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// `GET`, `POST` or `DELETE`.
    pub method: String,
    /// The path, such as `/v1/customers`.
    pub path: String,
    /// By names such as `line_items[0][price]`, from the query or the body.
    pub parameters: BTreeMap<String, String>,
    pub idempotency_key: Option<String>,
    /// Whether the response is a repeated one.
    pub is_replay: bool,
    /// The status of the response; 0 without a response.
    pub status: u16,
}

/// How a call fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// 500, and nothing is done.
    FailBefore,
    /// 500, although it is done.
    FailAfter,
    /// The connection is closed without an answer, and nothing is done.
    Drop,
    /// The connection is closed without an answer, although it is done.
    DropAfter,
    /// It is done, and answered after that delay.
    Slow(Duration),
    /// It is refused with that status, and nothing is done.
    Refuse(u16),
}

/// A running double; clones share it. It stops when the last clone is dropped.
#[derive(Clone)]
pub struct TestStripe {
    shared: Arc<Shared>,
    stopping: CancellationToken,
    running: Arc<tokio::sync::Mutex<Option<JoinHandle<()>>>>,
    _life: Arc<DropGuard>,
}

struct Shared {
    settings: StripeSettings,
    clock: Clock,
    keep: Option<PathBuf>,
    state: Mutex<State>,
    calls: Mutex<Vec<Call>>,
    faults: Mutex<VecDeque<(String, Fault)>>,
    post: Option<UnboundedSender<Event>>,
}

impl TestStripe {
    /// Starts the double.
    ///
    /// # Errors
    /// When the stored state cannot be read, or no port is free.
    pub fn start(options: Options) -> anyhow::Result<Self> {
        let mut state = options.keep.as_deref().map_or_else(|| Ok(State::new()), recall)?;
        let wanted = if options.port == 0 { state.port } else { options.port };
        let socket = bind(wanted)?;
        state.port = socket.local_addr()?.port();
        let stopping = CancellationToken::new();
        let (secret, clock) = (state.webhook_secret.clone(), options.clock.clone());
        let post = match options.webhook {
            Webhook::Hold => None,
            Webhook::Post(url) => {
                let (post, events) = unbounded_channel();
                let posting =
                    stopping.clone().run_until_cancelled_owned(hooks::post_all(events, url, secret, clock));
                tokio::spawn(posting);
                Some(post)
            }
        };
        let shared = Arc::new(Shared {
            settings: settings(&state)?,
            clock: options.clock,
            keep: options.keep,
            state: Mutex::new(state),
            calls: Mutex::default(),
            faults: Mutex::default(),
            post,
        });
        // Stores the port at once.
        shared.with_state(|_, _| ());
        let server = Server::new_with_acceptor(TcpAcceptor::from_std(socket)?);
        let (endpoint, until) = (server::endpoint(shared.clone()), stopping.clone().cancelled_owned());
        let running = tokio::spawn(async move {
            let serving = server.run_with_graceful_shutdown(endpoint, until, Some(STOP_LIMIT));
            if let Err(error) = serving.await {
                tracing::error!(%error, "test payments stopped");
            }
        });
        let life = Arc::new(stopping.clone().drop_guard());
        Ok(Self { shared, stopping, running: Arc::new(tokio::sync::Mutex::new(Some(running))), _life: life })
    }

    /// The settings for a client of this double.
    pub fn settings(&self) -> StripeSettings {
        self.shared.settings.clone()
    }

    pub fn address(&self) -> &Url {
        &self.shared.settings.api_base
    }

    /// Accepts no more calls and returns when those in progress are answered.
    pub async fn stop(&self) {
        self.stopping.cancel();
        if let Some(running) = self.running.lock().await.take()
            && let Err(error) = running.await
        {
            tracing::warn!(%error, "test payments failed");
        }
    }

    /// All calls so far, in the order of their responses.
    pub fn calls(&self) -> Vec<Call> {
        locked(&self.shared.calls).clone()
    }

    /// Injects `fault` into the next call whose path contains `path_contains`. Each injected fault affects
    /// one call.
    pub fn fault(&self, path_contains: &str, fault: Fault) {
        locked(&self.shared.faults).push_back((path_contains.to_owned(), fault));
    }

    /// All events so far, in order.
    pub fn events(&self) -> Vec<Event> {
        self.shared.with_state(|state, _| state.events.clone())
    }

    /// The `Stripe-Signature` header of a payload sent at `at`.
    pub fn signature(&self, payload: &str, at: DateTime<Utc>) -> String {
        let secret = self.shared.with_state(|state, _| state.webhook_secret.clone());
        hooks::signature(&secret, payload, at.timestamp())
    }

    /// The customers, as the API returns them.
    pub fn customers(&self) -> Vec<Value> {
        self.shared.with_state(|state, _| state.customers.iter().map(objects::customer).collect())
    }

    /// The subscriptions, oldest first.
    pub fn subscriptions(&self) -> Vec<Value> {
        self.shared.with_state(|state, _| state.subscriptions.iter().map(objects::subscription).collect())
    }

    /// The invoices, oldest first.
    pub fn invoices(&self) -> Vec<Value> {
        self.shared
            .with_state(|state, _| state.invoices.iter().map(|one| objects::invoice(state, one)).collect())
    }

    /// Pays a checkout page: a subscription begins, and its first invoice is paid.
    ///
    /// # Errors
    /// When the page does not exist or is not open.
    pub fn pay(&self, checkout_id: &str) -> anyhow::Result<()> {
        self.shared.with_state(|state, now| state.pay(checkout_id, now)).map_err(anyhow::Error::msg)
    }

    /// The next payment is due now and fails: the subscription is past due, and its invoice stays open.
    pub fn fail_payment(&self, subscription: &str) -> anyhow::Result<()> {
        self.on(subscription, State::fail_payment)
    }

    /// Pays the open invoices; without any, the next payment is due now and succeeds.
    pub fn recover_payment(&self, subscription: &str) -> anyhow::Result<()> {
        self.on(subscription, State::recover_payment)
    }

    /// Ends the payment retries: the subscription becomes unpaid, then cancelled.
    pub fn give_up(&self, subscription: &str) -> anyhow::Result<()> {
        self.on(subscription, State::give_up)
    }

    /// The next period begins now, and is paid.
    pub fn renew(&self, subscription: &str) -> anyhow::Result<()> {
        self.on(subscription, |state, id, now| state.renew(id, true, now))
    }

    /// Cancels the subscription at the end of the period.
    pub fn cancel_at_period_end(&self, subscription: &str) -> anyhow::Result<()> {
        self.on(subscription, State::cancel_at_period_end)
    }

    /// Revokes a scheduled cancellation.
    pub fn resume(&self, subscription: &str) -> anyhow::Result<()> {
        self.on(subscription, State::resume)
    }

    /// Cancels the subscription at once, without a refund.
    pub fn cancel_now(&self, subscription: &str) -> anyhow::Result<()> {
        self.on(subscription, State::cancel_now)
    }

    fn on(&self, subscription: &str, act: impl FnOnce(&mut State, &str, i64)) -> anyhow::Result<()> {
        self.shared.with_state(|state, now| {
            if state.subscription(subscription).is_none() {
                bail!("there is no subscription {subscription}");
            }
            act(state, subscription, now);
            Ok(())
        })
    }
}

impl Shared {
    /// Brings the state up to date with the clock, changes it, then stores it and posts the events.
    fn with_state<T>(&self, act: impl FnOnce(&mut State, i64) -> T) -> T {
        let now = self.clock.now().timestamp();
        let mut state = locked(&self.state);
        state.catch_up(now);
        let done = act(&mut state, now);
        let events = std::mem::take(&mut state.outbox);
        if let Some(file) = &self.keep
            && let Err(error) = remember(file, &state)
        {
            tracing::warn!(%error, "test payments could not be saved");
        }
        drop(state);
        for event in events {
            // The receiver is gone during shutdown.
            let _sent = self.post.as_ref().map(|post| post.send(event));
        }
        done
    }

    fn next_fault(&self, path: &str) -> Option<Fault> {
        let mut faults = locked(&self.faults);
        let at = faults.iter().position(|(part, _)| path.contains(part.as_str()))?;
        faults.remove(at).map(|(_, fault)| fault)
    }

    fn record(&self, call: Call) {
        locked(&self.calls).push(call);
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Binds that port if it is free, otherwise any other.
fn bind(port: u16) -> anyhow::Result<std::net::TcpListener> {
    let at = |port| std::net::TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    let socket = at(port).or_else(|_| at(0)).context("no free port on 127.0.0.1 for test payments")?;
    socket.set_nonblocking(true)?;
    Ok(socket)
}

fn settings(state: &State) -> anyhow::Result<StripeSettings> {
    Ok(StripeSettings {
        secret_key: state.secret_key.clone().into(),
        webhook_secrets: vec![state.webhook_secret.clone().into()],
        price_id: state::PRICE.to_owned(),
        api_base: state.address("/").parse().context("the address of test payments")?,
        hosts: vec![format!("127.0.0.1:{}", state.port)],
        is_test_page: true,
    })
}

fn recall(file: &Path) -> anyhow::Result<State> {
    match std::fs::read(file) {
        Ok(text) => {
            let damaged =
                || format!("{} is damaged: remove it to start without test payments", file.display());
            let mut state: State = serde_json::from_slice(&text).with_context(damaged)?;
            state.keys.forget_unfinished();
            Ok(state)
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(State::new()),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", file.display())),
    }
}

fn remember(file: &Path, state: &State) -> anyhow::Result<()> {
    write_private(file, &serde_json::to_vec_pretty(state)?)
}
