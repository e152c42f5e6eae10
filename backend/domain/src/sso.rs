//! Single sign-on: which mail domains a workspace can own, how far a provider is trusted, and the result of a
//! sign-in through one.

mod domain;
pub mod recheck;

use chrono::{DateTime, TimeDelta, Utc};

use crate::field_error::{Check, FieldError, TextField};

pub use domain::{MailDomain, record_name, record_proves, record_value};

const ISSUER: TextField = TextField::new("issuer", "Issuer", 500);
const CLIENT_ID: TextField = TextField::new("clientId", "Client ID", 300);
const CLIENT_SECRET: TextField = TextField::new("clientSecret", "Client secret", 1000);

/// How long a sign-in at a provider may take.
pub const ATTEMPT: TimeDelta = TimeDelta::minutes(10);
/// The tolerated clock difference to a provider.
pub const SKEW: TimeDelta = TimeDelta::seconds(60);
/// The longest subject that OpenID Connect allows.
pub const SUBJECT_MAX: usize = 255;

/// The facts against which the settings of a connection are checked.
#[derive(Debug, Clone, Copy)]
pub struct ConnectionFacts {
    /// Whether a secret is stored already.
    pub has_secret: bool,
    /// How many domains the workspace has verified.
    pub proven_domains: usize,
}

/// The input for a connection.
#[derive(Debug, Clone)]
pub struct ConnectionInput {
    pub issuer: String,
    pub client_id: String,
    /// The client secret; absent or blank keeps the stored one.
    pub client_secret: Option<String>,
    /// Whether it is enabled.
    pub enabled: bool,
    /// Whether it is required.
    pub enforced: bool,
}

/// Valid settings of a connection, as far as they can be checked without the network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Connection {
    /// The issuer, unchanged: it is compared literally.
    pub issuer: String,
    pub client_id: String,
    /// A new client secret.
    pub client_secret: Option<String>,
}

impl ConnectionInput {
    /// Checks every field and reports all errors at once. Whether the issuer's address may be contacted is
    /// checked elsewhere.
    pub fn validate(&self, facts: ConnectionFacts) -> Result<Connection, Vec<FieldError>> {
        let mut check = Check::new();
        let issuer = check.required(ISSUER, &self.issuer);
        let client_id = check.required(CLIENT_ID, &self.client_id);
        let client_secret = check.optional(CLIENT_SECRET, self.client_secret.as_deref());
        let has_secret = facts.has_secret || client_secret.is_some();
        if self.enabled && !has_secret {
            check.push(FieldError::new(
                "clientSecret",
                "required",
                "Enter the client secret that your provider gave you before you enable single sign-on",
            ));
        }
        if self.enabled && facts.proven_domains == 0 {
            check.push(FieldError::new(
                "enabled",
                "domain_not_proven",
                "Verify a mail domain before you enable single sign-on",
            ));
        }
        if self.enforced && !self.enabled {
            check.push(FieldError::new(
                "enforced",
                "not_enabled",
                "Enable single sign-on and sign in with it once before you require it",
            ));
        }
        if !has_secret && !self.enabled {
            check.push(FieldError::new("clientSecret", "required", "Client secret is required"));
        }
        check.finish(Some(Connection { issuer, client_id, client_secret }))
    }
}

/// The validity period that a token states.
#[derive(Debug, Clone, Copy)]
pub struct TokenTimes {
    /// `exp`
    pub expires_at: DateTime<Utc>,
    /// `iat`
    pub issued_at: DateTime<Utc>,
    /// `nbf`
    pub not_before: Option<DateTime<Utc>>,
}

impl TokenTimes {
    /// Whether it is valid now, allowing for a small clock difference.
    #[must_use]
    pub fn are_good(&self, now: DateTime<Utc>) -> bool {
        let latest_start = now + SKEW;
        now - SKEW < self.expires_at
            && self.issued_at <= latest_start
            && self.not_before.is_none_or(|from| from <= latest_start)
    }
}

/// Whether a token was issued for this client: we are among its audiences, and if there are others we are the
/// authorised party.
#[must_use]
pub fn audience_is_us(audiences: &[&str], authorized_party: Option<&str>, client_id: &str) -> bool {
    let listed = audiences.contains(&client_id);
    let party_is_us = authorized_party.is_none_or(|party| party == client_id);
    let alone = audiences.len() == 1;
    listed && party_is_us && (alone || authorized_party.is_some())
}

