//! Authentication and authorisation, which every handler goes through.
//!
//! A handler identifies the caller by an extractor ([`Member`]) or a token ([`Subject::guest`]), calls
//! [`Subject::may`], and gets the only handle that store functions accept. There is no other access to rows,
//! and a transaction that changes something writes its audit entry. Features of paid plans are checked here
//! too.

pub mod entitlement;
pub mod keys;
mod member;
pub mod new_addresses;
pub mod plan;
pub mod sessions;
pub mod shared_links;

use poem::http::StatusCode;
use proffer_domain::{api_key::Scope as KeyScope, subscription::PlanStatus};
use proffer_store::{
    Scope, SystemTx, TenantTx,
    audit::{Actor, ActorKind, AuditAction, AuditEntry},
    entity::workspaces,
};
use sea_orm::{ConnectionTrait, EntityTrait as _};
use uuid::Uuid;

use self::entitlement::Entitlement;
use crate::{
    app::App,
    authz::{Action, Object, Role},
    http::{caller::Caller, problem::Problem, request_id},
};

pub use member::{Member, look};

/// The credential of a request.
#[derive(Debug, Clone)]
pub enum Credential {
    /// The session of a browser.
    Session {
        id: Uuid,
        /// The workspace whose provider opened it, if one did.
        through_workspace: Option<Uuid>,
        /// Whether a workspace's provider opened it while the user is also a member of others: then it may
        /// not act for the account as a whole.
        is_limited: bool,
    },
    /// The key of an integration, which acts for its creator and never exceeds their current permissions.
    Key {
        id: Uuid,
        name: String,
        /// The scopes that limit it further.
        scopes: Vec<KeyScope>,
    },
}

/// A signed-in user in their active workspace, or an API key in its workspace.
#[derive(Clone)]
pub struct Principal {
    pub user_id: Uuid,
    /// The credential of the request.
    pub credential: Credential,
    /// The active workspace.
    pub workspace_id: Uuid,
    /// Their role in it.
    pub role: Role,
    /// Whether the user is a site administrator.
    pub is_admin: bool,
    /// The mail address, in lower case.
    pub email: String,
    /// First and last name.
    pub name: String,
}

proffer_domain::redact!(Principal);

impl Principal {
    /// The user and workspace that rate limits for mail count.
    pub fn sender(&self) -> (Uuid, Uuid) {
        (self.user_id, self.workspace_id)
    }

    /// The workspace whose provider opened the session, if one did.
    pub fn through_workspace(&self) -> Option<Uuid> {
        match self.credential {
            Credential::Session { through_workspace, .. } => through_workspace,
            Credential::Key { .. } => None,
        }
    }

    /// The session id, unless the credential is a key.
    pub fn session_id(&self) -> Option<Uuid> {
        match self.credential {
            Credential::Session { id, .. } => Some(id),
            Credential::Key { .. } => None,
        }
    }
}

/// The author of a request, with all roles.
#[derive(Debug, Clone)]
pub struct Subject {
    app: App,
    roles: Vec<Role>,
    /// For a key: the scopes that it is limited to.
    scopes: Option<Vec<KeyScope>>,
    /// True for a session that is limited to the workspace whose provider opened it.
    is_limited: bool,
    scope: Scope,
    actor: Actor,
    entitlement: Entitlement,
}

impl Subject {
    /// A signed-in user, or a key.
    pub fn principal(app: &App, principal: &Principal, caller: &Caller) -> Self {
        let mut roles = vec![principal.role];
        let (kind, id, name, scopes) = match &principal.credential {
            Credential::Session { .. } => (ActorKind::Person, principal.user_id, &principal.name, None),
            Credential::Key { id, name, scopes } => (ActorKind::Key, *id, name, Some(scopes.clone())),
        };
        let is_limited = matches!(principal.credential, Credential::Session { is_limited: true, .. });
        if principal.is_admin && scopes.is_none() {
            roles.push(Role::SiteAdmin);
        }
        request_id::asked_by(
            principal.workspace_id,
            Some(principal.user_id),
            (kind == ActorKind::Key).then_some(id),
        );
        let scope = Scope {
            workspace_id: principal.workspace_id,
            user_id: Some(principal.user_id),
            guest_proposal_id: None,
        };
        let actor = Actor {
            kind,
            id: Some(id),
            name: name.clone(),
            ip: caller.ip.clone(),
            user_agent: caller.user_agent.clone(),
        };
        Self {
            app: app.clone(),
            roles,
            scopes,
            is_limited,
            scope,
            actor,
            entitlement: Entitlement::at(app.now()),
        }
    }

