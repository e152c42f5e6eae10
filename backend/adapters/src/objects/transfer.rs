//! Iterating over all objects, for backup and restore.

use std::path::Path;

use aws_sdk_s3::{
    config::{Config, timeout::TimeoutConfig},
    primitives::ByteStream,
};

use super::{ObjectError, ObjectStore, failed, is_missing};

/// A page of keys.
#[derive(Debug)]
pub struct Page {
    pub keys: Vec<String>,
    /// The continuation token of the next page, if there is one.
    pub next: Option<String>,
}

/// An object that is being read.
#[derive(Debug)]
pub struct Stream {
    /// Its content type, if one was given.
    pub content_type: Option<String>,
    body: ByteStream,
}

impl Stream {
    /// Its next chunk; `None` at the end.
    pub async fn next(&mut self) -> Result<Option<impl AsRef<[u8]> + use<>>, ObjectError> {
        self.body.next().await.transpose().map_err(|error| failed(&error))
    }
}

impl ObjectStore {
    /// A page of all keys in the bucket, from the start or from where the previous page ended.
    pub async fn page(&self, from: Option<String>) -> Result<Page, ObjectError> {
        let bucket = self.bucket()?;
        let list = bucket.client.list_objects_v2().bucket(&bucket.name).set_continuation_token(from);
        let page = list.send().await.map_err(|error| failed(&error))?;
        let keys = page.contents.unwrap_or_default().into_iter().filter_map(|object| object.key).collect();
        Ok(Page { keys, next: page.next_continuation_token })
    }

    /// An object of any size; `None` when it does not exist.
    pub async fn read(&self, key: &str) -> Result<Option<Stream>, ObjectError> {
        let bucket = self.bucket()?;
        match bucket.client.get_object().bucket(&bucket.name).key(key).send().await {
            Ok(object) => Ok(Some(Stream { content_type: object.content_type, body: object.body })),
            Err(error) if is_missing(&error) => Ok(None),
            Err(error) => Err(failed(&error)),
        }
    }

    /// Stores a file as an object, without a time limit.
    pub async fn put_file(
        &self,
        key: &str,
        content_type: Option<String>,
        file: &Path,
    ) -> Result<(), ObjectError> {
        let bucket = self.bucket()?;
        let body = ByteStream::from_path(file).await.map_err(|error| failed(&error))?;
        let put = bucket
            .client
            .put_object()
            .bucket(&bucket.name)
            .key(key)
            .set_content_type(content_type)
            .body(body);
        // The time limits of a call are meant for small files.
        let patient = Config::builder().timeout_config(TimeoutConfig::disabled());
        put.customize().config_override(patient).send().await.map(drop).map_err(|error| failed(&error))
    }
}
