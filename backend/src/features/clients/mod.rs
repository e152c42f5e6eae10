//! Clients, the recipients of proposals.
//!
//! Every member works with all clients of the workspace. They are entered by hand or imported from a file
//! (`import`), and a job reads facts from their websites (`website`).

pub mod api;
mod error;
pub mod import;
pub mod import_api;
pub mod import_job;
mod import_store;
pub mod import_types;
pub mod service;
mod store;
pub mod types;
pub mod website;

pub use self::error::ClientError;
