//! The refusals of the use cases of companies, and their form on the wire.

use poem::http::StatusCode;
use proffer_adapters::web::SiteError;
use proffer_domain::field_error::FieldError;

use super::website_types::{ScrapeEvent, ScrapeEventKind};
use crate::{
    failure::Failure,
    features::{assistant::AssistantError, objects::ObjectsError},
    http::problem::Problem,
};

/// Why a use case of companies failed.
#[derive(Debug, thiserror::Error)]
pub enum CompanyError {
    /// Without a company profile, the frontend offers to create one.
    #[error("there is no company profile")]
    NotFound,
    /// The workspace has its one profile already.
    #[error("there is a company profile")]
    Exists,
    /// The file for the logo.
    #[error(transparent)]
    LogoFile(ObjectsError),
    /// The website cannot be read.
    #[error(transparent)]
    Site(#[from] SiteError),
    /// The website was read, and contains nothing about the company.
    #[error("nothing was found on the website")]
    NothingFound,
    /// A refusal of the assistant.
    #[error(transparent)]
    Assistant(#[from] AssistantError),
    /// A failure of any use case.
    #[error(transparent)]
    Failed(Failure),
}

impl<E> From<E> for CompanyError
where
    Failure: From<E>,
{
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

impl CompanyError {
    /// The same error, with internal causes logged now: the request may have ended.
    #[must_use]
    pub fn logged(self) -> Self {
        Self::Failed(Problem::from(self).into())
    }
}

impl From<CompanyError> for Problem {
    fn from(error: CompanyError) -> Self {
        match error {
            CompanyError::NotFound => {
                Self::not_found("company_not_found", "There is no company profile yet.")
            }
            CompanyError::Exists => {
                Self::conflict("company_exists", "This workspace already has a company profile.")
            }
            CompanyError::LogoFile(error) => of_the_file(error.into()),
            CompanyError::Site(error) => unread(error),
            CompanyError::NothingFound => Self::unprocessable(
                UNREADABLE,
                format!("The website has no text about the company that could be read. {BY_HAND}"),
            ),
            CompanyError::Assistant(error) => error.into(),
            CompanyError::Failed(failure) => failure.into(),
        }
    }
}

/// Reports a problem with the file under the field that names it.
fn of_the_file(problem: Problem) -> Problem {
    match problem.code() {
        code @ ("upload_not_found" | "upload_too_large" | "unsupported_picture" | "picture_too_large") => {
            let error = FieldError::new("logoURL", code, problem.message().to_owned());
            problem.with_errors(vec![error])
        }
        _ => problem,
    }
}

const UNREADABLE: &str = "website_unreadable";
const BY_HAND: &str = "Nothing was changed; you can fill in the fields yourself.";

/// The messages are worded so that screens can distinguish the cases by them as well as by the code.
fn unread(error: SiteError) -> Problem {
    match error {
        SiteError::Refused(why) => Problem::unprocessable(
            "website_refused",
            format!("The website may not be read: {why}. {BY_HAND}"),
        ),
        SiteError::Unreachable(why) | SiteError::Absent(why) => Problem::new(
            StatusCode::BAD_GATEWAY,
            "website_unreachable",
            format!(
                "The website could not be reached over the network: {why}. Please check its address. {BY_HAND}"
            ),
        ),
        SiteError::Timeout(why) => Problem::new(
            StatusCode::GATEWAY_TIMEOUT,
            "website_timeout",
            format!("The website ran into a timeout: {why}. {BY_HAND}"),
        ),
        SiteError::Unreadable(why) => {
            Problem::unprocessable(UNREADABLE, format!("The website could not be read: {why}. {BY_HAND}"))
        }
    }
}

impl ScrapeEvent {
    /// The last event of a reading that failed.
    pub fn failed(error: CompanyError) -> Self {
        let problem = Problem::from(error);
        let (code, problem) = (Some(problem.code().to_owned()), Some(problem.message().to_owned()));
        Self { kind: ScrapeEventKind::Failed, stage: None, company: None, code, problem }
    }
}
