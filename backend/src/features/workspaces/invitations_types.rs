//! The messages of invitations.

use poem_openapi::{Enum, Object};

use crate::features::team::TeamRole;

/// An invitation to send.
#[derive(Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct InvitationInput {
    /// The email address; only this address can accept the invitation.
    pub email: String,
    /// The role of the new member.
    pub role: TeamRole,
}

/// The data for registering through an invitation; the email address is the invited one.
#[derive(Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct InvitedRegistrationInput {
    /// The first name.
    pub first_name: String,
    /// The last name.
    pub last_name: String,
    /// The password: at least 8 characters with uppercase, lowercase and a digit.
    pub password: String,
}

proffer_domain::redact!(InvitationInput, InvitedRegistrationInput);

/// The state of an invitation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum InvitationState {
    /// It can be accepted.
    Open,
    /// It has expired; the team can send another.
    Expired,
    /// It was accepted before.
    Accepted,
}

/// An invitation, as shown to the holder of its link.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct Invitation {
    /// The workspace's name.
    pub workspace_name: String,
    /// The name of the inviter.
    pub invited_by: String,
    /// The invited email address.
    pub email: String,
    /// The role of the new member.
    pub role: TeamRole,
    /// The state of the invitation.
    pub state: InvitationState,
    /// Whether the email address already has an account: then the user signs in, otherwise registers.
    pub has_account: bool,
}
