//! Uploaded files, and the pictures made from them.
//!
//! A browser uploads a file directly to the object storage, with a presigned URL (`uploads`). The upload
//! itself is never served: the feature that uses it reads it, checks it, and makes an object from it
//! (`objects`), or parses it (client files).
//!
//! ```text
//! uploads/{workspace}/{random}     the uploaded file; its row is deleted once a feature has taken it over
//! objects/{workspace}/{id}.png     the picture made from it
//! ```

pub mod api;
mod error;
pub mod jobs;
pub mod parts;
pub mod parts_api;
pub mod parts_types;
pub mod service;
mod store;
pub mod types;

pub use self::error::ObjectsError;
