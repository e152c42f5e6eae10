//! The installation's sealing key, and what is signed with it: sealed documents (PAdES), evidence, and daily
//! roots.
//!
//! Anyone can compute hashes; only the installation has its private key. Its public keys are published at
//! [`PUBLISHED_AT`], and their fingerprints are in the mails of a signature.

mod certificate;
mod cms;
mod key;
mod signed;
mod timestamp_token;

pub use cms::{CmsError, DocumentSignature, Signing};
pub use key::{Fingerprint, FingerprintError, KeyError, PublicKey, SealingKey, public_keys};
pub use signed::Seal;
pub use timestamp_token::{Query, TokenError};

/// The path at which an installation publishes its public keys.
pub const PUBLISHED_AT: &str = "/.well-known/proffer-sealing-keys.json";

#[cfg(test)]
mod tests;
