//! Changes of a person's own account, and password resets by a mailed link.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::{Email, FIRST_NAME, LAST_NAME, Password, TokenFacts, TokenState};
use crate::field_error::{Check, FieldError};

/// First and last name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Names {
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
}

impl Names {
    /// Checks both, trimmed, and reports all errors at once.
    pub fn validate(self) -> Result<Self, Vec<FieldError>> {
        let mut check = Check::new();
        let names = Self {
            first_name: check.required(FIRST_NAME, &self.first_name),
            last_name: check.required(LAST_NAME, &self.last_name),
        };
        check.finish(Some(names))
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PasswordChange {
    /// The present password as typed; `None` if the account has none.
    pub current: Option<Password>,
    /// The new password.
    pub new: Password,
}

impl PasswordChange {
    /// Checks both fields and reports all errors at once.
    pub fn parse(current: Option<&str>, new: &str, has_password: bool) -> Result<Self, Vec<FieldError>> {
        let mut check = Check::new();
        let current = if has_password {
            check.part(typed_again("currentPassword", "Current password", current)).map(Some)
        } else {
            Some(None)
        };
        let new = check
            .part(Password::chosen(new).map_err(|error| FieldError { field: "newPassword".into(), ..error }));
        check.finish(current.zip(new).map(|(current, new)| Self { current, new }))
    }
}

/// The confirmation of an account deletion: its address typed again, and its password if it has one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeletionConfirmation {
    /// The password as typed.
    pub password: Option<Password>,
}

impl DeletionConfirmation {
    /// Checks both fields and reports all errors at once.
    pub fn parse(
        email: &str,
        password: Option<&str>,
        account_email: &str,
        has_password: bool,
    ) -> Result<Self, Vec<FieldError>> {
        let mut check = Check::new();
        if Email::parse("email", email).ok().is_none_or(|email| email.as_str() != account_email) {
            check.push(FieldError::new(
                "email",
                "does_not_match",
                "This is not the email address of your account",
            ));
        }
        let password = if has_password {
            check.part(typed_again("password", "Password", password)).map(Some)
        } else {
            Some(None)
        };
        check.finish(password.map(|password| Self { password }))
    }
}

/// A password that must be entered again. One that violates the password rules is reported as wrong like any
/// other.
fn typed_again(field: &'static str, label: &'static str, text: Option<&str>) -> Result<Password, FieldError> {
    let text = text
        .filter(|text| !text.is_empty())
        .ok_or_else(|| FieldError::new(field, "required", format!("{label} is required")))?;
    Password::typed(text).map_err(|_| wrong_password(field))
}

/// The error for a password that is not the account's.
#[must_use]
pub fn wrong_password(field: &'static str) -> FieldError {
    FieldError::new(field, "wrong", "This is not your password")
}

/// A new password set through a mailed link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reset {
    /// The link's token.
    pub token: String,
    /// The new password.
    pub password: Password,
}

impl Reset {
    /// Checks both fields and reports all errors at once.
    pub fn parse(token: &str, password: &str) -> Result<Self, Vec<FieldError>> {
        let mut check = Check::new();
        if token.trim().is_empty() {
            check.push(FieldError::new("token", "required", "Reset token is required"));
        }
        let password = check.part(Password::chosen(password));
        check.finish(password.map(|password| Self { token: token.trim().to_owned(), password }))
    }
}

/// The result of using a reset link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResetOutcome {
    /// The password may be set.
    Allowed,
    /// There is no such link, or it was already used: both give the same answer.
    Invalid,
    /// It has expired.
    Expired,
}

impl ResetOutcome {
    /// Decides from the stored state of the token, if there is one.
    #[must_use]
    pub fn decide(token: Option<TokenFacts>, now: DateTime<Utc>) -> Self {
        match token.map(|facts| facts.state(now)) {
            Some(TokenState::Valid) => Self::Allowed,
            Some(TokenState::Expired) => Self::Expired,
            Some(TokenState::Used) | None => Self::Invalid,
        }
    }

