//! The signature container of a sealed PDF: CMS with the attributes of CAdES, as PAdES baseline requires
//! (ETSI EN 319 142-1). It is written and read in one form only, so none of its bytes can change unseen
//! except those of the timestamp token, which is a statement of its authority.

use chrono::{DateTime, Utc};
use cms::{
    cert::{CertificateChoices, IssuerAndSerialNumber},
    content_info::{CmsVersion, ContentInfo},
    signed_data::{CertificateSet, EncapsulatedContentInfo, SignedData, SignerIdentifier, SignerInfo},
};
use der::{
    Any, Decode as _, Encode as _, Sequence,
    asn1::{ObjectIdentifier, OctetString, SetOfVec},
};
use sha2::{Digest as _, Sha256};
use thiserror::Error;
use x509_cert::{Certificate, attr::Attribute, spki::AlgorithmIdentifierOwned};

use super::{PublicKey, SealingKey, timestamp_token};

pub(super) const DATA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.7.1");
pub(super) const SIGNED_DATA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.7.2");
const CONTENT_TYPE: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.3");
const MESSAGE_DIGEST: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.4");
const SIGNING_CERTIFICATE_V2: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.16.2.47");
const TIMESTAMP_TOKEN: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.16.2.14");
pub(super) const SHA_256: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.2.1");
pub(super) const ECDSA_WITH_SHA_256: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.4.3.2");

/// What is wrong with a container.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum CmsError {
    /// It is not written as a seal's signature is.
    #[error("the signature cannot be read")]
    Form(#[from] der::Error),
    /// It is not of its key, or of another content.
    #[error("the signature does not belong to the content")]
    Invalid,
}

/// `SigningCertificateV2` with the SHA-256 of the certificate, which is the default algorithm.
#[derive(Sequence)]
struct SigningCertificate {
    certificates: Vec<CertificateId>,
}

#[derive(Sequence)]
struct CertificateId {
    hash: OctetString,
}

/// A signature whose timestamp may still be missing.
#[derive(Debug)]
pub struct Signing {
    chain: Vec<Certificate>,
    digest: [u8; 32],
    signature: Vec<u8>,
}

impl Signing {
    /// Signs the SHA-256 of a document.
    pub fn new(key: &SealingKey, digest: [u8; 32]) -> Result<Self, CmsError> {
        let chain = key.chain().to_vec();
        let own = chain.first().ok_or(CmsError::Invalid)?;
        let signature = key.sign(&attributes(own, digest)?.to_der()?);
        Ok(Self { chain, digest, signature })
    }

    /// What a timestamp authority confirms the time of.
    #[must_use]
    pub fn signature(&self) -> &[u8] {
        &self.signature
    }

    /// The container with an RFC 3161 timestamp token, if there is one.
    pub fn container(&self, token: Option<&[u8]>) -> Result<Vec<u8>, CmsError> {
        let own = self.chain.first().ok_or(CmsError::Invalid)?;
        let algorithm = |oid| AlgorithmIdentifierOwned { oid, parameters: None };
        let unsigned = match token {
            Some(token) => {
                Some(SetOfVec::try_from(vec![attribute(TIMESTAMP_TOKEN, Any::from_der(token)?)?])?)
            }
            None => None,
        };
        let certificate = own.tbs_certificate();
        let signer = SignerInfo {
            version: CmsVersion::V1,
            sid: SignerIdentifier::IssuerAndSerialNumber(IssuerAndSerialNumber {
                issuer: certificate.issuer().clone(),
                serial_number: certificate.serial_number().clone(),
            }),
            digest_alg: algorithm(SHA_256),
            signed_attrs: Some(attributes(own, self.digest)?),
            signature_algorithm: algorithm(ECDSA_WITH_SHA_256),
            signature: OctetString::new(self.signature.clone())?,
            unsigned_attrs: unsigned,
        };
        let certificates: Vec<_> = self.chain.iter().cloned().map(CertificateChoices::Certificate).collect();
        let data = SignedData {
            version: CmsVersion::V1,
            digest_algorithms: SetOfVec::try_from(vec![algorithm(SHA_256)])?,
            encap_content_info: EncapsulatedContentInfo { econtent_type: DATA, econtent: None },
            certificates: Some(CertificateSet::try_from(certificates)?),
            crls: None,
            signer_infos: vec![signer].try_into()?,
        };
        Ok(ContentInfo { content_type: SIGNED_DATA, content: Any::encode_from(&data)? }.to_der()?)
    }
}

