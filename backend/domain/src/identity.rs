//! Accounts: e-mail addresses, passwords, one-time tokens, sessions, and the result of a sign-in attempt.
//!
//! Everything here decides from facts and a given time; hashing, storing and mailing happen elsewhere.

use std::fmt;

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::field_error::{Check, FieldError, TextField};

pub mod account;
mod session;

pub use session::{SESSION_ABSOLUTE, SESSION_IDLE, SessionFacts};

const FIRST_NAME: TextField = TextField::new("firstName", "First name", 100);
const LAST_NAME: TextField = TextField::new("lastName", "Last name", 100);

/// The longest address SMTP can carry (RFC 5321).
const EMAIL_MAX: usize = 254;
const PASSWORD_MIN: usize = 8;
/// Longer than any pass phrase, and short enough that hashing is cheap.
const PASSWORD_MAX: usize = 200;

/// An e-mail address: trimmed, lower case, ASCII, with a local part and a domain of at least two labels.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Email(String);

impl fmt::Debug for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Email(***)")
    }
}

impl Email {
    /// Parses an address for the field of that wire name. Refuses with 'Invalid email address' (spec, section
    /// 5).
    pub fn parse(field: &'static str, text: &str) -> Result<Self, FieldError> {
        let address = text.trim().to_lowercase();
        if is_address(&address) {
            Ok(Self(address))
        } else {
            Err(FieldError::new(field, "invalid", "Invalid email address"))
        }
    }

    /// The address as stored and compared.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The address itself.
    #[must_use]
    pub fn into_string(self) -> String {
        self.0
    }

    /// The part after the `@`.
    #[must_use]
    pub fn domain(&self) -> &str {
        self.0.rsplit_once('@').map_or("", |(_, domain)| domain)
    }
}

