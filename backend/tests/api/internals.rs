//! Tests of functions inside of the server. They are here and not beside the functions, because a second
//! build of the whole library would take longer than all of them together (decision 0090).

mod authz;
mod billing;
mod chat;
mod config;
mod file_names;
mod form;
mod http;
mod identity;
mod outcomes;
mod site;
