//! The wire of single sign-on: what the sign-in screen offers, and a workspace's own connection.

use poem::web::Data;
use poem_openapi::{ApiResponse, Object, OpenApi, param::Path, payload::Json};
use proffer_domain::rate_limit::Rule;
use uuid::Uuid;

use super::service::sso::{authorization, connection, connection_test, domains};
use crate::{
    access::{self, Member},
    app::App,
    authz::{Action, Object as Thing},
    features::{Noun, team::TeamRole},
    http::{caller::Caller, limits, problem::Problem},
    wire::{self, JsonBody, Timestamp},
};

/// A provider that the whole site offers.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct SignInProvider {
    /// Its id, for `/api/auth/oidc/{id}/start`.
    pub id: String,
    /// What the button says after "Continue with".
    pub name: String,
}

/// Whose single sign-on is wanted.
#[derive(Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct StartSsoInput {
    /// The address; its domain decides.
    pub email: String,
    /// Where to go afterwards, a path of this site.
    pub return_to: Option<String>,
}

/// Where the browser goes next.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct StartSso {
    /// A path of this site that leads on to the provider.
    pub url: String,
}

/// A mail domain that a workspace says is its own.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct SsoDomain {
    /// Its id.
    pub id: Uuid,
    /// The domain.
    pub domain: String,
    /// The name of the DNS record that proves it.
    pub record_name: String,
    /// The text that record must hold.
    pub record_value: String,
    /// When it was proven; until then the provider does not speak for its addresses.
    pub proven_at: Option<Timestamp>,
}

/// A workspace's own provider.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[expect(clippy::struct_excessive_bools, reason = "a form with that many switches")]
pub struct SsoConnection {
    /// Its issuer, absent while there is no connection.
    pub issuer: Option<String>,
    /// The client id it gave us.
    pub client_id: Option<String>,
    /// Whether a client secret is stored; it is never shown again.
    pub has_client_secret: bool,
    /// What to enter there as the redirect URI.
    pub redirect_uri: String,
    /// Whether it can be used to sign in.
    pub enabled: bool,
    /// Whether it must be used: another session does not reach the workspace, except its owner's.
    pub enforced: bool,
    /// Whether somebody it knows becomes a member at first sign-in.
    pub adds_members: bool,
    /// As what.
    pub default_role: TeamRole,
    /// The domains, proven or not.
    pub domains: Vec<SsoDomain>,
    /// Stands for the connection as it is now, without its secret; a change sends it along.
    pub etag: String,
}

/// What can be set of a connection.
#[derive(Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct SsoConnectionInput {
    /// The issuer, an https address.
    pub issuer: String,
    /// The client id.
    pub client_id: String,
    /// The client secret; left out, the stored one stays.
    pub client_secret: Option<String>,
    /// Whether it can be used to sign in.
    pub enabled: bool,
    /// Whether it must be used: another session does not reach the workspace, except its owner's.
    pub enforced: bool,
    /// Whether somebody it knows becomes a member at first sign-in.
    pub adds_members: bool,
    /// As what.
    pub default_role: TeamRole,
    /// The `etag` of what the change started from. Fields that others changed since are kept; the same fields
    /// are 409 `stale_record`.
    pub etag: Option<String>,
}

proffer_domain::redact!(StartSsoInput, SsoConnectionInput);

/// One thing that was tried of a connection.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct SsoCheck {
    /// What was tried: `discovery`, `issuer`, `endpoints`, `keys`, `algorithms`, `client`, `domains`.
    pub name: String,
    /// Whether it is as it should be.
    pub ok: bool,
    /// What exactly is wrong and what to do, or what was found.
    pub message: String,
}

/// What trying a connection showed.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct SsoTest {
    /// Whether all is as it should be.
    pub ok: bool,
    /// Each thing that was tried, in order; later ones are left out where an earlier one makes them
    /// pointless.
    pub checks: Vec<SsoCheck>,
}

/// Another domain.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct SsoDomainInput {
    /// The domain, such as `example.com`.
    pub domain: String,
}

/// A domain has been added.
#[derive(ApiResponse)]
pub enum SsoDomainAdded {
    /// The domain, with the record that proves it.
    #[oai(status = 201)]
    Created(Json<SsoDomain>),
}

/// A domain waiting for proof, as a site administrator sees it.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct DomainRequest {
    /// Its id.
    pub id: Uuid,
    /// The domain.
    pub domain: String,
    /// The workspace that says it is its own.
    pub workspace_id: Uuid,
    /// That workspace's name.
    pub workspace_name: String,
    /// Since when.
    pub created_at: Timestamp,
}

/// Single sign-on.
pub struct SsoApi;

#[OpenApi(tag = "Noun::Identity")]
impl SsoApi {
    /// The providers that the sign-in screen offers to everybody.
    #[oai(path = "/auth/providers", method = "get", operation_id = "listSignInProviders")]
    async fn providers(&self, app: Data<&App>, caller: Caller) -> Result<Json<Vec<SignInProvider>>, Problem> {
        limits::take(&app, Rule::PagePerNetwork, &caller.ip).await?;
        // Which buttons there are is part of signing in.
        drop(access::anonymous(&app, Action::SignIn).await?);
        let offered = app.config.oidc_providers.iter();
        Ok(Json(offered.map(|provider| SignInProvider { id: provider.id.clone(), name: provider.name.clone() }).collect()))
    }

