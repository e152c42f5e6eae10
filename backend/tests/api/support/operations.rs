//! A valid request for every operation of the document, with configurable ids. Tests that cover the whole
//! document (permissions, tenants, contract) use it, so an operation that is missing here fails them.

use reqwest::Method;
use serde_json::{Value, json};

use super::{
    actor::{Actor, ApiResponse},
    document::Operation,
    stories,
};

/// Every id and token that a request can contain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ids {
    pub client: String,
    pub proposal: String,
    /// A line item of its pricing table.
    pub item: String,
    /// The token of a share link.
    pub share_token: String,
    /// The hash of the revision that the link shows.
    pub revision: String,
    /// A message of the assistant about it.
    pub message: String,
    /// A block of it that this message changed.
    pub block: String,
    /// The id of a question to the assistant about it.
    pub turn: String,
    /// A claim in it that no input backs.
    pub claim: String,
    /// A proposal that waits for its client.
    pub pending: String,
    /// A proposal that is signed.
    pub signed: String,
    /// The token of its link.
    pub signed_token: String,
    /// A proposal that is accepted and waits for the countersignature.
    pub accepted: String,
    pub notification: String,
    /// The unsubscribe token of a mail's kind.
    pub unsubscribe: String,
    /// Uploaded files.
    pub files: Files,
    /// A word to search for.
    pub word: String,
    /// The cursor of a list; empty for its beginning.
    pub cursor: String,
    /// The address of an account.
    pub email: String,
    pub password: String,
    /// The token of a mailed link.
    pub mailed_token: String,
    /// The membership of an active member who is not the owner.
    pub member: String,
    /// The membership of an invited person.
    pub invitation: String,
    /// The token of an invitation's link.
    pub invitation_token: String,
    /// A workspace to switch to.
    pub workspace: String,
    pub session: String,
    /// An identity at a provider.
    pub identity: String,
    /// The owner of a picture.
    pub user: String,
    /// The version of a picture.
    pub picture: String,
    /// A mail domain.
    pub domain: String,
    /// An API key.
    pub key: String,
    /// A deferred task after a commit.
    pub job: String,
}

/// Uploaded files, and what was made of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Files {
    /// A picture of the workspace.
    pub object: String,
    /// The address of an uploaded picture.
    pub upload_url: String,
    /// The key of a file that is uploaded in parts.
    pub upload_key: String,
    /// The upload's id.
    pub multipart: String,
    /// The address of an uploaded file of clients.
    pub clients_url: String,
    /// A running import of clients.
    pub import: String,
}

impl Files {
    /// Ids of things that do not exist.
    pub fn nowhere() -> Self {
        let nil = || "019cadc6-9a80-7aaa-8aaa-000000000041".to_owned();
        let address = || "http://127.0.0.1:1/proffer/uploads/nothing".to_owned();
        Self {
            object: nil(),
            upload_url: address(),
            upload_key: "uploads/nothing".to_owned(),
            multipart: nil(),
            clients_url: address(),
            import: nil(),
        }
    }
}

/// A request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    pub method: Method,
    /// Path and query.
    pub path: String,
    /// The JSON body.
    pub body: Option<Value>,
    /// A body that is not JSON.
    pub bytes: Option<Vec<u8>>,
}

impl Call {
    /// The request of an operation, with those ids.
    pub fn new(operation: &Operation, ids: &Ids) -> Self {
        let (query, body) = inputs(&operation.id, ids);
        let path = operation.path_parameters().into_iter().fold(operation.path.clone(), |path, name| {
            let value: &str = match name {
                "clientId" => &ids.client,
                "id" => match operation.id.as_str() {
                    "remindClient" | "compareRevisions" | "revokeShareLink" => &ids.pending,
                    "downloadEvidence" | "downloadDocument" | "getActivity" => &ids.signed,
                    "countersignProposal" => &ids.accepted,
                    _ => &ids.proposal,
                },
                "shareToken" if operation.id == "downloadSharedDocument" => &ids.signed_token,
                "itemId" => &ids.item,
                "objectId" => &ids.files.object,
                "uploadId" => &ids.files.multipart,
                "partNumber" => "1",
                "importId" => &ids.files.import,
                "shareToken" => &ids.share_token,
                "memberId" if operation.id.ends_with("Invitation") => &ids.invitation,
                "memberId" => &ids.member,
                "token" => &ids.invitation_token,
                "sessionId" => &ids.session,
                "identityId" => &ids.identity,
                "userId" => &ids.user,
                "version" => &ids.picture,
                "domainId" => &ids.domain,
                "keyId" => &ids.key,
                "jobId" => &ids.job,
                "messageId" => &ids.message,
                "number" if operation.id == "compareRevisions" => "1",
                "number" => "2",
                "workspaceId" => &ids.workspace,
                "settingKey" => "chat_editing_prompt",
                _ => panic!(
                    "tests/api/support/operations.rs does not know what {{{name}}} of {} is",
                    operation.id
                ),
            };
            path.replace(&format!("{{{name}}}"), value)
        });
        let bytes = match operation.id.as_str() {
            "uploadPicture" => Some(stories::picture()),
            "reportPayment" => Some(b"{}".to_vec()),
            _ => None,
        };
        Self { method: operation.method.clone(), path: format!("{path}{query}"), body, bytes }
    }

