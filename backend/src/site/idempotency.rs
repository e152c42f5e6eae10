//! Idempotent POST requests. A POST with an `Idempotency-Key` from a session or an API key is executed, and
//! its response is stored for a day; the same request with the same key gets that response. A refused request
//! did nothing, so its key is free again.
//!
//! The response is stored after the effects are committed. If the server dies in between, the audit log,
//! which is written in the same transaction as the effects, shows whether they happened: they never happen
//! twice.

use std::{convert::Infallible, time::Duration};

use poem::{
    Body, Endpoint, IntoResponse, Middleware, Request, Response, Result,
    http::{HeaderValue, Method, StatusCode, header},
};
use proffer_domain::{
    idempotency::{EarlierRequest, GIVEN_UP, HEADER, KEPT_FOR, Key, KeyState, RENEWED_EVERY, found},
    rate_limit::Rule,
};
use proffer_store::{
    Scope, TenantTx,
    entity::{audit_log, idempotency_keys as keys},
};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, EntityTrait, QueryFilter, QuerySelect,
    sea_query::{Expr, OnConflict},
};
use secrecy::ExposeSecret as _;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use crate::{
    access::{self, Credential, Principal},
    app::App,
    http::{bodies, limits, problem::Problem, request_id},
};

/// Marks a replayed response.
const REPLAYED: &str = "Idempotency-Replayed";
/// The largest stored response, in bytes; larger data is a file, fetched with GET.
const MAX_ANSWER: usize = 1024 * 1024;

/// Middleware for the API operations.
pub struct Idempotency;

/// The endpoint behind [`Idempotency`].
pub struct IdempotentEndpoint<E>(E);

impl<E: Endpoint> Middleware<E> for Idempotency {
    type Output = IdempotentEndpoint<E>;

    fn transform(&self, inner: E) -> Self::Output {
        IdempotentEndpoint(inner)
    }
}

impl<E: Endpoint> Endpoint for IdempotentEndpoint<E> {
    type Output = Response;

    async fn call(&self, mut request: Request) -> Result<Response> {
        if request.method() != Method::POST || request.header(HEADER).is_none() {
            return self.0.call(request).await.map(IntoResponse::into_response);
        }
        let app = request
            .data::<App>()
            .ok_or_else(|| Problem::internal("the server was built without its App"))?
            .clone();
        let Some(claim) = Claim::of(&app, &mut request).await? else {
            return self.0.call(request).await.map(IntoResponse::into_response);
        };
        if let Some(answer) = claim.take(&app).await? {
            return answer.into_response();
        }
        let answered = tokio::select! {
            answered = self.0.call(request) => answered,
            never = claim.renew(&app) => match never {},
        };
        match answered.map(IntoResponse::into_response) {
            Ok(answered) => claim.settle(&app, answered).await,
            // The framework refused it before a handler ran.
            Err(refused) => {
                claim.free(&app).await;
                Err(refused)
            }
        }
    }
}

/// A request with an idempotency key.
struct Claim {
    /// The hash of caller and key.
    key: Vec<u8>,
    /// The hash of method, address and body.
    request: Vec<u8>,
    workspace_id: Uuid,
    /// The caller's permissions.
    rights: String,
    /// The API key, if one was used.
    api_key: Option<Uuid>,
}

impl Claim {
    /// `None` for an anonymous request, which the handler refuses or accepts.
    async fn of(app: &App, request: &mut Request) -> Result<Option<Self>, Problem> {
        let Some(principal) = access::look(app, request).await? else { return Ok(None) };
        let rights = rights(&principal);
        let Principal { workspace_id, user_id, credential, .. } = principal;
        let key = Key::parse(request.header(HEADER).unwrap_or_default())
            .map_err(|error| Problem::invalid(vec![error]))?;
        let (caller, api_key) = match credential {
            Credential::Session { .. } => (user_id, None),
            Credential::Key { id, .. } => (id, Some(id)),
        };
        let body = request.take_body().into_bytes().await.map_err(|error| bodies::unreadable(&error))?;
        request.set_body(body.clone());
        let hash = |parts: [&[u8]; 3]| {
            // Each part is hashed separately, so that parts cannot be confused with each other.
            let whole =
                parts.iter().fold(Sha256::new(), |whole, part| whole.chain_update(Sha256::digest(part)));
            whole.finalize().to_vec()
        };
        let address = request.original_uri().path_and_query().map_or("", |address| address.as_str());
        Ok(Some(Self {
            key: hash([workspace_id.as_bytes(), caller.as_bytes(), key.as_str().as_bytes()]),
            request: hash([request.method().as_str().as_bytes(), address.as_bytes(), &body]),
            workspace_id,
            rights,
            api_key,
        }))
    }

