//! Plans over HTTP: what requires an active plan after the trial, granted plans, and notifications.

mod every_operation;
mod given;
mod running;
mod telling;

use chrono::TimeDelta;
use serde_json::Value;

use crate::support::{
    actor::{ApiResponse, text},
    app::TestApp,
    stories::{Owner, address},
};

/// The length of a trial.
const TRIAL: TimeDelta = TimeDelta::days(14);
/// The smallest unit of time.
const INSTANT: TimeDelta = TimeDelta::milliseconds(1);

const CLIENTS: &str = "Your trial has expired. Please upgrade to continue managing clients";
const PROPOSALS: &str = "Your trial has expired. Please upgrade to continue creating proposals";
const ASSISTANT: &str = "Your trial has expired. Please upgrade to continue using the assistant";

/// The message that the operation requires an active plan.
fn waits(answer: &ApiResponse, message: &str) {
    let code = if message.starts_with("Your trial") { "trial_expired" } else { "subscription_ended" };
    let problem = answer.problem(402, code);
    assert_eq!(
        (problem["trialExpired"].as_bool(), text(&problem["message"])),
        (Some(true), message),
        "{answer:?}"
    );
}

/// The site's administrator, who also owns a workspace.
async fn administrator(app: &TestApp) -> Owner {
    let root = app.register_verified_owner("root").await;
    app.database.run(format!("UPDATE users SET is_admin = true WHERE email = '{}'", address("root"))).await;
    root
}

fn workspace(owner: &Owner) -> &str {
    text(&owner.user["workspace"]["id"])
}

/// The plan status of that owner's workspace.
async fn status(owner: &Owner) -> String {
    text(&owner.get("/api/subscription/status").await.expect(200)["status"]).to_owned()
}

/// That person's notifications, newest first.
async fn told(owner: &Owner) -> Vec<String> {
    let list = owner.get("/api/notifications").await.expect(200);
    list.as_array().unwrap().iter().map(|one: &Value| text(&one["kind"]).to_owned()).collect()
}
