//! The permissions that each operation requires. The API document shows the first as `x-permission`, and all
//! of them as the scopes of a key; a test removes each permission in turn and checks that its operations are
//! refused.

use std::{collections::HashMap, sync::OnceLock};

use poem::http::Method;
use serde::Deserialize;

use crate::authz::{Action, Object};

/// The API document that this program was built with; a test checks that it matches the code.
pub const DOCUMENT: &str = include_str!("../../../openapi/openapi.json");

/// The permissions that an operation requires before it does anything. Those for certain inputs only are in
/// its description.
#[derive(Debug, Clone, Copy)]
pub struct Operation {
    /// Its `operationId`.
    pub id: &'static str,
    /// The action of the first permission.
    pub action: Action,
    /// The object of the first permission.
    pub object: Object,
    /// Further permissions, for its additional effects.
    pub also: &'static [(Action, Object)],
}

impl Operation {
    /// All required permissions.
    pub fn permissions(&self) -> impl Iterator<Item = (Action, Object)> {
        std::iter::once((self.action, self.object)).chain(self.also.iter().copied())
    }
}

const fn op(id: &'static str, action: Action, object: Object) -> Operation {
    Operation { id, action, object, also: &[] }
}

const fn and(operation: Operation, also: &'static [(Action, Object)]) -> Operation {
    Operation { also, ..operation }
}

/// A new proposal is drafted by the assistant, which costs money.
const DRAFTS: &[(Action, Object)] = &[(Action::Use, Object::Assistant)];

/// The assistant changes the proposal on request.
const EDITS: &[(Action, Object)] = &[(Action::Update, Object::Proposals)];

/// A client import uploads a file, and may update existing clients.
const BRINGS: &[(Action, Object)] = &[(Action::Update, Object::Clients), (Action::Create, Object::Objects)];

