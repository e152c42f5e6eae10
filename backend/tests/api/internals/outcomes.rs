//! What becomes of each job with each kind of error that it can end with. The table uses the conversions that
//! the jobs themselves use, and has a row for every registered job.

use std::io;

use chrono::{DateTime, TimeDelta};
use graphile_worker::{JobDefinition, TaskHandler as _};
use poem::http::StatusCode;
use pretty_assertions::assert_eq;
use proffer::{
    failure::{Failure, stale::StaleRecord},
    features::{
        account_data::{self, jobs::CompleteAccountDeletion},
        assistant::AssistantError,
        billing::{
            BillingError,
            jobs::{SyncSeats, SyncSubscription},
            plan_notices::{NotifyGraceEnd, NotifyGrantedPlanEnd, NotifyTrial},
        },
        clients::{
            import_job::{DeleteImportFile, ImportClients},
            website::{ReadClientWebsite, is_down},
        },
        contact::jobs::MailContactMessage,
        evidence::SealingError,
        identity::{requests::AccountRequest, service::sso::rechecks::RecheckDomain},
        notifications::jobs::Notify,
        objects::jobs::{MeasureFiles, RemoveObjects, SweepFiles, if_configured},
        proposals::{
            DraftFailure,
            jobs::DraftProposal,
            tasks::{ExpireProposal, NotifyExpiring, RemindClient, SealEvidence},
        },
    },
    http::problem::Problem,
    jobs::{JobError, Task as _},
    mail::SendMail,
    worker::registered,
};
use proffer_adapters::{
    ai::AiError,
    dns::DnsError,
    mail::MailError,
    objects::ObjectError,
    payments::PaymentError,
    pdf::{TypesetError, TypesettingRefusal},
    web::SiteError,
};
use proffer_domain::{
    evidence::{Finding, Part},
    field_error::FieldError,
    pricing::PricingError,
    usage::{QuotaHolder, UsageRefused},
};
use sea_orm::{ConnAcquireErr, DbErr, RuntimeErr};
use uuid::Uuid;

/// What becomes of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// The queue runs it again after a pause.
    Retry,
    /// It is recorded as failed at once.
    GiveUp,
    /// The error does not stop it.
    Continue,
    /// It is done, and has scheduled another one.
    Postpone,
}

use Outcome::{Continue, GiveUp, Postpone, Retry};

