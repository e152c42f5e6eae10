//! What site administrators keep: the settings of the site, prompts among them.

pub mod api;
mod service;
pub mod settings;
mod store;
