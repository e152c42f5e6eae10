//! The wire types of single sign-on: the providers on the sign-in screen, and a workspace's own connection.

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
    /// The provider's id, for `/api/auth/oidc/{id}/start`.
    pub id: String,
    /// The button's text after "Continue with".
    pub name: String,
}

/// A request for the single sign-on of an email address.
#[derive(Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct StartSsoInput {
    /// The email address; only its domain matters.
    pub email: String,
    /// A path of this site to return to.
    pub return_to: Option<String>,
}

/// The next page of the browser.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct StartSso {
    /// A path of this site that redirects to the provider.
    pub url: String,
}

/// A mail domain that a workspace claims.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct SsoDomain {
    /// The domain's id.
    pub id: Uuid,
    /// The domain name.
    pub domain: String,
    /// The name of the DNS record that verifies the domain.
    pub record_name: String,
    /// The required value of the record.
    pub record_value: String,
    /// When the domain was verified; before that, the provider cannot vouch for its addresses.
    pub proven_at: Option<Timestamp>,
}

/// A workspace's own provider.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[expect(clippy::struct_excessive_bools, reason = "a form with that many switches")]
pub struct SsoConnection {
    /// The issuer; absent without a connection.
    pub issuer: Option<String>,
    /// The client id at the provider.
    pub client_id: Option<String>,
    /// Whether a client secret is stored; it is never returned.
    pub has_client_secret: bool,
    /// The redirect URI to enter at the provider.
    pub redirect_uri: String,
    /// Whether members can sign in with it.
    pub enabled: bool,
    /// Whether it is enforced: other sessions cannot reach the workspace, except its owner's.
    pub enforced: bool,
    /// Whether new users become members at their first sign-in.
    pub adds_members: bool,
    /// The role of these members.
    pub default_role: TeamRole,
    /// The workspace's domains, verified or not.
    pub domains: Vec<SsoDomain>,
    /// Identifies the current connection, without its secret; send it with a change.
    pub etag: String,
}

/// The settings of a connection.
#[derive(Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct SsoConnectionInput {
    /// The issuer, an https URL.
    pub issuer: String,
    /// The client id.
    pub client_id: String,
    /// The client secret; unchanged if absent.
    pub client_secret: Option<String>,
    /// Whether members can sign in with it.
    pub enabled: bool,
    /// Whether it is enforced: other sessions cannot reach the workspace, except its owner's.
    pub enforced: bool,
    /// Whether new users become members at their first sign-in.
    pub adds_members: bool,
    /// The role of these members.
    pub default_role: TeamRole,
    /// The `etag` of the record that the change is based on. Concurrent changes to other fields are kept; a
    /// conflict in the same field is 409 `stale_record`.
    pub etag: Option<String>,
}

proffer_domain::redact!(StartSsoInput, SsoConnectionInput);

/// A check of a connection.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct SsoCheck {
    /// What was checked: `discovery`, `issuer`, `endpoints`, `keys`, `algorithms`, `client` or `domains`.
    pub name: String,
    /// Whether the check passed.
    pub ok: bool,
    /// What is wrong and how to fix it, or what was found.
    pub message: String,
}

/// The result of testing a connection.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct SsoTest {
    /// Whether all checks passed.
    pub ok: bool,
    /// The checks in order; later ones are left out if an earlier failure makes them pointless.
    pub checks: Vec<SsoCheck>,
}

/// A domain to add.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct SsoDomainInput {
    /// The domain, for example `example.com`.
    pub domain: String,
}

/// The domain was added.
#[derive(ApiResponse)]
pub enum SsoDomainAdded {
    /// The domain, with the record that verifies it.
    #[oai(status = 201)]
    Created(Json<SsoDomain>),
}

/// A domain that is not verified yet, as shown to site administrators.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct DomainRequest {
    /// The domain's id.
    pub id: Uuid,
    /// The domain name.
    pub domain: String,
    /// The workspace that claims it.
    pub workspace_id: Uuid,
    /// The name of the workspace.
    pub workspace_name: String,
    /// When it was added.
    pub created_at: Timestamp,
}

