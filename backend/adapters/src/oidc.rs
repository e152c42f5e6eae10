//! OpenID Connect: discovering a provider, redirecting a user there, and checking the response.
//!
//! Accounts are not known here. The result of [`Oidc::finish`] was signed by the requested issuer, for this
//! client, in answer to this sign-in, and has not expired.

mod discovery;
mod token;

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use chrono::{DateTime, TimeDelta, Utc};
use openidconnect::{
    AuthorizationCode, ClientId, ClientSecret, CsrfToken, Nonce, PkceCodeChallenge, PkceCodeVerifier,
    RedirectUrl, RequestTokenError, Scope,
    core::{CoreAuthenticationFlow, CoreClientAuthMethod, CoreErrorResponseType},
};
use secrecy::{ExposeSecret, SecretString};
use url::Url;

use self::{
    discovery::Provider,
    token::{Client, ReadyClient, TokenAnswer},
};
use super::web::{Web, WebError};

pub use self::token::UserClaims;

/// How long a provider's metadata is cached.
const FRESH: TimeDelta = TimeDelta::minutes(10);
/// Tokens with an unknown key trigger a new fetch of the keys at most this often, across all senders.
const KEYS_AGAIN: TimeDelta = TimeDelta::minutes(1);
/// How many providers are cached; tenants choose them, so the number is limited.
const REMEMBERED: usize = 500;

/// The part of a provider or sign-in that failed a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The discovery document.
    Discovery,
    Issuer,
    /// The authorization and token endpoints.
    Endpoints,
    /// The signing keys.
    Keys,
    /// The signature algorithms.
    Algorithms,
    /// Our client registration.
    Client,
    /// The authorization code of one sign-in.
    Code,
    /// The ID token of one sign-in.
    Token,
}

/// What is wrong, worded for the admin of the connection.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{message}")]
pub struct Fault {
    /// The part that failed.
    pub part: Part,
    /// What exactly, and what to do.
    pub message: String,
}

impl Fault {
    fn new(part: Part, message: impl Into<String>) -> Self {
        Self { part, message: message.into() }
    }
}

/// Our client registration at one provider.
#[derive(Debug, Clone)]
pub struct Registration {
    /// The provider's issuer, exactly as configured.
    pub issuer: String,
    /// Our client id there.
    pub client_id: String,
    /// Our client secret there.
    pub client_secret: SecretString,
    pub redirect_uri: String,
}

/// Binds the response to the request.
#[derive(Debug, Clone)]
pub struct Binding {
    /// Identifies the sign-in.
    pub state: String,
    /// Must be repeated in the token.
    pub nonce: String,
    /// Proves that the client that exchanges the code is the one that started the sign-in.
    pub pkce_verifier: String,
}

/// The response parameters.
#[derive(Debug, Clone)]
pub struct Return<'a> {
    /// The authorization code.
    pub code: &'a str,
    /// The issuer named in the response (RFC 9207), if any.
    pub issuer: Option<&'a str>,
}

struct CachedProvider {
    provider: Arc<Provider>,
    at: DateTime<Utc>,
    keys_again: Option<DateTime<Utc>>,
}

/// All providers, with their cached metadata.
#[derive(Clone)]
pub struct Oidc {
    web: Web,
    known: Arc<Mutex<HashMap<String, CachedProvider>>>,
}

impl fmt::Debug for Oidc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Oidc")
    }
}

impl Oidc {
    /// Starts with an empty cache; everything is fetched through `web`.
    pub fn new(web: Web) -> Self {
        Self { web, known: Arc::default() }
    }

