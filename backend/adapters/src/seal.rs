//! Seals with the installation's key, and asks a timestamp authority (RFC 3161) for the time, if one is set.

use std::{sync::Arc, time::Duration};

use anyhow::Context as _;
use chrono::{DateTime, Utc};
use proffer_domain::{
    evidence::sealed_pdf::{SealError, Unsigned},
    seal::{CmsError, Fingerprint, PublicKey, Query, SealingKey, Signing, TokenError},
};
use reqwest::header::{ACCEPT, CONTENT_TYPE};
use thiserror::Error;
use tracing::Instrument as _;
use url::Url;

use crate::span;

/// How long a timestamp may take.
const LIMIT: Duration = Duration::from_secs(10);
/// The largest answer of a timestamp authority; usual ones have less than 8 KB.
const ANSWER_MAX: usize = 64 * 1024;

/// Why a document was not signed.
#[derive(Debug, Error)]
pub enum SigningError {
    /// The document cannot be signed.
    #[error(transparent)]
    Document(#[from] SealError),
    /// The signature cannot be made.
    #[error(transparent)]
    Signature(#[from] CmsError),
    /// The authority gave no timestamp; a later attempt may succeed.
    #[error("there is no timestamp: {0}")]
    Timestamp(String),
}

impl From<TokenError> for SigningError {
    fn from(error: TokenError) -> Self {
        Self::Timestamp(error.to_string())
    }
}

impl From<reqwest::Error> for SigningError {
    fn from(error: reqwest::Error) -> Self {
        Self::Timestamp(error.without_url().to_string())
    }
}

/// The sealing key, its predecessors, and the timestamp authority.
#[derive(Debug, Clone)]
pub struct Sealer(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    key: SealingKey,
    published: Vec<PublicKey>,
    timestamps: Option<(reqwest::Client, Url)>,
}

impl Sealer {
    /// Signs with `key`. Seals of the `former` keys stay known.
    pub fn new(key: SealingKey, former: &[PublicKey], timestamp_url: Option<Url>) -> anyhow::Result<Self> {
        let current = key.public();
        let mut published = vec![current];
        published.extend(former.iter().filter(|former| **former != current));
        let timestamps = match timestamp_url {
            Some(url) => {
                let client = reqwest::Client::builder()
                    .timeout(LIMIT)
                    .redirect(reqwest::redirect::Policy::none())
                    .build();
                Some((client.context("the client for timestamps")?, url))
            }
            None => None,
        };
        Ok(Self(Arc::new(Inner { key, published, timestamps })))
    }

    /// The key that signs.
    pub fn key(&self) -> &SealingKey {
        &self.0.key
    }

    /// The public keys of the installation; the first one is of the key that signs.
    pub fn published(&self) -> &[PublicKey] {
        &self.0.published
    }

    /// The fingerprint of the key that signs, for mails.
    pub fn fingerprint(&self) -> Fingerprint {
        self.0.key.public().fingerprint()
    }

    /// Signs a sealed PDF that was sealed `at` that time. `random` distinguishes the query for a timestamp.
    pub async fn sign(
        &self,
        sealed: Vec<u8>,
        at: DateTime<Utc>,
        random: [u8; 8],
    ) -> Result<Vec<u8>, SigningError> {
        let Inner { key, timestamps, .. } = &*self.0;
        let unsigned = Unsigned::new(sealed, key, at, timestamps.is_some())?;
        let signing = Signing::new(key, unsigned.digest())?;
        let token = match timestamps {
            Some((client, url)) => {
                let query = Query::new(signing.signature(), random)?;
                let answer =
                    ask(client, url, query.to_der()?).instrument(span::outbound("timestamp")).await?;
                Some(query.token(&answer)?)
            }
            None => None,
        };
        Ok(unsigned.finish(&signing.container(token.as_deref())?)?)
    }
}

async fn ask(client: &reqwest::Client, url: &Url, query: Vec<u8>) -> Result<Vec<u8>, SigningError> {
    let request = client
        .post(url.clone())
        .header(CONTENT_TYPE, "application/timestamp-query")
        .header(ACCEPT, "application/timestamp-reply");
    let mut response = request.body(query).send().await?.error_for_status()?;
    let mut answer = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        answer.extend(chunk);
        if answer.len() > ANSWER_MAX {
            return Err(SigningError::Timestamp("the answer is too large".to_owned()));
        }
    }
    Ok(answer)
}