/// A valid signature of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentSignature {
    /// The key that signed.
    pub key: PublicKey,
    /// The time that a timestamp authority states for the signature. The authority itself is not checked.
    pub timestamp: Option<DateTime<Utc>>,
}

impl DocumentSignature {
    /// Verifies a container for a document with this SHA-256.
    pub fn verify(container: &[u8], digest: [u8; 32]) -> Result<Self, CmsError> {
        let data: SignedData = ContentInfo::from_der(container)?.content.decode_as()?;
        let signer = data.signer_infos.0.get(0).ok_or(CmsError::Invalid)?;
        let attributes = signer.signed_attrs.as_ref().ok_or(CmsError::Invalid)?;
        let named: SigningCertificate = value(attributes, SIGNING_CERTIFICATE_V2)?.decode_as()?;
        let named = named.certificates.first().ok_or(CmsError::Invalid)?.hash.as_bytes();
        let mut chain: Vec<Certificate> = Vec::new();
        for choice in data.certificates.iter().flat_map(|set| set.0.iter()) {
            if let CertificateChoices::Certificate(certificate) = choice {
                let own = Sha256::digest(certificate.to_der()?).as_slice() == named;
                chain.insert(if own { 0 } else { chain.len() }, certificate.clone());
            }
        }
        let token = match &signer.unsigned_attrs {
            Some(unsigned) => Some(value(unsigned, TIMESTAMP_TOKEN)?.to_der()?),
            None => None,
        };
        let own = chain.first().ok_or(CmsError::Invalid)?;
        let key = PublicKey::of(own).map_err(|_| CmsError::Invalid)?;
        let signature = signer.signature.as_bytes().to_vec();
        let message = self::attributes(own, digest)?.to_der()?;
        // Written again from its parts, the container must be the same: nothing else is in it.
        let again = Signing { chain, digest, signature };
        if again.container(token.as_deref())? != container || !key.verifies(&message, &again.signature) {
            return Err(CmsError::Invalid);
        }
        let timestamp = match &token {
            Some(token) => {
                Some(timestamp_token::time_of(token, &again.signature).map_err(|_| CmsError::Invalid)?)
            }
            None => None,
        };
        Ok(Self { key, timestamp })
    }
}

/// The signed attributes: what is signed, its hash, and the certificate of the key.
fn attributes(own: &Certificate, digest: [u8; 32]) -> Result<SetOfVec<Attribute>, CmsError> {
    let hash = OctetString::new(Sha256::digest(own.to_der()?).as_slice())?;
    let certificate = SigningCertificate { certificates: vec![CertificateId { hash }] };
    Ok(SetOfVec::try_from(vec![
        attribute(CONTENT_TYPE, Any::encode_from(&DATA)?)?,
        attribute(MESSAGE_DIGEST, Any::encode_from(&OctetString::new(digest)?)?)?,
        attribute(SIGNING_CERTIFICATE_V2, Any::encode_from(&certificate)?)?,
    ])?)
}

fn attribute(oid: ObjectIdentifier, value: Any) -> Result<Attribute, CmsError> {
    Ok(Attribute { oid, values: SetOfVec::try_from(vec![value])? })
}

fn value(attributes: &SetOfVec<Attribute>, oid: ObjectIdentifier) -> Result<&Any, CmsError> {
    let attribute = attributes.iter().find(|attribute| attribute.oid == oid);
    attribute.and_then(|attribute| attribute.values.get(0)).ok_or(CmsError::Invalid)
}
