//! The features, one folder each: `api` (wire types and operations), `service` (use cases), `store` (queries,
//! private to the feature), `jobs` (work after the commit). The features are layers; `.make/modules.mjs` has
//! their order.

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

/// The tags of the API document.
#[derive(Tags)]
#[oai(rename_all = "lowercase")]
pub enum Noun {
    /// Registration, sign-in and sessions.
    Identity,
    /// The tenant: its team, invitations and audit log.
    Workspaces,
    /// The subscription.
    Billing,
    /// The company profile, the sender of proposals.
    Companies,
    /// The recipients of proposals.
    Clients,
    /// Proposals: documents, prices and revisions.
    Proposals,
    /// The assistant: extracting from recaps, drafting and editing.
    Assistant,
    /// Sending, share links and the shared page.
    Sharing,
    /// The history of a proposal, and the evidence of its signature.
    Evidence,
    /// Notifications of the team.
    Notifications,
    /// Uploaded files, and the pictures made from them.
    Objects,
    /// Administration of the site.
    Admin,
    /// Public facts about the site.
    Site,
    /// Messages to the site's support.
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
            (
                clients::api::ClientsApi,
                clients::import_api::ClientImportsApi,
                proposals::client_api::ClientApi,
            ),
            (
                companies::design_api::DesignApi,
                companies::website_api::WebsiteApi,
                companies::logo_api::LogoApi,
            ),
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
                proposals::recap_files_api::RecapFilesApi,
                proposals::check_api::CheckApi,
            ),
            (sharing::api::SharingApi, sharing::sending_api::SendingApi, sharing::reading_api::ReadingApi),
            (evidence::api::EvidenceApi, evidence::activity_api::ActivityApi),
            (
                notifications::api::NotificationsApi,
                mailing::api::UnsubscribeApi,
                objects::api::ObjectsApi,
                objects::parts_api::PartsApi,
            ),
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
