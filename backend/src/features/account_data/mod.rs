//! Personal data: export of an account or a workspace, and deletion of an account.

pub mod api;
pub mod archive;
mod erasure;
mod error;
pub mod jobs;
mod store;
pub mod types;

pub use store::archive::{HELD_BACK, OTHERS, TABLES};
