//! Queries of proposals.

pub mod cards;
pub mod revisions;
pub mod rows;
pub mod trail;