impl fmt::Display for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn is_address(address: &str) -> bool {
    let Some((local, domain)) = address.rsplit_once('@') else {
        return false;
    };
    let local_is_good = (1..=64).contains(&local.len())
        && !local.starts_with('.')
        && !local.ends_with('.')
        && !local.contains("..")
        && local.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+/=?^_`{|}~.-".contains(&b));
    let label_is_good = |label: &str| {
        (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
    };
    let top = domain.rsplit('.').next().unwrap_or_default();
    address.len() <= EMAIL_MAX
        && local_is_good
        && domain.contains('.')
        && domain.split('.').all(label_is_good)
        && top.len() >= 2
        && !top.bytes().all(|b| b.is_ascii_digit())
}

/// A password in plain text, to be hashed. Never printed, never serialised.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl Password {
    /// The rule for signing in: the length only. An old password must be accepted even if today's rule for
    /// new ones is stricter.
    pub fn typed(text: &str) -> Result<Self, FieldError> {
        Self::sized(text)
    }

    /// The rule for a new password (registering, resetting): at least 8 characters with upper case, lower
    /// case and a digit.
    pub fn chosen(text: &str) -> Result<Self, FieldError> {
        let password = Self::sized(text)?;
        let has = |test: fn(&char) -> bool| text.chars().any(|c| test(&c));
        if has(|c| c.is_uppercase()) && has(|c| c.is_lowercase()) && has(char::is_ascii_digit) {
            Ok(password)
        } else {
            Err(FieldError::new(
                "password",
                "too_weak",
                "Password must contain uppercase, lowercase, and number",
            ))
        }
    }

    /// The plain text, for the hasher only.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    fn sized(text: &str) -> Result<Self, FieldError> {
        let length = text.chars().take(PASSWORD_MAX + 1).count();
        if length < PASSWORD_MIN {
            Err(FieldError::new("password", "too_short", "Password must be at least 8 characters"))
        } else if length > PASSWORD_MAX {
            Err(FieldError::new("password", "too_long", "Password must be at most 200 characters"))
        } else if text.contains('\0') {
            Err(FieldError::new(
                "password",
                "invalid_characters",
                "Password contains characters that cannot be used",
            ))
        } else {
            Ok(Self(text.to_owned()))
        }
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(***)")
    }
}

/// What the sign-up form sends.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RegistrationInput {
    /// Address as typed.
    #[serde(default)]
    pub email: String,
    /// Password as typed.
    #[serde(default)]
    pub password: String,
    /// First name as typed.
    #[serde(default)]
    pub first_name: String,
    /// Last name as typed.
    #[serde(default)]
    pub last_name: String,
}

/// A registration that satisfies all rules of the form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registration {
    /// Address.
    pub email: Email,
    pub password: Password,
    /// First name, trimmed.
    pub first_name: String,
    /// Last name, trimmed.
    pub last_name: String,
}

impl RegistrationInput {
    /// Checks every field and reports all errors at once.
    pub fn validate(&self) -> Result<Registration, Vec<FieldError>> {
        let mut check = Check::new();
        let email = check.email("email", &self.email);
        let password = check.part(Password::chosen(&self.password));
        let first_name = check.required(FIRST_NAME, &self.first_name);
        let last_name = check.required(LAST_NAME, &self.last_name);
        check.finish(email.zip(password).map(|(email, password)| Registration {
            email,
            password,
            first_name,
            last_name,
        }))
    }
}

/// The fields of the sign-in form, validated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credentials {
    /// Address.
    pub email: Email,
    /// The password to check.
    pub password: Password,
}

impl Credentials {
    /// Checks both fields and reports all errors at once.
    pub fn parse(email: &str, password: &str) -> Result<Self, Vec<FieldError>> {
        let mut check = Check::new();
        let email = check.email("email", email);
        let password = check.part(Password::typed(password));
        check.finish(email.zip(password).map(|(email, password)| Self { email, password }))
    }
}

/// The one-time tokens that are mailed out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TokenKind {
    /// Proves an address after registering: 24 hours.
    Verification,
    /// Allows one new password: 1 hour.
    PasswordReset,
    /// Invites an address into a workspace: 7 days.
    Invitation,
}

impl TokenKind {
    /// How long a token of this kind is valid.
    #[must_use]
    pub const fn lifetime(self) -> TimeDelta {
        match self {
            Self::Verification => TimeDelta::hours(24),
            Self::PasswordReset => TimeDelta::hours(1),
            Self::Invitation => TimeDelta::days(7),
        }
    }

    /// The time from which a token created `now` is expired.
    #[must_use]
    pub fn expires_at(self, now: DateTime<Utc>) -> DateTime<Utc> {
        now.checked_add_signed(self.lifetime()).unwrap_or(DateTime::<Utc>::MAX_UTC)
    }
}

/// The stored state of a mailed token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TokenFacts {
    /// When it expires.
    pub expires_at: DateTime<Utc>,
    /// When it was used, if so.
    pub used_at: Option<DateTime<Utc>>,
}

/// Whether a token can still be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenState {
    /// Unused and not expired.
    Valid,
    /// Already used, even if expired since.
    Used,
    Expired,
}

impl TokenFacts {
    /// The state at `now`. A used token stays used after its expiry, so that opening a link twice gives the
    /// same answer.
    #[must_use]
    pub fn state(&self, now: DateTime<Utc>) -> TokenState {
        if self.used_at.is_some() {
            TokenState::Used
        } else if now >= self.expires_at {
            TokenState::Expired
        } else {
            TokenState::Valid
        }
    }
}

/// The result of opening a verification link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VerificationOutcome {
    /// The address is now verified and must be stored as such.
    Verified,
    /// It was already verified: nothing to store, and the page says verified.
    AlreadyVerified,
    /// The link has expired: offer a new one.
    Expired,
    /// No such token.
    Unknown,
}

impl VerificationOutcome {
    /// Decides from the stored state of the token, if there is one.
    #[must_use]
    pub fn decide(token: Option<TokenFacts>, now: DateTime<Utc>) -> Self {
        match token.map(|facts| facts.state(now)) {
            Some(TokenState::Valid) => Self::Verified,
            Some(TokenState::Used) => Self::AlreadyVerified,
            Some(TokenState::Expired) => Self::Expired,
            None => Self::Unknown,
        }
    }

    /// The `verified` of the answer.
    #[must_use]
    pub fn is_verified(self) -> bool {
        matches!(self, Self::Verified | Self::AlreadyVerified)
    }

    /// The `expired` of the answer.
    #[must_use]
    pub fn is_expired(self) -> bool {
        self == Self::Expired
    }

    /// The sentence for the screen.
    #[must_use]
    pub fn message(self) -> &'static str {
        match self {
            Self::Verified | Self::AlreadyVerified => "Your email address has been verified.",
            Self::Expired => "This verification link has expired. Request a new one to continue.",
            Self::Unknown => "This verification link is not valid.",
        }
    }
}

/// The facts known after the password check. The hasher also runs for unknown accounts, so that both take the
/// same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SignInFacts {
    /// Whether the address belongs to an account.
    pub account_exists: bool,
    /// Whether the password is that account's.
    pub password_matches: bool,
    /// Whether the address is verified.
    pub email_verified: bool,
}

/// The result of a sign-in attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignInDecision {
    /// Open a new session.
    Open,
    /// 401 `invalid_credentials`, the same for an unknown address and a wrong password.
    InvalidCredentials,
    /// 403 `email_not_verified`; returned only if the password was correct.
    EmailNotVerified,
}

impl SignInDecision {
    /// Decides from the facts. That an unverified account exists is revealed only if the password was
    /// correct.
    #[must_use]
    pub fn decide(facts: SignInFacts) -> Self {
        if !facts.account_exists || !facts.password_matches {
            Self::InvalidCredentials
        } else if facts.email_verified {
            Self::Open
        } else {
            Self::EmailNotVerified
        }
    }

    /// The stable code of a refusal; `None` when the session opens.
    #[must_use]
    pub fn code(self) -> Option<&'static str> {
        match self {
            Self::Open => None,
            Self::InvalidCredentials => Some("invalid_credentials"),
            Self::EmailNotVerified => Some("email_not_verified"),
        }
    }

    /// The message of a refusal; `None` when the session opens.
    #[must_use]
    pub fn message(self) -> Option<&'static str> {
        match self {
            Self::Open => None,
            Self::InvalidCredentials => Some("Invalid email or password"),
            Self::EmailNotVerified => Some("Please verify your email address before signing in."),
        }
    }
}

#[cfg(test)]
mod tests;
