//! Who may do what, asked over HTTP: each permission is taken away in turn, and each operation is tried as nobody and in
//! every role of a workspace.

use std::collections::BTreeSet;

use proffer::http::{
    authz::{Action, Object, Policy, Role},
    operations,
};
use serde_json::json;

use crate::support::{
    actor::{Actor, text},
    app::{RULES, Setup, TestApp},
    document::{Operation, document},
    operations::{Call, Ids},
    stories::{Owner, PASSWORD, path_of},
};

/// What needs no session. Everything else answers 401 to nobody.
const OPEN: &[&str] = &["login", "logout", "register", "verifyEmail", "resendVerification", "getSharedProposal", "sharedProposalAction"];

/// Permissions that an operation asks for beside the one of its own: sending is an update that needs one more.
const SECOND: &[(&str, &str)] = &[("proposals", "send")];

#[tokio::test]
async fn the_committed_matrix_is_the_policys() {
    let path = format!("{}/../policies/matrix.txt", env!("CARGO_MANIFEST_DIR"));
    let matrix = Policy::shipped().await.unwrap().matrix();
    assert!(std::fs::read_to_string(path).unwrap() == matrix, "policies/matrix.txt is out of date: run `make gen`");
}

#[tokio::test]
async fn a_rule_with_an_unknown_word_is_an_error() {
    for rule in [
        "p, member, clients, raed",
        "p, member, client, read",
        "p, memeber, clients, read",
        "g, owner, admn",
        "q, member, clients, read",
        "p, member, clients",
    ] {
        assert!(Policy::from_rules(&format!("{RULES}\n{rule}")).await.is_err(), "{rule}");
    }
}

#[tokio::test]
async fn every_permission_that_is_granted_is_asked_for() {
    let policy = Policy::shipped().await.unwrap();
    let granted: BTreeSet<String> = Role::ALL.iter().flat_map(|&role| policy.permissions(role)).collect();
    let asked: BTreeSet<String> = operations::ALL
        .iter()
        .map(|operation| format!("{}:{}", operation.object, operation.action))
        .chain(SECOND.iter().map(|(object, action)| format!("{object}:{action}")))
        .collect();
    assert_eq!(granted, asked, "left: granted by policy.csv, right: asked by operations.rs");
}

#[test]
fn the_document_tells_what_needs_a_session() {
    for operation in &document().operations {
        assert_eq!(operation.signed_in, !OPEN.contains(&operation.id.as_str()), "{}", operation.id);
    }
}

struct World {
    app: TestApp,
    owner: Owner,
    ids: Ids,
}

async fn world() -> World {
    let app = TestApp::start().await;
    let owner = app.owner_with_company("ada").await;
    let sent = app.sent_proposal(&owner).await;
    let drafted = app.drafted_proposal(&owner).await;
    let ids = Ids {
        client: text(&drafted["clientId"]).to_owned(),
        proposal: text(&drafted["id"]).to_owned(),
        item: text(&drafted["pricing"]["groups"][0]["items"][0]["id"]).to_owned(),
        share_token: text(&sent["shareToken"]).to_owned(),
        revision: text(&sent["sentRevision"]["sha256"]).to_owned(),
        word: "harbor".to_owned(),
        cursor: String::new(),
        email: owner.email.clone(),
        password: PASSWORD.to_owned(),
        mailed_token: "none".to_owned(),
    };
    World { app, owner, ids }
}

impl World {
    /// Whoever that operation is for, at that server.
    fn actor(&self, operation: &Operation, server: &TestApp) -> Actor {
        if operation.signed_in { self.owner.at(&server.base) } else { server.anonymous() }
    }

    /// A server on the same database in whose policy nobody has that permission.
    async fn without(&self, object: Object, action: Action, seed: u64) -> TestApp {
        let end = format!(", {object}, {action}");
        let rules: Vec<&str> = RULES.lines().filter(|line| !(line.starts_with("p, ") && line.ends_with(&end))).collect();
        assert!(rules.len() < RULES.lines().count(), "{object}:{action} is granted to nobody");
        Setup::default().rules(rules.join("\n")).on(&self.app, seed).start().await
    }
}

