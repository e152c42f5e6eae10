//! Queries of account export and deletion.

pub mod archive;
pub mod erasure;
