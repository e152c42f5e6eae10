//! Presigned URLs, with which a browser uploads directly into the storage.

use std::time::Duration;

use aws_sdk_s3::presigning::PresigningConfig;
use url::Url;

use super::{ObjectError, ObjectStore, failed};

impl ObjectStore {
    /// How long a presigned URL is valid, in seconds.
    pub const ADDRESS_SECONDS: u32 = 900;

    /// A presigned URL for one PUT. The given content type and size are signed too, so the storage accepts no
    /// others.
    pub async fn sign_put(
        &self,
        key: &str,
        content_type: Option<&str>,
        size: Option<i64>,
    ) -> Result<String, ObjectError> {
        let bucket = self.bucket()?;
        let put = bucket.outside.put_object().bucket(&bucket.name).key(key);
        let put = put.set_content_type(content_type.map(str::to_owned)).set_content_length(size);
        let signed = put.presigned(validity()?).await.map_err(|error| failed(&error))?;
        Ok(signed.uri().to_owned())
    }

    /// A presigned URL for one part of a file.
    pub async fn sign_part(&self, key: &str, upload_id: &str, number: i32) -> Result<String, ObjectError> {
        let bucket = self.bucket()?;
        let part = bucket
            .outside
            .upload_part()
            .bucket(&bucket.name)
            .key(key)
            .upload_id(upload_id)
            .part_number(number);
        let signed = part.presigned(validity()?).await.map_err(|error| failed(&error))?;
        Ok(signed.uri().to_owned())
    }

    /// The public address of an object, without a signature.
    pub fn address(&self, key: &str) -> Result<String, ObjectError> {
        let bucket = self.bucket()?;
        Ok(format!("{}/{}/{key}", bucket.public_endpoint.as_str().trim_end_matches('/'), bucket.name))
    }

    /// The key in an address of this storage, however it was signed. The host name is not checked: the key
    /// alone grants nothing, and is looked up.
    pub fn key_of(&self, address: &str) -> Result<Option<String>, ObjectError> {
        let bucket = self.bucket()?;
        let key = || {
            let address = Url::parse(address).ok()?;
            let path = address.path().strip_prefix(bucket.public_endpoint.path().trim_end_matches('/'))?;
            Some(path.strip_prefix('/')?.strip_prefix(&bucket.name)?.strip_prefix('/')?.to_owned())
        };
        Ok(key())
    }
}

fn validity() -> Result<PresigningConfig, ObjectError> {
    PresigningConfig::expires_in(Duration::from_secs(ObjectStore::ADDRESS_SECONDS.into()))
        .map_err(|error| failed(&error))
}
