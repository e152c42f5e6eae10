//! A person's own account: a forgotten password, settings, the picture, the export, and the deletion.

mod archive;
mod erasure;
mod pictures;
mod recovery;
mod secrecy;
mod settings;
mod ways_in;

use serde_json::json;

use crate::support::{actor::text, app::TestApp, stories::Owner};

/// The id of an owner.
fn id(owner: &Owner) -> &str {
    text(&owner.user["id"])
}

/// The id of an owner's workspace.
fn workspace(owner: &Owner) -> &str {
    text(&owner.user["workspace"]["id"])
}

/// Makes an account a member of an owner's workspace.
async fn join(app: &TestApp, person: &Owner, owner: &Owner, role: &str) {
    let member = app.app.new_id();
    let (workspace, user, email) = (workspace(owner), id(person), &person.email);
    app.database
        .run(format!(
            "INSERT INTO team_members (workspace_id, id, user_id, role, invited_email, status, created_at, updated_at)
             VALUES ('{workspace}', '{member}', '{user}', '{role}', '{email}', 'active', now(), now())"
        ))
        .await;
}

/// Switches an account's session to an owner's workspace.
async fn switch(app: &TestApp, person: &Owner, owner: &Owner) {
    let statement = format!(
        "UPDATE sessions SET active_workspace = '{}' WHERE user_id = '{}'",
        workspace(owner),
        id(person)
    );
    app.database.run(statement).await;
}

/// Links an account to a provider and returns the identity's id.
pub async fn link(app: &TestApp, person: &Owner, issuer: &str, through: Option<&Owner>) -> String {
    let (identity, user, email) = (app.app.new_id(), id(person), &person.email);
    let through = through.map_or("NULL".to_owned(), |owner| format!("'{}'", workspace(owner)));
    app.database
        .run(format!(
            "INSERT INTO identities (id, user_id, through_workspace, issuer, subject, email, created_at, last_used_at)
             VALUES ('{identity}', '{user}', {through}, '{issuer}', 'subject-{identity}', '{email}', now(), now())"
        ))
        .await;
    identity.to_string()
}

/// Removes an account's password, as if the person had only ever signed in through a provider.
async fn without_password(app: &TestApp, person: &Owner) {
    app.database.run(format!("UPDATE users SET password_hash = NULL WHERE id = '{}'", id(person))).await;
}

/// Asks for a reset link and takes its token from the mail.
pub async fn reset_token(app: &TestApp, email: &str) -> String {
    app.mail().await;
    app.anonymous().post("/api/forgot-password", json!({ "email": email })).await.expect(200);
    let mail = app.mail_to(email).await;
    assert_eq!(mail.subject, "Reset your password");
    mail.link_parameter("token")
}
