//! The product, one folder per noun: `api` (the wire), `service` (use cases), `store` (queries, private to
//! the feature), `jobs` (work after the commit). The features are layers; `.make/modules.mjs` has their
//! order.

pub mod account_data;
pub mod admin;
pub mod assistant;
pub mod billing;
pub mod chat;
pub mod clients;
pub mod companies;
pub mod contact;
pub mod deliveries;
pub mod evidence;
pub mod identity;
pub mod mailing;
pub mod notifications;
pub mod objects;
pub mod page_views;
mod problem_schema;
pub mod proposals;
pub mod sharing;
pub mod team;
pub mod workspaces;

use poem_openapi::{OpenApi, OpenApiService, Tags};

/// The nouns of the document.
#[derive(Tags)]
#[oai(rename_all = "lowercase")]
pub enum Noun {
    /// Signing up, signing in, sessions.
    Identity,
    /// The tenant: its team, invitations, audit log.
    Workspaces,
    /// The subscription.
    Billing,
    /// The company profile that proposals speak for.
    Companies,
    /// Those whom proposals are for.
    Clients,
    /// Proposals: documents, prices, revisions.
    Proposals,
    /// Reading recaps, drafting, editing.
    Assistant,
    /// Sending, share links and the page behind them.
    Sharing,
    /// What happened to a proposal, and what proves a signature.
    Evidence,
    /// What people of the team are told.
    Notifications,
    /// Files that people bring, and pictures made of them.
    Objects,
    /// The site as its administrators keep it.
    Admin,
    /// The site as anybody sees it.
    Site,
    /// Writing to the site's support.
    Contact,
}

/// All operations.
pub fn api() -> OpenApiService<impl OpenApi, ()> {
    OpenApiService::new(
        (
            (
                identity::api::IdentityApi,
                identity::account_api::AccountApi,
                account_data::api::AccountDataApi,
                identity::sso_api::SsoApi,
                identity::keys_api::KeysApi,
            ),
            workspaces::api::WorkspacesApi,
            workspaces::invitations_api::InvitationsApi,
            workspaces::log_api::AuditLogApi,
            (billing::api::BillingApi, billing::plans_api::PlansApi),
            companies::api::CompaniesApi,
            (clients::api::ClientsApi, clients::import_api::ClientImportsApi, proposals::client_api::ClientApi),
            (companies::design_api::DesignApi, companies::website_api::WebsiteApi, companies::logo_api::LogoApi),
            assistant::api::AssistantApi,
            chat::api::ChatApi,
            assistant::usage_api::UsageApi,
            (
                proposals::api::ProposalsApi,
                proposals::dashboard_api::DashboardApi,
                proposals::list_api::ListApi,
                proposals::drafting_api::DraftingApi,
                proposals::versions_api::VersionsApi,
                proposals::pricing_api::PricingApi,
                proposals::check_api::CheckApi,
            ),
            (sharing::api::SharingApi, sharing::sending_api::SendingApi, sharing::reading_api::ReadingApi),
            (evidence::api::EvidenceApi, evidence::activity_api::ActivityApi),
            (notifications::api::NotificationsApi, mailing::api::UnsubscribeApi, objects::api::ObjectsApi, objects::parts_api::PartsApi),
            (
                admin::api::AdminApi,
                admin::users_api::UsersApi,
                admin::jobs_api::JobsApi,
                admin::site_api::SiteApi,
                contact::api::ContactApi,
            ),
        ),
        "Proffer",
        env!("CARGO_PKG_VERSION"),
    )
    .description("From a meeting recap to a signed proposal.")
    .url_prefix("/api")
}