    /// The address to redirect the user to. `hint` is the email address that they entered.
    pub async fn begin(
        &self,
        us: &Registration,
        binding: &Binding,
        hint: Option<&str>,
        now: DateTime<Utc>,
    ) -> Result<Url, Fault> {
        let provider = self.provider(&us.issuer, now).await?;
        let client = client(&provider, us)?;
        let challenge = PkceCodeChallenge::from_code_verifier_sha256(&PkceCodeVerifier::new(
            binding.pkce_verifier.clone(),
        ));
        let (state, nonce) = (CsrfToken::new(binding.state.clone()), Nonce::new(binding.nonce.clone()));
        let mut request = client
            .authorize_url(CoreAuthenticationFlow::AuthorizationCode, move || state, move || nonce)
            .add_scope(Scope::new("email".to_owned()))
            .add_scope(Scope::new("profile".to_owned()))
            .set_pkce_challenge(challenge);
        if let Some(hint) = hint {
            request = request.add_extra_param("login_hint", hint.to_owned());
        }
        Ok(request.url().0)
    }

    /// Completes a sign-in: exchanges the code, checks every property of the token, and asks for the email
    /// address if the token has none.
    ///
    /// # Errors
    /// The message is for the log and the connection's admin.
    pub async fn finish(
        &self,
        us: &Registration,
        binding: &Binding,
        back: &Return<'_>,
        now: DateTime<Utc>,
    ) -> Result<UserClaims, Fault> {
        let provider = self.provider(&us.issuer, now).await?;
        match back.issuer {
            Some(issuer) if issuer != us.issuer => {
                return Err(Fault::new(Part::Token, "the answer came from another issuer (iss)"));
            }
            None if provider.names_itself() => {
                return Err(Fault::new(Part::Token, "the answer does not say from whom it is (iss)"));
            }
            _ => {}
        }
        let client = client(&provider, us)?;
        let answer = self.exchange(&client, back.code, &binding.pkce_verifier).await?;
        let nonce = Nonce::new(binding.nonce.clone());
        let mut checked = token::check(&answer, &provider, us, &nonce, now);
        if checked.as_ref().is_err_and(token::Refusal::is_of_an_unknown_key)
            && let Some(renewed) = self.with_new_keys(&us.issuer, now).await?
        {
            checked = token::check(&answer, &renewed, us, &nonce, now);
        }
        let user_claims = checked.map_err(|refusal| Fault::new(Part::Token, refusal.to_string()))?;
        token::with_address(user_claims, &answer, client, &provider, &self.web).await
    }

    /// Fetches all of the provider's metadata anew, without a sign-in.
    ///
    /// # Errors
    /// Names the first part that is wrong.
    pub async fn examine(&self, issuer: &str) -> Result<VerifiedProvider, Fault> {
        Ok(VerifiedProvider(discovery::discover(&self.web, issuer).await?))
    }

    /// Whether the provider accepts our client id and secret: it must refuse an invented code, and nothing
    /// else.
    pub async fn try_client(
        &self,
        examined: &VerifiedProvider,
        us: &Registration,
        verifier: &str,
    ) -> Result<(), Fault> {
        let client = client(&examined.0, us)?;
        match self.exchange(&client, "proffer-connection-test", verifier).await {
            Err(fault) if fault.part == Part::Code => Ok(()),
            Err(fault) => Err(fault),
            Ok(_) => Err(Fault::new(Part::Client, "The token endpoint issued a token for an invalid code.")),
        }
    }

    /// A refused code is the fault of the sign-in ([`Part::Code`]), a refused client that of the connection.
    async fn exchange(&self, client: &ReadyClient, code: &str, verifier: &str) -> Result<TokenAnswer, Fault> {
        let request = client
            .exchange_code(AuthorizationCode::new(code.to_owned()))
            .set_pkce_verifier(PkceCodeVerifier::new(verifier.to_owned()));
        request.request_async(&self.web).await.map_err(|error| match error {
            RequestTokenError::ServerResponse(answer) => match answer.error() {
                CoreErrorResponseType::InvalidClient | CoreErrorResponseType::UnauthorizedClient => {
                    let error = answer.error();
                    let help = "Copy both again from the provider.";
                    Fault::new(
                        Part::Client,
                        format!("The provider refuses the client ID or client secret ({error}). {help}"),
                    )
                }
                other => Fault::new(Part::Code, format!("the provider refuses the code ({other})")),
            },
            RequestTokenError::Request(WebError::Refused(why) | WebError::Failed(why)) => {
                Fault::new(Part::Endpoints, format!("The token endpoint cannot be asked: {why}."))
            }
            RequestTokenError::Parse(..) | RequestTokenError::Other(_) => {
                let message =
                    "The token endpoint's answer is not one that OpenID Connect defines. Check the client's settings at the provider.";
                Fault::new(Part::Token, message)
            }
        })
    }

