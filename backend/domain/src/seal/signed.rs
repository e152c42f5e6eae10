//! The installation's signature of a JSON value.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde::{Deserialize, Serialize};

use super::{PublicKey, SealingKey};
use crate::canonical::{CanonicalError, canonical_json};

/// The installation's signature of a value's canonical JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Seal {
    /// The key that signed: a `SubjectPublicKeyInfo` in base64. Its SHA-256 is the fingerprint of the key.
    pub public_key: String,
    /// ECDSA on P-256 with SHA-256: DER in base64.
    pub signature: String,
}

impl Seal {
    /// Signs the value.
    pub fn new<T: Serialize + ?Sized>(key: &SealingKey, value: &T) -> Result<Self, CanonicalError> {
        let signature = key.sign(canonical_json(value)?.as_bytes());
        Ok(Self { public_key: key.public().to_base64(), signature: STANDARD.encode(signature) })
    }

    /// The key that signed this value; `None` if the signature is not valid.
    pub fn signer<T: Serialize + ?Sized>(&self, value: &T) -> Option<PublicKey> {
        let key = PublicKey::from_base64(&self.public_key)?;
        let signature = STANDARD.decode(&self.signature).ok()?;
        key.verifies(canonical_json(value).ok()?.as_bytes(), &signature).then_some(key)
    }
}
