//! Clients: those whom proposals are for.
//!
//! Every member works with all clients of the workspace. Third room of the journey: a proposal needs somebody
//! to be for. They are typed, or come from a file (`import`), and what their websites say of them is read by
//! a job (`website`).

pub mod api;
pub mod error;
pub mod import;
pub mod import_api;
pub mod import_job;
mod import_store;
pub mod service;
mod store;
pub mod website;
