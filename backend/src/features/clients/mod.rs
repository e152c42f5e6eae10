//! Clients: those whom proposals are for.
//!
//! Every member works with all clients of the workspace. Third room of the journey: a proposal needs somebody to be for.

pub mod api;
pub mod service;
pub(crate) mod store;
