//! All that is kept of a person, taken along or erased: the export of an account or a workspace, and the end
//! of an account.

pub mod api;
mod archive;
mod erasure;
pub mod error;
pub mod jobs;
mod store;

pub use store::archive::{HELD_BACK, OTHERS, TABLES};
