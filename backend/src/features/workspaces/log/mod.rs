//! Reading the audit log. `proffer_store::audit` writes it, in the transaction of each action.

pub mod service;
mod store;
mod table;
