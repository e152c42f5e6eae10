//! Proposals: the document, its prices, and its life cycle from draft to signed.
//!
//! Every member works with all proposals of the workspace.

pub mod api;
pub mod check_api;
pub mod client_api;
pub mod dashboard_api;
pub mod dashboard_types;
pub mod drafting;
pub mod drafting_api;
pub mod drafting_types;
mod error;
pub mod jobs;
pub mod list_api;
pub mod pricing;
pub mod pricing_api;
pub mod pricing_input;
pub mod pricing_types;
pub mod recap_files_api;
pub mod recap_files_types;
pub mod service;
mod store;
pub mod tasks;
pub mod types;
pub mod versions_api;
pub mod versions_types;

pub use self::error::{DraftFailure, ProposalError};