    /// Claims the key for this request, or returns the stored response, or refuses.
    async fn take(&self, app: &App) -> Result<Option<StoredResponse>, Problem> {
        // One new key in 64 deletes up to a thousand old ones, as for the rate limits.
        if self.key.last().is_some_and(|byte| byte % 64 == 0) {
            self.sweep(app).await?;
        }
        if self.insert(app).await? {
            return Ok(None);
        }
        // A row that was deleted in between belonged to a refused request.
        let Some(row) = keys::Entity::find_by_id(self.key.clone()).one(app.db.system()).await? else {
            return Err(running());
        };
        let earlier = EarlierRequest {
            request: &row.request,
            begun_at: row.begun_at,
            is_answered: row.answer.is_some(),
        };
        match found(earlier, &self.request, app.now()) {
            KeyState::Other => Err(Problem::unprocessable(
                "idempotency_key_reused",
                "This Idempotency-Key was used for another request.",
            )),
            KeyState::Running => Err(running()),
            KeyState::Answered => self.again(app, row).await.map(Some),
            KeyState::Abandoned if self.was_done(app, &row.request_id).await? => Err(Problem::conflict(
                "idempotency_answer_lost",
                "The request was processed, but its response was lost. Check the current state before you repeat it with another Idempotency-Key.",
            )),
            KeyState::Nothing | KeyState::Abandoned => self.take_over(app, &row).await,
        }
    }

    fn row(&self, app: &App) -> keys::ActiveModel {
        keys::ActiveModel {
            key: Set(self.key.clone()),
            request: Set(self.request.clone()),
            request_id: Set(request_id::current()),
            begun_at: Set(app.now()),
            answer: Set(None),
        }
    }

    async fn insert(&self, app: &App) -> Result<bool, Problem> {
        let once = OnConflict::column(keys::Column::Key).do_nothing().to_owned();
        Ok(keys::Entity::insert(self.row(app))
            .on_conflict(once)
            .exec_without_returning(app.db.system())
            .await?
            > 0)
    }

    /// Updates the row every few seconds while the request runs, so that the key is soon free if the server
    /// dies.
    async fn renew(&self, app: &App) -> Infallible {
        let every = Duration::from_secs(RENEWED_EVERY);
        loop {
            tokio::time::sleep(every).await;
            let update = keys::Entity::update_many().col_expr(keys::Column::BegunAt, Expr::value(app.now()));
            let own = update
                .filter(keys::Column::Key.eq(self.key.clone()))
                .filter(keys::Column::RequestId.eq(request_id::current()));
            if let Err(error) = own.exec(app.db.system()).await {
                tracing::warn!(%error, "an idempotency key was not renewed");
            }
        }
    }

    /// Of several requests that find the key abandoned, the first takes it over.
    async fn take_over(&self, app: &App, row: &keys::Model) -> Result<Option<StoredResponse>, Problem> {
        let update =
            keys::Entity::update_many().set(self.row(app)).filter(keys::Column::Key.eq(row.key.clone()));
        let first = update.filter(keys::Column::RequestId.eq(&row.request_id)).exec(app.db.system()).await?;
        if first.rows_affected == 1 { Ok(None) } else { Err(running()) }
    }

    /// Replays by an API key are counted here, because its handler does not run.
    async fn again(&self, app: &App, row: keys::Model) -> Result<StoredResponse, Problem> {
        if let Some(id) = self.api_key {
            limits::take(app, Rule::CallPerKey, id.to_string()).await?;
        }
        let opened = app.secrets.open(row.answer.as_deref().unwrap_or_default(), &self.key);
        let answer: Option<StoredResponse> =
            opened.and_then(|text| serde_json::from_str(text.expose_secret()).ok());
        let answer = answer.ok_or_else(|| Problem::internal("the answer that was kept cannot be read"))?;
        if answer.rights == self.rights {
            return Ok(answer);
        }
        let message = "The request was processed, but your permissions have changed since, so its response is not shown again.";
        Err(Problem::conflict("idempotency_answer_withheld", message))
    }

