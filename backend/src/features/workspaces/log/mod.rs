//! Reading the audit log. It is written by `db::log`, in the transaction of each action.

pub mod service;
mod store;
mod table;
