//! The messages of workspaces and their members.

use poem_openapi::{Enum, Object};
use uuid::Uuid;

use crate::wire::Timestamp;

/// The status of a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum MemberStatus {
    /// Invited, with a valid link.
    Invited,
    /// Invited, but the link has expired.
    InvitationExpired,
    /// An active member.
    Active,
}

/// A member of the team, or an invited person.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct TeamMember {
    /// The membership's id.
    pub id: Uuid,
    /// The user's id; absent for an invitation.
    pub user_id: Option<Uuid>,
    /// The user's email address, or the invited one.
    pub email: String,
    /// The first name; absent for an invitation.
    pub first_name: Option<String>,
    /// The last name; absent for an invitation.
    pub last_name: Option<String>,
    /// The URL of the picture.
    pub profile_image_url: Option<String>,
    /// The role: `owner`, `admin` or `member`.
    pub role: String,
    /// The status.
    pub status: MemberStatus,
    /// Whether it is the caller.
    pub is_you: bool,
    /// When the invitation expires; only for invitations.
    pub invitation_expires_at: Option<Timestamp>,
    /// When the membership or the invitation was created.
    pub created_at: Timestamp,
}

/// A change of the workspace. Absent fields are not changed.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct WorkspaceInput {
    /// The name, not blank and at most 100 characters.
    pub name: Option<String>,
    /// Whether the workspace countersigns its clients' acceptances.
    pub countersign: Option<bool>,
    /// The `etag` of the record that the change is based on. Concurrent changes to other fields are kept; a
    /// conflict in the same field is 409 `stale_record`.
    pub etag: Option<String>,
}