    /// The holder of this share token. Every token that opens nothing gives the same 404.
    pub async fn guest(app: &App, share_token: &str, caller: &Caller) -> Result<Self, Problem> {
        let opened = shared_links::open(app, share_token).await?;
        request_id::asked_by(opened.workspace_id, None, None);
        let scope = Scope {
            workspace_id: opened.workspace_id,
            user_id: None,
            guest_proposal_id: Some(opened.proposal_id),
        };
        let actor = Actor {
            kind: ActorKind::Client,
            id: None,
            name: "Client".to_owned(),
            ip: caller.ip.clone(),
            user_agent: caller.user_agent.clone(),
        };
        Ok(Self {
            app: app.clone(),
            roles: vec![Role::Guest],
            scopes: None,
            is_limited: false,
            scope,
            actor,
            entitlement: Entitlement::at(app.now()),
        })
    }

    /// The transaction for `action` on `object`; 403 without the permission, 402 without a plan.
    pub async fn may(&self, action: Action, object: Object) -> Result<TenantTx, Problem> {
        self.permit(action, object)?;
        let tx = self.app.db.begin(self.scope).await?;
        self.entitlement.require(action, object, self.plan_status(tx.conn())).await?;
        Ok(if let Some(action) = self.audit_action(action, object) { tx.audited(action) } else { tx })
    }

    /// The same for operations on accounts as well as the workspace: a system transaction that has entered
    /// it.
    pub async fn may_with_accounts(&self, action: Action, object: Object) -> Result<SystemTx, Problem> {
        self.permit(action, object)?;
        let tx = SystemTx::begin(self.app.db.system()).await?;
        self.entitlement.require(action, object, self.plan_status(tx.conn())).await?;
        if let Some(action) = self.audit_action(action, object) {
            return Ok(tx.audited(self.scope.workspace_id, action).await?);
        }
        tx.enter_workspace(self.scope.workspace_id).await?;
        Ok(tx)
    }

    /// The same in a workspace that the user owns and that need not be the active one; otherwise 404. Keys
    /// are not allowed.
    pub async fn may_in_own(
        &self,
        workspace_id: Uuid,
        action: Action,
        object: Object,
    ) -> Result<TenantTx, Problem> {
        if self.is_limited {
            return Err(session_limited());
        }
        if self.scopes.is_some() || !self.app.policy.allows(Role::Owner, action, object) {
            return Err(Problem::forbidden());
        }
        let tx = TenantTx::begin(self.app.db.app(), Scope { workspace_id, ..self.scope }).await?;
        let own = workspaces::Entity::find_by_id(workspace_id).one(tx.conn()).await?;
        if own.is_none_or(|workspace| Some(workspace.owner_id) != self.scope.user_id) {
            return Err(Problem::not_found("workspace_not_found", "There is no such workspace."));
        }
        self.entitlement.require_in(tx.conn(), workspace_id, action, object).await?;
        Ok(match self.audit_action(action, object) {
            Some(action) => tx.audited(action),
            None => tx,
        })
    }

    /// Reading leaves no audit entry.
    fn audit_action(&self, action: Action, object: Object) -> Option<AuditAction> {
        (action != Action::Read).then(|| audit_action(&self.app, self.acting(action, object), action, object))
    }

    /// The actor is a site administrator only if no other role of the user allows the action.
    fn acting(&self, action: Action, object: Object) -> Actor {
        let otherwise = self
            .roles
            .iter()
            .any(|&role| role != Role::SiteAdmin && self.app.policy.allows(role, action, object));
        let kind = if otherwise { self.actor.kind } else { ActorKind::SiteAdmin };
        Actor { kind, ..self.actor.clone() }
    }

    async fn require(&self, action: Action, object: Object) -> Result<(), Problem> {
        self.permit(action, object)?;
        let looked_up = async {
            let tx = TenantTx::begin(self.app.db.app(), self.scope).await?;
            self.plan_status(tx.conn()).await
        };
        self.entitlement.require(action, object, looked_up).await
    }

