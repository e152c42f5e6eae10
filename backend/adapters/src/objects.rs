//! Object storage: small files outside the database, in one bucket of an S3 server.
//!
//! A call goes over the network, so none is made while a transaction is open. Signing a URL makes no call.

mod parts;
mod settings;
mod signing;
mod temporary_credentials;
mod transfer;

use std::time::Duration;

use aws_sdk_s3::{
    Client,
    config::{BehaviorVersion, Credentials, Region, RequestChecksumCalculation, timeout::TimeoutConfig},
    error::SdkError,
    operation::get_object::GetObjectError,
    primitives::ByteStream,
};
use secrecy::ExposeSecret;
use tracing::Instrument as _;
use url::Url;

pub use parts::Part;
pub use settings::{ObjectSettings, StsSettings};
pub use temporary_credentials::IssuedCredentials;
pub use transfer::{Page, Stream};

use crate::span;

/// How long one call may take, including its retries.
const CALL_LIMIT: Duration = Duration::from_secs(20);
/// How long one attempt may take.
const ATTEMPT_LIMIT: Duration = Duration::from_secs(8);

/// The bucket; `None` without settings.
#[derive(Debug, Clone)]
pub struct ObjectStore(Option<Bucket>);

#[derive(Debug, Clone)]
struct Bucket {
    client: Client,
    /// The same client with the public address, for presigned URLs.
    outside: Client,
    public_endpoint: Url,
    name: String,
    region: String,
    issuer: Option<temporary_credentials::CredentialIssuer>,
}

/// The result of reading an object that may be too large.
#[derive(Debug)]
pub enum Fetched {
    /// All of it.
    Whole(Vec<u8>),
    /// It has more bytes than the limit.
    TooLarge,
    /// It is not there.
    Missing,
}

/// Why a call to the storage failed.
#[derive(Debug, thiserror::Error)]
pub enum ObjectError {
    /// No storage is configured.
    #[error("no object storage is set")]
    NotConfigured,
    /// No token service is configured.
    #[error("the object storage lends no temporary credentials")]
    NoTemporaryCredentials,
    /// It refused or did not answer.
    #[error("the object storage refused or did not answer: {0}")]
    Failed(String),
}

impl ObjectStore {
    /// The configured bucket; without settings every call fails with [`ObjectError::NotConfigured`].
    pub fn new(settings: Option<&ObjectSettings>) -> Self {
        Self(settings.map(|settings| Bucket {
            client: client(settings, &settings.endpoint),
            outside: client(settings, &settings.public_endpoint),
            public_endpoint: settings.public_endpoint.clone(),
            name: settings.bucket.clone(),
            region: settings.region.clone(),
            issuer:
                settings.sts.as_ref().map(|sts| temporary_credentials::CredentialIssuer::new(settings, sts)),
        }))
    }

    fn bucket(&self) -> Result<&Bucket, ObjectError> {
        self.0.as_ref().ok_or(ObjectError::NotConfigured)
    }

    /// Fails without a storage, before any work is done for it.
    pub fn is_there(&self) -> Result<(), ObjectError> {
        self.bucket().map(drop)
    }

    /// Stores an object.
    pub async fn put(&self, key: &str, content_type: &str, bytes: Vec<u8>) -> Result<(), ObjectError> {
        let bucket = self.bucket()?;
        let put = bucket
            .client
            .put_object()
            .bucket(&bucket.name)
            .key(key)
            .content_type(content_type)
            .body(ByteStream::from(bytes));
        put.send().instrument(span::outbound("s3")).await.map(drop).map_err(|error| failed(&error))
    }

    /// An object; `None` when it does not exist.
    pub async fn get(&self, key: &str) -> Result<Option<Vec<u8>>, ObjectError> {
        let bucket = self.bucket()?;
        match bucket
            .client
            .get_object()
            .bucket(&bucket.name)
            .key(key)
            .send()
            .instrument(span::outbound("s3"))
            .await
        {
            Ok(object) => {
                object.body.collect().await.map(|bytes| Some(bytes.to_vec())).map_err(|error| failed(&error))
            }
            Err(error) if is_missing(&error) => Ok(None),
            Err(error) => Err(failed(&error)),
        }
    }

