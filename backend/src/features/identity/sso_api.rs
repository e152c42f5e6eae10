//! The operations of single sign-on: the providers on the sign-in screen, and a workspace's own connection.

use poem::web::Data;
use poem_openapi::{ApiResponse, Object, OpenApi, param::Path, payload::Json};
use proffer_domain::rate_limit::Rule;
use uuid::Uuid;

use super::{
    service::sso::{authorization, connection, connection_test, domains},
    sso_types::{DomainRequest, SsoConnection, SsoConnectionInput, SsoDomain, SsoTest},
};
use crate::{
    access::{self, Member},
    app::App,
    authz::{Action, Object as Thing},
    features::Noun,
    http::{caller::Caller, limits, problem::Problem},
    wire::{self, JsonBody},
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

proffer_domain::redact!(StartSsoInput);

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
        Ok(Json(
            offered
                .map(|provider| SignInProvider { id: provider.id.clone(), name: provider.name.clone() })
                .collect(),
        ))
    }

    /// Find the single sign-on of an email address by its domain. The response reveals nothing about
    /// accounts.
    #[oai(path = "/auth/sso", method = "post", operation_id = "startSso")]
    async fn start(
        &self,
        app: Data<&App>,
        caller: Caller,
        input: JsonBody<StartSsoInput>,
    ) -> Result<Json<StartSso>, Problem> {
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
    async fn save(
        &self,
        app: Data<&App>,
        member: Member,
        input: JsonBody<SsoConnectionInput>,
    ) -> Result<Json<SsoConnection>, Problem> {
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
    async fn add_domain(
        &self,
        app: Data<&App>,
        member: Member,
        input: JsonBody<SsoDomainInput>,
    ) -> Result<SsoDomainAdded, Problem> {
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
