//! All that the server logs in this process, down to the last detail, read for what must never stand in a log.
//!
//! Every line and span of `proffer` at every level is kept. When a test ends, those that came since it began are searched for the
//! passwords, tokens, addresses and words that tests use; tests run side by side, so the line found may be another's.

use std::{
    fmt::{self, Write as _},
    sync::{Mutex, Once},
};

use tracing::{Event, Level, Subscriber, field, span};
use tracing_subscriber::{
    Layer,
    filter::Targets,
    layer::{Context, SubscriberExt as _},
    util::SubscriberInitExt as _,
};

use super::{app::SECRET_KEY, stories::PASSWORD};

/// What people of the tests write: proposals, clients, companies. An at sign is an address of somebody.
const WORDS: [&str; 12] = [
    "@",
    PASSWORD,
    SECRET_KEY,
    "lose bookings",
    "online booking",
    "start in April",
    "monthly hosting",
    "Quay Street",
    " Dental",
    " Studio",
    " Meyer",
    "+49 ",
];

static LINES: Mutex<Vec<String>> = Mutex::new(Vec::new());
static SECRETS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// From where on a test looks.
#[derive(Debug, Clone, Copy)]
pub struct Since {
    line: usize,
    secret: usize,
}

/// Begins to keep what is logged, once for all tests.
pub fn listen() -> Since {
    static LISTENING: Once = Once::new();
    LISTENING.call_once(|| {
        let ours = Targets::new().with_target("proffer", Level::TRACE).with_target("proffer_domain", Level::TRACE);
        tracing_subscriber::registry().with(Keep.with_filter(ours)).init();
    });
    Since { line: LINES.lock().unwrap().len(), secret: SECRETS.lock().unwrap().len() }
}

/// A secret that has been made in a test: a cookie, the token of a link, a key.
pub fn plant(secret: &str) {
    // What is short stands anywhere by chance.
    if secret.len() >= 16 {
        SECRETS.lock().unwrap().push(secret.to_owned());
    }
}

impl Since {
    /// Fails where something was logged that must not be.
    pub fn expect_clean(self) {
        let lines = LINES.lock().unwrap()[self.line..].to_vec();
        let secrets = SECRETS.lock().unwrap()[self.secret..].to_vec();
        for line in &lines {
            expect_clean(line, &secrets);
        }
    }
}

/// Fails where that text, such as the log of a process, holds what must not be in it.
pub fn expect_clean(text: &str, secrets: &[String]) {
    let found = WORDS.into_iter().chain(secrets.iter().map(String::as_str)).find(|secret| text.contains(secret));
    assert_eq!(found, None, "stands in the log: {text}");
}

struct Keep;

impl<S: Subscriber> Layer<S> for Keep {
    fn on_new_span(&self, attributes: &span::Attributes<'_>, _: &span::Id, _: Context<'_, S>) {
        keep(attributes.metadata().name(), |line| attributes.record(line));
    }

    fn on_record(&self, _: &span::Id, values: &span::Record<'_>, _: Context<'_, S>) {
        keep("record", |line| values.record(line));
    }

    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        keep(event.metadata().target(), |line| event.record(line));
    }
}

fn keep(what: &str, record: impl FnOnce(&mut Line)) {
    let mut line = Line(what.to_owned());
    record(&mut line);
    LINES.lock().unwrap().push(line.0);
}

struct Line(String);

impl field::Visit for Line {
    fn record_debug(&mut self, field: &field::Field, value: &dyn fmt::Debug) {
        let _ = write!(self.0, " {field}={value:?}");
    }
}

#[test]
#[should_panic(expected = "stands in the log")]
fn a_secret_in_a_line_is_found() {
    let since = listen();
    plant("a-token-that-nobody-must-see");
    tracing::trace!(target: "proffer::http", token = "a-token-that-nobody-must-see");
    since.expect_clean();
}