    async fn provider(&self, issuer: &str, now: DateTime<Utc>) -> Result<Arc<Provider>, Fault> {
        if let Some(known) = self.lock().get(issuer).filter(|known| now - known.at < FRESH) {
            return Ok(known.provider.clone());
        }
        let provider = Arc::new(discovery::discover(&self.web, issuer).await?);
        let mut all = self.lock();
        all.retain(|_, known| now - known.at < FRESH);
        if all.len() >= REMEMBERED {
            all.clear();
        }
        all.insert(
            issuer.to_owned(),
            CachedProvider { provider: provider.clone(), at: now, keys_again: None },
        );
        Ok(provider)
    }

    /// The provider with its keys fetched again; `None` when that was done a moment ago.
    async fn with_new_keys(&self, issuer: &str, now: DateTime<Utc>) -> Result<Option<Arc<Provider>>, Fault> {
        let provider = {
            let mut all = self.lock();
            let Some(known) = all.get_mut(issuer) else { return Ok(None) };
            if known.keys_again.is_some_and(|at| now - at < KEYS_AGAIN) {
                return Ok(None);
            }
            known.keys_again = Some(now);
            known.provider.clone()
        };
        let renewed = Arc::new(discovery::with_new_keys(&self.web, &provider).await?);
        if let Some(known) = self.lock().get_mut(issuer) {
            known.provider = renewed.clone();
        }
        Ok(Some(renewed))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, CachedProvider>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A provider whose metadata has been checked.
pub struct VerifiedProvider(Provider);

impl VerifiedProvider {
    /// Where users are redirected to.
    pub fn authorization_endpoint(&self) -> &str {
        self.0.metadata.authorization_endpoint().as_str()
    }

    /// The number of its signing keys.
    pub fn keys(&self) -> usize {
        self.0.keys.keys().len()
    }

    /// The signature algorithms that both sides support.
    pub fn algorithms(&self) -> Result<String, Fault> {
        token::common_algorithms(&self.0)
    }
}

fn client(provider: &Provider, us: &Registration) -> Result<ReadyClient, Fault> {
    let fault = |what: &str| Fault::new(Part::Endpoints, format!("The provider's metadata has no {what}."));
    let metadata = &provider.metadata;
    let redirect = RedirectUrl::new(us.redirect_uri.clone())
        .map_err(|_| Fault::new(Part::Client, "PROFFER_PUBLIC_URL is not an address."))?;
    let token_endpoint = metadata.token_endpoint().cloned().ok_or_else(|| fault("token endpoint"))?;
    let client =
        <Client>::new(ClientId::new(us.client_id.clone()), metadata.issuer().clone(), provider.keys.clone())
            .set_client_secret(ClientSecret::new(us.client_secret.expose_secret().to_owned()))
            .set_auth_uri(metadata.authorization_endpoint().clone())
            .set_token_uri(token_endpoint)
            .set_redirect_uri(redirect);
    // When the provider names no method, the secret goes into the header.
    let in_body = metadata.token_endpoint_auth_methods_supported().is_some_and(|methods| {
        methods.contains(&CoreClientAuthMethod::ClientSecretPost)
            && !methods.contains(&CoreClientAuthMethod::ClientSecretBasic)
    });
    Ok(if in_body { client.set_auth_type(openidconnect::AuthType::RequestBody) } else { client })
}
