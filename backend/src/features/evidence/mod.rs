//! What happened to a proposal, and what proves its signature when we are gone: the activity, the evidence,
//! the sealed document.

pub mod activity;
pub mod activity_api;
pub mod api;
pub mod countersigning;
mod countersigning_store;
pub mod error;
pub mod jobs;
mod mails;
mod readership;
mod sealing;
pub mod service;
mod store;
