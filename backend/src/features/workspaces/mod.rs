//! The tenant and who belongs to it: its name, its team, invitations, and the log of who did what in it.
//!
//! Members see the team and may leave it; admins invite, change roles, remove and read the log; the owner
//! alone hands the workspace over. Whoever is removed has no access from the next request on.

pub mod api;
mod error;
pub mod invitations_api;
pub mod log;
pub mod log_api;
pub mod mails;
pub mod service;
mod store;

pub use self::error::WorkspaceError;