    /// An operation that needs a version gets the newest.
    pub async fn start_from_newest(&mut self, owner: &Actor, ids: &Ids) {
        if let Some(version) = self.body.as_mut().and_then(|body| body.get_mut("version")) {
            *version =
                owner.get(format!("/api/proposals/{}", ids.proposal)).await.expect(200)["version"].clone();
        }
    }

    pub async fn send(&self, actor: &Actor) -> ApiResponse {
        match &self.bytes {
            Some(bytes) => actor.send_bytes(self.method.clone(), &self.path, bytes.clone()).await,
            None => actor.call(self.method.clone(), &self.path, self.body.as_ref()).await,
        }
    }
}

/// Query and body.
fn inputs(operation: &str, ids: &Ids) -> (String, Option<Value>) {
    let none = || (String::new(), None);
    let body = |body: Value| (String::new(), Some(body));
    match operation {
        "getCurrentUser"
        | "logout"
        | "getCompany"
        | "getClient"
        | "deleteClient"
        | "getProposal"
        | "deleteProposal"
        | "getDashboard"
        | "shareProposal"
        | "getDrafting"
        | "streamDrafting"
        | "retryDrafting"
        | "confirmPricingItem"
        | "listChatMessages"
        | "listVersions"
        | "getVersion"
        | "getPreSendCheck"
        | "revokeShareLink"
        | "downloadEvidence"
        | "downloadDocument"
        | "downloadSharedDocument"
        | "getActivity"
        | "countUnread"
        | "streamNotifications"
        | "getNotificationPreferences"
        | "getUsage"
        | "listProposalTemplates"
        | "getTemplatePreferences"
        | "revertChatMessage"
        | "refreshProposal"
        | "listAdminSettings"
        | "listAdminSettingVersions"
        | "initAdminDefaults"
        | "getAdminSummary"
        | "resendUserVerification"
        | "retryJob"
        | "getSite"
        | "getSharedProposal"
        | "getSharedLogo" => none(),
        "signProposal" => body(json!({
            "name": "Mia Berg", "email": "mia@harbor.example",
            "signature": "Mia Berg - mia@harbor.example"
        })),
        "login" => body(json!({ "email": ids.email, "password": ids.password })),
        "register" => body(json!({
            "email": ids.email, "password": stories::PASSWORD, "firstName": "Robin", "lastName": "Vale"
        })),
        "resendVerification" => body(json!({ "email": ids.email })),
        "verifyEmail" => (format!("?token={}", ids.mailed_token), None),
        "createCompany" | "updateCompany" => body(json!({ "name": "Northlight" })),
        "listClients" => (format!("?search={}&limit=5{}", ids.word, after(ids)), None),
        "createClient" | "updateClient" => body(stories::client("quay")),
        "extractFromRecap" => body(json!({
            "meetingRecap": "They need a faster web site with online booking. We would build it for $4,500 within six weeks.",
        })),
        _ => of_workspaces(operation, ids),
    }
}

