//! The workspace's subscription: how it stands, paying for it, its seats. Members see how it stands; paying
//! is the owner's.
//!
//! Stripe holds the truth about payments. What is kept here is what it said when it was asked last: after
//! each event, after each change of the team, when somebody comes back from its pages, and once a day.

pub mod api;
pub mod checkout;
mod customers;
mod error;
pub mod events;
pub mod invoices;
pub mod jobs;
pub mod plan_notices;
pub mod plans;
pub mod plans_api;
mod plans_store;
pub mod service;
mod store;
pub mod sync;

pub use self::error::BillingError;
