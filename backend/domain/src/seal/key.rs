//! Keys: ECDSA on P-256 with SHA-256. A signature is deterministic (RFC 6979).

use std::{fmt, str::FromStr};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use der::{DecodePem as _, Encode as _};
use p256::{
    ecdsa::{
        DerSignature, Signature, SigningKey, VerifyingKey,
        signature::{Signer as _, Verifier as _},
    },
    pkcs8::{
        DecodePrivateKey as _, DecodePublicKey as _, EncodePrivateKey as _, EncodePublicKey as _, LineEnding,
    },
};
use thiserror::Error;
use x509_cert::Certificate;

use super::certificate;
use crate::canonical::sha256_hex;

/// Why a setting holds no usable key. The messages continue the name of the setting and never contain a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum KeyError {
    /// There is no private key in it.
    #[error("holds no private key: it begins with -----BEGIN PRIVATE KEY-----")]
    NoPrivateKey,
    /// The private key is in another form.
    #[error("holds a private key in another form than PKCS#8: convert it with `openssl pkcs8 -topk8 -nodes`")]
    NotPkcs8,
    /// The private key cannot be read or is on another curve.
    #[error(
        "holds no key for ECDSA on P-256: make one with `openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256`"
    )]
    NotP256,
    /// There are two private keys.
    #[error("holds more than one private key: a former key is published by PROFFER_SEALING_OLD_KEYS")]
    SeveralKeys,
    /// A certificate cannot be read.
    #[error("holds a certificate that cannot be read")]
    Certificate,
    /// The first certificate is not of the private key.
    #[error("holds a first certificate that is not of the private key")]
    OtherCertificate,
    /// A section that has no place there.
    #[error(
        "holds something other than public keys (-----BEGIN PUBLIC KEY-----) and certificates of keys on P-256"
    )]
    NotPublic,
}

/// The private key of the installation with its certificates.
#[derive(Clone)]
pub struct SealingKey {
    signing: SigningKey,
    /// The key's own certificate, then those of its issuers.
    chain: Vec<Certificate>,
}

impl fmt::Debug for SealingKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SealingKey({})", self.public().fingerprint())
    }
}

impl SealingKey {
    /// Reads a PKCS#8 private key and, after it, its certificate chain. Without certificates, a self-signed
    /// one for `site` is made, which is the same each time. Line breaks may be written as `\n`.
    pub fn from_pem(text: &str, site: &str) -> Result<Self, KeyError> {
        let (mut keys, mut chain) = (Vec::new(), Vec::new());
        for (label, section) in sections(text) {
            match label.as_str() {
                "PRIVATE KEY" => {
                    keys.push(SigningKey::from_pkcs8_pem(&section).map_err(|_| KeyError::NotP256)?);
                }
                "EC PRIVATE KEY" | "RSA PRIVATE KEY" | "ENCRYPTED PRIVATE KEY" => {
                    return Err(KeyError::NotPkcs8);
                }
                "CERTIFICATE" => {
                    chain.push(Certificate::from_pem(&section).map_err(|_| KeyError::Certificate)?);
                }
                // `openssl ecparam` writes the parameters of the curve before the key.
                _ => {}
            }
        }
        let signing = match keys.as_slice() {
            [] => return Err(KeyError::NoPrivateKey),
            [key] => key.clone(),
            _ => return Err(KeyError::SeveralKeys),
        };
        let public = PublicKey(*signing.verifying_key());
        match chain.first() {
            Some(own) if PublicKey::of(own)? != public => return Err(KeyError::OtherCertificate),
            Some(_) => {}
            None => chain.push(certificate::self_signed(&signing, site).map_err(|_| KeyError::Certificate)?),
        }
        Ok(Self { signing, chain })
    }

    /// A new private key as PKCS#8 PEM. `None` for the few values that are not valid, about one in 2^32.
    #[must_use]
    pub fn new_pem(random: &[u8; 32]) -> Option<String> {
        let key = SigningKey::from_slice(random).ok()?;
        Some(key.to_pkcs8_pem(LineEnding::LF).ok()?.to_string())
    }

    /// Its public key.
    #[must_use]
    pub fn public(&self) -> PublicKey {
        PublicKey(*self.signing.verifying_key())
    }

    /// A DER-encoded signature.
    #[must_use]
    pub fn sign(&self, message: &[u8]) -> Vec<u8> {
        let signature: Signature = self.signing.sign(message);
        signature.to_der().as_bytes().to_vec()
    }

    pub(super) fn chain(&self) -> &[Certificate] {
        &self.chain
    }

