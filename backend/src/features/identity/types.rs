//! The messages of signing in.

use poem_openapi::Object;
use uuid::Uuid;

use crate::wire::Timestamp;

/// The credentials for signing in.
#[derive(Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct LoginInput {
    /// The email address of the account.
    #[oai(validator(max_length = 320))]
    pub email: String,
    /// The password.
    #[oai(validator(max_length = 1000))]
    pub password: String,
}

/// The data for registering an account.
#[derive(Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct RegisterInput {
    /// The email address, which receives a verification mail.
    pub email: String,
    /// The password: at least 8 characters with uppercase, lowercase and a digit.
    pub password: String,
    /// The first name.
    pub first_name: String,
    /// The last name.
    pub last_name: String,
}

proffer_domain::redact!(LoginInput, RegisterInput);

/// The result of a verification link.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Verification {
    /// Whether the email address is verified, now or by an earlier click.
    pub verified: bool,
    /// Whether the link was valid but has expired.
    pub expired: bool,
    /// The message for the user.
    pub message: String,
    /// The user, if the address is verified.
    pub user: Option<VerifiedUser>,
}

/// The user whose email address was verified.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct VerifiedUser {
    /// The email address.
    pub email: String,
    /// The first name.
    pub first_name: String,
}

/// A workspace of the user.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct WorkspaceRef {
    /// The workspace's id.
    pub id: Uuid,
    /// The workspace's name.
    pub name: String,
    /// The user's role: `owner`, `admin` or `member`.
    pub role: String,
    /// Whether the workspace countersigns its clients' acceptances.
    pub countersign: bool,
    /// Identifies the current name and countersigning setting; send it with a change.
    pub etag: String,
}

/// The signed-in user and the permissions.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct CurrentUser {
    /// The user's id.
    pub id: Uuid,
    /// The email address.
    pub email: String,
    /// The first name.
    pub first_name: String,
    /// The last name.
    pub last_name: String,
    /// The URL of the picture.
    pub profile_image_url: Option<String>,
    /// Whether the user is a site administrator.
    pub is_admin: bool,
    /// Whether the email address is verified.
    pub email_verified: bool,
    /// Whether the user has a password; without one, the user signs in through a provider.
    pub has_password: bool,
    /// The status of the active workspace: `trial`, `trial_expired` or `active`.
    pub subscription_status: String,
    /// When the active workspace's trial ends.
    pub trial_ends_at: Option<Timestamp>,
    /// When the active workspace's cancelled subscription ends or ended.
    pub subscription_ends_at: Option<Timestamp>,
    /// The active workspace's customer id at Stripe, once there is one.
    pub stripe_customer_id: Option<String>,
    /// The active workspace's subscription id at Stripe.
    pub stripe_subscription_id: Option<String>,
    /// When the user registered.
    pub created_at: Timestamp,
    /// The active workspace.
    pub workspace: WorkspaceRef,
    /// All workspaces of the user.
    pub workspaces: Vec<WorkspaceRef>,
    /// The permissions in the active workspace, as `object:action`; screens show what these allow.
    pub permissions: Vec<String>,
    /// Identifies the current name; send it with a change.
    pub etag: String,
}
