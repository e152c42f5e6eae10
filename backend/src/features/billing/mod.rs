//! The workspace's subscription: status, payment and seats. Members can see the status; only the owner can
//! pay.
//!
//! Stripe is authoritative for payments. The stored data is its last known state, fetched after each event,
//! after each change of the team, when a user returns from its pages, and once a day.

pub mod api;
pub mod checkout;
mod customers;
pub mod error;
pub mod events;
pub mod invoices;
pub mod jobs;
pub mod plan_notices;
pub mod plans;
pub mod plans_api;
mod plans_store;
pub mod plans_types;
pub mod service;
mod store;
pub mod sync;
pub mod types;

pub use self::error::BillingError;
