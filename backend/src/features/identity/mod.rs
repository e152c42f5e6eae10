//! Who somebody is: registering, proving an address, signing in and out.
//!
//! Anybody may register and sign in; everything else needs a session. Nothing here tells whether an address
//! has an account. This is the first room of the journey: register, check your e-mail, verify, sign in.

pub mod account_api;
pub mod api;
mod error;
pub mod keys_api;
pub mod mails;
pub mod redirects;
pub mod requests;
pub mod service;
pub mod sso_api;
pub mod sso_redirects;
mod store;

pub use self::error::IdentityError;
