//! Queries of proposals.

pub mod cards;
pub mod claims;
pub mod figures;
pub mod messages;
pub mod patches;
pub mod revisions;
pub mod rows;
mod search;
pub mod trail;
