//! Use cases of registration, sign-in and the user's own account.

pub mod account;
pub mod accounts;
pub mod admins;
pub mod identities;
pub mod keys;
pub mod pictures;
pub mod recovery;
pub mod registrations;
pub mod sessions;
pub mod sso;
