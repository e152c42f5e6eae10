//! The history of a proposal, and the evidence of its signature that remains verifiable without this product:
//! the activity, the evidence, the sealed document.

pub mod activity;
pub mod activity_api;
pub mod activity_types;
pub mod api;
pub mod countersigning;
mod countersigning_store;
pub mod daily_roots;
mod daily_roots_store;
mod error;
pub mod jobs;
mod mails;
mod readership;
mod sealing;
pub mod service;
mod store;

pub use self::error::SealingError;
