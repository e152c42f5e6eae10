//! Classifies hits on a share link, and summarises how a proposal was read.
//!
//! A link is opened not only by people: chats make previews of it, mail gateways open it before the mail
//! arrives, the team tests it. So a request alone does not count. A hit counts as a person only if the page
//! reports that it is being read: in the foreground, for longer than a scanner stays, with some interaction.
//! Only the facts are stored; they are classified on each read, so an improved rule also applies to older
//! hits.

use poem_openapi::Enum;

mod programs;
mod readership;
mod reading;

pub use readership::{OPENING, Readership, View, readership};
pub use reading::{FOREIGN_CLOCK, MOST_INTERACTIONS, MOST_SECTIONS, ReadingProgress, blocks};

/// The shortest time in the foreground, in milliseconds, for a view with at least one scroll, touch, click or
/// key. Scanners that run the page like a browser do not interact with it.
pub const ATTENTIVE_MS: i64 = 2_000;

/// The shortest time in the foreground, in milliseconds, for a view without interaction: content that fits on
/// one screen is read without scrolling. Scanners that wait for a page to load have left by then.
pub const PATIENT_MS: i64 = 5_000;

/// The source of a hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Source {
    /// The page was requested.
    Document,
    /// The page ran and reported.
    Reading,
}

impl Source {
    /// The name in the database.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into_str()
    }
}

/// The class of a hit on the share link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Enum)]
#[oai(rename = "ViewClass", rename_all = "snake_case")]
pub enum Class {
    /// A human reader.
    Person,
    /// A bot that generates a link preview.
    PreviewBot,
    /// A scanner that checks links in mails.
    MailScanner,
    /// A member of the team.
    OwnTeam,
    /// The class is unknown.
    Unknown,
}

/// The facts of a hit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    pub source: Source,
    /// The method of the request.
    pub method: String,
    /// The user agent; may be empty.
    pub user_agent: String,
    /// Whether a team member was signed in in that browser.
    pub is_team: bool,
    /// Milliseconds in the foreground.
    pub visible_ms: i64,
    /// The number of scrolls, keys, touches and clicks.
    pub interactions: i32,
}

/// The class of a hit, and the reason for it.
#[must_use]
pub fn classify(hit: &Hit) -> (Class, &'static str) {
    if hit.is_team {
        return (Class::OwnTeam, "A member of the team was signed in");
    }
    if let Some(known) = programs::find(&hit.user_agent) {
        return known;
    }
    if hit.method.eq_ignore_ascii_case("HEAD") {
        return (Class::MailScanner, "Checked that the page exists, without fetching it");
    }
    if hit.user_agent.trim().is_empty() {
        return (Class::Unknown, "Does not identify itself");
    }
    match hit.source {
        Source::Document => (Class::Unknown, "Fetched the page, but did not report reading it"),
        Source::Reading => reader(hit.visible_ms, hit.interactions),
    }
}

/// The class of a browser that ran the page.
fn reader(visible_ms: i64, interactions: i32) -> (Class, &'static str) {
    let touched = interactions > 0;
    match visible_ms {
        PATIENT_MS.. if touched => (Class::Person, "Read and used the page"),
        PATIENT_MS.. => (Class::Person, "Had the page in the foreground for at least 5 seconds"),
        ATTENTIVE_MS.. if touched => {
            (Class::Person, "Used the page, in the foreground for at least 2 seconds")
        }
        ..=0 if !touched => (Class::MailScanner, "Ran the page in the background"),
        _ if touched => (Class::Unknown, "In the foreground for less than 2 seconds"),
        _ => (Class::Unknown, "In the foreground for less than 5 seconds, without interaction"),
    }
}

#[cfg(test)]
mod tests;
