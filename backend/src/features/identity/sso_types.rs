//! The messages of single sign-on.

use poem_openapi::Object;
use uuid::Uuid;

use crate::{features::team::TeamRole, wire::Timestamp};

/// A mail domain that a workspace claims.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct SsoDomain {
    /// The domain's id.
    pub id: Uuid,
    /// The domain name.
    pub domain: String,
    /// The name of the DNS record that verifies the domain.
    pub record_name: String,
    /// The required value of the record.
    pub record_value: String,
    /// When the domain was verified; before that, the provider cannot vouch for its addresses.
    pub proven_at: Option<Timestamp>,
}

/// A workspace's own provider.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[expect(clippy::struct_excessive_bools, reason = "a form with that many switches")]
pub struct SsoConnection {
    /// The issuer; absent without a connection.
    pub issuer: Option<String>,
    /// The client id at the provider.
    pub client_id: Option<String>,
    /// Whether a client secret is stored; it is never returned.
    pub has_client_secret: bool,
    /// The redirect URI to enter at the provider.
    pub redirect_uri: String,
    /// Whether members can sign in with it.
    pub enabled: bool,
    /// Whether it is enforced: other sessions cannot reach the workspace, except its owner's.
    pub enforced: bool,
    /// Whether new users become members at their first sign-in.
    pub adds_members: bool,
    /// The role of these members.
    pub default_role: TeamRole,
    /// The workspace's domains, verified or not.
    pub domains: Vec<SsoDomain>,
    /// Identifies the current connection, without its secret; send it with a change.
    pub etag: String,
}

/// The settings of a connection.
#[derive(Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct SsoConnectionInput {
    /// The issuer, an https URL.
    pub issuer: String,
    /// The client id.
    pub client_id: String,
    /// The client secret; unchanged if absent.
    pub client_secret: Option<String>,
    /// Whether members can sign in with it.
    pub enabled: bool,
    /// Whether it is enforced: other sessions cannot reach the workspace, except its owner's.
    pub enforced: bool,
    /// Whether new users become members at their first sign-in.
    pub adds_members: bool,
    /// The role of these members.
    pub default_role: TeamRole,
    /// The `etag` of the record that the change is based on. Concurrent changes to other fields are kept; a
    /// conflict in the same field is 409 `stale_record`.
    pub etag: Option<String>,
}

proffer_domain::redact!(SsoConnectionInput);

/// A check of a connection.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct SsoCheck {
    /// What was checked: `discovery`, `issuer`, `endpoints`, `keys`, `algorithms`, `client` or `domains`.
    pub name: String,
    /// Whether the check passed.
    pub ok: bool,
    /// What is wrong and how to fix it, or what was found.
    pub message: String,
}

/// The result of testing a connection.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct SsoTest {
    /// Whether all checks passed.
    pub ok: bool,
    /// The checks in order; later ones are left out if an earlier failure makes them pointless.
    pub checks: Vec<SsoCheck>,
}

/// A domain that is not verified yet, as shown to site administrators.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct DomainRequest {
    /// The domain's id.
    pub id: Uuid,
    /// The domain name.
    pub domain: String,
    /// The workspace that claims it.
    pub workspace_id: Uuid,
    /// The name of the workspace.
    pub workspace_name: String,
    /// When it was added.
    pub created_at: Timestamp,
}
