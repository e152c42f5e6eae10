//! The assistant: reading recaps, and the quota for all its calls, including drafting and chat. Usage is
//! reserved before each call and settled after it.
//!
//! Every member may use it within the monthly quota.

pub mod api;
pub mod blocks;
mod error;
pub mod service;
mod store;
pub mod types;
pub mod usage_api;
pub mod usage_types;

pub use self::error::AssistantError;