    /// Every change writes an audit entry in the same transaction.
    async fn was_done(&self, app: &App, request_id: &str) -> Result<bool, Problem> {
        let tx = TenantTx::begin(app.db.app(), Scope::workspace(self.workspace_id)).await?;
        let lines = audit_log::Entity::find().select_only().column(audit_log::Column::Id);
        let lines = lines
            .filter(audit_log::Column::At.gte(app.now() - KEPT_FOR))
            .filter(audit_log::Column::RequestId.eq(request_id));
        Ok(lines.into_tuple::<Uuid>().one(tx.conn()).await?.is_some())
    }

    async fn sweep(&self, app: &App) -> Result<(), Problem> {
        let old = keys::Entity::find()
            .select_only()
            .column(keys::Column::Key)
            .filter(keys::Column::BegunAt.lte(app.now() - KEPT_FOR));
        let old: Vec<Vec<u8>> = old.limit(1000).into_tuple().all(app.db.system()).await?;
        keys::Entity::delete_many().filter(keys::Column::Key.is_in(old)).exec(app.db.system()).await?;
        Ok(())
    }

    /// Stores the response of a completed request, and frees the key of any other. Streams are not stored.
    async fn settle(&self, app: &App, response: Response) -> Result<Response> {
        let content_type = response.content_type().map(str::to_owned);
        let is_stream = content_type.as_deref().is_some_and(|kind| kind.starts_with("text/event-stream"));
        let status = response.status();
        // A server error may have occurred after the commit.
        let is_done = status.is_success()
            || (status.is_server_error() && self.was_done(app, &request_id::current()).await?);
        if !is_done || is_stream {
            self.free(app).await;
            return Ok(response);
        }
        let (parts, body) = response.into_parts();
        let body = body.into_bytes().await.map_err(Problem::internal)?;
        let kept = std::str::from_utf8(&body).ok().filter(|body| body.len() <= MAX_ANSWER);
        match kept.map(|body| StoredResponse {
            status: parts.status.as_u16(),
            content_type,
            body: body.to_owned(),
            rights: self.rights.clone(),
        }) {
            Some(answer) => self.keep(app, &answer).await,
            None => self.free(app).await,
        }
        Ok(Response::from_parts(parts, Body::from(body)))
    }

    /// A failure is only logged, because the request is done; a replay then reports its response as lost.
    async fn keep(&self, app: &App, answer: &StoredResponse) {
        let sealed = serde_json::to_string(answer)
            .map_err(anyhow::Error::from)
            .and_then(|text| app.secrets.seal(&text, &self.key, app.rng.bytes()));
        let kept = async {
            let update = keys::Entity::update_many().col_expr(keys::Column::Answer, Expr::value(sealed?));
            update
                .filter(keys::Column::Key.eq(self.key.clone()))
                .exec(app.db.system())
                .await
                .map_err(anyhow::Error::from)
        };
        if let Err(error) = kept.await {
            tracing::error!(%error, "the answer to a request with an idempotency key was not kept");
        }
    }

    /// If this fails, the key becomes free later, see [`GIVEN_UP`].
    async fn free(&self, app: &App) {
        if let Err(error) = keys::Entity::delete_by_id(self.key.clone()).exec(app.db.system()).await {
            tracing::warn!(%error, after = %GIVEN_UP, "an idempotency key is given free later");
        }
    }
}

/// The caller's permissions as a text that changes with them.
fn rights(principal: &Principal) -> String {
    let mut scopes = match &principal.credential {
        Credential::Session { is_limited, .. } => {
            vec![if *is_limited { "limited session" } else { "session" }]
        }
        Credential::Key { scopes, .. } => scopes.iter().map(|scope| scope.word()).collect(),
    };
    scopes.sort_unstable();
    format!("{} {} {}", principal.role, principal.is_admin, scopes.join(" "))
}

fn running() -> Problem {
    let message = "The first request with this Idempotency-Key is still in progress.";
    Problem::conflict("idempotency_in_progress", message).with_retry_after(1)
}

#[derive(Serialize, Deserialize)]
struct StoredResponse {
    status: u16,
    content_type: Option<String>,
    body: String,
    /// The permissions of the caller at that time; empty in responses stored by an earlier release.
    #[serde(default)]
    rights: String,
}

impl StoredResponse {
    fn into_response(self) -> Result<Response> {
        let status = StatusCode::from_u16(self.status).map_err(Problem::internal)?;
        let mut response = Response::builder().status(status).body(self.body);
        if let Some(kind) = self.content_type.and_then(|kind| kind.parse().ok()) {
            response.headers_mut().insert(header::CONTENT_TYPE, kind);
        }
        response.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
        Ok(response)
    }
}
