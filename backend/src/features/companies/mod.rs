//! The company profile, one per workspace: the sender's description in proposals.
//!
//! Members can read it; admins and the owner can change it.

pub mod api;
pub mod design;
pub mod design_api;
mod design_store;
pub mod design_types;
mod error;
mod logo;
pub mod logo_api;
pub mod service;
mod store;
pub mod types;
pub mod website;
pub mod website_api;
pub mod website_types;

pub use self::error::CompanyError;
