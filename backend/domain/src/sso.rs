//! Single sign-on: which mail domains can be somebody's own, what a provider's word is worth, and what a sign-in through
//! one leads to.

mod domain;
pub mod recheck;

use chrono::{DateTime, TimeDelta, Utc};

use crate::field_error::{Check, FieldError, TextField};

pub use domain::{MailDomain, record_name, record_proves, record_value};

const ISSUER: TextField = TextField::new("issuer", "Issuer", 500);
const CLIENT_ID: TextField = TextField::new("clientId", "Client ID", 300);
const CLIENT_SECRET: TextField = TextField::new("clientSecret", "Client secret", 1000);

/// A sign-in that has gone to a provider is waited for this long.
pub const ATTEMPT: TimeDelta = TimeDelta::minutes(10);
/// How far a provider's clock may be from ours.
pub const SKEW: TimeDelta = TimeDelta::seconds(60);
/// The longest subject that OpenID Connect allows.
pub const SUBJECT_MAX: usize = 255;

/// What the settings of a connection are checked against.
#[derive(Debug, Clone, Copy)]
pub struct ConnectionFacts {
    /// A secret is stored already.
    pub has_secret: bool,
    /// How many domains the workspace has proven.
    pub proven_domains: usize,
}

/// What a person typed of a connection.
#[derive(Debug, Clone)]
pub struct ConnectionInput {
    /// The issuer.
    pub issuer: String,
    /// The client id.
    pub client_id: String,
    /// The client secret; absent or blank keeps the stored one.
    pub client_secret: Option<String>,
    /// Whether it can be used.
    pub enabled: bool,
    /// Whether it must be used.
    pub enforced: bool,
}

/// The same, once it obeys the rules that need no network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Connection {
    /// The issuer, letter for letter: it is compared and never tidied.
    pub issuer: String,
    /// The client id.
    pub client_id: String,
    /// A new client secret.
    pub client_secret: Option<String>,
}

impl ConnectionInput {
    /// Checks every field and reports all errors at once. Whether the issuer's address may be reached is asked elsewhere.
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
            check.push(FieldError::new("enabled", "domain_not_proven", "Prove a mail domain before you enable single sign-on"));
        }
        if self.enforced && !self.enabled {
            check.push(FieldError::new("enforced", "not_enabled", "Enable single sign-on, and try it once, before you require it"));
        }
        if !has_secret && !self.enabled {
            check.push(FieldError::new("clientSecret", "required", "Client secret is required"));
        }
        check.finish(Some(Connection { issuer, client_id, client_secret }))
    }
}

/// When a token was made and until when it is good, as it says itself.
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
    /// Whether it is good now, by clocks that may differ a little.
    #[must_use]
    pub fn are_good(&self, now: DateTime<Utc>) -> bool {
        let latest_start = now + SKEW;
        now - SKEW < self.expires_at && self.issued_at <= latest_start && self.not_before.is_none_or(|from| from <= latest_start)
    }
}

/// Whether a token is meant for us: we are among its audiences, and where there are others it was made for us.
#[must_use]
pub fn audience_is_us(audiences: &[&str], authorized_party: Option<&str>, client_id: &str) -> bool {
    let listed = audiences.contains(&client_id);
    let party_is_us = authorized_party.is_none_or(|party| party == client_id);
    let alone = audiences.len() == 1;
    listed && party_is_us && (alone || authorized_party.is_some())
}

/// Whose provider somebody came through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// The site's.
    Site,
    /// A workspace's own.
    Workspace {
        /// Every address in question (the one asserted, and that of the account already linked) is of a domain that
        /// this workspace has proven.
        speaks_for_addresses: bool,
    },
}

/// What is known of somebody who comes back from a provider; `P` names a person.
#[derive(Debug, Clone, Copy)]
pub struct ArrivalFacts<P> {
    /// Whose provider.
    pub way: Way,
    /// The provider says that the address was proven to it.
    pub email_verified: bool,
    /// Whose identity it is already, by issuer and subject.
    pub known: Option<P>,
    /// Whose account has the address.
    pub of_address: Option<P>,
    /// Who was signed in and asked for a link.
    pub linking: Option<P>,
}

/// What becomes of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrival<P> {
    /// They are that person.
    Known(P),
    /// That account gets one more way in.
    Link(P),
    /// Nobody has that address yet.
    New,
}

impl<P: Copy + PartialEq> ArrivalFacts<P> {
    /// Decides. An address alone never opens an account: only a workspace that has proven its domain, or the person
    /// who is signed in to it, links one.
    pub fn decide(&self) -> Result<Arrival<P>, SsoError> {
        if !self.email_verified {
            return Err(SsoError::EmailNotVerified);
        }
        if self.way == (Way::Workspace { speaks_for_addresses: false }) {
            return Err(SsoError::DomainNotProven);
        }
        match (self.linking, self.known, self.of_address) {
            (Some(asking), Some(known), _) if asking != known => Err(SsoError::IdentityTaken),
            (_, Some(known), _) => Ok(Arrival::Known(known)),
            (Some(asking), None, _) => Ok(Arrival::Link(asking)),
            (None, None, Some(person)) => match self.way {
                Way::Workspace { .. } => Ok(Arrival::Link(person)),
                Way::Site => Err(SsoError::AccountExists),
            },
            (None, None, None) => Ok(Arrival::New),
        }
    }
}