    /// An object of at most `most` bytes.
    pub async fn get_at_most(&self, key: &str, most: usize) -> Result<Fetched, ObjectError> {
        let bucket = self.bucket()?;
        let mut object = match bucket
            .client
            .get_object()
            .bucket(&bucket.name)
            .key(key)
            .send()
            .instrument(span::outbound("s3"))
            .await
        {
            Ok(object) => object,
            Err(error) if is_missing(&error) => return Ok(Fetched::Missing),
            Err(error) => return Err(failed(&error)),
        };
        let mut bytes = Vec::new();
        while let Some(chunk) = object.body.next().await {
            bytes.extend_from_slice(&chunk.map_err(|error| failed(&error))?);
            if bytes.len() > most {
                return Ok(Fetched::TooLarge);
            }
        }
        Ok(Fetched::Whole(bytes))
    }

    /// The keys with this prefix, with the sizes of their objects in bytes.
    pub async fn list(&self, prefix: &str) -> Result<Vec<(String, u64)>, ObjectError> {
        let bucket = self.bucket()?;
        let mut pages =
            bucket.client.list_objects_v2().bucket(&bucket.name).prefix(prefix).into_paginator().send();
        let mut keys = Vec::new();
        while let Some(page) = pages.next().instrument(span::outbound("s3")).await {
            let page = page.map_err(|error| failed(&error))?;
            let size = |size: Option<i64>| size.and_then(|size| size.try_into().ok()).unwrap_or_default();
            keys.extend(
                page.contents
                    .unwrap_or_default()
                    .into_iter()
                    .filter_map(|object| Some((object.key?, size(object.size)))),
            );
        }
        Ok(keys)
    }

    /// Removes what has this name: an object's key, or the name of a multipart upload ([`parts_name`]).
    pub async fn remove(&self, name: &str) -> Result<(), ObjectError> {
        match name.split_once(PARTS) {
            Some((key, upload_id)) => self.abort(key, upload_id).await,
            None => self.delete(name).await,
        }
    }

    /// Deletes an object; a missing one counts as deleted.
    pub async fn delete(&self, key: &str) -> Result<(), ObjectError> {
        let bucket = self.bucket()?;
        match bucket
            .client
            .delete_object()
            .bucket(&bucket.name)
            .key(key)
            .send()
            .instrument(span::outbound("s3"))
            .await
        {
            Ok(_) => Ok(()),
            Err(error) if error.raw_response().is_some_and(|response| response.status().as_u16() == 404) => {
                Ok(())
            }
            Err(error) => Err(failed(&error)),
        }
    }
}

/// The separator between key and id in the name of a multipart upload, as in the storage's own URLs.
const PARTS: &str = "?uploadId=";

/// The name of an unfinished multipart upload, for [`ObjectStore::remove`].
pub fn parts_name(key: &str, upload_id: &str) -> String {
    format!("{key}{PARTS}{upload_id}")
}

fn client(settings: &ObjectSettings, endpoint: &Url) -> Client {
    let config = aws_sdk_s3::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .endpoint_url(endpoint.as_str())
        .region(Region::new(settings.region.clone()))
        .credentials_provider(Credentials::new(
            &settings.access_key,
            settings.secret_key.expose_secret(),
            None,
            None,
            "settings",
        ))
        .force_path_style(true)
        // Not every S3 server supports the checksums that the AWS SDK adds by default.
        .request_checksum_calculation(RequestChecksumCalculation::WhenRequired)
        .timeout_config(
            TimeoutConfig::builder()
                .operation_timeout(CALL_LIMIT)
                .operation_attempt_timeout(ATTEMPT_LIMIT)
                .build(),
        )
        .build();
    Client::from_conf(config)
}

fn is_missing(error: &SdkError<GetObjectError>) -> bool {
    error.as_service_error().is_some_and(GetObjectError::is_no_such_key)
}

fn failed(error: &(impl std::error::Error + 'static)) -> ObjectError {
    ObjectError::Failed(aws_sdk_s3::error::DisplayErrorContext(error).to_string())
}
