//! Requests about accounts from anonymous users: to register, to verify an address, or to reset a password.
//! The request enqueues an encrypted payload, with the same work for every address. The job looks up whether
//! there is an account, so the response time does not reveal it.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use proffer_domain::failure;
use proffer_store::SystemTx;
use sea_orm::{ConnectionTrait as _, DbBackend, Statement};
use secrecy::ExposeSecret as _;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::service::{accounts, recovery};
use crate::{
    app::App,
    failure::Failure,
    http::caller::Caller,
    jobs::{End, JobError, observed},
};

/// The encryption context of a request.
const BOUND_TO: &[u8] = b"account request";

/// The requested action.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum AnonymousRequest {
    /// Register an account.
    Account(NewPerson),
    /// Send another verification link.
    Verification {
        /// The address, in lower case.
        email: String,
        /// The stored hash of the browser's cookie, if the browser has one from a registration.
        browser: Option<Vec<u8>>,
    },
    /// Send a password reset link.
    Reset {
        /// The address, in lower case.
        email: String,
        /// The stored hash of the browser's cookie, if the browser has one from a registration.
        browser: Option<Vec<u8>>,
    },
}

proffer_domain::redact!(AnonymousRequest);

/// The data of a registration.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NewPerson {
    /// The address, in lower case.
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    pub password_hash: String,
    /// The stored hash of the browser's cookie.
    pub browser: Vec<u8>,
    /// The IP address.
    pub ip: String,
    /// The user agent.
    pub user_agent: String,
}

proffer_domain::redact!(NewPerson);

impl NewPerson {
    /// The origin of the registration.
    pub fn caller(&self) -> Caller {
        Caller { ip: self.ip.clone(), user_agent: self.user_agent.clone() }
    }
}

/// Enqueues a request in the transaction.
pub async fn hand_over(app: &App, tx: &SystemTx, wanted: &AnonymousRequest) -> Result<(), Failure> {
    let text = serde_json::to_string(wanted).map_err(Failure::internal)?;
    let sealed = app.secrets.seal(&text, BOUND_TO, app.rng.bytes()).map_err(Failure::internal)?;
    let values = [STANDARD.encode(sealed).into()];
    let statement =
        Statement::from_sql_and_values(DbBackend::Postgres, "SELECT enqueue_account_request($1)", values);
    tx.conn().execute_raw(statement).await?;
    Ok(())
}

/// The job that executes the request. It has no row in `jobs`, which belong to workspaces.
#[derive(Debug, Serialize, Deserialize)]
pub struct AccountRequest {
    sealed: String,
}

impl TaskHandler for AccountRequest {
    const IDENTIFIER: &'static str = "account_request";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = context
            .get_ext::<App>()
            .cloned()
            .ok_or_else(|| "the worker was built without its App".to_owned())?;
        let id = app.new_id();
        observed(&app, Self::IDENTIFIER, id, answer(&app, id, &self.sealed)).await.map_err(str::to_owned)
    }
}

async fn answer(app: &App, id: Uuid, sealed: &str) -> Result<End, JobError> {
    let opened = STANDARD.decode(sealed).ok().and_then(|sealed| app.secrets.open(&sealed, BOUND_TO));
    let Some(wanted) = opened.and_then(|text| serde_json::from_str(text.expose_secret()).ok()) else {
        tracing::error!(request = %id, "a request about an account cannot be read: it was sealed with a key that is not in the settings any more");
        return Ok(End::GivenUp);
    };
    let tx = SystemTx::begin(app.db.system()).await?;
    let done = match wanted {
        AnonymousRequest::Account(person) => accounts::open(app, tx, &person).await,
        AnonymousRequest::Verification { email, browser } => {
            accounts::mail_verification(app, tx, &email, browser.as_deref()).await
        }
        AnonymousRequest::Reset { email, browser } => {
            recovery::mail_reset(app, tx, &email, browser.as_deref()).await
        }
    };
    match done.map_err(JobError::from) {
        Ok(()) => Ok(End::Done),
        Err(JobError::GiveUp(words)) => {
            tracing::error!(request = %id, kind = failure::kind(&words), "a request about an account is given up");
            Ok(End::GivenUp)
        }
        Err(error @ JobError::Retry(_)) => {
            tracing::warn!(request = %id, kind = failure::kind(&error.to_string()), "a request about an account will be tried again");
            Err(error)
        }
    }
}