    fn permit(&self, action: Action, object: Object) -> Result<(), Problem> {
        match self.allows(action, object) {
            true => Ok(()),
            false if self.is_limited && !self.app.policy.allows(Role::SsoSession, action, object) => {
                Err(session_limited())
            }
            false => Err(Problem::forbidden()),
        }
    }

    async fn plan_status(&self, conn: &impl ConnectionTrait) -> Result<PlanStatus, Problem> {
        self.entitlement.plan_status(conn, self.scope.workspace_id).await
    }

    /// A key needs all of three: keys may do it at all, its creator may do it, and one of its scopes covers
    /// it. A limited session needs both: such sessions may do it at all, and its user may do it.
    fn allows(&self, action: Action, object: Object) -> bool {
        let policy = &self.app.policy;
        let by_role = self.roles.iter().any(|&role| policy.allows(role, action, object));
        let by_scope = |scopes: &Vec<KeyScope>| {
            policy.allows(Role::ApiClient, action, object)
                && scopes.iter().any(|scope| scope.covers(object.word(), action.word()))
        };
        let by_session = !self.is_limited || policy.allows(Role::SsoSession, action, object);
        by_role && by_session && self.scopes.as_ref().is_none_or(by_scope)
    }

    /// The permissions, as `object:action`.
    pub fn permissions(&self) -> Vec<String> {
        self.app
            .policy
            .questions()
            .filter(|&(object, action)| self.allows(action, object))
            .map(|(object, action)| format!("{object}:{action}"))
            .collect()
    }
}

/// 403 when the user may do it, but not in a session opened by a workspace's own provider.
pub fn session_limited() -> Problem {
    Problem::new(
        StatusCode::FORBIDDEN,
        "session_limited",
        "You signed in with the single sign-on of one workspace, which gives access to that workspace only. Sign in with your password to do this.",
    )
}

/// The system transaction in which an anonymous user may do `action` on their account, or 403.
pub async fn anonymous(app: &App, action: Action) -> Result<SystemTx, Problem> {
    if !app.policy.allows(Role::Anonymous, action, Object::Account) {
        return Err(Problem::forbidden());
    }
    Ok(SystemTx::begin(app.db.system()).await?)
}

/// The system transaction for an event of the payment provider, or 403. The caller has verified the event's
/// signature, which is the permission.
pub async fn by_payments(app: &App) -> Result<SystemTx, Problem> {
    may_anonymously(app, Action::Report, Object::Subscription)?;
    Ok(SystemTx::begin(app.db.system()).await?)
}

/// The system transaction in which a visitor writes to the site's support, or 403.
pub async fn by_visitor(app: &App, action: Action) -> Result<SystemTx, Problem> {
    may_anonymously(app, action, Object::Contact)?;
    Ok(SystemTx::begin(app.db.system()).await?)
}

/// Whether an anonymous visitor may do this, or 403.
pub fn may_anonymously(app: &App, action: Action, object: Object) -> Result<(), Problem> {
    if app.policy.allows(Role::Anonymous, action, object) { Ok(()) } else { Err(Problem::forbidden()) }
}

/// The transaction for the holder of a mailed link, on behalf of `actor`, its recipient. The link is the
/// permission: the caller may only do what it stands for.
pub async fn by_mailed_link(
    app: &App,
    action: Action,
    object: Object,
    scope: Scope,
    actor: Actor,
) -> Result<TenantTx, Problem> {
    may_anonymously(app, action, object)?;
    let tx = TenantTx::begin(app.db.app(), scope).await?;
    Ok(tx.audited(audit_action(app, actor, action, object)))
}

/// The audit entry of a user who signs in or registers with this request; for [`SystemTx::record`].
pub fn own_audit_entry(
    app: &App,
    action: Action,
    user_id: Uuid,
    name: String,
    email: &str,
    caller: &Caller,
) -> AuditEntry {
    let actor = Actor {
        kind: ActorKind::Person,
        id: Some(user_id),
        name,
        ip: caller.ip.clone(),
        user_agent: caller.user_agent.clone(),
    };
    let entry = AuditEntry::new(audit_action(app, actor, action, Object::Account));
    entry.about(user_id, email);
    entry
}

fn audit_action(app: &App, actor: Actor, action: Action, object: Object) -> AuditAction {
    let (action, object) = (action.word(), object.word());
    AuditAction { id: app.new_id(), at: app.now(), actor, action, object, request_id: request_id::current() }
}
