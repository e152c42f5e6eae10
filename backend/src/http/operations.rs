//! Which permission each operation asks for. The document shows it to integrators as `x-permission`, and a test takes
//! each permission away in turn to see that its operations are refused.

use super::authz::{Action, Object};

/// What an operation asks before it does anything.
#[derive(Debug, Clone, Copy)]
pub struct Operation {
    /// Its `operationId`.
    pub id: &'static str,
    /// The permission.
    pub action: Action,
    /// On what.
    pub object: Object,
}

const fn op(id: &'static str, action: Action, object: Object) -> Operation {
    Operation { id, action, object }
}

/// Every operation of the document.
pub const ALL: &[Operation] = &[
    op("getCurrentUser", Action::Read, Object::Account),
    op("login", Action::SignIn, Object::Account),
    op("logout", Action::SignIn, Object::Account),
    op("register", Action::Register, Object::Account),
    op("verifyEmail", Action::SignIn, Object::Account),
    op("resendVerification", Action::SignIn, Object::Account),
    op("getCompany", Action::Read, Object::Company),
    op("createCompany", Action::Create, Object::Company),
    op("updateCompany", Action::Update, Object::Company),
    op("listClients", Action::Read, Object::Clients),
    op("createClient", Action::Create, Object::Clients),
    op("getClient", Action::Read, Object::Clients),
    op("updateClient", Action::Update, Object::Clients),
    op("deleteClient", Action::Delete, Object::Clients),
    op("extractFromRecap", Action::Use, Object::Assistant),
    op("getDashboard", Action::Read, Object::Proposals),
    op("listProposals", Action::Read, Object::Proposals),
    op("createProposal", Action::Create, Object::Proposals),
    op("getProposal", Action::Read, Object::Proposals),
    op("updateProposal", Action::Update, Object::Proposals),
    op("deleteProposal", Action::Delete, Object::Proposals),
    op("shareProposal", Action::Share, Object::Proposals),
    op("getDrafting", Action::Read, Object::Proposals),
    op("streamDrafting", Action::Read, Object::Proposals),
    op("retryDrafting", Action::Create, Object::Proposals),
    op("confirmPricingItem", Action::Update, Object::Proposals),
    op("listChatMessages", Action::Read, Object::Proposals),
    op("getSharedProposal", Action::Read, Object::SharedProposal),
    op("sharedProposalAction", Action::Respond, Object::SharedProposal),
];

/// The permission of one operation.
pub fn of(id: &str) -> Option<&'static Operation> {
    ALL.iter().find(|operation| operation.id == id)
}
