//! The workspace's subscription. Members see how it stands; changing it is the owner's.

pub mod api;
pub mod service;
pub(crate) mod store;