/// Operations of workspaces, members and billing.
#[expect(clippy::match_same_arms, reason = "in the order of the nouns")]
fn of_workspaces(operation: &str, ids: &Ids) -> (String, Option<Value>) {
    let none = || (String::new(), None);
    let body = |body: Value| (String::new(), Some(body));
    match operation {
        // Workspaces and team.
        "leaveWorkspace"
        | "listTeam"
        | "removeMember"
        | "resendInvitation"
        | "cancelInvitation"
        | "getInvitation"
        | "acceptInvitation"
        | "getSubscriptionStatus" => none(),
        // Billing.
        "createCheckoutSession"
        | "openBillingPortal"
        | "refreshSubscription"
        | "listInvoices"
        | "reportPayment" => none(),
        "previewSeats" => ("?seats=3".to_owned(), None),
        "listWorkspaces" => (format!("?search={}&limit=5{}", ids.word, after(ids)), None),
        "listUsers" => (format!("?search={}&limit=5{}", ids.word, after_place(ids, "joined/desc")), None),
        "listFailedJobs" => (format!("?limit=5{}", after(ids)), None),
        "listMailDeliveries" => (format!("?search={}&state=failed&limit=5{}", ids.word, after(ids)), None),
        "blockAssistant" => body(json!({ "isBlocked": true, "reason": "Costs run away" })),
        "setSiteAdmin" => body(json!({ "isAdmin": true })),
        "givePlan" => body(json!({ "plan": "pro", "reason": "A friend of the house" })),
        "updateWorkspace" => body(json!({ "name": "Northlight Team" })),
        "transferOwnership" => body(json!({ "memberId": ids.member })),
        "switchWorkspace" => body(json!({ "workspaceId": ids.workspace })),
        "changeMemberRole" => body(json!({ "role": "admin" })),
        "inviteMember" => body(json!({ "email": "new@nobody.example", "role": "member" })),
        "registerByInvitation" => {
            body(json!({ "firstName": "Robin", "lastName": "Vale", "password": stories::PASSWORD }))
        }
        // The account.
        "removePicture"
        | "getPicture"
        | "listSessions"
        | "revokeSession"
        | "revokeOtherSessions"
        | "listIdentities"
        | "unlinkIdentity"
        | "exportAccount"
        | "exportWorkspace" => none(),
        "forgotPassword" => body(json!({ "email": ids.email })),
        "resetPassword" => body(json!({ "token": ids.mailed_token, "password": stories::PASSWORD })),
        "updateAccount" => body(json!({ "firstName": "Robin", "lastName": "Vale" })),
        "changePassword" => {
            body(json!({ "currentPassword": ids.password, "newPassword": stories::PASSWORD }))
        }
        "deleteAccount" => body(json!({ "email": ids.email, "password": ids.password })),
        "uploadPicture" => none(),
        // Single sign-on.
        "listSignInProviders"
        | "getSsoConnection"
        | "deleteSsoConnection"
        | "testSsoConnection"
        | "proveSsoDomain"
        | "removeSsoDomain"
        | "listDomainRequests"
        | "approveDomain" => none(),
        "startSso" => body(json!({ "email": ids.email })),
        "saveSsoConnection" => body(json!({
            "issuer": "https://login.nobody.example", "clientId": "proffer", "clientSecret": "secret",
            "enabled": false, "enforced": false, "addsMembers": true, "defaultRole": "member",
        })),
        "addSsoDomain" => body(json!({ "domain": "nobody.example" })),
        // Keys and the log.
        "listApiKeys" | "revokeApiKey" => none(),
        "listAuditLog" => (format!("?actor={}&limit=5{}", ids.word, after(ids)), None),
        "exportAuditLog" => (format!("?actor={}", ids.word), None),
        "createApiKey" => body(json!({ "name": "A key", "scopes": ["clients:read"] })),
        _ => of_files(operation, ids),
    }
}

/// Operations of files.
fn of_files(operation: &str, ids: &Ids) -> (String, Option<Value>) {
    let none = || (String::new(), None);
    let body = |body: Value| (String::new(), Some(body));
    match operation {
        "removeLogo"
        | "getObject"
        | "getUploadParameters"
        | "getUploadCredentials"
        | "getClientImport"
        | "downloadSkippedRows"
        | "exportClients"
        | "readClientWebsite" => none(),
        "scrapeCompany" | "streamScrape" => {
            body(json!({ "websiteUrl": "https://127.0.0.1/", "companyName": "Northlight" }))
        }
        "setLogo" => body(json!({ "logoURL": ids.files.upload_url })),
        "createUpload" => body(json!({ "contentType": "image/png", "size": 4096 })),
        "createMultipartUpload" => body(json!({ "filename": "logo.png", "type": "image/png" })),
        "listUploadedParts" | "signUploadPart" | "abortMultipartUpload" => {
            (format!("?key={}", ids.files.upload_key), None)
        }
        "completeMultipartUpload" => (
            format!("?key={}", ids.files.upload_key),
            Some(json!({ "parts": [{ "PartNumber": 1, "ETag": "\"abc\"" }] })),
        ),
        "startClientImport" => body(json!({ "uploadURL": ids.files.clients_url, "fileName": "clients.csv" })),
        "readRecapFiles" => {
            body(json!({ "files": [{ "uploadURL": ids.files.clients_url, "fileName": "call.txt" }] }))
        }
        "previewClientImport" | "runClientImport" => body(stories::import_plan()),
        _ => of_proposals(operation, ids),
    }
}

