//! The credential of a request, a session or a key, and the user or integration that it stands for.

use poem::{Request, RequestBody, http::header};
use poem_openapi::{
    ApiExtractor, ApiExtractorType, ExtractParamOptions,
    registry::{MetaSecurityScheme, Registry},
};
use proffer_domain::rate_limit::Rule;
use proffer_store::{SystemTx, TenantTx, audit::AuditEntry};
use uuid::Uuid;

use super::{Credential, Principal, Subject, keys, sessions};
use crate::{
    app::App,
    authz::{Action, Object},
    http::{caller::Caller, cookies, limits, problem::Problem},
};

/// The credential as sent.
#[derive(Clone)]
enum Proof {
    /// A session token, from the cookie.
    Session(String),
    /// An API key, from `Authorization: Bearer`.
    Key(String),
}

proffer_domain::redact!(Proof);

/// A signed-in user, or an integration with a key: the extractor and the security schemes of every operation
/// that requires authentication.
pub struct Member {
    /// The authenticated principal.
    pub principal: Principal,
    /// The origin of the request.
    pub caller: Caller,
    subject: Subject,
    proof: Proof,
}

impl Member {
    async fn of_proof(app: &App, proof: Proof, caller: Caller) -> Result<Self, Problem> {
        let principal = match &proof {
            Proof::Session(token) => sessions::principal(app, token).await?,
            Proof::Key(text) => keys::principal(app, text).await?,
        };
        Self::of_principal(app, principal, proof, caller)
    }

    fn of_principal(
        app: &App,
        principal: Option<Principal>,
        proof: Proof,
        caller: Caller,
    ) -> Result<Self, Problem> {
        let principal = principal.ok_or_else(|| match &proof {
            Proof::Session(_) => Problem::unauthenticated(),
            Proof::Key(_) => Problem::invalid_key(),
        })?;
        let subject = Subject::principal(app, &principal, &caller);
        Ok(Self { principal, caller, subject, proof })
    }

    /// The same user in the same workspace as of now: 401 once the session or key has ended, or they have
    /// left or switched the workspace. An open stream checks this before each event. The check does not count
    /// as activity, so a forgotten tab keeps no session alive.
    pub async fn renewed(&self, app: &App) -> Result<Self, Problem> {
        let principal = match &self.proof {
            Proof::Session(token) => sessions::look(app, token).await?,
            Proof::Key(text) => keys::principal(app, text).await?,
        };
        let mut now = Self::of_principal(app, principal, self.proof.clone(), self.caller.clone())?;
        if now.principal.workspace_id != self.principal.workspace_id {
            return Err(Problem::unauthenticated());
        }
        // It is still the same request.
        now.subject.entitlement = self.subject.entitlement.clone();
        Ok(now)
    }

    /// The author, for work that outlives the request.
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// Whether this user may do `action` on `object`; for what a response shows.
    pub fn allows(&self, action: Action, object: Object) -> bool {
        self.subject.allows(action, object)
    }

    /// 403 unless this user may also do `action` on `object`, and 402 if that requires a plan; for operations
    /// that need a second permission, and for checks before there is a transaction.
    pub async fn require(&self, action: Action, object: Object) -> Result<(), Problem> {
        self.subject.require(action, object).await
    }

    /// The transaction for `action` on `object`; 403 without the permission, 402 without a plan.
    pub async fn may(&self, action: Action, object: Object) -> Result<TenantTx, Problem> {
        self.subject.may(action, object).await
    }

    /// The same for operations on accounts as well as the workspace: a system transaction that has entered
    /// it.
    pub async fn may_with_accounts(&self, action: Action, object: Object) -> Result<SystemTx, Problem> {
        self.subject.may_with_accounts(action, object).await
    }

    /// The same in a workspace that this user owns and that need not be the active one.
    pub async fn may_in_own(
        &self,
        workspace_id: Uuid,
        action: Action,
        object: Object,
    ) -> Result<TenantTx, Problem> {
        self.subject.may_in_own(workspace_id, action, object).await
    }

    /// An audit entry of this user for `action` on `object`, for a transaction that touches other workspaces
    /// too.
    pub fn audit_entry(&self, action: Action, object: Object) -> Option<AuditEntry> {
        self.subject.audit_action(action, object).map(AuditEntry::new)
    }

    /// The permissions of this user, as `object:action`.
    pub fn permissions(&self) -> Vec<String> {
        self.subject.permissions()
    }
}

/// A key takes precedence over a cookie, even if it is invalid.
fn proof(request: &Request) -> Option<Proof> {
    let bearer =
        request.header(header::AUTHORIZATION).map(|value| value.split_once(' ').unwrap_or((value, "")));
    match bearer {
        Some((scheme, key)) if scheme.eq_ignore_ascii_case("bearer") => {
            Some(Proof::Key(key.trim().to_owned()))
        }
        _ => cookies::session_token(request).map(Proof::Session),
    }
}

/// The author of a request, if it has a credential, for decisions before its handler. It counts neither as
/// activity nor towards limits. The handler checks again and refuses anonymous requests.
pub async fn look(app: &App, request: &Request) -> Result<Option<Principal>, Problem> {
    match proof(request) {
        Some(Proof::Session(token)) => sessions::look(app, &token).await,
        Some(Proof::Key(text)) => keys::principal(app, &text).await,
        None => Ok(None),
    }
}

impl<'a> ApiExtractor<'a> for Member {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::SecurityScheme];

    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        let scheme = MetaSecurityScheme {
            ty: "apiKey",
            description: Some(
                "The session cookie that is set at sign-in; with https its name is __Host-proffer_session",
            ),
            name: Some(cookies::PLAIN_COOKIE),
            key_in: Some("cookie"),
            scheme: None,
            bearer_format: None,
            flows: None,
            openid_connect_url: None,
        };
        registry.create_security_scheme("session", scheme);
        let scheme = MetaSecurityScheme {
            ty: "http",
            description: Some(
                "An API key, created under Settings. It has the permissions of its scopes, limited by the role of its creator",
            ),
            name: None,
            key_in: None,
            scheme: Some("bearer"),
            bearer_format: None,
            flows: None,
            openid_connect_url: None,
        };
        registry.create_security_scheme("apiKey", scheme);
    }

    fn security_schemes() -> Vec<&'static str> {
        vec!["session", "apiKey"]
    }

    async fn from_request(
        request: &'a Request,
        _body: &mut RequestBody,
        _options: ExtractParamOptions<()>,
    ) -> poem::Result<Self> {
        let app =
            request.data::<App>().ok_or_else(|| Problem::internal("the server was built without its App"))?;
        let (proof, caller) = (proof(request).ok_or_else(Problem::unauthenticated)?, Caller::of(request));
        let member = match Self::of_proof(app, proof, caller.clone()).await {
            Err(problem) if problem.code() == Problem::invalid_key().code() => {
                limits::take(app, Rule::WrongKeyPerNetwork, &caller.ip).await?;
                return Err(problem.into());
            }
            member => member?,
        };
        if let Credential::Key { id, .. } = &member.principal.credential {
            limits::take(app, Rule::CallPerKey, id.to_string()).await?;
        }
        Ok(member)
    }
}
