//! Proffer: from a meeting recap to a signed proposal. One binary is server, worker and command line.
//!
//! The modules are layers: each uses those after it in this list and none before it, which
//! `.make/modules.mjs` checks and draws.
//!
//! - `commands`: the command line, which puts the parts together.
//! - `site`: every route, the API document, the pages.
//! - `worker`: takes jobs from the queue, keeps the schedule, sweeps.
//! - `features`: the product, one folder per noun.
//! - `backup`: all of an installation in a folder.
//! - `access`: who is asking, what they may do, and the only way to a transaction.
//! - `mail`: mails as jobs. `jobs`: work after a commit. `tokens`: secrets that are handed out once.
//! - `wire`: types of the wire that several features share. `http`: the edge, and the one shape of an error.
//! - `app`: the shared handles. `telemetry`: logs, traces and figures. `authz`: the policy. `config`: the settings.
//!
//! Rows are in `proffer-store`, the outside world in `proffer-adapters`, rules in `proffer-domain`, and what
//! `proffer dev` brings with it in `proffer-embedded`.

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