/// Operations of proposals.
fn of_proposals(operation: &str, ids: &Ids) -> (String, Option<Value>) {
    let body = |body: Value| (String::new(), Some(body));
    match operation {
        "listProposals" => {
            (format!("?search={}&sort=newest&limit=5{}", ids.word, after_place(ids, "newest")), None)
        }
        "createProposal" => body(stories::proposal(&ids.client)),
        "copyProposal" => body(json!({ "clientId": ids.client })),
        "deleteProposals" => body(json!({ "ids": [ids.proposal] })),
        "compareVersions" => ("?from=1".to_owned(), None),
        "restoreVersion" => body(json!({ "version": 2 })),
        "savePricing" => body(json!({ "version": 2, "pricing": stories::pricing() })),
        "previewPricing" => body(json!({ "pricing": stories::pricing() })),
        "readPricing" => body(json!({ "text": "$4,500 one-time and $300 monthly hosting" })),
        "acceptClaims" | "removeClaims" => body(json!({ "claims": [ids.claim] })),
        "sendChatMessage" => body(json!({ "message": "Include timeline" })),
        "streamChat" => body(json!({ "message": "Include timeline", "turnId": ids.turn })),
        "reviewChatChange" => body(json!({ "blockId": ids.block, "keep": true })),
        "saveTemplatePreferences" | "previewDesign" => body(stories::design()),
        "updateAdminSetting" => body(json!({ "settingValue": "Write well." })),
        "updateProposal" => body(json!({ "title": "Another title", "version": 2 })),
        "sharedProposalAction" => body(json!({
            "action": "request_changes",
            "senderName": "Mia Berg",
            "senderEmail": "mia@harbor.example",
            "message": "Please add a second language.",
            "revisionSha256": ids.revision,
        })),
        "sendProposal" => body(json!({
            "recipientName": "Mia Berg", "recipientEmail": "mia@harbor.example", "message": "As agreed."
        })),
        "remindClient" => body(json!({ "message": "Did you have a look?" })),
        "countersignProposal" => body(json!({ "signature": "Robin Vale" })),
        "previewChoices" => body(json!({ "revisionSha256": ids.revision, "choices": [] })),
        "getSharedChanges" | "compareRevisions" => ("?since=1".to_owned(), None),
        "reportReading" => body(json!({
            "viewId": "3c0f5a3e-6b0e-4a53-9e57-0f1d2c3b4a59",
            "visitorId": "7d1a2b3c-4e5f-4a6b-8c7d-9e0f1a2b3c4d",
            "visibleMs": 9000, "interactions": 3, "sections": [{ "blockId": ids.block, "visibleMs": 4000 }],
        })),
        "markNotificationsRead" => body(json!({ "ids": [ids.notification] })),
        "saveNotificationPreferences" => body(json!([{ "kind": "viewed", "inApp": true, "byMail": false }])),
        "listNotifications" => (format!("?limit=5{}", after(ids)), None),
        "unsubscribe" => (format!("?token={}", ids.unsubscribe), None),
        "sendContactMessage" => body(json!({
            "name": "Robin Vale", "email": ids.email, "type": "support", "subject": "Signing in",
            "message": "The link does not work.",
        })),
        _ => panic!(
            "the operation {operation} is new: say in tests/api/support/operations.rs what a request for it looks like"
        ),
    }
}

/// The same position in a list whose cursors also contain its order.
fn after_place(ids: &Ids, order: &str) -> String {
    use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
    let Some(place) =
        URL_SAFE_NO_PAD.decode(&ids.cursor).ok().and_then(|bytes| String::from_utf8(bytes).ok())
    else {
        return after(ids);
    };
    let Some((at, id)) = place.split_once('/') else { return after(ids) };
    format!("&cursor={}", URL_SAFE_NO_PAD.encode(format!("{order}/{id}/{at}")))
}

fn after(ids: &Ids) -> String {
    if ids.cursor.is_empty() { String::new() } else { format!("&cursor={}", ids.cursor) }
}
