//! The rules of Proffer.

pub mod api_key;
pub mod audit;
pub mod canonical;
pub mod client;
pub mod company;
pub mod consent;
pub mod document;
pub mod draft;
pub mod field_error;
pub mod identity;
pub mod money;
pub mod pre_send;
pub mod pricing;
pub mod prompt;
pub mod proposal;
pub mod proposal_input;
pub mod rate_limit;
pub mod recap;
pub mod revision;
pub mod share_token;
pub mod signature;
pub mod sso;
pub mod subscription;
pub mod team;
pub mod timestamp;
pub mod usage;
