//! Queries of exporting and erasing.

pub mod archive;
pub mod erasure;
