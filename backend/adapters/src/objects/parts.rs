//! Multipart uploads.

use aws_sdk_s3::{
    error::{ProvideErrorMetadata, SdkError},
    types::{CompletedMultipartUpload, CompletedPart},
};

use tracing::Instrument as _;

use super::{ObjectError, ObjectStore, failed};
use crate::span;

/// An uploaded part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Its number, from 1.
    pub number: i32,
    /// In bytes.
    pub size: u64,
    /// The storage's entity tag; not every storage keeps it.
    pub etag: Option<String>,
}

impl ObjectStore {
    /// Starts a multipart upload and returns its id.
    pub async fn begin_parts(&self, key: &str, content_type: Option<&str>) -> Result<String, ObjectError> {
        let bucket = self.bucket()?;
        let request = bucket.client.create_multipart_upload().bucket(&bucket.name).key(key);
        let begun = request
            .set_content_type(content_type.map(str::to_owned))
            .send()
            .instrument(span::outbound("s3"))
            .await
            .map_err(|error| failed(&error))?;
        begun
            .upload_id
            .ok_or_else(|| ObjectError::Failed("it began a file in parts and gave it no id".to_owned()))
    }

    /// The uploaded parts, in order; `None` when the storage does not know the upload.
    pub async fn parts(&self, key: &str, upload_id: &str) -> Result<Option<Vec<Part>>, ObjectError> {
        let bucket = self.bucket()?;
        let (mut parts, mut marker) = (Vec::new(), None);
        loop {
            let list = bucket.client.list_parts().bucket(&bucket.name).key(key).upload_id(upload_id);
            let page = match list.set_part_number_marker(marker).send().instrument(span::outbound("s3")).await
            {
                Ok(page) => page,
                Err(error) if is_gone(&error) => return Ok(None),
                Err(error) => return Err(failed(&error)),
            };
            parts.extend(page.parts.unwrap_or_default().into_iter().map(|part| Part {
                number: part.part_number.unwrap_or_default(),
                size: part.size.and_then(|size| size.try_into().ok()).unwrap_or_default(),
                etag: part.e_tag,
            }));
            // Some storages name a next page when there is none.
            marker = page.next_part_number_marker.filter(|_| page.is_truncated == Some(true));
            if marker.is_none() {
                break;
            }
        }
        // The embedded storage lists them in directory order.
        parts.sort_by_key(|part| part.number);
        Ok(Some(parts))
    }

    /// Completes an upload from its parts, each given by its number and entity tag, in order. False when the
    /// storage does not know the upload, or has other parts.
    pub async fn complete(
        &self,
        key: &str,
        upload_id: &str,
        parts: &[(i32, String)],
    ) -> Result<bool, ObjectError> {
        let bucket = self.bucket()?;
        let parts = parts
            .iter()
            .map(|(number, etag)| CompletedPart::builder().part_number(*number).e_tag(etag).build())
            .collect();
        let parts = CompletedMultipartUpload::builder().set_parts(Some(parts)).build();
        let complete = bucket
            .client
            .complete_multipart_upload()
            .bucket(&bucket.name)
            .key(key)
            .upload_id(upload_id)
            .multipart_upload(parts);
        match complete.send().instrument(span::outbound("s3")).await {
            Ok(_) => Ok(true),
            Err(error)
                if is_gone(&error) || matches!(error.code(), Some("InvalidPart" | "InvalidPartOrder")) =>
            {
                Ok(false)
            }
            Err(error) => Err(failed(&error)),
        }
    }

    /// Aborts an upload; an unknown one counts as aborted.
    pub async fn abort(&self, key: &str, upload_id: &str) -> Result<(), ObjectError> {
        let bucket = self.bucket()?;
        match bucket
            .client
            .abort_multipart_upload()
            .bucket(&bucket.name)
            .key(key)
            .upload_id(upload_id)
            .send()
            .instrument(span::outbound("s3"))
            .await
        {
            Ok(_) => Ok(()),
            Err(error) if is_gone(&error) => Ok(()),
            Err(error) => Err(failed(&error)),
        }
    }
}

/// How storages report an unknown upload. The embedded storage refuses it with the same error as another
/// user's upload.
fn is_gone<E: ProvideErrorMetadata>(error: &SdkError<E>) -> bool {
    let is_denied = error.code() == Some("AccessDenied");
    if is_denied {
        tracing::warn!(
            "the object storage refused a file in parts; does its key allow to list, complete and abort them?"
        );
    }
    is_denied || error.code() == Some("NoSuchUpload")
}
