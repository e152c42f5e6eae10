//! Proffer: from a meeting recap to a signed proposal. One binary is server, worker and command line.
//!
//! The modules are layers: each uses only those after it in this list, which `.make/modules.mjs` checks and
//! draws.
//!
//! - `commands`: the command line, which assembles the parts.
//! - `site`: all routes, the API document, the pages.
//! - `worker`: takes jobs from the queue, runs the schedule and the sweeps.
//! - `features`: the product, one folder per noun.
//! - `backup`: a whole installation in a folder.
//! - `access`: authentication, authorisation, and the only access to a transaction.
//! - `mail`: mails as jobs. `jobs`: work after a commit. `tokens`: secrets that are handed out once.
//! - `wire`: wire types that several features share. `http`: the HTTP layer, and the only error format.
//! - `app`: the shared handles. `telemetry`: logs, traces and metrics. `authz`: the policy. `config`: the
//!   settings.
//!
//! Rows are in `proffer-store`, adapters for external systems in `proffer-adapters`, rules in
//! `proffer-domain`, and the embedded servers of `proffer dev` in `proffer-embedded`.

pub mod access;
pub mod app;
pub mod authz;
pub mod backup;
pub mod commands;
pub mod config;
pub mod failure;
pub mod features;
pub mod http;
pub mod jobs;
pub mod mail;
pub mod site;
pub mod site_settings;
pub mod telemetry;
pub mod tokens;
pub mod wire;
pub mod worker;
