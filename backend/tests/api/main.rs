//! The server from outside: every test talks HTTP to a real server on a real database.
#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a test stops at the first surprise")]

mod acceptances;
mod account;
mod api_keys;
mod assistant;
mod assistant_adapter;
mod attacks;
mod audit_log;
mod catalog;
mod clients;
mod companies;
mod contract;
mod drafting;
mod hardening;
mod identity;
mod limits;
mod mail;
mod policy_matrix;
mod pool;
mod proposal_life;
mod proposals;
mod races;
mod restart;
mod row_security;
mod sharing;
mod sso;
mod startup;
mod support;
mod team;
mod tenancy;
