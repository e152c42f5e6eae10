//! The HTTP layer: authentication, idempotent replays, and injected failures.

use std::{io, sync::Arc};

use futures_util::stream;
use poem::{
    Body, Endpoint, IntoResponse, Request, Response,
    http::{HeaderMap, Method, StatusCode, header},
};
use secrecy::ExposeSecret as _;
use url::form_urlencoded;

use super::{
    Call, Fault, Shared, api,
    idempotency::{StripeRequest, StripeResponse},
    objects::API_VERSION,
    pages,
    parameters::{Refusal, broken},
};

/// The largest body of any call.
const LONGEST: usize = 64 * 1024;

/// All routes: the API and the pages.
pub(super) fn endpoint(shared: Arc<Shared>) -> impl Endpoint<Output = Response> {
    poem::endpoint::make(move |mut request: Request| {
        let shared = shared.clone();
        async move {
            let body = request.take_body().into_bytes_limit(LONGEST).await?;
            let path = request.uri().path().to_owned();
            if !path.starts_with("/v1/") {
                return Ok::<_, poem::Error>(pages::answer(&shared, &request, &body));
            }
            let query = request.uri().query().unwrap_or_default().as_bytes();
            let parameters = [query, &body[..]]
                .into_iter()
                .flat_map(|form| form_urlencoded::parse(form).into_owned())
                .collect();
            let asked = StripeRequest { method: request.method().to_string(), path, parameters };
            let headers = request.headers().clone();
            // As at Stripe, a call is completed even when the client disconnects.
            let answered = tokio::spawn(async move { shared.answer(&asked, &headers).await });
            Ok(answered.await.unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response()))
        }
    })
}

impl Shared {
    async fn answer(&self, asked: &StripeRequest, headers: &HeaderMap) -> Response {
        let fault = self.next_fault(&asked.path);
        let key = headers
            .get("idempotency-key")
            .and_then(|key| key.to_str().ok())
            .filter(|_| asked.method != Method::GET.as_str());
        let (answer, is_replay) = self.outcome(asked, headers, key, fault).await;
        let is_silent = matches!(fault, Some(Fault::Drop | Fault::DropAfter));
        let status = if is_silent { 0 } else { answer.status };
        self.record(Call {
            method: asked.method.clone(),
            path: asked.path.clone(),
            parameters: asked.parameters.clone(),
            idempotency_key: key.map(str::to_owned),
            is_replay,
            status,
        });
        if is_silent { silence() } else { response(&answer, is_replay) }
    }

    /// The response, and whether it is a repeated one.
    async fn outcome(
        &self,
        asked: &StripeRequest,
        headers: &HeaderMap,
        key: Option<&str>,
        fault: Option<Fault>,
    ) -> (StripeResponse, bool) {
        let begun = self.admitted(headers).and_then(|()| match key {
            Some(key) => self.with_state(|state, now| state.keys.begin(key, asked, now)),
            None => Ok(None),
        });
        match begun {
            Err(refusal) => return (refused(&refusal), false),
            Ok(Some(kept)) => return (kept, true),
            Ok(None) => {}
        }
        if let Some(Fault::Slow(time)) = fault {
            tokio::time::sleep(time).await;
        }
        let failure = StripeResponse { status: 500, body: broken() };
        let (answer, is_kept) = match fault {
            Some(Fault::FailBefore) => (failure, true),
            Some(Fault::Drop) => (failure, false),
            Some(Fault::FailAfter) => {
                self.done(asked);
                (failure, true)
            }
            Some(Fault::Refuse(status)) => (refused(&Refusal::with_status(status)), true),
            Some(Fault::DropAfter | Fault::Slow(_)) | None => self.done(asked),
        };
        if let Some(key) = key {
            self.with_state(
                |state, _| if is_kept { state.keys.keep(key, &answer) } else { state.keys.forget(key) },
            );
        }
        (answer, false)
    }

    /// Checks that the client has the key and uses the supported API version.
    fn admitted(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let said = |name: header::HeaderName| {
            headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
        };
        if said(header::AUTHORIZATION) != format!("Bearer {}", self.settings.secret_key.expose_secret()) {
            return Err(Refusal::unauthorized());
        }
        match said(header::HeaderName::from_static("stripe-version")) {
            API_VERSION => Ok(()),
            version => Err(Refusal::other_version(version)),
        }
    }

    /// Executes the call. The refusal decides whether its response is stored under the key.
    fn done(&self, asked: &StripeRequest) -> (StripeResponse, bool) {
        match self.with_state(|state, now| api::answer(state, asked, now)) {
            Ok(body) => (StripeResponse { status: 200, body }, true),
            Err(refusal) => (refused(&refusal), refusal.is_kept()),
        }
    }
}

fn refused(refusal: &Refusal) -> StripeResponse {
    StripeResponse { status: refusal.status, body: refusal.body() }
}

fn response(answer: &StripeResponse, is_replay: bool) -> Response {
    let status = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = Response::builder().status(status).content_type("application/json");
    if is_replay {
        response = response.header("Idempotent-Replayed", "true");
    }
    response.body(answer.body.to_string())
}

/// A connection that closes before there is a response: a body is announced, but never sent.
fn silence() -> Response {
    let broken = stream::once(std::future::ready(Err::<Vec<u8>, _>(io::Error::from(
        io::ErrorKind::ConnectionAborted,
    ))));
    Response::builder().header(header::CONTENT_LENGTH, "2").body(Body::from_bytes_stream(broken))
}
