//! The self-signed certificate of a key without one of its own. The same key and site give the same bytes.

use std::str::FromStr as _;

use der::{DateTime, asn1::UtcTime};
use p256::{
    ecdsa::{
        DerSignature, SigningKey, VerifyingKey,
        signature::{Error, Keypair, Signer},
    },
    pkcs8::EncodePublicKey as _,
};
use sha2::{Digest as _, Sha256};
use x509_cert::{
    Certificate, TbsCertificate,
    builder::{self, Builder as _, CertificateBuilder, profile::BuilderProfile},
    ext::{
        Extension, ToExtension as _,
        pkix::{BasicConstraints, KeyUsage, KeyUsages, SubjectKeyIdentifier},
    },
    name::Name,
    serial_number::SerialNumber,
    spki::{
        self, AlgorithmIdentifierOwned, DynSignatureAlgorithmIdentifier, SubjectPublicKeyInfo,
        SubjectPublicKeyInfoRef,
    },
    time::{Time, Validity},
};

use super::cms::ECDSA_WITH_SHA_256;

/// The key with the name of its algorithm, which the builder asks for.
struct Ecdsa<'a>(&'a SigningKey);

impl Keypair for Ecdsa<'_> {
    type VerifyingKey = VerifyingKey;

    fn verifying_key(&self) -> VerifyingKey {
        *self.0.verifying_key()
    }
}

impl Signer<DerSignature> for Ecdsa<'_> {
    fn try_sign(&self, message: &[u8]) -> Result<DerSignature, Error> {
        self.0.try_sign(message)
    }
}

impl DynSignatureAlgorithmIdentifier for Ecdsa<'_> {
    fn signature_algorithm_identifier(&self) -> spki::Result<AlgorithmIdentifierOwned> {
        Ok(AlgorithmIdentifierOwned { oid: ECDSA_WITH_SHA_256, parameters: None })
    }
}

/// A certificate for signing documents.
struct SealProfile {
    subject: Name,
}

impl BuilderProfile for SealProfile {
    fn get_issuer(&self, subject: &Name) -> Name {
        subject.clone()
    }

    fn get_subject(&self) -> Name {
        self.subject.clone()
    }

    fn build_extensions(
        &self,
        key: SubjectPublicKeyInfoRef<'_>,
        _issuer: SubjectPublicKeyInfoRef<'_>,
        certificate: &TbsCertificate,
    ) -> builder::Result<Vec<Extension>> {
        let subject = certificate.subject();
        let mut extensions = Vec::new();
        let constraints = BasicConstraints { ca: false, path_len_constraint: None };
        extensions.push(constraints.to_extension(subject, &extensions)?);
        let usage = KeyUsage(KeyUsages::DigitalSignature | KeyUsages::NonRepudiation);
        extensions.push(usage.to_extension(subject, &extensions)?);
        extensions.push(SubjectKeyIdentifier::try_from(key)?.to_extension(subject, &extensions)?);
        Ok(extensions)
    }
}

pub(super) fn self_signed(key: &SigningKey, site: &str) -> builder::Result<Certificate> {
    let public = key.verifying_key().to_public_key_der()?;
    let digest = Sha256::digest(public.as_bytes());
    let (serial, _) = digest.split_at(16);
    // Before the first key was made.
    let not_before = UtcTime::from_date_time(DateTime::new(2026, 1, 1, 0, 0, 0)?)?;
    let validity = Validity::new(Time::from(not_before), Time::INFINITY);
    let subject = Name::from_str(&format!("CN=Proffer seal of {site}"))?;
    let info = SubjectPublicKeyInfo::from_key(key.verifying_key())?;
    let builder =
        CertificateBuilder::new(SealProfile { subject }, SerialNumber::new(serial)?, validity, info)?;
    builder.build(&Ecdsa(key))
}
