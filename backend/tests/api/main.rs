//! End-to-end tests: every test sends HTTP requests to a real server on a real database.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

mod acceptances;
mod account;
mod activity;
mod admin;
mod admin_settings;
mod api_keys;
mod assistant;
mod assistant_adapter;
mod attacks;
mod audit_log;
mod backup;
mod billing;
mod catalog;
mod chaos;
mod chat;
mod check;
mod client_imports;
mod client_websites;
mod clients;
mod companies;
mod contact;
mod contract;
mod dashboard;
mod designs;
mod documents;
mod drafting;
mod evidence;
mod hardening;
mod idempotency;
mod identity;
mod injections;
mod internals;
mod jobs;
mod limits;
mod mail;
mod new_addresses;
mod notifications;
mod pages;
mod plans;
mod policy_matrix;
mod pool;
mod pricing;
mod proposal_life;
mod proposal_list;
mod proposals;
mod races;
mod recap_files;
mod restart;
mod retention;
mod row_security;
mod running;
mod seed;
mod sending;
mod sharing;
mod signing;
mod sso;
mod stale_records;
mod startup;
mod support;
mod team;
mod tenancy;
mod test_stripe;
mod uploads;
mod versions;
mod views;
mod websites;