/// Every operation of the document.
pub const ALL: &[Operation] = &[
    op("getCurrentUser", Action::Read, Object::Account),
    op("login", Action::SignIn, Object::Account),
    op("logout", Action::SignIn, Object::Account),
    op("register", Action::Register, Object::Account),
    op("verifyEmail", Action::SignIn, Object::Account),
    op("resendVerification", Action::SignIn, Object::Account),
    op("forgotPassword", Action::SignIn, Object::Account),
    op("resetPassword", Action::SignIn, Object::Account),
    op("listSignInProviders", Action::SignIn, Object::Account),
    op("startSso", Action::SignIn, Object::Account),
    op("getInvitation", Action::Register, Object::Account),
    op("registerByInvitation", Action::Register, Object::Account),
    op("acceptInvitation", Action::Update, Object::Account),
    op("switchWorkspace", Action::Update, Object::Account),
    op("updateAccount", Action::Update, Object::Account),
    op("uploadPicture", Action::Update, Object::Account),
    op("removePicture", Action::Update, Object::Account),
    op("getPicture", Action::Read, Object::Account),
    op("changePassword", Action::Update, Object::Account),
    op("listSessions", Action::Read, Object::Account),
    op("revokeSession", Action::Update, Object::Account),
    op("revokeOtherSessions", Action::Update, Object::Account),
    op("listIdentities", Action::Read, Object::Account),
    op("unlinkIdentity", Action::Update, Object::Account),
    op("exportAccount", Action::Export, Object::Account),
    op("deleteAccount", Action::Delete, Object::Account),
    op("updateWorkspace", Action::Update, Object::Workspace),
    op("exportWorkspace", Action::Export, Object::Workspace),
    op("transferOwnership", Action::Transfer, Object::Workspace),
    op("listTeam", Action::Read, Object::Team),
    op("inviteMember", Action::Invite, Object::Team),
    op("resendInvitation", Action::Invite, Object::Team),
    op("cancelInvitation", Action::Invite, Object::Team),
    op("changeMemberRole", Action::Update, Object::Team),
    op("removeMember", Action::Delete, Object::Team),
    op("leaveWorkspace", Action::Leave, Object::Team),
    op("getSsoConnection", Action::Read, Object::Sso),
    op("saveSsoConnection", Action::Update, Object::Sso),
    op("deleteSsoConnection", Action::Delete, Object::Sso),
    op("testSsoConnection", Action::Update, Object::Sso),
    op("addSsoDomain", Action::Update, Object::Sso),
    op("proveSsoDomain", Action::Update, Object::Sso),
    op("removeSsoDomain", Action::Update, Object::Sso),
    op("listDomainRequests", Action::Read, Object::Site),
    op("approveDomain", Action::Update, Object::Site),
    op("listApiKeys", Action::Read, Object::ApiKeys),
    op("createApiKey", Action::Create, Object::ApiKeys),
    op("revokeApiKey", Action::Delete, Object::ApiKeys),
    op("listAuditLog", Action::Read, Object::AuditLog),
    op("exportAuditLog", Action::Export, Object::AuditLog),
    op("getSubscriptionStatus", Action::Read, Object::Subscription),
    op("createCheckoutSession", Action::Update, Object::Subscription),
    op("openBillingPortal", Action::Update, Object::Subscription),
    op("refreshSubscription", Action::Update, Object::Subscription),
    op("listInvoices", Action::Read, Object::Invoices),
    // Changes of the team need to show their cost.
    and(op("previewSeats", Action::Read, Object::Subscription), &[(Action::Invite, Object::Team)]),
    op("reportPayment", Action::Report, Object::Subscription),
    op("getCompany", Action::Read, Object::Company),
    op("createCompany", Action::Create, Object::Company),
    op("updateCompany", Action::Update, Object::Company),
    // Reading the website uses the assistant, which can cost money.
    and(op("scrapeCompany", Action::Update, Object::Company), &[(Action::Use, Object::Assistant)]),
    and(op("streamScrape", Action::Update, Object::Company), &[(Action::Use, Object::Assistant)]),
    op("setLogo", Action::Update, Object::Company),
    op("removeLogo", Action::Update, Object::Company),
    op("createUpload", Action::Create, Object::Objects),
    op("getObject", Action::Read, Object::Objects),
    op("createMultipartUpload", Action::Create, Object::Objects),
    op("listUploadedParts", Action::Create, Object::Objects),
    op("signUploadPart", Action::Create, Object::Objects),
    op("completeMultipartUpload", Action::Create, Object::Objects),
    op("abortMultipartUpload", Action::Create, Object::Objects),
    op("getUploadParameters", Action::Create, Object::Objects),
    op("getUploadCredentials", Action::Create, Object::Objects),
    op("listClients", Action::Read, Object::Clients),
    and(op("startClientImport", Action::Create, Object::Clients), BRINGS),
    op("getClientImport", Action::Read, Object::Clients),
    and(op("previewClientImport", Action::Create, Object::Clients), BRINGS),
    and(op("runClientImport", Action::Create, Object::Clients), BRINGS),
    op("downloadSkippedRows", Action::Read, Object::Clients),
    op("exportClients", Action::Export, Object::Clients),
    op("readClientWebsite", Action::Update, Object::Clients),
    op("createClient", Action::Create, Object::Clients),
    op("getClient", Action::Read, Object::Clients),
    op("updateClient", Action::Update, Object::Clients),
    // Deletes the client's proposals too.
    and(op("deleteClient", Action::Delete, Object::Clients), &[(Action::Delete, Object::Proposals)]),
    op("extractFromRecap", Action::Use, Object::Assistant),
    and(op("getDashboard", Action::Read, Object::Proposals), &[(Action::Read, Object::Clients)]),
    op("listProposals", Action::Read, Object::Proposals),
    and(op("createProposal", Action::Create, Object::Proposals), DRAFTS),
    op("getProposal", Action::Read, Object::Proposals),
    op("updateProposal", Action::Update, Object::Proposals),
    op("deleteProposal", Action::Delete, Object::Proposals),
    op("shareProposal", Action::Share, Object::Proposals),
    op("signProposal", Action::Accept, Object::Proposals),
    op("getDrafting", Action::Read, Object::Proposals),
    op("streamDrafting", Action::Read, Object::Proposals),
    and(op("retryDrafting", Action::Create, Object::Proposals), DRAFTS),
    op("confirmPricingItem", Action::Update, Object::Proposals),
    op("copyProposal", Action::Create, Object::Proposals),
    op("refreshProposal", Action::Update, Object::Proposals),
    op("deleteProposals", Action::Delete, Object::Proposals),
    op("listVersions", Action::Read, Object::Proposals),
    op("getVersion", Action::Read, Object::Proposals),
    op("compareVersions", Action::Read, Object::Proposals),
    op("restoreVersion", Action::Update, Object::Proposals),
    op("savePricing", Action::Update, Object::Proposals),
    op("previewPricing", Action::Read, Object::Proposals),
    op("readPricing", Action::Read, Object::Proposals),
    // A recap is the beginning of a proposal; its files are uploaded.
    and(op("readRecapFiles", Action::Create, Object::Proposals), &[(Action::Create, Object::Objects)]),
    op("getPreSendCheck", Action::Read, Object::Proposals),
    op("acceptClaims", Action::Update, Object::Proposals),
    op("removeClaims", Action::Update, Object::Proposals),
    op("listChatMessages", Action::Read, Object::Proposals),
    and(op("sendChatMessage", Action::Use, Object::Assistant), EDITS),
    and(op("streamChat", Action::Use, Object::Assistant), EDITS),
    op("revertChatMessage", Action::Update, Object::Proposals),
    op("reviewChatChange", Action::Update, Object::Proposals),
    op("getUsage", Action::Read, Object::Account),
    op("listProposalTemplates", Action::Read, Object::Company),
    op("getTemplatePreferences", Action::Read, Object::Company),
    op("saveTemplatePreferences", Action::Update, Object::Company),
    op("previewDesign", Action::Read, Object::Company),
    op("listAdminSettings", Action::Read, Object::Site),
    op("updateAdminSetting", Action::Update, Object::Site),
    op("listAdminSettingVersions", Action::Read, Object::Site),
    op("initAdminDefaults", Action::Update, Object::Site),
    op("listWorkspaces", Action::Read, Object::Site),
    op("givePlan", Action::Update, Object::Site),
    op("getAdminSummary", Action::Read, Object::Site),
    op("listUsers", Action::Read, Object::Site),
    op("blockAssistant", Action::Update, Object::Site),
    op("setSiteAdmin", Action::Update, Object::Site),
    op("resendUserVerification", Action::Update, Object::Site),
    op("listFailedJobs", Action::Read, Object::Site),
    op("retryJob", Action::Update, Object::Site),
    op("listMailDeliveries", Action::Read, Object::Site),
    op("getSite", Action::Read, Object::PublicSite),
    op("getSharedProposal", Action::Read, Object::SharedProposal),
    op("sharedProposalAction", Action::Respond, Object::SharedProposal),
    op("previewChoices", Action::Read, Object::SharedProposal),
    op("getSharedChanges", Action::Read, Object::SharedProposal),
    op("reportReading", Action::Read, Object::SharedProposal),
    op("downloadSharedDocument", Action::Read, Object::SharedProposal),
    op("getSharedLogo", Action::Read, Object::SharedProposal),
    op("sendProposal", Action::Send, Object::Proposals),
    op("remindClient", Action::Send, Object::Proposals),
    op("revokeShareLink", Action::Share, Object::Proposals),
    op("countersignProposal", Action::Accept, Object::Proposals),
    op("getActivity", Action::Read, Object::Proposals),
    op("compareRevisions", Action::Read, Object::Proposals),
    op("downloadEvidence", Action::Read, Object::Proposals),
    op("downloadDocument", Action::Read, Object::Proposals),
    op("listNotifications", Action::Read, Object::Notifications),
    op("countUnread", Action::Read, Object::Notifications),
    op("streamNotifications", Action::Read, Object::Notifications),
    op("markNotificationsRead", Action::Update, Object::Notifications),
    op("getNotificationPreferences", Action::Read, Object::Notifications),
    op("saveNotificationPreferences", Action::Update, Object::Notifications),
    op("unsubscribe", Action::Unsubscribe, Object::Notifications),
    op("sendContactMessage", Action::Create, Object::Contact),
];

