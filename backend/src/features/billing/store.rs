//! Queries of the subscription.

pub mod answers;
pub mod checkouts;
pub mod customers;
