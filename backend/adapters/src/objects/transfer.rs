//! Going through all objects, piece by piece: for a backup, and for bringing one back.

use std::path::Path;

use aws_sdk_s3::{
    config::{Config, timeout::TimeoutConfig},
    primitives::ByteStream,
};

use super::{ObjectError, ObjectStore, failed, is_missing};

/// Some of the keys that there are.
#[derive(Debug)]
pub struct Page {
    /// The keys.
    pub keys: Vec<String>,
    /// What asks for those after them, where there are more.
    pub next: Option<String>,
}

/// An object that is being read.
#[derive(Debug)]
pub struct Stream {
    /// Its type, where one was given.
    pub content_type: Option<String>,
    body: ByteStream,
}

impl Stream {
    /// Its next piece; none at the end.
    ///
    /// # Errors
    /// When the storage stops in the middle of it.
    pub async fn next(&mut self) -> Result<Option<impl AsRef<[u8]> + use<>>, ObjectError> {
        self.body.next().await.transpose().map_err(|error| failed(&error))
    }
}

impl ObjectStore {
    /// Some of all keys in the bucket, from the first on or from where the page before ended.
    ///
    /// # Errors
    /// When there is no storage or it does not answer.
    pub async fn page(&self, from: Option<String>) -> Result<Page, ObjectError> {
        let bucket = self.bucket()?;
        let list = bucket.client.list_objects_v2().bucket(&bucket.name).set_continuation_token(from);
        let page = list.send().await.map_err(|error| failed(&error))?;
        let keys = page.contents.unwrap_or_default().into_iter().filter_map(|object| object.key).collect();
        Ok(Page { keys, next: page.next_continuation_token })
    }

    /// An object of any size; none where it is not there.
    ///
    /// # Errors
    /// When there is no storage or it does not answer.
    pub async fn read(&self, key: &str) -> Result<Option<Stream>, ObjectError> {
        let bucket = self.bucket()?;
        match bucket.client.get_object().bucket(&bucket.name).key(key).send().await {
            Ok(object) => Ok(Some(Stream { content_type: object.content_type, body: object.body })),
            Err(error) if is_missing(&error) => Ok(None),
            Err(error) => Err(failed(&error)),
        }
    }

    /// Keeps a file as an object, in the time that it takes.
    ///
    /// # Errors
    /// When the file cannot be read, there is no storage, or it does not take the object.
    pub async fn put_file(&self, key: &str, content_type: Option<String>, file: &Path) -> Result<(), ObjectError> {
        let bucket = self.bucket()?;
        let body = ByteStream::from_path(file).await.map_err(|error| failed(&error))?;
        let put = bucket.client.put_object().bucket(&bucket.name).key(key).set_content_type(content_type).body(body);
        // The limits of a call are made for small files.
        let patient = Config::builder().timeout_config(TimeoutConfig::disabled());
        put.customize().config_override(patient).send().await.map(drop).map_err(|error| failed(&error))
    }
}
