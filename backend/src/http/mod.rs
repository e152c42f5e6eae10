//! The edge: what happens to a request before and after a handler.

pub mod assets;
pub mod auth;
pub mod authz;
pub mod caller;
pub mod guard;
pub mod limits;
pub mod operations;
pub mod paging;
pub mod problem;
pub mod request_id;
pub mod server;
pub mod spec;
