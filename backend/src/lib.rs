//! Proffer: from a meeting recap to a signed proposal. One binary is server, worker and command line.
//!
//! `http` is the edge, `features` the product, `adapters` the outside world, `db` the two ways to the rows, `jobs` the
//! work after a commit, `backup` all of it in a folder, `telemetry` what the process says of itself, `embedded` what `proffer dev` brings
//! with it. The rules are in the crate `proffer-domain`.

#[macro_use]
mod redact;

pub mod adapters;
pub mod app;
pub mod backup;
pub mod commands;
pub mod config;
pub mod db;
pub mod embedded;
pub mod features;
pub mod http;
pub mod jobs;
pub mod telemetry;
pub mod wire;
