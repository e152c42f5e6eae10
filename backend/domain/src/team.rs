//! Who belongs to a workspace: its roles, who may change, remove or promote whom, and what becomes of an invitation.
//!
//! What a role may do at all is the policy's to say; here is what it may do to whom. Everything decides from facts and a
//! given time.

use std::str::FromStr;

use chrono::{DateTime, Utc};
use thiserror::Error;

use crate::{
    field_error::{Check, FieldError, TextField},
    identity::{TokenFacts, TokenState},
};

const NAME: TextField = TextField::new("name", "Name", 100);

/// What somebody is in a workspace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// The one to whom it belongs.
    Owner,
    /// Keeps everything but the workspace itself.
    Admin,
    /// Works with clients and proposals.
    Member,
}

impl Role {
    /// Every role.
    pub const ALL: [Self; 3] = [Self::Owner, Self::Admin, Self::Member];

    /// The word on the wire and in the database.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Admin => "admin",
            Self::Member => "member",
        }
    }

    fn manages_the_team(self) -> bool {
        matches!(self, Self::Owner | Self::Admin)
    }
}

/// Where somebody stands with a workspace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MembershipStatus {
    /// Asked to join.
    Invited,
    /// Belongs to it.
    Active,
    /// Belonged to it.
    Removed,
}

impl MembershipStatus {
    /// Every status.
    pub const ALL: [Self; 3] = [Self::Invited, Self::Active, Self::Removed];

    /// The word in the database.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Invited => "invited",
            Self::Active => "active",
            Self::Removed => "removed",
        }
    }
}

/// The text names no role or status.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("unknown role or status of a team")]
pub struct UnknownWord;

impl FromStr for Role {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        Self::ALL.into_iter().find(|role| role.as_str() == text).ok_or(UnknownWord)
    }
}

impl FromStr for MembershipStatus {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        Self::ALL.into_iter().find(|status| status.as_str() == text).ok_or(UnknownWord)
    }
}

/// Whom something is to be done to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    /// What they are.
    pub role: Role,
    /// Where they stand.
    pub status: MembershipStatus,
    /// Whether it is the one who asks.
    pub is_actor: bool,
}

/// Why a change of the team is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TeamRefusal {
    /// The one who asks is not, or no longer, somebody who may.
    NotAllowed,
    /// There is no such member.
    NoMember,
    /// The workspace would be without its owner.
    OwnerMustTransfer,
    /// Nobody makes themselves more or less than they are.
    OwnRole,
    /// Going oneself is called leaving.
    OwnMembership,
    /// It is theirs already.
    AlreadyOwner,
}

/// Whether `actor` may give `target` another role. The owner is made by handing over alone.
pub fn change_role(actor: Role, target: Target) -> Result<(), TeamRefusal> {
    manage(actor, target)?;
    if target.is_actor { Err(TeamRefusal::OwnRole) } else { Ok(()) }
}

/// Whether `actor` may remove `target`.
pub fn remove(actor: Role, target: Target) -> Result<(), TeamRefusal> {
    manage(actor, target)?;
    if target.is_actor { Err(TeamRefusal::OwnMembership) } else { Ok(()) }
}

fn manage(actor: Role, target: Target) -> Result<(), TeamRefusal> {
    if !actor.manages_the_team() {
        Err(TeamRefusal::NotAllowed)
    } else if target.status != MembershipStatus::Active {
        Err(TeamRefusal::NoMember)
    } else if target.role == Role::Owner {
        Err(TeamRefusal::OwnerMustTransfer)
    } else {
        Ok(())
    }
}

/// Whether somebody of that role may leave.
pub fn leave(role: Role) -> Result<(), TeamRefusal> {
    if role == Role::Owner { Err(TeamRefusal::OwnerMustTransfer) } else { Ok(()) }
}

/// Whether `actor` may hand the workspace over to `target`.
pub fn transfer(actor: Role, target: Target) -> Result<(), TeamRefusal> {
    if actor != Role::Owner {
        Err(TeamRefusal::NotAllowed)
    } else if target.status != MembershipStatus::Active {
        Err(TeamRefusal::NoMember)
    } else if target.is_actor {
        Err(TeamRefusal::AlreadyOwner)
    } else {
        Ok(())
    }
}

/// What can be done with an invitation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum InvitationState {
    /// It can be accepted.
    Open,
    /// It is too old; the team can send another.
    Expired,
    /// It was accepted, and the person belongs to the team.
    Accepted,
    /// It was taken back, or the person has been removed since.
    Gone,
}

/// The state of an invitation at `now`: where its membership stands, and what is stored of its token.
#[must_use]
pub fn invitation_state(status: MembershipStatus, token: TokenFacts, now: DateTime<Utc>) -> InvitationState {
    match (status, token.state(now)) {
        (MembershipStatus::Active, _) => InvitationState::Accepted,
        (MembershipStatus::Invited, TokenState::Valid) => InvitationState::Open,
        (MembershipStatus::Invited, TokenState::Expired) => InvitationState::Expired,
        (MembershipStatus::Invited, TokenState::Used) | (MembershipStatus::Removed, _) => InvitationState::Gone,
    }
}

/// What becomes of somebody's wish to accept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Acceptance {
    /// They join.
    Join,
    /// They belong to it already; the link answers as it did the first time.
    Repeated,
    /// No such invitation, or none any more.
    Unknown,
    /// It is for another address.
    AnotherAddress,
    /// It is too old.
    Expired,
}

/// Decides for somebody whose address is the invitation's, or is not.
#[must_use]
pub fn accept(state: InvitationState, same_address: bool) -> Acceptance {
    match (state, same_address) {
        (InvitationState::Gone, _) => Acceptance::Unknown,
        (_, false) => Acceptance::AnotherAddress,
        (InvitationState::Open, true) => Acceptance::Join,
        (InvitationState::Accepted, true) => Acceptance::Repeated,
        (InvitationState::Expired, true) => Acceptance::Expired,
    }
}

/// Reads a workspace's name: one line that says something. Fields: `name`.
pub fn workspace_name(text: &str) -> Result<String, Vec<FieldError>> {
    let mut check = Check::new();
    let name = check.required(NAME, text);
    check.finish(Some(name))
}

#[cfg(test)]
mod tests;
