//! The company profile: one per workspace, what proposals say of their sender.
//!
//! Members read it, admins and the owner keep it. Second room of the journey: after signing in, before the
//! first client.

pub mod api;
pub mod design;
pub mod design_api;
mod design_store;
pub mod error;
mod logo;
pub mod logo_api;
pub mod service;
mod store;
pub mod website;
pub mod website_api;
