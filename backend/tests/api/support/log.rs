//! Everything that the server logs in this process, at the lowest level, checked for content that must not be
//! logged.
//!
//! Every line and span of `proffer` at every level is searched for the words that tests use; and every part
//! that could be a token is stored, so that a finishing test can check whether any of its secrets was in a
//! line, of any test. Tests run in parallel, so a found line may be another's.

use std::{
    cell::RefCell,
    collections::HashMap,
    fmt::{self, Write as _},
    sync::{Mutex, Once},
};

use tracing::{Event, Level, Subscriber, field, span};
use tracing_subscriber::{
    Layer,
    filter::Targets,
    layer::{Context, SubscriberExt as _},
};

use super::{app::SECRET_KEY, stories::PASSWORD};

/// Text written by the tests' users: proposals, clients, companies. An at sign is part of an address.
const WORDS: [&str; 13] = [
    "@",
    PASSWORD,
    SECRET_KEY,
    // A part of the sealing key.
    "uUPqWm0jtT67TNk4QXFwpaDV",
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

/// The minimum length of a secret; a shorter one could occur by chance.
const LONG: usize = 16;

/// The log of all tests of this process.
static LOG: Log = Log::new();

thread_local! {
    /// The log of this thread; a test and everything it starts run on one thread.
    static OWN: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// What has been logged, and what must not be.
struct Log {
    /// Lines that contain a word of the tests.
    bad: Mutex<Vec<String>>,
    /// Possible tokens in any line, with the first line that contained them.
    tokens: Mutex<Option<HashMap<String, String>>>,
    secrets: Mutex<Vec<String>>,
}

/// The position from which a test looks.
pub struct LogPosition {
    log: &'static Log,
    bad: usize,
    secret: usize,
}

/// Starts recording the log, once for all tests: tracing caches for each call site whether there is a
/// subscriber.
pub fn listen() -> LogPosition {
    static LISTENING: Once = Once::new();
    LISTENING.call_once(|| {
        let ours =
            Targets::new().with_target("proffer", Level::TRACE).with_target("proffer_domain", Level::TRACE);
        // Not `init()`, which also listens to the `log` crate: the HTML parser would describe each character
        // to it.
        tracing::subscriber::set_global_default(
            tracing_subscriber::registry().with(Keep(&LOG).with_filter(ours)),
        )
        .unwrap();
    });
    LOG.since()
}

/// The log of this test so far.
pub fn own() -> String {
    OWN.with_borrow(|lines| lines.join("\n"))
}

/// A secret created in a test: a cookie, the token of a link, a key.
pub fn plant(secret: &str) {
    LOG.plant(secret);
}

impl Log {
    const fn new() -> Self {
        Self { bad: Mutex::new(Vec::new()), tokens: Mutex::new(None), secrets: Mutex::new(Vec::new()) }
    }

    fn since(&'static self) -> LogPosition {
        LogPosition {
            log: self,
            bad: self.bad.lock().unwrap().len(),
            secret: self.secrets.lock().unwrap().len(),
        }
    }

    fn plant(&self, secret: &str) {
        if secret.len() >= LONG {
            self.secrets.lock().unwrap().push(secret.to_owned());
        }
    }

    fn keep(&self, what: &str, record: impl FnOnce(&mut Line)) {
        let mut line = Line(what.to_owned());
        record(&mut line);
        let Line(line) = line;
        if WORDS.into_iter().any(|word| line.contains(word)) {
            self.bad.lock().unwrap().push(line.clone());
        }
        let mut tokens = self.tokens.lock().unwrap();
        let tokens = tokens.get_or_insert_default();
        for run in runs(&line) {
            if !tokens.contains_key(run) {
                tokens.insert(run.to_owned(), line.clone());
            }
        }
        OWN.with_borrow_mut(|lines| lines.push(line));
    }
}

impl LogPosition {
    /// Fails if something was logged that must not be.
    pub fn expect_clean(&self) {
        assert_eq!(
            self.log.bad.lock().unwrap()[self.bad..],
            Vec::<String>::new(),
            "words of the tests stand in the log"
        );
        let secrets = self.log.secrets.lock().unwrap()[self.secret..].to_vec();
        let tokens = self.log.tokens.lock().unwrap();
        let logged = |secret: &String| runs(secret).find_map(|run| tokens.as_ref()?.get(run).cloned());
        let found = secrets.iter().find_map(logged);
        drop(tokens);
        assert_eq!(found, None, "a secret stands in the log");
    }
}

/// The parts of a text that could be a token or an unguessable part of one.
fn runs(text: &str) -> impl Iterator<Item = &str> {
    text.split(|char: char| !char.is_ascii_alphanumeric() && !matches!(char, '-' | '_'))
        .filter(|run| run.len() >= LONG)
}

/// Fails if that text, such as the log of a process, contains something forbidden.
pub fn expect_clean(text: &str, secrets: &[String]) {
    let found =
        WORDS.into_iter().chain(secrets.iter().map(String::as_str)).find(|secret| text.contains(secret));
    assert_eq!(found, None, "stands in the log: {text}");
}

/// Writes traced events into a log.
struct Keep(&'static Log);

impl<S: Subscriber> Layer<S> for Keep {
    fn on_new_span(&self, attributes: &span::Attributes<'_>, _: &span::Id, _: Context<'_, S>) {
        self.0.keep(attributes.metadata().name(), |line| attributes.record(line));
    }

    fn on_record(&self, _: &span::Id, values: &span::Record<'_>, _: Context<'_, S>) {
        self.0.keep("record", |line| values.record(line));
    }

    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        self.0.keep(event.metadata().target(), |line| {
            event.record(line);
            // The reason of an internal error, in the output of the test that fails with it.
            if *event.metadata().level() == Level::ERROR {
                eprintln!("{}", line.0);
            }
        });
    }
}

struct Line(String);

impl field::Visit for Line {
    fn record_debug(&mut self, field: &field::Field, value: &dyn fmt::Debug) {
        let _ = write!(self.0, " {field}={value:?}");
    }
}

/// In a separate log, so that a parallel test does not find the secret.
#[test]
#[should_panic(expected = "a secret stands in the log")]
fn a_secret_in_a_line_is_found() {
    static LOG: Log = Log::new();
    let since = LOG.since();
    LOG.plant("a-token-that-nobody-must-see");
    let kept = tracing_subscriber::registry().with(Keep(&LOG));
    tracing::subscriber::with_default(kept, || {
        tracing::trace!(target: "proffer::http", token = "a-token-that-nobody-must-see");
    });
    since.expect_clean();
}
