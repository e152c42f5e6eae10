//! The scopes of a key. Each scope covers permissions of the policy and has a description for the member who
//! creates a key.

use std::fmt;

/// One scope, written `object:word` on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// Read the company profile.
    CompanyRead,
    ClientsRead,
    /// Add, change and delete clients.
    ClientsWrite,
    ProposalsRead,
    /// Change and delete proposals; together with [`Scope::AssistantUse`] also create them, since a new
    /// proposal is drafted.
    ProposalsWrite,
    /// Create and read links to proposals, and send proposals to clients.
    ProposalsSend,
    /// Record that a client accepted outside the product.
    ProposalsAccept,
    /// Have the assistant read recaps and draft proposals, which costs money and counts against the quota of
    /// the key's creator.
    AssistantUse,
    /// Export everything in the workspace as one archive.
    WorkspaceExport,
}

impl Scope {
    /// All scopes, in the order in which they are shown.
    pub const ALL: &[Self] = &[
        Self::CompanyRead,
        Self::ClientsRead,
        Self::ClientsWrite,
        Self::ProposalsRead,
        Self::ProposalsWrite,
        Self::AssistantUse,
        Self::ProposalsSend,
        Self::ProposalsAccept,
        Self::WorkspaceExport,
    ];

    /// The word on the wire and in the database.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::CompanyRead => "company:read",
            Self::ClientsRead => "clients:read",
            Self::ClientsWrite => "clients:write",
            Self::ProposalsRead => "proposals:read",
            Self::ProposalsWrite => "proposals:write",
            Self::ProposalsSend => "proposals:send",
            Self::ProposalsAccept => "proposals:accept",
            Self::AssistantUse => "assistant:use",
            Self::WorkspaceExport => "workspace:export",
        }
    }

    /// The scope of that word.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|scope| scope.word() == word)
    }

    /// Whether a new key has the scope by default: only the read scopes do. A scope that changes anything,
    /// costs money, exports data or commits the workspace must be asked for by name.
    #[must_use]
    pub const fn is_default(self) -> bool {
        matches!(self, Self::CompanyRead | Self::ClientsRead | Self::ProposalsRead)
    }

    /// Whether it covers that permission of the policy.
    #[must_use]
    pub fn covers(self, object: &str, action: &str) -> bool {
        let write = matches!(action, "create" | "update" | "delete");
        match self {
            Self::ClientsWrite => object == "clients" && write,
            Self::ProposalsWrite => object == "proposals" && write,
            Self::ProposalsSend => object == "proposals" && matches!(action, "share" | "send"),
            _ => self.word().split_once(':') == Some((object, action)),
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