    /// Find the single sign-on of an address by its domain; says nothing about accounts.
    #[oai(path = "/auth/sso", method = "post", operation_id = "startSso")]
    async fn start(&self, app: Data<&App>, caller: Caller, input: JsonBody<StartSsoInput>) -> Result<Json<StartSso>, Problem> {
        limits::take(&app, Rule::ProviderPerNetwork, &caller.ip).await?;
        let tx = access::anonymous(&app, Action::SignIn).await?;
        let url = authorization::find(&tx, &input.0.email, input.0.return_to.as_deref()).await?;
        Ok(Json(StartSso { url }))
    }

    /// The workspace's connection, or what one would need.
    #[oai(path = "/sso", method = "get", operation_id = "getSsoConnection")]
    async fn connection(&self, app: Data<&App>, member: Member) -> Result<Json<SsoConnection>, Problem> {
        let tx = member.may(Action::Read, Thing::Sso).await?;
        Ok(Json(connection::get(&app, &tx).await?))
    }

    /// Make or change the connection.
    #[oai(path = "/sso", method = "put", operation_id = "saveSsoConnection")]
    async fn save(&self, app: Data<&App>, member: Member, input: JsonBody<SsoConnectionInput>) -> Result<Json<SsoConnection>, Problem> {
        let tx = member.may(Action::Update, Thing::Sso).await?;
        Ok(Json(connection::save(&app, tx, input.0).await?))
    }

    /// Remove the connection. Domains stay proven.
    #[oai(path = "/sso", method = "delete", operation_id = "deleteSsoConnection")]
    async fn delete(&self, member: Member) -> Result<wire::Deleted, Problem> {
        connection::delete(member.may(Action::Delete, Thing::Sso).await?).await?;
        Ok(wire::Deleted::Done)
    }

    /// Try the connection without signing anybody in, and say exactly what is wrong.
    #[oai(path = "/sso/test", method = "post", operation_id = "testSsoConnection")]
    async fn test(&self, app: Data<&App>, member: Member) -> Result<Json<SsoTest>, Problem> {
        member.require(Action::Update, Thing::Sso).await?;
        limits::take(&app, Rule::LookUpPerWorkspace, member.principal.workspace_id.to_string()).await?;
        Ok(Json(connection_test::run(&app, &member).await?))
    }

    /// Say that a mail domain is the workspace's own.
    #[oai(path = "/sso/domains", method = "post", operation_id = "addSsoDomain")]
    async fn add_domain(&self, app: Data<&App>, member: Member, input: JsonBody<SsoDomainInput>) -> Result<SsoDomainAdded, Problem> {
        let tx = member.may(Action::Update, Thing::Sso).await?;
        Ok(SsoDomainAdded::Created(Json(domains::add(&app, tx, &input.0.domain).await?)))
    }

    /// Look for the record that proves it.
    #[oai(path = "/sso/domains/:domainId/prove", method = "post", operation_id = "proveSsoDomain")]
    async fn prove_domain(
        &self,
        app: Data<&App>,
        member: Member,
        /// The domain's id.
        #[oai(name = "domainId")]
        domain_id: Path<Uuid>,
    ) -> Result<Json<SsoDomain>, Problem> {
        member.require(Action::Update, Thing::Sso).await?;
        limits::take(&app, Rule::LookUpPerWorkspace, member.principal.workspace_id.to_string()).await?;
        Ok(Json(domains::prove(&app, &member, domain_id.0).await?))
    }

    /// Give a domain up.
    #[oai(path = "/sso/domains/:domainId", method = "delete", operation_id = "removeSsoDomain")]
    async fn remove_domain(
        &self,
        member: Member,
        /// The domain's id.
        #[oai(name = "domainId")]
        domain_id: Path<Uuid>,
    ) -> Result<wire::Deleted, Problem> {
        domains::remove(&member, domain_id.0).await?;
        Ok(wire::Deleted::Done)
    }

    /// Domains that workspaces say are theirs and have not proven, for a site administrator.
    #[oai(path = "/admin/domains", method = "get", operation_id = "listDomainRequests")]
    async fn domain_requests(&self, member: Member) -> Result<Json<Vec<DomainRequest>>, Problem> {
        let tx = member.may_with_accounts(Action::Read, Thing::Site).await?;
        Ok(Json(domains::waiting(&tx).await?))
    }

    /// Vouch for a domain as a site administrator.
    #[oai(path = "/admin/domains/:domainId/approve", method = "post", operation_id = "approveDomain")]
    async fn approve_domain(
        &self,
        app: Data<&App>,
        member: Member,
        /// The domain's id.
        #[oai(name = "domainId")]
        domain_id: Path<Uuid>,
    ) -> Result<wire::Deleted, Problem> {
        let tx = member.may_with_accounts(Action::Update, Thing::Site).await?;
        domains::approve(&app, tx, domain_id.0).await?;
        Ok(wire::Deleted::Done)
    }
}
