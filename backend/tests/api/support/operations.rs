//! For every operation of the document a request that makes sense, pointed at things by their ids. Tests that go over
//! the whole document (permissions, tenants, contract) use it, so an operation that is missing here fails them.

use reqwest::Method;
use serde_json::{Value, json};

use super::{
    actor::{Actor, Answer},
    document::Operation,
    stories,
};

/// Everything that a request can be pointed at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ids {
    /// A client.
    pub client: String,
    /// A proposal.
    pub proposal: String,
    /// A line item of its pricing table.
    pub item: String,
    /// The token of a share link.
    pub share_token: String,
    /// The hash of the revision that the link shows.
    pub revision: String,
    /// A word to search for.
    pub word: String,
    /// Where a list is to go on; empty for its beginning.
    pub cursor: String,
    /// The address of an account.
    pub email: String,
    /// Its password.
    pub password: String,
    /// The token of a mailed link.
    pub mailed_token: String,
}

/// A request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The method.
    pub method: Method,
    /// Path and query.
    pub path: String,
    /// The JSON body.
    pub body: Option<Value>,
}

impl Call {
    /// The request that an operation takes, pointed at those ids.
    pub fn new(operation: &Operation, ids: &Ids) -> Self {
        let (query, body) = inputs(&operation.id, ids);
        let path = operation.path_parameters().into_iter().fold(operation.path.clone(), |path, name| {
            let value = match name {
                "clientId" => &ids.client,
                "id" => &ids.proposal,
                "itemId" => &ids.item,
                "shareToken" => &ids.share_token,
                _ => panic!("tests/api/support/operations.rs does not know what {{{name}}} of {} is", operation.id),
            };
            path.replace(&format!("{{{name}}}"), value)
        });
        Self { method: operation.method.clone(), path: format!("{path}{query}"), body }
    }

    /// Sends it.
    pub async fn send(&self, actor: &Actor) -> Answer {
        actor.call(self.method.clone(), &self.path, self.body.as_ref()).await
    }
}

/// Query and body.
fn inputs(operation: &str, ids: &Ids) -> (String, Option<Value>) {
    let none = || (String::new(), None);
    let body = |body: Value| (String::new(), Some(body));
    match operation {
        "getCurrentUser" | "logout" | "getCompany" | "getClient" | "deleteClient" | "getProposal" | "deleteProposal" | "getDashboard"
        | "shareProposal" | "getDrafting" | "streamDrafting" | "retryDrafting" | "confirmPricingItem" | "listChatMessages"
        | "getSharedProposal" => none(),
        "login" => body(json!({ "email": ids.email, "password": ids.password })),
        "register" => body(json!({ "email": ids.email, "password": stories::PASSWORD, "firstName": "Somebody", "lastName": "Else" })),
        "resendVerification" => body(json!({ "email": ids.email })),
        "verifyEmail" => (format!("?token={}", ids.mailed_token), None),
        "createCompany" | "updateCompany" => body(json!({ "name": "Northlight" })),
        "listClients" => (format!("?search={}&limit=5{}", ids.word, after(ids)), None),
        "listProposals" => (format!("?limit=5{}", after(ids)), None),
        "createClient" | "updateClient" => body(stories::client("quay")),
        "extractFromRecap" => body(json!({
            "meetingRecap": "They need a faster web site with online booking. We would build it for $4,500 within six weeks.",
        })),
        "createProposal" => body(stories::proposal(&ids.client)),
        "updateProposal" => body(json!({ "title": "Another title" })),
        "sharedProposalAction" => body(json!({
            "action": "request_changes",
            "senderName": "Mia Berg",
            "senderEmail": "mia@harbor.example",
            "message": "Please add a second language.",
            "revisionSha256": ids.revision,
        })),
        _ => panic!("the operation {operation} is new: say in tests/api/support/operations.rs what a request for it looks like"),
    }
}

fn after(ids: &Ids) -> String {
    if ids.cursor.is_empty() { String::new() } else { format!("&cursor={}", ids.cursor) }
}
