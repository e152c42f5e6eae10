//! The edge: what happens to a request before and after a handler.

pub mod assets;
pub mod auth;
pub mod authz;
pub mod bodies;
pub mod caller;
pub mod cookies;
pub(crate) mod dev_clock;
pub mod entitlement;
pub mod guard;
pub(crate) mod idempotency;
pub mod known_device;
pub mod limits;
pub mod listening;
pub mod new_addresses;
pub mod operations;
pub mod pages;
pub mod paging;
pub mod probes;
pub mod problem;
pub mod request_id;
pub mod server;
pub mod spec;
pub mod stale;
pub(crate) mod streams;
