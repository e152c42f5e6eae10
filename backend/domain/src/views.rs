//! Who looked at a proposal: what a hit on a share link was, and what all hits together say of its being read.
//!
//! A link is opened by more programs than people: chats make previews of it, mail gateways open it before the mail arrives, the
//! team tries it out. So being fetched counts for nothing. A person is who a page reports to be reading: in the foreground, for
//! longer than a scanner stays, with a hand on it. What is stored are the facts; what they amount to is worked out each time, so
//! a better rule counts the past again.

mod programs;
mod readership;
mod reading;

pub use readership::{OPENING, Readership, View, readership};
pub use reading::{FOREIGN_CLOCK, MOST_INTERACTIONS, MOST_SECTIONS, Reading, blocks};

/// In the foreground for so long, in milliseconds, with at least one scroll, touch, click or key: the shortest look that is one.
/// Scanners that run the page as a browser does leave it alone.
pub const ATTENTIVE_MS: i64 = 2_000;

/// In the foreground for so long, in milliseconds, without touching anything: what fits on one screen is read without a scroll.
/// Scanners that wait for a page to come to rest are gone by then.
pub const PATIENT_MS: i64 = 5_000;

/// What a hit was heard from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Source {
    /// The page was fetched.
    Document,
    /// The page ran and reported.
    Reading,
}

impl Source {
    /// The name in the database.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Document => "document",
            Self::Reading => "reading",
        }
    }
}

/// What a hit was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Class {
    /// Somebody who read.
    Person,
    /// A program that makes a preview of the link.
    PreviewBot,
    /// A program that checks the links of mails, or any other that is no browser with somebody before it.
    MailScanner,
    /// Somebody of the team.
    OwnTeam,
    /// Nothing is known of it.
    Unknown,
}

/// The facts of a hit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    /// What it was heard from.
    pub source: Source,
    /// The method of the request.
    pub method: String,
    /// What the program calls itself; may be empty.
    pub user_agent: String,
    /// Whether somebody of the team was signed in there.
    pub is_team: bool,
    /// Milliseconds in the foreground.
    pub visible_ms: i64,
    /// How often somebody scrolled, typed, touched or clicked.
    pub interactions: i32,
}

/// What a hit was, and why it is held to be that.
#[must_use]
pub fn classify(hit: &Hit) -> (Class, &'static str) {
    if hit.is_team {
        return (Class::OwnTeam, "Somebody of the team was signed in");
    }
    if let Some(known) = programs::find(&hit.user_agent) {
        return known;
    }
    if hit.method.eq_ignore_ascii_case("HEAD") {
        return (Class::MailScanner, "Asked whether the page is there, without fetching it");
    }
    if hit.user_agent.trim().is_empty() {
        return (Class::Unknown, "Does not say what it is");
    }
    match hit.source {
        Source::Document => (Class::Unknown, "Fetched the page; only a page that reports being read counts"),
        Source::Reading => reader(hit.visible_ms, hit.interactions),
    }
}

/// What a browser is whose page ran.
fn reader(visible_ms: i64, interactions: i32) -> (Class, &'static str) {
    let touched = interactions > 0;
    match visible_ms {
        PATIENT_MS.. if touched => (Class::Person, "Read and used the page"),
        PATIENT_MS.. => (Class::Person, "Had the page in the foreground for at least 5 seconds"),
        ATTENTIVE_MS.. if touched => (Class::Person, "Used the page, in the foreground for at least 2 seconds"),
        ..=0 if !touched => (Class::MailScanner, "Ran the page where nobody could see it"),
        _ if touched => (Class::Unknown, "In the foreground for less than 2 seconds"),
        _ => (Class::Unknown, "In the foreground for less than 5 seconds, and nobody touched the page"),
    }
}

#[cfg(test)]
mod tests;
