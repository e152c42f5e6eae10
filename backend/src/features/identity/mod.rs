//! Accounts: registration, email verification, signing in and out.
//!
//! Registration and sign-in are open to everyone; everything else requires a session. No response reveals
//! whether an address has an account.

pub mod account_api;
pub mod account_types;
pub mod api;
mod error;
pub mod keys_api;
pub mod keys_types;
pub mod mails;
pub mod redirects;
pub mod requests;
pub mod service;
pub mod sso_api;
pub mod sso_redirects;
pub mod sso_types;
mod store;
pub mod types;

pub use self::error::IdentityError;
