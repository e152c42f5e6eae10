//! Membership of a workspace: its roles, who may change, remove or promote which member, and the state of an
//! invitation.
//!
//! The policy defines what a role may do in general; these rules define on which members. Everything is
//! decided from facts and a given time.

use chrono::{DateTime, Utc};
use thiserror::Error;

use crate::{
    field_error::{Check, FieldError, TextField},
    identity::{TokenFacts, TokenState},
};

const NAME: TextField = TextField::new("name", "Name", 100);

/// A member's role in a workspace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::IntoStaticStr, strum::EnumString)]
#[strum(
    serialize_all = "snake_case", const_into_str,
    parse_err_ty = UnknownWord, parse_err_fn = unknown_word
)]
pub enum Role {
    /// Owns the workspace.
    Owner,
    /// Manages everything except ownership.
    Admin,
    /// Works with clients and proposals.
    Member,
}

impl Role {
    /// Every role.
    pub const ALL: [Self; 3] = [Self::Owner, Self::Admin, Self::Member];

    /// The name on the wire and in the database.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into_str()
    }

    fn manages_the_team(self) -> bool {
        matches!(self, Self::Owner | Self::Admin)
    }
}

/// The state of a membership.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::IntoStaticStr, strum::EnumString)]
#[strum(
    serialize_all = "snake_case", const_into_str,
    parse_err_ty = UnknownWord, parse_err_fn = unknown_word
)]
pub enum MembershipStatus {
    Invited,
    Active,
    Removed,
}

impl MembershipStatus {
    /// Every status.
    pub const ALL: [Self; 3] = [Self::Invited, Self::Active, Self::Removed];

    /// The name in the database.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into_str()
    }
}

/// The text is not the name of a role or status.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("unknown role or status of a team")]
pub struct UnknownWord;

fn unknown_word(_: &str) -> UnknownWord {
    UnknownWord
}

/// The member that an action is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    pub role: Role,
    /// The state of their membership.
    pub status: MembershipStatus,
    /// Whether it is the actor.
    pub is_actor: bool,
}

/// Why a change of the team is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TeamRefusal {
    /// The actor is not, or no longer, allowed to.
    NotAllowed,
    /// There is no such member.
    NoMember,
    /// The workspace would have no owner.
    OwnerMustTransfer,
    /// Members cannot change their own role.
    OwnRole,
    /// Members leave instead of removing themselves.
    OwnMembership,
    /// They already own it.
    AlreadyOwner,
}

/// Whether `actor` may change the role of `target`. Ownership changes only by transfer.
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

/// Whether a member with that role may leave.
pub fn leave(role: Role) -> Result<(), TeamRefusal> {
    if role == Role::Owner { Err(TeamRefusal::OwnerMustTransfer) } else { Ok(()) }
}

/// Whether `actor` may transfer the workspace to `target`.
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum InvitationState {
    /// It can be accepted.
    Open,
    /// It has expired; the team can send another.
    Expired,
    /// It was accepted, and the person is a member.
    Accepted,
    /// It was withdrawn, or the person has been removed since.
    Gone,
}

/// The state of an invitation at `now`, from its membership and its stored token.
#[must_use]
pub fn invitation_state(status: MembershipStatus, token: TokenFacts, now: DateTime<Utc>) -> InvitationState {
    match (status, token.state(now)) {
        (MembershipStatus::Active, _) => InvitationState::Accepted,
        (MembershipStatus::Invited, TokenState::Valid) => InvitationState::Open,
        (MembershipStatus::Invited, TokenState::Expired) => InvitationState::Expired,
        (MembershipStatus::Invited, TokenState::Used) | (MembershipStatus::Removed, _) => {
            InvitationState::Gone
        }
    }
}

/// The result of accepting an invitation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Acceptance {
    /// They become a member.
    Join,
    /// They already are a member; the link answers as it did the first time.
    Repeated,
    /// There is no such invitation, or no longer.
    Unknown,
    /// It is for another address.
    AnotherAddress,
    /// It has expired.
    Expired,
}

/// Decides, given whether the account's address is that of the invitation.
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

/// Validates a workspace's name: one line that is not blank. Fields: `name`.
pub fn workspace_name(text: &str) -> Result<String, Vec<FieldError>> {
    let mut check = Check::new();
    let name = check.required(NAME, text);
    check.finish(Some(name))
}

#[cfg(test)]
mod tests;