/// A kind of error, the expected outcome and the actual one.
type Case = (&'static str, Outcome, Outcome);

/// Errors of one type; `treat` is what a job does with one of them.
fn cases<E>(
    treat: impl Fn(E) -> Result<(), JobError>,
    rows: impl IntoIterator<Item = (&'static str, E, Outcome)>,
) -> Vec<Case> {
    let case = |(kind, error, expected)| {
        let actual = match treat(error) {
            Ok(()) => Continue,
            Err(JobError::Retry(_)) => Retry,
            Err(JobError::GiveUp(_)) => GiveUp,
        };
        (kind, expected, actual)
    };
    rows.into_iter().map(case).collect()
}

fn fail<E: Into<JobError>>(error: E) -> Result<(), JobError> {
    Err(error.into())
}

fn table() -> Vec<(&'static str, Vec<Vec<Case>>)> {
    vec![
        (SendMail::NAME, vec![database(), use_case(), sealing(), mail()]),
        (DraftProposal::NAME, vec![drafting()]),
        (RemoveObjects::NAME, vec![files()]),
        (RecheckDomain::NAME, vec![database(), use_case(), dns()]),
        (SweepFiles::NAME, vec![database(), use_case(), files()]),
        (MeasureFiles::NAME, vec![database(), use_case(), files(), storage()]),
        (Notify::NAME, vec![use_case()]),
        (SealEvidence::NAME, vec![database(), use_case(), sealing()]),
        (RemindClient::NAME, vec![database(), use_case()]),
        (NotifyExpiring::NAME, vec![database(), use_case()]),
        (ExpireProposal::NAME, vec![database(), use_case()]),
        (ReadClientWebsite::NAME, vec![database(), use_case(), website()]),
        // Its screen shows the failure, so after it gives up, or after its last attempt, the job counts as
        // done.
        (ImportClients::NAME, vec![database(), use_case(), storage()]),
        (DeleteImportFile::NAME, vec![database(), use_case()]),
        (SyncSubscription::NAME, vec![payments()]),
        (SyncSeats::NAME, vec![database(), payments()]),
        (NotifyTrial::NAME, vec![database(), use_case()]),
        (NotifyGrantedPlanEnd::NAME, vec![database(), use_case()]),
        (NotifyGraceEnd::NAME, vec![database(), use_case()]),
        (AccountRequest::IDENTIFIER, vec![database(), use_case()]),
        (CompleteAccountDeletion::IDENTIFIER, vec![database(), last_payments(), last_mail(), files()]),
        (MailContactMessage::IDENTIFIER, vec![database(), mail()]),
    ]
}

fn unreachable() -> DbErr {
    DbErr::ConnectionAcquire(ConnAcquireErr::Timeout)
}

fn constraint() -> DbErr {
    DbErr::Exec(RuntimeErr::Internal("duplicate key value".to_owned()))
}

fn database() -> Vec<Case> {
    cases(
        fail,
        [("database unreachable", unreachable(), Retry), ("constraint violated", constraint(), Retry)],
    )
}

/// A subject that was deleted in the meantime is no error: the job is done.
fn use_case() -> Vec<Case> {
    let refused = |status| Failure::from(Problem::new(status, "a_code", "A message"));
    let rows = [
        ("database unreachable", unreachable().into(), Retry),
        ("constraint violated", constraint().into(), Retry),
        ("stored data that cannot be read", Failure::internal("an unknown state"), Retry),
        ("not valid", FieldError::new("name", "required", "A name is required").into(), GiveUp),
        (
            "changed by another user",
            Failure::Stale(StaleRecord { etag: "2".to_owned(), fields: Vec::new() }),
            GiveUp,
        ),
        ("400", refused(StatusCode::BAD_REQUEST), GiveUp),
        ("workspace gone (401)", Problem::unauthenticated().into(), GiveUp),
        ("plan ended (402)", refused(StatusCode::PAYMENT_REQUIRED), GiveUp),
        ("forbidden (403)", Problem::forbidden().into(), GiveUp),
        ("not found (404)", refused(StatusCode::NOT_FOUND), GiveUp),
        ("not in this state (409)", refused(StatusCode::CONFLICT), GiveUp),
        ("422", refused(StatusCode::UNPROCESSABLE_ENTITY), GiveUp),
        ("over a limit (429)", refused(StatusCode::TOO_MANY_REQUESTS), GiveUp),
        ("500", refused(StatusCode::INTERNAL_SERVER_ERROR), Retry),
        ("502", refused(StatusCode::BAD_GATEWAY), Retry),
        ("503", Problem::database_unavailable().into(), Retry),
        ("504", refused(StatusCode::GATEWAY_TIMEOUT), Retry),
    ];
    cases(fail, rows)
}

fn storage() -> Vec<Case> {
    let rows = [
        ("storage unavailable", ObjectError::Failed("timeout".to_owned()), Retry),
        ("storage not configured", ObjectError::NotConfigured, Retry),
        ("storage without temporary credentials", ObjectError::NoTemporaryCredentials, Retry),
    ];
    cases(fail, rows)
}

/// Where files are only removed.
fn files() -> Vec<Case> {
    let rows = [
        ("storage unavailable", ObjectError::Failed("timeout".to_owned()), Retry),
        ("storage not configured", ObjectError::NotConfigured, Continue),
        ("storage without temporary credentials", ObjectError::NoTemporaryCredentials, Retry),
    ];
    cases(|error| if_configured::<()>(Err(error)).map(drop), rows)
}

/// The adapter's tests have the answers of a mail server that become one or the other.
fn mail() -> Vec<Case> {
    let rows = [
        ("mail server unreachable or 4xx", MailError::Unavailable("451".to_owned()), Retry),
        ("mail server 5xx", MailError::Refused("550".to_owned()), GiveUp),
    ];
    cases(fail, rows)
}

fn last_mail() -> Vec<Case> {
    let rows = [
        ("mail server unreachable or 4xx", MailError::Unavailable("451".to_owned()), Retry),
        ("mail server 5xx", MailError::Refused("550".to_owned()), Continue),
    ];
    cases(|error| account_data::jobs::mailed(Uuid::nil(), fail(error)), rows)
}

fn refused(status: u16, code: &str) -> PaymentError {
    PaymentError::Refused { status, code: code.to_owned() }
}

fn payments() -> Vec<Case> {
    let rows = [
        ("payments not configured", PaymentError::NotConfigured.into(), GiveUp),
        ("Stripe silent, or 429", PaymentError::Silent.into(), Retry),
        ("Stripe 5xx", PaymentError::Failed(503).into(), Retry),
        ("Stripe not understood", PaymentError::Unusable("no status".to_owned()).into(), Retry),
        ("Stripe 400", refused(400, "invalid_request_error").into(), GiveUp),
        ("Stripe 401, while a key is replaced", refused(401, "api_key_expired").into(), Retry),
        ("Stripe 402", refused(402, "card_declined").into(), GiveUp),
        ("Stripe 403, while a key is replaced", refused(403, "more_permissions_required").into(), Retry),
        ("Stripe 404", refused(404, "resource_missing").into(), GiveUp),
        ("Stripe 409, during another request", refused(409, "lock_timeout").into(), Retry),
        ("Stripe 422", refused(422, "invalid_request_error").into(), GiveUp),
        ("no subscription", BillingError::NoSubscription, GiveUp),
        ("workspace gone", BillingError::WorkspaceGone, GiveUp),
        ("database unreachable", unreachable().into(), Retry),
        ("constraint violated", constraint().into(), Retry),
    ];
    cases(fail::<BillingError>, rows)
}

fn last_payments() -> Vec<Case> {
    let rows = [
        ("payments not configured", PaymentError::NotConfigured, Continue),
        ("Stripe silent, or 429", PaymentError::Silent, Retry),
        ("Stripe 5xx", PaymentError::Failed(503), Retry),
        ("Stripe 400", refused(400, "invalid_request_error"), GiveUp),
    ];
    cases(|error| account_data::jobs::cancelled("cus_1", Err(error)), rows)
}

fn sealing() -> Vec<Case> {
    let never = |refusal| SealingError::from(TypesetError::Refused(refusal));
    let rows = [
        ("database unreachable", unreachable().into(), Retry),
        ("constraint violated", constraint().into(), Retry),
        ("not signed", SealingError::NotSigned, GiveUp),
        ("not countersigned", SealingError::NotCountersigned, GiveUp),
        (
            "evidence altered",
            SealingError::Broken(Finding { part: Part::Signature, words: "It is altered.".to_owned() }),
            GiveUp,
        ),
        ("PDF in progress elsewhere", SealingError::Busy, Retry),
        ("PDF too large", never(TypesettingRefusal::TooLarge), GiveUp),
        ("PDF too slow", never(TypesettingRefusal::TooSlow), GiveUp),
        ("PDF needs too much memory", never(TypesettingRefusal::TooMuchMemory), GiveUp),
        ("PDF without a layout", never(TypesettingRefusal::NoLayout), GiveUp),
        ("typesetting ended by the system", TypesetError::Later(io::Error::other("killed")).into(), Retry),
    ];
    cases(fail::<SealingError>, rows)
}

fn drafting() -> Vec<Case> {
    let over = |cause| {
        AssistantError::Usage { cause, resets_at: DateTime::UNIX_EPOCH, resets_in: TimeDelta::days(1) }.into()
    };
    let unpriced =
        PricingError { errors: vec![FieldError::new("groups", "out_of_range", "The total is too large")] };
    let rows = [
        ("assistant unavailable", AiError::Unavailable.into(), Retry),
        ("assistant busy", AiError::Busy { retry_after: None }.into(), Retry),
        ("assistant timeout", AiError::Timeout.into(), Retry),
        ("assistant answers nonsense", AiError::Nonsense.into(), GiveUp),
        ("assistant declined", AiError::Declined.into(), GiveUp),
        ("assistant misconfigured", AiError::Misconfigured.into(), GiveUp),
        ("assistant blocked", over(UsageRefused::Blocked), GiveUp),
        ("quota used up", over(UsageRefused::UsedUp(QuotaHolder::Person)), GiveUp),
        ("quota reserved", over(UsageRefused::Held(QuotaHolder::Person)), GiveUp),
        ("prices too large", unpriced.into(), GiveUp),
        (
            "client not valid",
            Failure::from(FieldError::new("email", "invalid", "Not an address")).into(),
            GiveUp,
        ),
        ("database unreachable", unreachable().into(), Retry),
        ("constraint violated", constraint().into(), Retry),
    ];
    cases(|failure: DraftFailure| fail(&failure), rows)
}

fn dns() -> Vec<Case> {
    cases(fail, [("DNS does not answer", DnsError, Retry)])
}

/// The job tells the result of a visit to the screen. Of an unavailable site, another job tells it later.
fn website() -> Vec<Case> {
    let words = || "a message".to_owned();
    [
        ("website unreachable or 5xx", SiteError::Unreachable(words()), Postpone),
        ("website timeout", SiteError::Timeout(words()), Postpone),
        ("website 4xx", SiteError::Absent(words()), Continue),
        ("website forbids visits", SiteError::Refused(words()), Continue),
        ("website unreadable", SiteError::Unreadable(words()), Continue),
    ]
    .into_iter()
    .map(|(kind, error, expected)| (kind, expected, if is_down(&error) { Postpone } else { Continue }))
    .collect()
}

#[test]
fn a_job_tries_again_what_may_pass_and_gives_up_what_cannot() {
    for (job, kinds) in table() {
        for (kind, expected, actual) in kinds.into_iter().flatten() {
            assert_eq!(actual, expected, "{job}: {kind}");
        }
    }
}

#[test]
fn every_registered_job_has_a_row() {
    let mut jobs: Vec<_> = registered().iter().map(JobDefinition::identifier).collect();
    let mut rows: Vec<_> = table().into_iter().map(|(job, _)| job).collect();
    jobs.sort_unstable();
    rows.sort_unstable();
    assert_eq!(rows, jobs);
}

#[test]
fn a_refusal_is_recorded_as_its_code() {
    let problem = Problem::conflict("a_code", "Words that may quote a proposal");
    assert_eq!(JobError::from(problem).to_string(), "a_code");
}