/// Single sign-on.
pub struct SsoApi;

#[OpenApi(tag = "Noun::Identity")]
impl SsoApi {
    /// List the providers that the sign-in screen offers to everyone.
    #[oai(path = "/auth/providers", method = "get", operation_id = "listSignInProviders")]
    async fn providers(&self, app: Data<&App>, caller: Caller) -> Result<Json<Vec<SignInProvider>>, Problem> {
        limits::take(&app, Rule::PagePerNetwork, &caller.ip).await?;
        // The list of buttons is part of signing in.
        drop(access::anonymous(&app, Action::SignIn).await?);
        let offered = app.config.oidc_providers.iter();
        Ok(Json(offered.map(|provider| SignInProvider { id: provider.id.clone(), name: provider.name.clone() }).collect()))
    }

    /// Find the single sign-on of an email address by its domain. The response reveals nothing about
    /// accounts.
    #[oai(path = "/auth/sso", method = "post", operation_id = "startSso")]
    async fn start(&self, app: Data<&App>, caller: Caller, input: JsonBody<StartSsoInput>) -> Result<Json<StartSso>, Problem> {
        limits::take(&app, Rule::ProviderPerNetwork, &caller.ip).await?;
        let tx = access::anonymous(&app, Action::SignIn).await?;
        let url = authorization::find(&tx, &input.0.email, input.0.return_to.as_deref()).await?;
        Ok(Json(StartSso { url }))
    }

    /// Get the workspace's connection, or the data for setting one up.
    #[oai(path = "/sso", method = "get", operation_id = "getSsoConnection")]
    async fn connection(&self, app: Data<&App>, member: Member) -> Result<Json<SsoConnection>, Problem> {
        let tx = member.may(Action::Read, Thing::Sso).await?;
        Ok(Json(connection::get(&app, &tx).await?))
    }

    /// Create or change the connection.
    #[oai(path = "/sso", method = "put", operation_id = "saveSsoConnection")]
    async fn save(&self, app: Data<&App>, member: Member, input: JsonBody<SsoConnectionInput>) -> Result<Json<SsoConnection>, Problem> {
        let tx = member.may(Action::Update, Thing::Sso).await?;
        Ok(Json(connection::save(&app, tx, input.0).await?))
    }

    /// Delete the connection. Its domains stay verified.
    #[oai(path = "/sso", method = "delete", operation_id = "deleteSsoConnection")]
    async fn delete(&self, member: Member) -> Result<wire::Deleted, Problem> {
        connection::delete(member.may(Action::Delete, Thing::Sso).await?).await?;
        Ok(wire::Deleted::Done)
    }

    /// Test the connection without a sign-in, and report exactly what is wrong.
    #[oai(path = "/sso/test", method = "post", operation_id = "testSsoConnection")]
    async fn test(&self, app: Data<&App>, member: Member) -> Result<Json<SsoTest>, Problem> {
        member.require(Action::Update, Thing::Sso).await?;
        limits::take(&app, Rule::LookUpPerWorkspace, member.principal.workspace_id.to_string()).await?;
        Ok(Json(connection_test::run(&app, &member).await?))
    }

    /// Claim a mail domain for the workspace.
    #[oai(path = "/sso/domains", method = "post", operation_id = "addSsoDomain")]
    async fn add_domain(&self, app: Data<&App>, member: Member, input: JsonBody<SsoDomainInput>) -> Result<SsoDomainAdded, Problem> {
        let tx = member.may(Action::Update, Thing::Sso).await?;
        Ok(SsoDomainAdded::Created(Json(domains::add(&app, tx, &input.0.domain).await?)))
    }

    /// Look up the record that verifies the domain.
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

    /// Remove a domain.
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

    /// List the domains that workspaces claim and have not verified.
    #[oai(path = "/admin/domains", method = "get", operation_id = "listDomainRequests")]
    async fn domain_requests(&self, member: Member) -> Result<Json<Vec<DomainRequest>>, Problem> {
        let tx = member.may_with_accounts(Action::Read, Thing::Site).await?;
        Ok(Json(domains::waiting(&tx).await?))
    }

    /// Verify a domain as a site administrator.
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
