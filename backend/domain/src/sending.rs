//! Sending a proposal to its client: what whoever sends it types, and what time brings afterwards.

use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;

use crate::{
    field_error::{Check, FieldError, TextField},
    identity::Email,
    proposal::Status,
};

const RECIPIENT_NAME: TextField = TextField::new("recipientName", "Recipient name", 200);
const SUBJECT: TextField = TextField::new("subject", "Subject", SUBJECT_MAX);
const MESSAGE: TextField = TextField::long("message", "Message", 5_000);
const SUBJECT_MAX: usize = 200;

/// How long after sending its client is reminded, first and again.
pub const REMINDERS: [TimeDelta; 2] = [TimeDelta::days(3), TimeDelta::days(7)];
/// How long before the validity ends the team is warned.
pub const WARNING: TimeDelta = TimeDelta::days(3);

/// What whoever sends a proposal types.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SendingInput {
    /// The recipient's name; not blank.
    pub recipient_name: String,
    /// The recipient's address.
    pub recipient_email: String,
    /// The subject of the mail; blank means one made of title and company.
    pub subject: Option<String>,
    /// Words that go before the link.
    pub message: Option<String>,
    /// Whether the client is reminded; absent means yes.
    pub reminders: Option<bool>,
    /// Until when it can be accepted; absent means as before.
    pub valid_until: Option<DateTime<Utc>>,
}

/// To whom something goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recipient {
    /// The name, trimmed; empty where it is not known.
    pub name: String,
    /// The address, in lower case.
    pub email: String,
}

/// A sending that obeys every rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sending {
    /// To whom.
    pub to: Recipient,
    /// The subject, where one was typed.
    pub subject: Option<String>,
    /// Words that go before the link.
    pub message: Option<String>,
    /// Whether the client is reminded.
    pub reminders: bool,
    /// A new end of the validity.
    pub valid_until: Option<DateTime<Utc>>,
}

impl SendingInput {
    /// Checks every field and reports all errors at once.
    pub fn validate(&self) -> Result<Sending, Vec<FieldError>> {
        let mut check = Check::new();
        let name = name(&mut check, &self.recipient_name);
        let email = address(&mut check, &self.recipient_email);
        let subject = check.optional(SUBJECT, self.subject.as_deref());
        let message = check.optional(MESSAGE, self.message.as_deref());
        check.finish(name.zip(email).map(|(name, email)| Sending {
            to: Recipient { name, email: email.as_str().to_owned() },
            subject,
            message,
            reminders: self.reminders.unwrap_or(true),
            valid_until: self.valid_until,
        }))
    }
}

/// The characters that cannot be seen pass for text elsewhere; here a name has a letter or a digit of some script.
fn name(check: &mut Check, typed: &str) -> Option<String> {
    if typed.chars().any(char::is_alphanumeric) {
        return Some(check.required(RECIPIENT_NAME, typed));
    }
    check.push(FieldError::new(RECIPIENT_NAME.name, "required", "Recipient name is required"));
    None
}

fn address(check: &mut Check, typed: &str) -> Option<Email> {
    if typed.trim().is_empty() {
        check.push(FieldError::new("recipientEmail", "required", "Recipient email is required"));
        return None;
    }
    check.email("recipientEmail", typed)
}

/// A reminder that somebody asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reminding {
    /// To whom.
    pub to: Recipient,
    /// Words that go before the link.
    pub message: Option<String>,
}

impl Reminding {
    /// Checks what was typed: another address, else the one that the proposal went to, and words. Where neither is given there
    /// is nobody to remind.
    pub fn parse(known: &Recipient, email: Option<&str>, message: Option<&str>) -> Result<Self, Vec<FieldError>> {
        let mut check = Check::new();
        let typed = email.filter(|text| !text.trim().is_empty());
        let email = address(&mut check, typed.unwrap_or(&known.email));
        let message = check.optional(MESSAGE, message);
        check.finish(email.map(|email| Self { to: Recipient { name: known.name.clone(), email: email.as_str().to_owned() }, message }))
    }
}

/// The subject where none was typed.
#[must_use]
pub fn subject(title: &str, company: Option<&str>) -> String {
    let whole = company.map_or_else(|| title.to_owned(), |company| format!("{title} from {company}"));
    if whole.chars().count() <= SUBJECT_MAX {
        return whole;
    }
    whole.chars().take(SUBJECT_MAX - 1).chain(['\u{2026}']).collect()
}

/// When what time brings is to happen. What would have to happen at once, or has passed, does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// The team is warned that the validity ends.
    pub warning: Option<DateTime<Utc>>,
    /// The validity has ended.
    pub expiry: Option<DateTime<Utc>>,
}

impl Plan {
    /// The plan of a proposal sent at `now`.
    #[must_use]
    pub fn of(now: DateTime<Utc>, valid_until: Option<DateTime<Utc>>) -> Self {
        let before = valid_until.and_then(|end| end.checked_sub_signed(WARNING));
        // It is good through its very last instant.
        let after = valid_until.and_then(|end| end.checked_add_signed(TimeDelta::milliseconds(1)));
        Self { warning: before.filter(|at| *at > now), expiry: after.filter(|at| *at > now) }
    }
}

/// What a reminder by schedule depends on, as it stands when its time has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct ReminderConditions {
    /// Where the proposal is, its validity regarded.
    pub status: Status,
    /// Whether the client still has the revision that the reminder was planned with.
    pub same_revision: bool,
    /// Whether the client is to be reminded.
    pub reminders: bool,
    /// Whether there is a link.
    pub has_link: bool,
    /// Whether it is known whom to remind.
    pub has_recipient: bool,
    /// When that revision was sent.
    pub sent_at: DateTime<Utc>,
    /// Now.
    pub now: DateTime<Utc>,
}

/// Whether reminder `number`, counted from 0, is to be sent. Whatever the client does takes the proposal out of `pending`, and a
/// reminder whose time has come only together with the next one's leaves it to that one: nobody is reminded twice at once.
#[must_use]
pub fn reminds(number: usize, conditions: &ReminderConditions) -> bool {
    let passed = |number: usize| {
        let at = REMINDERS.get(number).and_then(|after| conditions.sent_at.checked_add_signed(*after));
        at.is_some_and(|at| conditions.now >= at)
    };
    conditions.status == Status::Pending
        && conditions.same_revision
        && conditions.reminders
        && conditions.has_link
        && conditions.has_recipient
        && passed(number)
        && !passed(number + 1)
}

#[cfg(test)]
mod tests;
