//! Errors of the use cases of workspaces and their teams, and what they are on the wire.

use poem::http::StatusCode;
use proffer_domain::team::TeamRefusal;

use crate::{failure::Failure, features::identity::IdentityError, http::problem::Problem};

/// Why a use case of a workspace or its team failed.
#[derive(Debug, thiserror::Error)]
pub enum WorkspaceError {
    /// The session's workspace no longer exists, or the user is no longer a member.
    #[error("not signed in")]
    NotSignedIn,
    /// No such workspace, or none that this person belongs to; both look the same.
    #[error("no such workspace")]
    NoWorkspace,
    /// The rules of a team refuse the change.
    #[error("the team refuses the change")]
    Team(TeamRefusal),
    /// The address has an invitation into this team.
    #[error("the address is invited already")]
    AlreadyInvited,
    /// The address belongs to a member.
    #[error("the person is a member already")]
    AlreadyMember,
    /// The invitation is unknown, replaced or cancelled; all look the same.
    #[error("no such invitation")]
    NoInvitation,
    #[error("the invitation has expired")]
    InvitationExpired,
    /// The person who is signed in has another address than the one invited.
    #[error("the invitation is for another address")]
    AnotherAddress,
    /// The invited address has an account, so the user must sign in.
    #[error("the address has an account")]
    AccountExists,
    /// An error of the identity feature, about an account or a session.
    #[error(transparent)]
    Identity(#[from] IdentityError),
    /// An error that any use case can have.
    #[error(transparent)]
    Failed(Failure),
}

impl<E> From<E> for WorkspaceError
where
    Failure: From<E>,
{
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

impl From<TeamRefusal> for WorkspaceError {
    fn from(refusal: TeamRefusal) -> Self {
        Self::Team(refusal)
    }
}

impl From<WorkspaceError> for Problem {
    fn from(error: WorkspaceError) -> Self {
        use WorkspaceError as Refused;
        match error {
            Refused::NotSignedIn => Self::unauthenticated(),
            Refused::NoWorkspace => Self::not_found(
                "workspace_not_found",
                "This workspace does not exist or you do not belong to it.",
            ),
            Refused::Team(refusal) => team(refusal),
            Refused::AlreadyInvited => Self::conflict(
                "already_invited",
                "This address is already invited. Send the invitation again instead.",
            ),
            Refused::AlreadyMember => {
                Self::conflict("already_member", "This person is already a member of your team.")
            }
            Refused::NoInvitation => Self::not_found(
                "invitation_not_found",
                "This invitation does not exist or is no longer valid.",
            ),
            Refused::InvitationExpired => Self::new(
                StatusCode::GONE,
                "invitation_expired",
                "This invitation has expired. Ask the team to send it again.",
            ),
            Refused::AnotherAddress => Self::new(
                StatusCode::FORBIDDEN,
                "invitation_for_another_address",
                "This invitation is for another address. Sign in with the address it was sent to.",
            ),
            Refused::AccountExists => Self::conflict(
                "account_exists",
                "This address already has an account. Sign in to accept the invitation.",
            ),
            Refused::Identity(error) => error.into(),
            Refused::Failed(failure) => failure.into(),
        }
    }
}

fn team(refusal: TeamRefusal) -> Problem {
    match refusal {
        TeamRefusal::NotAllowed => Problem::forbidden(),
        TeamRefusal::NoMember => {
            Problem::not_found("member_not_found", "This member does not exist or is not part of your team.")
        }
        TeamRefusal::OwnerMustTransfer => Problem::conflict(
            "owner_must_transfer",
            "The owner cannot leave or be changed. Transfer the workspace to another member first.",
        ),
        TeamRefusal::OwnRole => {
            Problem::conflict("own_role", "You cannot change your own role. Ask the owner or another admin.")
        }
        TeamRefusal::OwnMembership => {
            Problem::conflict("own_membership", "You cannot remove yourself. Leave the workspace instead.")
        }
        TeamRefusal::AlreadyOwner => Problem::conflict("already_owner", "You already own this workspace."),
    }
}