/// The owner of the provider that a person signed in with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignInProvider {
    /// The site's provider.
    Site,
    /// A workspace's own provider.
    Workspace {
        /// Whether every address in question (the asserted one, and that of the already linked account) is of
        /// a domain that this workspace has verified.
        speaks_for_addresses: bool,
    },
}

/// The known facts about a person who returns from a provider; `P` identifies an account.
#[derive(Debug, Clone, Copy)]
pub struct CallbackFacts<P> {
    /// The owner of the provider.
    pub way: SignInProvider,
    /// Whether the provider says that it verified the address.
    pub email_verified: bool,
    /// The account that this identity (issuer and subject) is already linked to.
    pub known: Option<P>,
    /// The account with that address.
    pub of_address: Option<P>,
    /// The account that was signed in and asked for a link.
    pub linking: Option<P>,
}

/// The result of a sign-in through a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallbackOutcome<P> {
    /// Sign in to that account.
    Known(P),
    /// Link the identity to that account.
    Link(P),
    /// Create an account: none has that address yet.
    New,
}

impl<P: Copy + PartialEq> CallbackFacts<P> {
    /// Decides. An address alone never opens an account: an identity is linked only for a workspace that has
    /// verified the domain, or by the person who is signed in to the account.
    pub fn decide(&self) -> Result<CallbackOutcome<P>, SsoError> {
        if !self.email_verified {
            return Err(SsoError::EmailNotVerified);
        }
        if self.way == (SignInProvider::Workspace { speaks_for_addresses: false }) {
            return Err(SsoError::DomainNotProven);
        }
        match (self.linking, self.known, self.of_address) {
            (Some(asking), Some(known), _) if asking != known => Err(SsoError::IdentityTaken),
            (_, Some(known), _) => Ok(CallbackOutcome::Known(known)),
            (Some(asking), None, _) => Ok(CallbackOutcome::Link(asking)),
            (None, None, Some(person)) => match self.way {
                SignInProvider::Workspace { .. } => Ok(CallbackOutcome::Link(person)),
                SignInProvider::Site => Err(SsoError::AccountExists),
            },
            (None, None, None) => Ok(CallbackOutcome::New),
        }
    }
}

/// The owner of the provider, for deciding which accounts it may sign in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConnectionKind {
    /// One of the site's, linked by the person.
    Site,
    /// A workspace's own, configured by its admins, who control its assertions.
    Workspace,
}

/// The facts about the account that a provider identifies. They are read again at every sign-in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AccountFacts {
    /// Whether it is a site administrator.
    pub is_site_admin: bool,
    /// Its relation to the workspace of the connection.
    pub membership: Membership,
    /// Whether it is an active member of other workspaces.
    pub has_other_workspaces: bool,
}

/// An account's relation to a workspace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Membership {
    Owner,
    /// An active member.
    Member,
    /// Not a member.
    #[default]
    Outsider,
}

/// Whether a connection may sign an account in. Site administrators sign in only with their password. A
/// workspace's connection never signs in its owner, who has more rights than the admins that configured it;
/// an account with other workspaces must already be a member of this one by its own decision. The session is
/// limited to that workspace.
pub fn may_sign_in(connection: ConnectionKind, account: AccountFacts) -> Result<(), SsoError> {
    match (connection, account) {
        (_, AccountFacts { is_site_admin: true, .. })
        | (ConnectionKind::Workspace, AccountFacts { membership: Membership::Owner, .. }) => {
            Err(SsoError::PasswordRequired)
        }
        (
            ConnectionKind::Workspace,
            AccountFacts { membership: Membership::Outsider, has_other_workspaces: true, .. },
        ) => Err(SsoError::AccountElsewhere),
        _ => Ok(()),
    }
}

/// A person's previous membership of a workspace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PriorMembership {
    /// They are a member.
    Active,
    /// They were a member and were removed.
    Removed,
}

/// The relation of a person to the workspace whose provider they signed in with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MembershipFacts {
    /// Their membership, if any.
    pub prior_membership: Option<PriorMembership>,
    /// Whether there is an open invitation for their address.
    pub invited: bool,
    /// Whether the connection adds new members automatically.
    pub adds_members: bool,
}

/// How the person joins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JoinAction {
    /// Nothing to do.
    Belongs,
    /// Accept the invitation.
    Accept,
    /// Add them with the connection's default role.
    Add,
}

