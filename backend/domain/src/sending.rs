//! Sending a proposal to its client: the input for sending, and the schedule of reminders and expiry.

use chrono::{DateTime, TimeDelta, Utc};
use poem_openapi::Object;

use crate::{
    field_error::{Check, FieldError, TextField},
    identity::Email,
    proposal::Status,
    timestamp::Timestamp,
};

const MESSAGE: TextField = TextField::long("message", "Message", 5_000);
const SUBJECT_MAX: usize = 200;

/// When the client is reminded after sending, first and second time.
pub const REMINDERS: [TimeDelta; 2] = [TimeDelta::days(3), TimeDelta::days(7)];
/// How long before expiry the team is warned.
pub const WARNING: TimeDelta = TimeDelta::days(3);

/// The recipient and the mail text of a proposal.
#[derive(Clone, Default, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct SendInput {
    /// The recipient's name; required.
    pub recipient_name: String,
    /// The recipient's email address; required.
    pub recipient_email: String,
    /// The subject of the mail; if absent or blank, it is composed of title and company.
    pub subject: Option<String>,
    /// The text before the link.
    pub message: Option<String>,
    /// Whether the client is reminded after three and after seven days; true by default.
    pub reminders: Option<bool>,
    /// The time until which the proposal can be accepted; unchanged if absent. An expired proposal can be
    /// sent again with a new date.
    pub valid_until: Option<Timestamp>,
}

crate::redact!(SendInput);

/// The recipient of a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recipient {
    /// The name, trimmed; empty if unknown.
    pub name: String,
    /// The address, in lower case.
    pub email: String,
}

/// Valid input for sending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sending {
    pub to: Recipient,
    /// The subject, if one was given.
    pub subject: Option<String>,
    /// A message above the link.
    pub message: Option<String>,
    /// Whether the client is reminded.
    pub reminders: bool,
    /// A new end of the validity.
    pub valid_until: Option<DateTime<Utc>>,
}

impl SendInput {
    /// Checks every field and reports all errors at once.
    pub fn validate(self) -> Result<Sending, Vec<FieldError>> {
        let mut check = Check::new();
        let name = name(&mut check, &self.recipient_name);
        let email = address(&mut check, &self.recipient_email);
        let subject = check.optional(TextField::new("subject", "Subject", SUBJECT_MAX), self.subject);
        let message = check.optional(MESSAGE, self.message);
        check.finish(name.zip(email).map(|(name, email)| Sending {
            to: Recipient { name, email: email.as_str().to_owned() },
            subject,
            message,
            reminders: self.reminders.unwrap_or(true),
            valid_until: self.valid_until.map(|until| until.0),
        }))
    }
}

/// Invisible characters are accepted as text elsewhere; a name must have a letter or a digit of some script.
fn name(check: &mut Check, typed: &str) -> Option<String> {
    if typed.chars().any(char::is_alphanumeric) {
        return Some(check.required(TextField::new("recipientName", "Recipient name", 200), typed));
    }
    check.push(FieldError::new("recipientName", "required", "Recipient name is required"));
    None
}

fn address(check: &mut Check, typed: &str) -> Option<Email> {
    if typed.trim().is_empty() {
        check.push(FieldError::new("recipientEmail", "required", "Recipient email is required"));
        return None;
    }
    check.email("recipientEmail", typed)
}

/// Valid input for a manual reminder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReminderInput {
    pub to: Recipient,
    /// A message above the link.
    pub message: Option<String>,
}

impl ReminderInput {
    /// Validates the input: another address, else the one that the proposal was sent to, and a message.
    /// Without any address there is no recipient for the reminder.
    pub fn parse(
        known: &Recipient,
        email: Option<&str>,
        message: Option<&str>,
    ) -> Result<Self, Vec<FieldError>> {
        let mut check = Check::new();
        let typed = email.filter(|text| !text.trim().is_empty());
        let email = address(&mut check, typed.unwrap_or(&known.email));
        let message = check.optional(MESSAGE, message);
        check.finish(email.map(|email| Self {
            to: Recipient { name: known.name.clone(), email: email.as_str().to_owned() },
            message,
        }))
    }
}

/// The default subject.
#[must_use]
pub fn subject(title: &str, company: Option<&str>) -> String {
    let whole = company.map_or_else(|| title.to_owned(), |company| format!("{title} from {company}"));
    if whole.chars().count() <= SUBJECT_MAX {
        return whole;
    }
    whole.chars().take(SUBJECT_MAX - 1).chain(['\u{2026}']).collect()
}

/// The scheduled events of a sent proposal. One that would be due immediately, or has passed, is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// The team is warned that the validity ends.
    pub warning: Option<DateTime<Utc>>,
    /// The validity has ended.
    pub expiry: Option<DateTime<Utc>>,
}

impl Plan {
    /// The schedule of a proposal sent at `now`.
    #[must_use]
    pub fn of(now: DateTime<Utc>, valid_until: Option<DateTime<Utc>>) -> Self {
        let before = valid_until.and_then(|end| end.checked_sub_signed(WARNING));
        // It can be accepted up to and including its last instant.
        let after = valid_until.and_then(|end| end.checked_add_signed(TimeDelta::milliseconds(1)));
        Self { warning: before.filter(|at| *at > now), expiry: after.filter(|at| *at > now) }
    }
}

/// The facts that decide about a scheduled reminder when it is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct ReminderConditions {
    /// The status, taking expiry into account.
    pub status: Status,
    /// Whether the client still has the revision for which the reminder was scheduled.
    pub same_revision: bool,
    /// Whether the client wants to be reminded.
    pub reminders: bool,
    /// Whether there is a link.
    pub has_link: bool,
    /// Whether a recipient is known.
    pub has_recipient: bool,
    /// When that revision was sent.
    pub sent_at: DateTime<Utc>,
    /// The present time.
    pub now: DateTime<Utc>,
}

/// Whether to send reminder `number`, counted from 0. Any answer of the client ends the `pending` status. If
/// a reminder is handled so late that the next one is due too, it is skipped, so that no client is reminded
/// twice at once.
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