/// Whose provider speaks, in the question of which accounts it may sign in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConnectionKind {
    /// One of the site's, linked by the person.
    Site,
    /// A workspace's own, set up by its admins, who decide what it says.
    Workspace,
}

/// What an account is beside the person a provider names. All of it is asked anew at every sign-in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AccountFacts {
    /// It administers the site.
    pub is_site_admin: bool,
    /// What it is to the workspace whose connection it is.
    pub membership: Membership,
    /// It is an active member of other workspaces.
    pub has_other_workspaces: bool,
}

/// What an account is to a workspace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Membership {
    /// It owns it.
    Owner,
    /// It is an active member.
    Member,
    /// It is neither.
    #[default]
    Outsider,
}

/// Whether a connection may sign an account in. Site administrators sign in with their password alone. A workspace's connection never
/// signs its owner in, who has more rights than the admins that set it up; and to an account with workspaces of its own it only opens the
/// door where the person has joined by themselves. Its sessions reach that workspace alone.
pub fn may_sign_in(connection: ConnectionKind, account: AccountFacts) -> Result<(), SsoError> {
    match (connection, account) {
        (_, AccountFacts { is_site_admin: true, .. }) | (ConnectionKind::Workspace, AccountFacts { membership: Membership::Owner, .. }) => {
            Err(SsoError::PasswordRequired)
        }
        (ConnectionKind::Workspace, AccountFacts { membership: Membership::Outsider, has_other_workspaces: true, .. }) => {
            Err(SsoError::AccountElsewhere)
        }
        _ => Ok(()),
    }
}

/// What somebody is to a workspace already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PriorMembership {
    /// They belong to it.
    Active,
    /// They belonged to it and were removed.
    Removed,
}

/// How somebody stands to the workspace whose provider they came through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MembershipFacts {
    /// What they are to it, if anything.
    pub prior_membership: Option<PriorMembership>,
    /// An invitation for their address is open.
    pub invited: bool,
    /// The connection makes newcomers members.
    pub adds_members: bool,
}

/// What is to be done about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Joining {
    /// Nothing.
    Belongs,
    /// Accept the invitation.
    Accept,
    /// Add them with the connection's default role.
    Add,
}

impl MembershipFacts {
    /// Decides. Whoever was removed comes back by an invitation alone.
    pub fn decide(self) -> Result<Joining, SsoError> {
        match self {
            Self { prior_membership: Some(PriorMembership::Active), .. } => Ok(Joining::Belongs),
            Self { invited: true, .. } => Ok(Joining::Accept),
            Self { prior_membership: Some(PriorMembership::Removed), .. } => Err(SsoError::Removed),
            Self { adds_members: true, .. } => Ok(Joining::Add),
            Self { .. } => Err(SsoError::NotAMember),
        }
    }
}

/// Why a sign-in through a provider came to nothing. The sign-in screen has a sentence for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SsoError {
    /// There is no such provider, or the workspace's connection is not enabled.
    NotAvailable,
    /// The provider did not answer, or not as one does.
    ProviderUnavailable,
    /// The person declined at the provider.
    Cancelled,
    /// The provider refused, or did not accept our client or code.
    ProviderRefused,
    /// The way back was not from a sign-in of this browser: too old, used before, or begun elsewhere.
    Expired,
    /// What the provider signed is not what it must be.
    TokenInvalid,
    /// The provider names no address, or none that can be one.
    EmailMissing,
    /// The provider has not proven the address.
    EmailNotVerified,
    /// The workspace's provider speaks for a domain that the workspace has not proven.
    DomainNotProven,
    /// The address has an account, and this provider is not linked to it.
    AccountExists,
    /// This identity belongs to another account.
    IdentityTaken,
    /// The workspace does not add newcomers by itself.
    NotAMember,
    /// An admin has removed the person from the workspace.
    Removed,
    /// A link was asked for by somebody who is not signed in, or no longer.
    SignInFirst,
    /// The person's team requires its own single sign-on.
    SsoRequired,
    /// The account signs in with its password: it administers the site, or owns the workspace whose provider this is.
    PasswordRequired,
    /// The account works in other workspaces, and the person has not joined this one.
    AccountElsewhere,
    /// The fault is ours.
    Internal,
}

impl SsoError {
    /// Each of them.
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

/// First and last name from what a provider tells, which may be nothing.
#[must_use]
pub fn names(given: Option<&str>, family: Option<&str>, full: Option<&str>, email: &str) -> (String, String) {
    let tidy = |text: Option<&str>| -> Option<String> {
        let text: String = text?.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let text: String = text.trim().chars().take(100).collect();
        Some(text.trim_end().to_owned()).filter(|text| !text.is_empty())
    };
    let (given, family, full) = (tidy(given), tidy(family), tidy(full));
    let (first_of_full, rest_of_full) = match full.as_deref().map(|full| full.rsplit_once(' ').unwrap_or((full, ""))) {
        Some((first, rest)) => (tidy(Some(first)), tidy(Some(rest))),
        None => (None, None),
    };
    let local = email.split('@').next().unwrap_or_default();
    let first = given.or(first_of_full).unwrap_or_else(|| local.to_owned());
    (first, family.or(rest_of_full).unwrap_or_default())
}

#[cfg(test)]
mod tests;
