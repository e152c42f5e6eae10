//! Errors of the use cases of accounts, keys and single sign-on, and what they are on the wire.

use poem::http::StatusCode;
use proffer_adapters::{
    dns::DnsError, objects::ObjectError, passwords::HashingFailed, pictures::PictureError,
};
use proffer_domain::{
    api_key::MOST,
    identity::{SignInDecision, account::ResetOutcome},
};

use crate::{failure::Failure, http::problem::Problem, jobs::JobError};

/// Why a use case of accounts, keys or single sign-on failed.
#[derive(Debug, thiserror::Error)]
pub enum IdentityError {
    /// The session has ended, or its user or workspace no longer exists.
    #[error("not signed in")]
    NotSignedIn,
    /// Only a session can do this, and the caller has an API key.
    #[error("there is no session")]
    NoSession,
    /// The password is wrong, or the address is not verified.
    #[error("the sign-in is refused")]
    SignIn(SignInDecision),
    /// The workspace requires single sign-on.
    #[error("single sign-on is required")]
    SsoRequired,
    /// The link of a mail does not allow a new password.
    #[error("the reset link is refused")]
    ResetLink(ResetOutcome),
    /// The session has ended, or is another person's; both look the same.
    #[error("no such session")]
    NoSuchSession,
    /// The person is not linked to that provider.
    #[error("no such identity")]
    NoIdentity,
    /// Without this identity the person could not sign in.
    #[error("the last way to sign in")]
    LastWayIn,
    /// No such picture, or one that this person may not see; both look the same.
    #[error("no such picture")]
    NoPicture,
    /// The API key does not exist, or was revoked.
    #[error("no such API key")]
    NoKey,
    /// The workspace has as many API keys as it can have.
    #[error("too many API keys")]
    TooManyKeys,
    /// No single sign-on is enabled for the domain of this address.
    #[error("no single sign-on for this address")]
    NoSsoForAddress,
    /// The workspace has no connection to test.
    #[error("there is no connection")]
    NoConnection,
    /// No such mail domain, or not one of this workspace's; both look the same.
    #[error("no such domain")]
    NoDomain,
    /// The workspace has as many mail domains as it can have.
    #[error("too many domains")]
    TooManyDomains,
    /// The workspace has this mail domain already.
    #[error("the domain exists")]
    DomainExists { domain: String },
    /// Another workspace has proven the mail domain.
    #[error("the domain is taken")]
    DomainTaken { domain: String },
    /// The only proven mail domain of a connection that is enabled.
    #[error("the domain is in use")]
    DomainInUse { domain: String },
    /// The TXT record that verifies the mail domain is missing or has another value.
    #[error("the domain is not proven")]
    DomainNotProven { record: String, expected: String, found: Option<String> },
    /// The DNS does not answer.
    #[error("the DNS does not answer")]
    DnsUnavailable { domain: String },
    /// Hashing a password failed.
    #[error(transparent)]
    Hashing(#[from] HashingFailed),
    /// The storage refused or did not answer, or there is none.
    #[error(transparent)]
    Storage(#[from] ObjectError),
    /// The file does not become a picture.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// An error that any use case can have.
    #[error(transparent)]
    Failed(Failure),
}

impl<E> From<E> for IdentityError
where
    Failure: From<E>,
{
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

impl From<DnsError> for JobError {
    fn from(error: DnsError) -> Self {
        Self::Retry(error.to_string())
    }
}

impl From<IdentityError> for Problem {
    fn from(error: IdentityError) -> Self {
        use IdentityError as Refused;
        match error {
            Refused::NotSignedIn => Self::unauthenticated(),
            Refused::NoSession => Self::forbidden(),
            Refused::SignIn(decision) => sign_in(decision),
            Refused::SsoRequired => {
                Self::new(StatusCode::FORBIDDEN, "sso_required", "Your team signs in with single sign-on.")
            }
            Refused::ResetLink(outcome) => match outcome.refusal() {
                Some((code, message)) => Self::unprocessable(code, message),
                None => Self::internal("a reset link that allows a password was refused"),
            },
            Refused::NoSuchSession => Self::not_found("session_not_found", "This session has already ended."),
            Refused::NoIdentity => {
                Self::not_found("identity_not_found", "You are not linked to this provider.")
            }
            Refused::LastWayIn => Self::conflict(
                "last_way_in",
                "This is your only way to sign in. Choose a password first, with \"Forgot password\" or in your settings.",
            ),
            Refused::NoPicture => Self::not_found("picture_not_found", "There is no such picture."),
            Refused::NoKey => {
                Self::not_found("api_key_not_found", "This API key does not exist or was revoked.")
            }
            Refused::TooManyKeys => Self::conflict(
                "too_many_keys",
                format!("A workspace can have {MOST} keys. Revoke one that is no longer used."),
            ),
            Refused::NoSsoForAddress => Self::not_found(
                "no_sso",
                "There is no single sign-on for this address. Sign in with your password instead.",
            ),
            Refused::NoConnection => Self::not_found(
                "no_sso",
                "There is no connection yet. Save its issuer, client ID and client secret first.",
            ),
            Refused::NoDomain => Self::not_found("domain_not_found", "There is no such domain."),
            Refused::TooManyDomains => {
                Self::conflict("too_many_domains", "A workspace can have at most 100 domains.")
            }
            Refused::DomainExists { domain } => {
                Self::conflict("domain_exists", format!("{domain} is already one of your domains."))
            }
            Refused::DomainTaken { domain } => {
                Self::conflict("domain_taken", format!("Another workspace has verified {domain}."))
            }
            Refused::DomainInUse { domain } => Self::conflict(
                "domain_in_use",
                format!(
                    "Single sign-on needs {domain}, the only verified domain. Disable single sign-on first."
                ),
            ),
            Refused::DomainNotProven { record, expected, found } => {
                not_proven(&record, &expected, found.as_deref())
            }
            Refused::DnsUnavailable { domain } => {
                let message = format!("The DNS does not answer for {domain}. Please try again in a minute.");
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "dns_unavailable", message).with_retry_after(60)
            }
            Refused::Hashing(error) => error.into(),
            Refused::Storage(error) => error.into(),
            Refused::Picture(error) => error.into(),
            Refused::Failed(failure) => failure.into(),
        }
    }
}

fn sign_in(decision: SignInDecision) -> Problem {
    let (code, message) =
        (decision.code().unwrap_or("invalid_credentials"), decision.message().unwrap_or_default());
    let status = match decision {
        SignInDecision::EmailNotVerified => StatusCode::FORBIDDEN,
        SignInDecision::InvalidCredentials | SignInDecision::Open => StatusCode::UNAUTHORIZED,
    };
    Problem::new(status, code, message)
}

fn not_proven(record: &str, expected: &str, found: Option<&str>) -> Problem {
    let seen = match found {
        None => format!("There is no TXT record at {record} yet."),
        Some(text) => {
            let text: String = text.chars().filter(|c| !c.is_control()).take(100).collect();
            format!("The TXT record at {record} contains {text:?}.")
        }
    };
    let message =
        format!("{seen} It must contain {expected:?}. A new record can take up to an hour to be visible.");
    Problem::unprocessable("domain_not_proven", message)
}
