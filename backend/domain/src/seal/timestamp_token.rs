//! Timestamps of RFC 3161: the query to a timestamp authority, and what its token says.

use chrono::{DateTime, NaiveDateTime, Utc};
use cms::{content_info::ContentInfo, signed_data::SignedData};
use der::{
    Any, AnyRef, Decode as _, Encode as _, Reader as _, Sequence, Tag, Tagged as _,
    asn1::{Int, ObjectIdentifier, OctetString, OctetStringRef},
};
use sha2::{Digest as _, Sha256};
use thiserror::Error;
use x509_cert::spki::AlgorithmIdentifierOwned;

use super::cms::{SHA_256, SIGNED_DATA};

const TIMESTAMP_INFO: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.16.1.4");
/// `granted`, and `granted with modifications`.
const GRANTED: [u8; 2] = [0, 1];

/// Why an answer is no timestamp of the signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum TokenError {
    /// It cannot be read.
    #[error("the answer of the timestamp authority cannot be read")]
    Form(#[from] der::Error),
    /// The authority gave no timestamp.
    #[error("the timestamp authority refused the query (status {0})")]
    Refused(u8),
    /// The timestamp is of something else.
    #[error("the timestamp is of another signature or another query")]
    Other,
}

#[derive(Sequence)]
struct MessageImprint {
    algorithm: AlgorithmIdentifierOwned,
    hash: OctetString,
}

#[derive(Sequence)]
struct TimeStampReq {
    version: u8,
    imprint: MessageImprint,
    nonce: Int,
    certificates: bool,
}

/// A query for a timestamp of a signature.
#[derive(Debug)]
pub struct Query {
    signature: Vec<u8>,
    nonce: Int,
}

impl Query {
    /// A query that an answer to another one does not fit.
    pub fn new(signature: &[u8], random: [u8; 8]) -> Result<Self, TokenError> {
        // With a leading 1, it is the shortest form of a positive number.
        let [first, rest @ ..] = random;
        let nonce = [&[first & 0x3f | 0x40], rest.as_slice()].concat();
        Ok(Self { signature: signature.to_vec(), nonce: Int::new(&nonce)? })
    }

    /// The body to send as `application/timestamp-query`.
    pub fn to_der(&self) -> Result<Vec<u8>, TokenError> {
        let algorithm = AlgorithmIdentifierOwned { oid: SHA_256, parameters: None };
        let hash = OctetString::new(Sha256::digest(&self.signature).as_slice())?;
        let imprint = MessageImprint { algorithm, hash };
        Ok(TimeStampReq { version: 1, imprint, nonce: self.nonce.clone(), certificates: true }.to_der()?)
    }

    /// The token in the answer.
    pub fn token(&self, answer: &[u8]) -> Result<Vec<u8>, TokenError> {
        let (status, token) = AnyRef::from_der(answer)?.sequence(|reader| -> der::Result<_> {
            let status = AnyRef::decode(reader)?.sequence(|reader| -> der::Result<_> {
                let status = u8::decode(reader)?;
                while !reader.is_finished() {
                    AnyRef::decode(reader)?;
                }
                Ok(status)
            })?;
            Ok((status, Option::<Any>::decode(reader)?))
        })?;
        let token =
            token.filter(|_| GRANTED.contains(&status)).ok_or(TokenError::Refused(status))?.to_der()?;
        let info = Info::of(&token, &self.signature)?;
        if info.nonce.as_ref() != Some(&self.nonce) {
            return Err(TokenError::Other);
        }
        Ok(token)
    }
}

/// The time that a token states for a signature.
pub(super) fn time_of(token: &[u8], signature: &[u8]) -> Result<DateTime<Utc>, TokenError> {
    Ok(Info::of(token, signature)?.time)
}

/// What is used of a `TSTInfo`.
struct Info {
    time: DateTime<Utc>,
    nonce: Option<Int>,
}

impl Info {
    fn of(token: &[u8], signature: &[u8]) -> Result<Self, TokenError> {
        let container = ContentInfo::from_der(token)?;
        let data: SignedData = container.content.decode_as()?;
        let content = data.encap_content_info.econtent.ok_or(TokenError::Other)?;
        if container.content_type != SIGNED_DATA || data.encap_content_info.econtent_type != TIMESTAMP_INFO {
            return Err(TokenError::Other);
        }
        let content = content.decode_as::<&OctetStringRef>()?.as_bytes();
        let (imprint, time, nonce) = AnyRef::from_der(content)?.sequence(|reader| -> der::Result<_> {
            u8::decode(reader)?;
            <ObjectIdentifier>::decode(reader)?;
            let imprint = MessageImprint::decode(reader)?;
            Int::decode(reader)?;
            let time = Any::decode(reader)?;
            // The optional members differ by their types.
            let mut nonce = None;
            while !reader.is_finished() {
                let member = AnyRef::decode(reader)?;
                if member.tag() == Tag::Integer {
                    nonce = Some(Int::new(member.value())?);
                }
            }
            Ok((imprint, time, nonce))
        })?;
        let is_this = imprint.algorithm.oid == SHA_256
            && imprint.hash.as_bytes() == Sha256::digest(signature).as_slice();
        let time = parse(&time).filter(|_| is_this).ok_or(TokenError::Other)?;
        Ok(Self { time, nonce })
    }
}

/// A `GeneralizedTime` with or without fractions of a second.
fn parse(time: &Any) -> Option<DateTime<Utc>> {
    let text = std::str::from_utf8(time.value()).ok().filter(|_| time.tag() == Tag::GeneralizedTime)?;
    NaiveDateTime::parse_from_str(text, "%Y%m%d%H%M%S%.fZ").ok().map(|time| time.and_utc())
}
