//! The assistant as people ask it: reading a recap now, drafting as a job of the proposals, changing a draft
//! in a chat. What it may use is reserved before each call and settled after it.
//!
//! Every member may use it, as far as their month's allowance goes.

pub mod api;
pub mod blocks;
mod error;
pub mod service;
mod store;
pub mod usage_api;

pub use self::error::AssistantError;
