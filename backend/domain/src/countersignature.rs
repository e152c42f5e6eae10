//! The workspace's countersignature, which completes a client's signature.

use std::net::IpAddr;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use uuid::Uuid;

use crate::{
    canonical::{CanonicalError, canonical_json, sha256_hex},
    field_error::{Check, FieldError},
    signature::{self, RequestContext, Signature},
    timestamp,
};

/// The message if the typed full name is missing.
pub const SIGNATURE_REQUIRED: &str = "Please type your full name to countersign the proposal";

/// The record of a countersignature. Written once, never changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Countersignature {
    /// The proposal's id.
    pub proposal_id: Uuid,
    /// Number of the revision that the client signed.
    pub revision_number: u32,
    /// That revision's hash.
    pub revision_sha256: String,
    /// SHA-256 of the client's signature record, as canonical JSON.
    pub signature_sha256: String,
    /// The team member who signed.
    pub user_id: Uuid,
    /// Their full name, as typed.
    pub typed_name: String,
    /// Their name in the workspace.
    pub name: String,
    /// Their e-mail address.
    pub email: String,
    /// The IP address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ip: Option<IpAddr>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user_agent: Option<String>,
    /// When, UTC, to the millisecond.
    #[serde(with = "timestamp")]
    pub signed_at: DateTime<Utc>,
    pub request_id: String,
}

/// The team member who signs, as known to the workspace.
#[derive(Debug, Clone, Copy)]
pub struct Signer<'a> {
    /// The person.
    pub user_id: Uuid,
    pub name: &'a str,
    /// Their e-mail address.
    pub email: &'a str,
}

/// Why a countersignature is refused.
#[derive(Debug, Error)]
pub enum CountersigningError {
    /// The typed text is not a name.
    #[error("the signature is missing")]
    Fields(Vec<FieldError>),
    /// The client's signature has no canonical form.
    #[error(transparent)]
    Canonical(#[from] CanonicalError),
}

/// Creates the countersignature of a client's signature. Field: `signature`. Whether the proposal waits for
/// one is decided by [`crate::proposal::transition`].
pub fn countersign(
    typed_name: &str,
    signer: Signer<'_>,
    signature: &Signature,
    circumstances: &RequestContext,
) -> Result<Countersignature, CountersigningError> {
    let mut check = Check::new();
    let typed_name = signature::required(&mut check, signature::SIGNATURE, typed_name, SIGNATURE_REQUIRED);
    let typed_name = check.finish(typed_name).map_err(CountersigningError::Fields)?;
    Ok(Countersignature {
        proposal_id: signature.proposal_id,
        revision_number: signature.revision_number,
        revision_sha256: signature.revision_sha256.clone(),
        signature_sha256: sha256_hex(canonical_json(signature)?),
        user_id: signer.user_id,
        typed_name,
        name: signer.name.to_owned(),
        email: signer.email.to_owned(),
        ip: circumstances.ip,
        user_agent: circumstances.browser(),
        signed_at: timestamp::to_milliseconds(circumstances.at),
        request_id: circumstances.request_id.clone(),
    })
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

    use pretty_assertions::assert_eq;

    use super::*;
    use crate::{revision::tests::example, signature::record};

    const SIGNER: Signer<'static> =
        Signer { user_id: Uuid::from_u128(5), name: "Ada Meyer", email: "ada@studio.example" };

    fn circumstances() -> RequestContext {
        RequestContext {
            at: DateTime::from_timestamp_micros(1_800_000_000_123_456).unwrap(),
            ip: Some("203.0.113.7".parse().unwrap()),
            user_agent: Some("Mozilla/5.0\r\n(X11)".to_owned()),
            request_id: "req-2".to_owned(),
        }
    }

    fn signed() -> Signature {
        let revision = example();
        record("Mia", "mia@example.com", &revision, &revision.seal().unwrap().sha256, &circumstances())
            .unwrap()
    }

    #[test]
    fn it_binds_the_clients_signature() {
        let signature = signed();
        let record = countersign("  Ada Meyer ", SIGNER, &signature, &circumstances()).unwrap();
        assert_eq!((record.proposal_id, record.revision_number), (signature.proposal_id, 2));
        assert_eq!(record.revision_sha256, signature.revision_sha256);
        assert_eq!(record.signature_sha256, sha256_hex(canonical_json(&signature).unwrap()));
        assert_eq!((record.typed_name.as_str(), record.name.as_str()), ("Ada Meyer", "Ada Meyer"));
        assert_eq!((record.user_id, record.email.as_str()), (SIGNER.user_id, SIGNER.email));
        assert_eq!(record.user_agent.as_deref(), Some("Mozilla/5.0(X11)"));
        assert_eq!(timestamp::format(record.signed_at), "2027-01-15T08:00:00.123Z");
        let json = serde_json::to_string(&record).unwrap();
        assert_eq!(serde_json::from_str::<Countersignature>(&json).unwrap(), record);

        let mut other = signed();
        other.name.push('!');
        assert_ne!(
            countersign("Ada", SIGNER, &other, &circumstances()).unwrap().signature_sha256,
            record.signature_sha256
        );
    }

    #[test]
    fn a_name_must_be_typed() {
        let long = "a".repeat(201);
        for (typed, code) in [
            ("", "required"),
            (" \t\u{3000}", "required"),
            ("\u{200b}\u{2060}", "required"),
            ("--", "required"),
            ("Ada\nMeyer", "invalid_characters"),
            (&long, "too_long"),
        ] {
            let error = countersign(typed, SIGNER, &signed(), &circumstances()).unwrap_err();
            let CountersigningError::Fields(errors) = error else { panic!("{error:?}") };
            let found: Vec<_> = errors.iter().map(|error| (error.field.as_ref(), error.code)).collect();
            assert_eq!(found, [("signature", code)], "{typed:?}");
        }
    }
}
