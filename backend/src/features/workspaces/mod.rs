//! The tenant and its team: name, members, invitations, and the audit log.
//!
//! Members can see the team and leave it; admins invite, change roles, remove members and read the log; only
//! the owner can transfer the workspace. A removed member loses access with the next request.

pub mod api;
mod error;
pub mod invitations_api;
pub mod invitations_types;
pub mod log;
pub mod log_api;
pub mod log_types;
pub mod mails;
pub mod service;
mod store;
pub mod types;
