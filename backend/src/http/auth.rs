//! Who is it, and what may they reach: the funnel that every handler goes through.
//!
//! A handler learns who is asking from an extractor ([`Member`]) or a token ([`Who::guest`]), asks
//! [`Who::may`], and is given the only handle that store functions accept. There is no other way to a row.

use poem::{Request, RequestBody, http::header};
use poem_openapi::{
    ApiExtractor, ApiExtractorType, ExtractParamOptions,
    registry::{MetaSecurityScheme, Registry},
};
use uuid::Uuid;

use super::{
    authz::{Action, Object, Role},
    problem::Problem,
};
use crate::{
    app::App,
    db::{Scope, SystemTx, TenantTx},
    features::{identity::service::sessions, sharing},
};

/// The session cookie's name over https: the prefix makes browsers refuse it from a subdomain or over http.
pub const SECURE_COOKIE: &str = "__Host-proffer_session";
/// The session cookie's name over plain http, where the prefix is not allowed.
pub const PLAIN_COOKIE: &str = "proffer_session";

/// A signed-in person in their active workspace.
#[derive(Debug, Clone)]
pub struct Principal {
    /// The person.
    pub user_id: Uuid,
    /// Their session.
    pub session_id: Uuid,
    /// The active workspace.
    pub workspace_id: Uuid,
    /// Their role in it.
    pub role: Role,
    /// Whether they administer the site.
    pub is_admin: bool,
    /// Their address, lower case.
    pub email: String,
    /// First and last name.
    pub name: String,
}

/// Somebody, in the capacities they have.
#[derive(Debug, Clone)]
pub struct Who {
    app: App,
    roles: Vec<Role>,
    scope: Scope,
}

impl Who {
    /// A signed-in person.
    pub fn person(app: &App, principal: &Principal) -> Self {
        let mut roles = vec![principal.role];
        if principal.is_admin {
            roles.push(Role::SiteAdmin);
        }
        let scope = Scope { workspace_id: principal.workspace_id, user_id: Some(principal.user_id), guest_proposal_id: None };
        Self { app: app.clone(), roles, scope }
    }

    /// Whoever holds this share token. A token that opens nothing, for whatever reason, is one and the same 404.
    pub async fn guest(app: &App, share_token: &str) -> Result<Self, Problem> {
        let opened = sharing::service::open_link(app, share_token).await?;
        let scope = Scope { workspace_id: opened.workspace_id, user_id: None, guest_proposal_id: Some(opened.proposal_id) };
        Ok(Self { app: app.clone(), roles: vec![Role::Guest], scope })
    }

    /// The transaction in which `action` on `object` may happen, or 403.
    pub async fn may(&self, action: Action, object: Object) -> Result<TenantTx, Problem> {
        self.require(action, object)?;
        Ok(TenantTx::begin(self.app.db.app(), self.scope).await?)
    }

    fn require(&self, action: Action, object: Object) -> Result<(), Problem> {
        let allowed = self.roles.iter().any(|&role| self.app.policy.allows(role, action, object));
        if allowed { Ok(()) } else { Err(Problem::forbidden()) }
    }

    /// What this person may do, as `object:action`.
    pub fn permissions(&self) -> Vec<String> {
        let mut all: Vec<String> = self.roles.iter().flat_map(|&role| self.app.policy.permissions(role)).collect();
        let mut seen = std::collections::HashSet::new();
        all.retain(|permission| seen.insert(permission.clone()));
        all
    }
}

/// The system transaction in which somebody not signed in may do `action` on their account, or 403.
pub async fn anonymous(app: &App, action: Action) -> Result<SystemTx, Problem> {
    if !app.policy.allows(Role::Anonymous, action, Object::Account) {
        return Err(Problem::forbidden());
    }
    Ok(SystemTx::begin(app.db.system()).await?)
}

/// A signed-in person: the extractor and the security scheme of every operation that needs one.
pub struct Member {
    /// Who it is.
    pub principal: Principal,
    who: Who,
    token: String,
}

impl Member {
    /// The person behind a session token, or 401.
    async fn of_token(app: &App, token: String) -> Result<Self, Problem> {
        let principal = sessions::principal(app, &token).await?.ok_or_else(Problem::unauthenticated)?;
        let who = Who::person(app, &principal);
        Ok(Self { principal, who, token })
    }

    /// The same person as they stand now: 401 once the session is over or they have left the workspace. A stream that
    /// stays open asks again before each thing it tells.
    pub async fn renewed(&self, app: &App) -> Result<Self, Problem> {
        Self::of_token(app, self.token.clone()).await
    }

    /// 403 unless this person may do `action` on `object` too; for operations that need a second permission.
    pub fn require(&self, action: Action, object: Object) -> Result<(), Problem> {
        self.who.require(action, object)
    }

    /// The transaction in which this person may do `action` on `object`, or 403.
    pub async fn may(&self, action: Action, object: Object) -> Result<TenantTx, Problem> {
        self.who.may(action, object).await
    }

    /// What this person may do, as `object:action`.
    pub fn permissions(&self) -> Vec<String> {
        self.who.permissions()
    }
}

/// The session token that a request carries, if any.
pub fn session_token(request: &Request) -> Option<String> {
    request
        .headers()
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(name, _)| *name == SECURE_COOKIE || *name == PLAIN_COOKIE)
        .map(|(_, value)| value.to_owned())
}

impl<'a> ApiExtractor<'a> for Member {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::SecurityScheme];

    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        registry.create_security_scheme(
            "session",
            MetaSecurityScheme {
                ty: "apiKey",
                description: Some("The session cookie that signing in sets; under https it is called __Host-proffer_session"),
                name: Some(PLAIN_COOKIE),
                key_in: Some("cookie"),
                scheme: None,
                bearer_format: None,
                flows: None,
                openid_connect_url: None,
            },
        );
    }

    fn security_schemes() -> Vec<&'static str> {
        vec!["session"]
    }

    async fn from_request(request: &'a Request, _body: &mut RequestBody, _options: ExtractParamOptions<()>) -> poem::Result<Self> {
        let app = request.data::<App>().ok_or_else(|| Problem::internal("the server was built without its App"))?;
        let token = session_token(request).ok_or_else(Problem::unauthenticated)?;
        Ok(Self::of_token(app, token).await?)
    }
}
