//! Which permissions each operation asks for. The document shows the first to integrators as `x-permission`,
//! and all of them as the scopes a key needs; a test takes each permission away in turn to see that its
//! operations are refused.

use std::{collections::HashMap, sync::OnceLock};

use poem::http::Method;
use serde::Deserialize;

use crate::authz::{Action, Object};

/// The API document that this program was built with; a test holds that it is the one that the code
/// describes.
pub const DOCUMENT: &str = include_str!("../../../openapi/openapi.json");

/// What an operation asks before it does anything. What it asks for certain inputs alone, its own words say.
#[derive(Debug, Clone, Copy)]
pub struct Operation {
    /// Its `operationId`.
    pub id: &'static str,
    /// The permission.
    pub action: Action,
    /// On what.
    pub object: Object,
    /// What it asks for besides, because it does that too.
    pub also: &'static [(Action, Object)],
}

impl Operation {
    /// Everything it asks for.
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

/// A proposal that is made is drafted, which costs money.
const DRAFTS: &[(Action, Object)] = &[(Action::Use, Object::Assistant)];

/// What the assistant does when it is asked changes the proposal.
const EDITS: &[(Action, Object)] = &[(Action::Update, Object::Proposals)];

/// Clients that come from a file: it has been brought, and may change those who are there.
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
    // Whoever changes the team sees what that costs.
    and(op("previewSeats", Action::Read, Object::Subscription), &[(Action::Invite, Object::Team)]),
    op("reportPayment", Action::Report, Object::Subscription),
    op("getCompany", Action::Read, Object::Company),
    op("createCompany", Action::Create, Object::Company),
    op("updateCompany", Action::Update, Object::Company),
    // It is read with the assistant's help, which can cost money.
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
    // Its proposals go with it.
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

/// Where an operation is found.
#[derive(Debug)]
pub struct Place {
    /// Its `operationId`.
    pub id: &'static str,
    /// The template of its path, as the document has it: `/api/proposals/{id}`.
    pub path: String,
}

/// The operation at a route, as the router writes its template: `/api/proposals/:param0`. Pages and probes
/// are none.
pub fn at(method: &Method, route: &str) -> Option<&'static Place> {
    all().get(&key(method.as_str(), route))
}

/// What the document calls a part of a path that the router calls `param0` at such a route.
pub fn part(route: &str, name: &str) -> Option<&'static str> {
    let number = route.split('/').position(|segment| segment.strip_prefix(':') == Some(name))?;
    let place = all().values().find(|place| key("", &place.path) == key("", route))?;
    place.path.split('/').nth(number)?.strip_prefix('{')?.strip_suffix('}')
}

fn all() -> &'static HashMap<String, Place> {
    static PLACES: OnceLock<HashMap<String, Place>> = OnceLock::new();
    PLACES.get_or_init(places)
}

/// The same for the document and the router, which name what stands in a path differently.
fn key(method: &str, template: &str) -> String {
    let segments = template.split('/').map(|segment| if segment.starts_with([':', '{']) { ":" } else { segment });
    format!("{method} {}", segments.collect::<Vec<_>>().join("/"))
}

/// Of the document no more is read than this: all of it as a tree takes a dozen megabytes.
#[derive(Deserialize)]
struct Document {
    paths: HashMap<String, HashMap<String, Described>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Described {
    operation_id: String,
}

fn places() -> HashMap<String, Place> {
    let document: Option<Document> = serde_json::from_str(DOCUMENT).ok();
    let paths = document.into_iter().flat_map(|document| document.paths);
    let operations = paths.flat_map(|(path, methods)| methods.into_iter().map(move |(method, it)| (path.clone(), method, it)));
    let places = operations.filter_map(|(path, method, it)| {
        let id = of(&it.operation_id)?.id;
        Some((key(&method.to_uppercase(), &path), Place { id, path }))
    });
    places.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operation_is_known_by_its_route() {
        assert_eq!(places().len(), ALL.len());
        let found = |method, route| at(&method, route).map(|place| (place.id, place.path.as_str()));
        assert_eq!(found(Method::GET, "/api/proposals/:param0"), Some(("getProposal", "/api/proposals/{id}")));
        assert_eq!(found(Method::PUT, "/api/proposals/:param0"), Some(("updateProposal", "/api/proposals/{id}")));
        assert_eq!(found(Method::GET, "/livez"), None);
        let two = "/api/proposals/:param0/revisions/:param1/changes";
        assert_eq!((part(two, "param0"), part(two, "param1"), part(two, "since")), (Some("id"), Some("number"), None));
    }
}