/// The permission of one operation.
pub fn of(id: &str) -> Option<&'static Operation> {
    ALL.iter().find(|operation| operation.id == id)
}

/// The address of an operation.
#[derive(Debug)]
pub struct Place {
    /// Its `operationId`.
    pub id: &'static str,
    /// The path template in the document: `/api/proposals/{id}`.
    pub path: String,
}

/// The operation at a route, given as the router's template: `/api/proposals/:param0`. Pages and probes have
/// none.
pub fn at(method: &Method, route: &str) -> Option<&'static Place> {
    all().get(&key(method.as_str(), route))
}

/// The document's name for a path parameter that the router calls `param0`.
pub fn part(route: &str, name: &str) -> Option<&'static str> {
    let number = route.split('/').position(|segment| segment.strip_prefix(':') == Some(name))?;
    let place = all().values().find(|place| key("", &place.path) == key("", route))?;
    place.path.split('/').nth(number)?.strip_prefix('{')?.strip_suffix('}')
}

fn all() -> &'static HashMap<String, Place> {
    static PLACES: OnceLock<HashMap<String, Place>> = OnceLock::new();
    PLACES.get_or_init(places)
}

/// A common key for the document and the router, which name path parameters differently.
fn key(method: &str, template: &str) -> String {
    let segments =
        template.split('/').map(|segment| if segment.starts_with([':', '{']) { ":" } else { segment });
    format!("{method} {}", segments.collect::<Vec<_>>().join("/"))
}

/// Only this part of the document is parsed: the whole tree would take a dozen megabytes.
#[derive(Deserialize)]
struct Document {
    paths: HashMap<String, HashMap<String, Described>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Described {
    operation_id: String,
}

/// The operations of the API document, by method and route.
pub fn places() -> HashMap<String, Place> {
    let document: Option<Document> = serde_json::from_str(DOCUMENT).ok();
    let paths = document.into_iter().flat_map(|document| document.paths);
    let operations = paths
        .flat_map(|(path, methods)| methods.into_iter().map(move |(method, it)| (path.clone(), method, it)));
    let places = operations.filter_map(|(path, method, it)| {
        let id = of(&it.operation_id)?.id;
        Some((key(&method.to_uppercase(), &path), Place { id, path }))
    });
    places.collect()
}
