//! The HTTP layer: the processing of a request before and after its handler.

pub mod bodies;
pub mod caller;
pub mod cookies;
pub mod guard;
pub mod known_device;
pub mod limits;
pub mod listening;
pub mod operations;
pub mod paging;
pub mod problem;
pub mod request_id;
pub(crate) mod streams;
