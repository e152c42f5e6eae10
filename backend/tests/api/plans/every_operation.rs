//! Every operation of the document after the trial: the permissions define which ones require an active plan.

use proffer::{
    authz::{Action, Object},
    http::operations,
};
use proffer_domain::subscription::PaidFeature;
use serde_json::json;

use super::waits;
use crate::{
    support::{
        app::TestApp,
        document::{Operation, document},
        operations::Call,
        stories::{self, PASSWORD, address},
    },
    tenancy::world::{Tenant, checksums, tables, tenant},
};

/// Every permission that requires an active plan.
const WAITING: [(Action, Object, PaidFeature); 5] = [
    (Action::Create, Object::Clients, PaidFeature::Clients),
    (Action::Update, Object::Clients, PaidFeature::Clients),
    (Action::Create, Object::Proposals, PaidFeature::Proposals),
    (Action::Update, Object::Proposals, PaidFeature::Proposals),
    (Action::Use, Object::Assistant, PaidFeature::Assistant),
];

/// The first of an operation's permissions that requires an active plan.
fn guarded(operation: &Operation) -> Option<PaidFeature> {
    let waiting = |asked| {
        WAITING.iter().find(|(action, object, _)| (*action, *object) == asked).map(|(.., guarded)| *guarded)
    };
    operations::of(&operation.id).unwrap().permissions().find_map(waiting)
}

/// A tenant with data of every kind, whose trial has ended.
async fn world() -> (TestApp, Tenant) {
    let app = TestApp::start().await;
    let ada = tenant(&app, "ada").await;
    app.database.run(format!("UPDATE workspaces SET trial_ends_at = '{}'", app.now().to_rfc3339())).await;
    (app, ada)
}

/// Rate limits are covered by another test.
async fn forget_how_often(app: &TestApp) {
    app.database.run("DELETE FROM rate_limits").await;
}

#[tokio::test]
async fn what_makes_or_changes_clients_and_proposals_waits_and_leaves_no_trace() {
    let (app, ada) = world().await;
    let tables = tables(&app, &ada).await;
    let before = checksums(&app, &tables).await;
    for operation in &document().operations {
        let Some(guarded) = guarded(operation) else { continue };
        forget_how_often(&app).await;
        let answer = Call::new(operation, &ada.ids).send(&ada.owner).await;
        waits(&answer, guarded.refusal(false));
    }
    assert_eq!(checksums(&app, &tables).await, before);

    // A key gets the same answer as the person.
    let scopes = ["clients:read", "clients:write", "proposals:read", "proposals:write", "assistant:use"];
    let program = ada.owner.program_with(&scopes).await;
    let before = checksums(&app, &tables).await;
    for id in ["createClient", "updateProposal", "createProposal", "extractFromRecap"] {
        let operation = document().operation(id);
        waits(
            &Call::new(operation, &ada.ids).send(&program).await,
            guarded(operation).unwrap().refusal(false),
        );
    }
    let mut after = checksums(&app, &tables).await;
    // Its last use is recorded.
    after.insert("api_keys".to_owned(), before["api_keys"].clone());
    assert_eq!(after, before);

    // A former customer gets another message.
    app.database
        .run(format!(
            "INSERT INTO subscriptions (workspace_id, stripe_status, ended_at, created_at, updated_at)
             VALUES ('{}', 'canceled', now(), now(), now())
             ON CONFLICT (workspace_id) DO UPDATE SET stripe_status = excluded.stripe_status, ended_at = excluded.ended_at",
            ada.workspace
        ))
        .await;
    for id in ["createClient", "updateProposal", "extractFromRecap"] {
        let operation = document().operation(id);
        waits(
            &Call::new(operation, &ada.ids).send(&ada.owner).await,
            guarded(operation).unwrap().refusal(true),
        );
    }
    app.finish().await;
}

/// Ends the session, the membership, the account, or data that others need.
const LAST: &[&str] = &[
    "deleteProposal",
    "deleteProposals",
    "deleteClient",
    "changePassword",
    "resetPassword",
    "removeMember",
    "transferOwnership",
    "leaveWorkspace",
    "switchWorkspace",
    "revokeSession",
    "revokeOtherSessions",
    "login",
    "logout",
    "deleteAccount",
];

#[tokio::test]
async fn everything_else_goes_on() {
    let (app, ada) = world().await;
    app.database.run(format!("UPDATE users SET is_admin = true WHERE email = '{}'", ada.owner.email)).await;
    let mut free: Vec<&Operation> =
        document().operations.iter().filter(|operation| guarded(operation).is_none()).collect();
    free.sort_by_key(|operation| LAST.iter().position(|id| *id == operation.id));
    let mut reached = 0;
    for operation in free {
        // Undoes any change of the previous operation.
        app.database
            .run(format!(
                "UPDATE workspaces SET trial_ends_at = '{}'; DELETE FROM subscriptions;
                 UPDATE team_members SET role = 'owner', status = 'active' WHERE user_id = '{}' AND workspace_id = '{}'",
                app.now().to_rfc3339(),
                ada.ids.user,
                ada.workspace,
            ))
            .await;
        forget_how_often(&app).await;
        let answer = Call::new(operation, &ada.ids).send(&ada.owner).await;
        assert_ne!(answer.status, 402, "{answer:?}");
        reached += usize::from(answer.status.is_success());
    }
    assert!(reached > 50, "only {reached} operations did anything");
    app.mail().await;
    app.finish().await;
}

#[tokio::test]
async fn a_missing_permission_is_reported_before_a_missing_plan() {
    let (app, ada) = TestApp::with_company().await;
    let program = ada.program_with(&["clients:read"]).await;
    app.database.run(format!("UPDATE workspaces SET trial_ends_at = '{}'", app.now().to_rfc3339())).await;
    let client = stories::client("quay");
    program.post("/api/clients", client.clone()).await.problem(403, "forbidden");
    app.anonymous().post("/api/clients", client).await.problem(401, "unauthenticated");
    // The plan of the session's current workspace decides.
    let bob = app.anonymous();
    app.register_verified_owner("bob").await;
    bob.post("/api/login", json!({ "email": address("bob"), "password": PASSWORD })).await.expect(200);
    bob.post("/api/clients", stories::client("bay")).await.expect(201);
    app.finish().await;
}