    /// The stable code and the message of a refusal; `None` if the password may be set.
    #[must_use]
    pub fn refusal(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Allowed => None,
            Self::Invalid => Some((
                "reset_token_invalid",
                "This reset link is not valid or has already been used. Request a new one to continue.",
            )),
            Self::Expired => {
                Some(("reset_token_expired", "This reset link has expired. Request a new one to continue."))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use super::*;

    const GOOD: &str = "Correct-Horse-7";

    fn faults<T: std::fmt::Debug>(result: Result<T, Vec<FieldError>>) -> Vec<String> {
        result.unwrap_err().iter().map(|error| format!("{} {}", error.field, error.code)).collect()
    }

    fn typed(first_name: &str, last_name: &str) -> Names {
        Names { first_name: first_name.to_owned(), last_name: last_name.to_owned() }
    }

    #[test]
    fn names_are_trimmed_and_needed() {
        let names = typed(" Ada ", "Meyer").validate().unwrap();
        assert_eq!((names.first_name.as_str(), names.last_name.as_str()), ("Ada", "Meyer"));
        assert_eq!(
            faults(typed(" ", &"x".repeat(101)).validate()),
            ["firstName required", "lastName too_long"]
        );
    }

    #[test]
    fn a_change_needs_the_present_password_where_there_is_one() {
        for (current, new, has_password, expected) in [
            (Some(GOOD), GOOD, true, vec![]),
            (None, GOOD, false, vec![]),
            // An account without a password is never asked for one; a password in the request is ignored.
            (Some(""), GOOD, false, vec![]),
            (None, GOOD, true, vec!["currentPassword required"]),
            (Some(""), "short", true, vec!["currentPassword required", "newPassword too_short"]),
            (Some("short"), GOOD, true, vec!["currentPassword wrong"]),
            (Some(GOOD), "nouppercase1", true, vec!["newPassword too_weak"]),
        ] {
            let result = PasswordChange::parse(current, new, has_password);
            if expected.is_empty() {
                assert_eq!(result.unwrap().current.is_some(), has_password);
            } else {
                assert_eq!(faults(result), expected);
            }
        }
    }

    #[test]
    fn an_account_ends_with_its_own_address_and_password() {
        let end = |email, password, has_password| {
            DeletionConfirmation::parse(email, password, "ada@ada.example", has_password)
        };
        assert!(end(" ADA@ada.example ", Some(GOOD), true).is_ok());
        assert!(end("ada@ada.example", None, false).is_ok());
        assert_eq!(faults(end("bob@bob.example", None, true)), ["email does_not_match", "password required"]);
        assert_eq!(faults(end("", Some("x"), true)), ["email does_not_match", "password wrong"]);
    }

    #[test]
    fn a_reset_says_everything_that_is_wrong_in_the_words_of_the_form() {
        let errors = Reset::parse(" ", "alllowercase1").unwrap_err();
        let messages: Vec<_> = errors.iter().map(|error| error.message.as_ref()).collect();
        assert_eq!(
            messages,
            ["Reset token is required", "Password must contain uppercase, lowercase, and number"]
        );
        assert_eq!(Reset::parse(" abc ", GOOD).unwrap().token, "abc");
    }

    #[test]
    fn a_link_works_once_and_for_an_hour() {
        let now: DateTime<Utc> = "2026-03-02T09:00:00Z".parse().unwrap();
        let later = now + chrono::TimeDelta::milliseconds(1);
        for (token, outcome) in [
            (Some(TokenFacts { expires_at: later, used_at: None }), ResetOutcome::Allowed),
            (Some(TokenFacts { expires_at: now, used_at: None }), ResetOutcome::Expired),
            (Some(TokenFacts { expires_at: later, used_at: Some(now) }), ResetOutcome::Invalid),
            (Some(TokenFacts { expires_at: now, used_at: Some(now) }), ResetOutcome::Invalid),
            (None, ResetOutcome::Invalid),
        ] {
            assert_eq!(ResetOutcome::decide(token, now), outcome, "{token:?}");
            assert_eq!(outcome.refusal().is_none(), outcome == ResetOutcome::Allowed);
        }
    }
}