#[tokio::test]
async fn without_its_permission_every_operation_is_refused() {
    let world = world().await;
    let permissions: BTreeSet<(Object, Action)> = operations::ALL.iter().map(|o| (o.object, o.action)).collect();
    for ((object, action), seed) in permissions.into_iter().zip(100..) {
        let mut server = world.without(object, action, seed).await;
        for asking in operations::ALL.iter().filter(|o| (o.object, o.action) == (object, action)) {
            let operation = document().operation(asking.id);
            let answer = Call::new(operation, &world.ids).send(&world.actor(operation, &server)).await;
            assert_eq!(answer.status, 403, "{} without {object}:{action}: {answer:?}", asking.id);
            answer.problem(403, "forbidden");
        }
        server.shut_down().await;
    }
    world.app.finish().await;
}

#[tokio::test]
async fn sending_needs_a_permission_of_its_own() {
    let world = world().await;
    let mut server = world.without(Object::Proposals, Action::Send, 100).await;
    let owner = world.owner.at(&server.base);
    let path = format!("/api/proposals/{}", world.ids.proposal);
    owner.put(&path, json!({ "status": "pending" })).await.problem(403, "forbidden");
    owner.put(&path, json!({ "title": "Still mine to edit" })).await.expect(200);
    server.shut_down().await;
    world.app.finish().await;
}

#[tokio::test]
async fn nobody_is_asked_to_sign_in() {
    let world = world().await;
    for operation in document().operations.iter().filter(|o| !OPEN.contains(&o.id.as_str())) {
        let nobody = world.app.anonymous();
        Call::new(operation, &world.ids).send(&nobody).await.problem(401, "unauthenticated");
        // Not even what is wrong with a request is told to a stranger.
        nobody.call(operation.method.clone(), &Call::new(operation, &world.ids).path, None).await.problem(401, "unauthenticated");
        nobody.set_cookie(Some("proffer_session=forged".to_owned()));
        Call::new(operation, &world.ids).send(&nobody).await.problem(401, "unauthenticated");
    }
    world.app.finish().await;
}

#[tokio::test]
async fn each_role_may_do_what_the_matrix_says_and_no_more() {
    let world = world().await;
    let policy = Policy::shipped().await.unwrap();
    // Things that are not there: who may not is told so (403) before anything is looked for.
    let ids = Ids {
        client: "019cadc6-9a80-7650-b29d-000000000001".to_owned(),
        proposal: "019cadc6-9a80-7650-b29d-000000000002".to_owned(),
        item: "019cadc6-9a80-7650-b29d-000000000003".to_owned(),
        ..world.ids.clone()
    };
    for role in [Role::Member, Role::Admin, Role::Owner] {
        world.app.database.run(format!("UPDATE team_members SET role = '{role}'")).await;
        for asking in operations::ALL.iter().filter(|o| !OPEN.contains(&o.id)) {
            let answer = Call::new(document().operation(asking.id), &ids).send(&world.owner).await;
            let allowed = policy.allows(role, asking.action, asking.object);
            assert_eq!(answer.status != 403, allowed, "{role} at {}: {answer:?}", asking.id);
        }
    }
    world.app.database.run("UPDATE team_members SET status = 'removed'").await;
    world.owner.get("/api/clients").await.problem(401, "unauthenticated");
    world.app.finish().await;
}

#[tokio::test]
async fn the_permissions_a_person_is_told_are_those_of_their_role() {
    let app = TestApp::start().await;
    let ada = app.register_verified_owner("ada").await;
    let policy = Policy::shipped().await.unwrap();
    for role in [Role::Member, Role::Admin, Role::Owner] {
        app.database.run(format!("UPDATE team_members SET role = '{role}'")).await;
        let user = ada.get("/api/auth/user").await.expect(200);
        assert_eq!(user["permissions"], json!(policy.permissions(role)), "{role}");
        assert_eq!(user["workspace"]["role"], role.word());
    }
    app.finish().await;
}

#[tokio::test]
async fn a_share_link_opens_one_proposal_and_nothing_else() {
    let world = world().await;
    let guest = world.app.anonymous();
    guest.get(format!("/api/shared/proposals/{}", world.ids.share_token)).await.expect(200);
    guest.get(format!("/api/shared/proposals/{}", world.ids.proposal)).await.problem(404, "shared_proposal_not_found");
    let drafted = world.owner.get(format!("/api/proposals/{}", world.ids.proposal)).await.expect(200);
    guest.get(path_of(&drafted)).await.problem(401, "unauthenticated");
    world.app.finish().await;
}