    /// Its own certificate as PEM.
    #[must_use]
    pub fn certificate_pem(&self) -> Option<String> {
        pem("CERTIFICATE", &self.chain.first()?.to_der().ok()?)
    }
}

/// A public key that seals are checked against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PublicKey(VerifyingKey);

impl PublicKey {
    /// The key of a certificate.
    pub(super) fn of(certificate: &Certificate) -> Result<Self, KeyError> {
        let info = certificate
            .tbs_certificate()
            .subject_public_key_info()
            .to_der()
            .map_err(|_| KeyError::Certificate)?;
        Self::from_der(&info).ok_or(KeyError::NotPublic)
    }

    /// Reads a `SubjectPublicKeyInfo` in the one form in which it is published.
    #[must_use]
    pub fn from_der(info: &[u8]) -> Option<Self> {
        let key = Self(VerifyingKey::from_public_key_der(info).ok()?);
        (key.to_der() == info).then_some(key)
    }

    /// Reads what [`PublicKey::to_base64`] writes.
    #[must_use]
    pub fn from_base64(text: &str) -> Option<Self> {
        Self::from_der(&STANDARD.decode(text).ok()?)
    }

    /// The DER of the `SubjectPublicKeyInfo`.
    #[must_use]
    pub fn to_der(&self) -> Vec<u8> {
        self.0.to_public_key_der().map(|document| document.as_bytes().to_vec()).unwrap_or_default()
    }

    /// The same in base64.
    #[must_use]
    pub fn to_base64(&self) -> String {
        STANDARD.encode(self.to_der())
    }

    /// The same as PEM.
    #[must_use]
    pub fn to_pem(&self) -> Option<String> {
        pem("PUBLIC KEY", &self.to_der())
    }

    /// SHA-256 of the `SubjectPublicKeyInfo`.
    #[must_use]
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint(sha256_hex(self.to_der()))
    }

    /// Whether a DER-encoded signature of the message is of this key.
    #[must_use]
    pub fn verifies(&self, message: &[u8], signature: &[u8]) -> bool {
        DerSignature::from_bytes(signature).is_ok_and(|signature| self.0.verify(message, &signature).is_ok())
    }
}

/// The SHA-256 of a public key, by which people compare keys.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fingerprint(String);

/// Why a text is not a fingerprint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a fingerprint has 64 hexadecimal digits, with or without spaces or colons between them")]
pub struct FingerprintError;

impl FromStr for Fingerprint {
    type Err = FingerprintError;

    fn from_str(text: &str) -> Result<Self, FingerprintError> {
        let digits: String =
            text.chars().filter(|character| !character.is_whitespace() && *character != ':').collect();
        let is_hash = digits.len() == 64 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        is_hash.then(|| Self(digits.to_ascii_lowercase())).ok_or(FingerprintError)
    }
}

/// 64 lower-case hexadecimal digits.
impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Reads public keys and certificates in PEM, such as the former keys of an installation.
pub fn public_keys(text: &str) -> Result<Vec<PublicKey>, KeyError> {
    let keys: Vec<PublicKey> = sections(text)
        .map(|(label, section)| match label.as_str() {
            "PUBLIC KEY" => {
                VerifyingKey::from_public_key_pem(&section).map(PublicKey).map_err(|_| KeyError::NotPublic)
            }
            "CERTIFICATE" => {
                PublicKey::of(&Certificate::from_pem(&section).map_err(|_| KeyError::Certificate)?)
            }
            _ => Err(KeyError::NotPublic),
        })
        .collect::<Result<_, _>>()?;
    if keys.is_empty() { Err(KeyError::NotPublic) } else { Ok(keys) }
}

fn pem(label: &'static str, bytes: &[u8]) -> Option<String> {
    der::pem::encode_string(label, LineEnding::LF, bytes).ok()
}

/// The sections of a PEM text with their labels.
fn sections(text: &str) -> impl Iterator<Item = (String, String)> {
    const BEGIN: &str = "-----BEGIN ";
    let text = text.replace("\\n", "\n").replace('\r', "");
    let sections: Vec<(String, String)> = text
        .split(BEGIN)
        .skip(1)
        .filter_map(|section| {
            let (label, _) = section.split_once("-----")?;
            let end = format!("-----END {label}-----");
            let (body, _) = section.split_once(&end)?;
            let lines: Vec<&str> = body.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
            Some((label.to_owned(), format!("{BEGIN}{}\n{end}\n", lines.join("\n"))))
        })
        .collect();
    sections.into_iter()
}
