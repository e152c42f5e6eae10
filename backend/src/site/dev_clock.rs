//! `/dev/clock`: moves the server's time forward, for trying Proffer. Embedded mode only.

use std::{
    collections::BTreeMap,
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use askama::Template;
use chrono::{SecondsFormat, TimeDelta};
use poem::{
    IntoResponse, Response, handler,
    http::{StatusCode, header},
    web::{Data, Form, Html},
};
use proffer_adapters::clock::Clock;

use crate::app::App;

/// The most days per move.
const DAYS: i64 = 400;

#[derive(Template)]
#[template(path = "dev/clock.html")]
struct Page {
    now: String,
    shown: String,
    moved: String,
    is_refused: bool,
}

/// The current time, with a form.
#[handler]
pub(super) fn show(Data(app): Data<&App>) -> Response {
    page(app, StatusCode::OK)
}

/// Moves the clock.
#[handler]
pub(super) fn advance(Data(app): Data<&App>, Form(form): Form<BTreeMap<String, String>>) -> Response {
    let Some(by) = asked(&form) else { return page(app, StatusCode::UNPROCESSABLE_ENTITY) };
    app.clock.advance(by);
    if let Err(error) = remember(&app.config.data_dir, &app.clock) {
        tracing::warn!(%error, "the clock will be back at the real time after a restart");
    }
    Response::builder().status(StatusCode::SEE_OTHER).header(header::LOCATION, "/dev/clock").finish()
}

fn page(app: &App, status: StatusCode) -> Response {
    let now = app.now();
    let page = Page {
        now: now.to_rfc3339_opts(SecondsFormat::Secs, true),
        shown: now.format("%A, %-d %B %Y, %H:%M:%S UTC").to_string(),
        moved: app.clock.shift().filter(|shift| !shift.is_zero()).map(ahead).unwrap_or_default(),
        is_refused: status != StatusCode::OK,
    };
    match page.render() {
        Ok(html) => Html(html).with_status(status).into_response(),
        Err(error) => {
            tracing::error!(%error, "the page of the clock");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

fn ahead(shift: TimeDelta) -> String {
    format!("{} days and {} hours ahead of the real time.", shift.num_days(), shift.num_hours() % 24)
}

/// The requested move: whole days and hours, more than zero.
pub fn asked(form: &BTreeMap<String, String>) -> Option<TimeDelta> {
    let whole = |name: &str, most: i64| match form.get(name).map(String::as_str) {
        None | Some("") => Some(0),
        Some(text) => text.parse().ok().filter(|number| (0..=most).contains(number)),
    };
    let by = TimeDelta::days(whole("days", DAYS)?) + TimeDelta::hours(whole("hours", 23)?);
    (!by.is_zero()).then_some(by)
}

fn file(data_dir: &Path) -> PathBuf {
    data_dir.join("clock")
}

/// The clock must not go back behind stored times, so it stays ahead after a restart.
fn remember(data_dir: &Path, clock: &Clock) -> std::io::Result<()> {
    match clock.shift() {
        Some(shift) => fs::write(file(data_dir), format!("{}\n", shift.num_seconds())),
        None => Ok(()),
    }
}

/// The clock of embedded mode, with the stored offset.
///
/// # Errors
/// When the file cannot be read, naming it.
pub(crate) fn recall(data_dir: &Path) -> anyhow::Result<Clock> {
    let file = file(data_dir);
    let seconds = match fs::read_to_string(&file) {
        Ok(text) => text.trim().parse().ok().and_then(TimeDelta::try_seconds),
        Err(error) if error.kind() == ErrorKind::NotFound => Some(TimeDelta::zero()),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", file.display())),
    };
    let ahead = seconds.with_context(|| format!("{} does not hold a number of seconds", file.display()))?;
    Ok(Clock::shifted(ahead))
}