impl MembershipFacts {
    /// Decides. A removed member can return only by invitation.
    pub fn decide(self) -> Result<JoinAction, SsoError> {
        match self {
            Self { prior_membership: Some(PriorMembership::Active), .. } => Ok(JoinAction::Belongs),
            Self { invited: true, .. } => Ok(JoinAction::Accept),
            Self { prior_membership: Some(PriorMembership::Removed), .. } => Err(SsoError::Removed),
            Self { adds_members: true, .. } => Ok(JoinAction::Add),
            Self { .. } => Err(SsoError::NotAMember),
        }
    }
}

/// Why a sign-in through a provider failed. The sign-in screen has a message for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SsoError {
    /// There is no such provider, or the workspace's connection is not enabled.
    NotAvailable,
    /// The provider did not answer, or not correctly.
    ProviderUnavailable,
    /// The person declined at the provider.
    Cancelled,
    /// The provider refused, or did not accept the client or the code.
    ProviderRefused,
    /// The callback does not belong to a sign-in of this browser: too old, used before, or started elsewhere.
    Expired,
    /// The provider's signed token is not valid.
    TokenInvalid,
    /// The provider gave no address, or an invalid one.
    EmailMissing,
    /// The provider has not verified the address.
    EmailNotVerified,
    /// The workspace's provider asserts a domain that the workspace has not verified.
    DomainNotProven,
    /// The address has an account, and this provider is not linked to it.
    AccountExists,
    /// This identity belongs to another account.
    IdentityTaken,
    /// The workspace does not add new members automatically.
    NotAMember,
    /// An admin has removed the person from the workspace.
    Removed,
    /// A link was requested without a valid session.
    SignInFirst,
    /// The person's team requires its own single sign-on.
    SsoRequired,
    /// The account must sign in with its password: it is a site administrator, or owns the workspace of this
    /// provider.
    PasswordRequired,
    /// The account is a member of other workspaces, and the person has not joined this one.
    AccountElsewhere,
    /// An internal error.
    Internal,
}

impl SsoError {
    /// All errors.
    pub const ALL: &[Self] = &[
        Self::NotAvailable,
        Self::ProviderUnavailable,
        Self::Cancelled,
        Self::ProviderRefused,
        Self::Expired,
        Self::TokenInvalid,
        Self::EmailMissing,
        Self::EmailNotVerified,
        Self::DomainNotProven,
        Self::AccountExists,
        Self::IdentityTaken,
        Self::NotAMember,
        Self::Removed,
        Self::SignInFirst,
        Self::SsoRequired,
        Self::PasswordRequired,
        Self::AccountElsewhere,
        Self::Internal,
    ];

    /// The stable code: the `ssoError` of the sign-in screen's address.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::NotAvailable => "not_available",
            Self::ProviderUnavailable => "provider_unavailable",
            Self::Cancelled => "cancelled",
            Self::ProviderRefused => "provider_refused",
            Self::Expired => "expired",
            Self::TokenInvalid => "token_invalid",
            Self::EmailMissing => "email_missing",
            Self::EmailNotVerified => "email_not_verified",
            Self::DomainNotProven => "domain_not_proven",
            Self::AccountExists => "account_exists",
            Self::IdentityTaken => "identity_taken",
            Self::NotAMember => "not_a_member",
            Self::Removed => "removed",
            Self::SignInFirst => "sign_in_first",
            Self::SsoRequired => "sso_required",
            Self::PasswordRequired => "password_required",
            Self::AccountElsewhere => "account_elsewhere",
            Self::Internal => "internal_error",
        }
    }
}

/// First and last name from a provider's data, which may be empty.
#[must_use]
pub fn names(given: Option<&str>, family: Option<&str>, full: Option<&str>, email: &str) -> (String, String) {
    let tidy = |text: Option<&str>| -> Option<String> {
        let text: String = text?.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let text: String = text.trim().chars().take(100).collect();
        Some(text.trim_end().to_owned()).filter(|text| !text.is_empty())
    };
    let (given, family, full) = (tidy(given), tidy(family), tidy(full));
    let (first_of_full, rest_of_full) =
        match full.as_deref().map(|full| full.rsplit_once(' ').unwrap_or((full, ""))) {
            Some((first, rest)) => (tidy(Some(first)), tidy(Some(rest))),
            None => (None, None),
        };
    let local = email.split('@').next().unwrap_or_default();
    let first = given.or(first_of_full).unwrap_or_else(|| local.to_owned());
    (first, family.or(rest_of_full).unwrap_or_default())
}

#[cfg(test)]
mod tests;
