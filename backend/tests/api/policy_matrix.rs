//! The policy over HTTP: each permission is removed in turn, and each operation is called without a session,
//! in every role of a workspace, as a site administrator, with a share token, and with a key of each scope.

use std::collections::BTreeSet;

use proffer::{
    authz::{Action, Object, Policy, Role},
    http::operations,
};
use proffer_domain::api_key::Scope;
use serde_json::json;

use crate::tenancy::world::{membership, talk};
use crate::{
    contract::nothing,
    support::{
        actor::{Actor, text},
        app::{RULES, TestApp},
        beside::SecondServer,
        document::{Operation, document},
        operations::{Call, Files, Ids},
        stories::{Owner, PASSWORD, path_of},
    },
};

/// The public operations, each with its reason.
const EXCEPTIONS: &str = include_str!("../../../policies/exceptions.txt");

/// The public operations.
fn open() -> BTreeSet<&'static str> {
    let lines = EXCEPTIONS.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|line| line.split_once(": ").expect("an exception needs its reason").0).collect()
}

/// Every operation that requires a session, with its permission.
fn closed() -> Vec<(&'static Operation, &'static operations::Operation)> {
    let open = open();
    document()
        .operations
        .iter()
        .filter(|o| !open.contains(o.id.as_str()))
        .map(|o| (o, operations::of(&o.id).unwrap()))
        .collect()
}

/// Permissions that an operation requires in addition to its own: sending is an update with one more.
const SECOND: &[(&str, &str)] = &[("proposals", "send")];

#[tokio::test]
async fn the_committed_matrix_is_the_policys() {
    let path = format!("{}/../policies/matrix.txt", env!("CARGO_MANIFEST_DIR"));
    let matrix = Policy::shipped().await.unwrap().matrix();
    assert!(
        std::fs::read_to_string(path).unwrap() == matrix,
        "policies/matrix.txt is out of date: run `make gen`"
    );
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
        .flat_map(operations::Operation::permissions)
        .map(|(action, object)| format!("{object}:{action}"))
        .chain(SECOND.iter().map(|(object, action)| format!("{object}:{action}")))
        .collect();
    assert_eq!(granted, asked, "left: granted by policy.csv, right: asked by operations.rs");
}

#[test]
fn the_document_names_the_operations_that_need_a_session() {
    let open = open();
    for operation in &document().operations {
        assert_eq!(operation.signed_in, !open.contains(operation.id.as_str()), "{}", operation.id);
    }
    assert!(
        open.iter().all(|id| operations::of(id).is_some()),
        "policies/exceptions.txt names what is no operation"
    );
}

struct World {
    app: TestApp,
    owner: Owner,
    ids: Ids,
}

async fn world() -> World {
    let (app, owner) = TestApp::with_company().await;
    let mate = app.joined(&owner, "bob", "member").await;
    let invitation_token = app.invite(&owner, "asked@nobody.example", "member").await;
    let sent = app.sent_proposal(&owner).await;
    let drafted = app.drafted_proposal(&owner).await;
    let talk = talk(&owner, &drafted, "staff").await;
    let domain = owner.post("/api/sso/domains", json!({ "domain": "ada.example" })).await.expect(201);
    let ids = Ids {
        client: text(&drafted["clientId"]).to_owned(),
        proposal: text(&drafted["id"]).to_owned(),
        item: text(&drafted["pricing"]["groups"][0]["items"][0]["id"]).to_owned(),
        share_token: text(&sent["shareToken"]).to_owned(),
        revision: text(&sent["sentRevision"]["sha256"]).to_owned(),
        pending: text(&sent["id"]).to_owned(),
        signed: text(&sent["id"]).to_owned(),
        signed_token: text(&sent["shareToken"]).to_owned(),
        accepted: text(&sent["id"]).to_owned(),
        notification: "019cadc6-9a80-7650-b29d-000000000034".to_owned(),
        unsubscribe: "nothing".to_owned(),
        files: Files::nowhere(),
        word: "harbor".to_owned(),
        cursor: String::new(),
        email: owner.email.clone(),
        password: PASSWORD.to_owned(),
        mailed_token: "none".to_owned(),
        member: membership(&owner, &mate.email).await,
        invitation: membership(&owner, "asked@nobody.example").await,
        workspace: text(&owner.user["workspace"]["id"]).to_owned(),
        session: "019cadc6-9a80-7650-b29d-000000000014".to_owned(),
        identity: "019cadc6-9a80-7650-b29d-000000000015".to_owned(),
        user: text(&owner.user["id"]).to_owned(),
        domain: text(&domain["id"]).to_owned(),
        key: text(&owner.create_key("A key", &["clients:read"]).await["apiKey"]["id"]).to_owned(),
        invitation_token,
        picture: "none".to_owned(),
        message: talk.message,
        block: talk.block,
        turn: talk.turn,
        claim: "nothing".to_owned(),
        job: "019cadc6-9a80-7650-b29d-000000000024".to_owned(),
    };
    World { app, owner, ids }
}

impl World {
    /// An actor that may call the operation, at that server.
    fn actor(&self, operation: &Operation, server: &SecondServer) -> Actor {
        if operation.signed_in { self.owner.at(&server.base) } else { self.app.anonymous().at(&server.base) }
    }

    /// A server on the same database whose policy gives that permission to no role.
    async fn without(&self, object: Object, action: Action, seed: u64) -> SecondServer {
        let end = format!(", {object}, {action}");
        let rules: Vec<&str> =
            RULES.lines().filter(|line| !(line.starts_with("p, ") && line.ends_with(&end))).collect();
        assert!(rules.len() < RULES.lines().count(), "{object}:{action} is granted to nobody");
        self.app.beside(&rules.join("\n"), seed).await
    }
}

#[tokio::test]
async fn without_its_permission_every_operation_is_refused() {
    let world = world().await;
    let permissions: BTreeSet<(Object, Action)> = operations::ALL
        .iter()
        .flat_map(operations::Operation::permissions)
        .map(|(action, object)| (object, action))
        .collect();
    for ((object, action), seed) in permissions.into_iter().zip(100..) {
        let server = world.without(object, action, seed).await;
        for asking in
            operations::ALL.iter().filter(|o| o.permissions().any(|asked| asked == (action, object)))
        {
            let operation = document().operation(asking.id);
            let answer = Call::new(operation, &world.ids).send(&world.actor(operation, &server)).await;
            assert_eq!(answer.status, 403, "{} without {object}:{action}: {answer:?}", asking.id);
            answer.problem(403, "forbidden");
        }
        server.stop().await;
    }
    world.app.finish().await;
}

#[tokio::test]
async fn sending_needs_a_permission_of_its_own() {
    let world = world().await;
    let server = world.without(Object::Proposals, Action::Send, 100).await;
    let owner = world.owner.at(&server.base);
    let path = format!("/api/proposals/{}", world.ids.proposal);
    owner.change(&path, json!({ "status": "pending" })).await.problem(403, "forbidden");
    owner.change(&path, json!({ "title": "Still mine to edit" })).await.expect(200);
    server.stop().await;
    world.app.finish().await;
}

#[tokio::test]
async fn protected_operations_refuse_requests_without_a_session() {
    let world = world().await;
    for (operation, _) in closed() {
        let anonymous = world.app.anonymous();
        Call::new(operation, &world.ids).send(&anonymous).await.problem(401, "unauthenticated");
        // A stranger does not even learn what is wrong with a request.
        anonymous
            .call(operation.method.clone(), &Call::new(operation, &world.ids).path, None)
            .await
            .problem(401, "unauthenticated");
        anonymous.set_cookie(Some("proffer_session=forged".to_owned()));
        Call::new(operation, &world.ids).send(&anonymous).await.problem(401, "unauthenticated");
    }
    world.app.finish().await;
}

impl World {
    /// Calls every operation that requires a session, with ids that do not exist: missing permission is
    /// reported before anything is looked up. Returns the differences from `expected`.
    async fn differences(
        &self,
        actor: &Actor,
        standing: &str,
        expected: impl Fn(&Operation, &operations::Operation) -> bool,
    ) -> Vec<String> {
        let ids = nothing();
        let mut differences = Vec::new();
        for (operation, asking) in closed() {
            // Undoes any change by the previous operation. Rate limits are covered by another test.
            self.app.database.run(format!("{standing}; DELETE FROM rate_limits")).await;
            let answer = Call::new(operation, &ids).send(actor).await;
            let allowed = !matches!(answer.status.as_u16(), 401 | 403);
            if allowed != expected(operation, asking) {
                differences.push(format!("{}: {}", operation.id, answer.status));
            }
        }
        differences
    }

    /// The statements that give the person that role and, if wanted, make them a site administrator.
    fn standing(&self, role: Role, is_admin: bool) -> String {
        let (user, workspace) = (text(&self.owner.user["id"]), text(&self.owner.user["workspace"]["id"]));
        format!(
            "UPDATE team_members SET role = '{role}', status = 'active' WHERE user_id = '{user}' AND workspace_id = '{workspace}';
             UPDATE sessions SET active_workspace = '{workspace}' WHERE user_id = '{user}';
             UPDATE users SET is_admin = {is_admin} WHERE id = '{user}'"
        )
    }
}

/// Whether those roles have all permissions that an operation requires.
fn allows(policy: &Policy, roles: &[Role], operation: &operations::Operation) -> bool {
    operation
        .permissions()
        .all(|(action, object)| roles.iter().any(|&role| policy.allows(role, action, object)))
}

#[tokio::test]
async fn each_role_may_do_what_the_matrix_says_and_no_more() {
    let world = world().await;
    let policy = Policy::shipped().await.unwrap();
    let mut differences = Vec::new();
    for role in [Role::Member, Role::Admin, Role::Owner] {
        for is_admin in [false, true] {
            let roles: &[Role] = if is_admin { &[role, Role::SiteAdmin] } else { &[role] };
            let standing = world.standing(role, is_admin);
            let found =
                world.differences(&world.owner, &standing, |_, asking| allows(&policy, roles, asking)).await;
            differences.extend(found.into_iter().map(|difference| format!("{roles:?} at {difference}")));
        }
    }
    assert!(differences.is_empty(), "{differences:#?}");
    world.app.database.run("UPDATE team_members SET status = 'removed'").await;
    world.owner.get("/api/clients").await.problem(401, "unauthenticated");
    world.app.mail().await;
    world.app.finish().await;
}

#[tokio::test]
async fn a_share_token_is_no_session() {
    let world = world().await;
    let guest = world.app.anonymous();
    guest.set_cookie(Some(format!("proffer_session={}", world.ids.share_token)));
    for actor in [guest, world.owner.program(&world.ids.share_token)] {
        let differences = world.differences(&actor, "SELECT 1", |_, _| false).await;
        assert!(differences.is_empty(), "{differences:#?}");
    }
    world.app.finish().await;
}

#[tokio::test]
async fn each_scope_allows_a_key_what_it_says_and_no_more() {
    let world = world().await;
    let policy = Policy::shipped().await.unwrap();
    let mut differences = Vec::new();
    for scope in Scope::ALL {
        let program = world.owner.program_with(&[scope.word()]).await;
        let covered = |asking: &operations::Operation| {
            let by_scope =
                asking.permissions().all(|(action, object)| scope.covers(object.word(), action.word()));
            by_scope && allows(&policy, &[Role::ApiClient], asking)
        };
        let found = world
            .differences(&program, &world.standing(Role::Owner, true), |_, asking| covered(asking))
            .await;
        differences.extend(found.into_iter().map(|difference| format!("{scope} at {difference}")));
    }
    assert!(differences.is_empty(), "{differences:#?}");
    world.app.mail().await;
    world.app.finish().await;
}

/// The security requirements in the document are accurate: a key with every scope is accepted where the
/// document lists keys, and nowhere else.
#[tokio::test]
async fn the_document_tells_where_a_key_can_be_used() {
    let world = world().await;
    let scopes: Vec<&str> = Scope::ALL.iter().map(|scope| scope.word()).collect();
    let program = world.owner.program_with(&scopes).await;
    let differences = world
        .differences(&program, &world.standing(Role::Owner, false), |operation, _| operation.by_key)
        .await;
    assert!(differences.is_empty(), "{differences:#?}");
    let never = ["account", "team", "sso", "api_keys", "audit_log", "site", "subscription"];
    for operation in &document().operations {
        let object = operation.permission.split(':').next().unwrap();
        assert!(!(operation.by_key && never.contains(&object)), "{} can be called with a key", operation.id);
        assert_eq!(operation.by_key, !operation.key_scopes.is_empty(), "{}", operation.id);
    }
    world.app.mail().await;
    world.app.finish().await;
}

#[tokio::test]
async fn the_permissions_a_person_is_told_are_those_of_their_role() {
    let (app, ada) = TestApp::with_owner().await;
    let policy = Policy::shipped().await.unwrap();
    for role in [Role::Member, Role::Admin, Role::Owner] {
        app.database.run(format!("UPDATE team_members SET role = '{role}'")).await;
        let user = ada.get("/api/auth/user").await.expect(200);
        assert_eq!(user["permissions"], json!(policy.permissions(role)), "{role}");
        assert_eq!(user["workspace"]["role"], role.word());

        app.database.run("UPDATE users SET is_admin = true").await;
        let user = ada.get("/api/auth/user").await.expect(200);
        let both: Vec<String> = policy
            .questions()
            .filter(|&(object, action)| {
                [role, Role::SiteAdmin].iter().any(|&role| policy.allows(role, action, object))
            })
            .map(|(object, action)| format!("{object}:{action}"))
            .collect();
        assert_eq!(user["permissions"], json!(both), "{role} and site administrator");
        app.database.run("UPDATE users SET is_admin = false").await;
    }
    app.finish().await;
}

#[tokio::test]
async fn a_share_link_opens_one_proposal_and_nothing_else() {
    let world = world().await;
    let guest = world.app.anonymous();
    guest.get(format!("/api/shared/proposals/{}", world.ids.share_token)).await.expect(200);
    guest
        .get(format!("/api/shared/proposals/{}", world.ids.proposal))
        .await
        .problem(404, "shared_proposal_not_found");
    let drafted = world.owner.get(format!("/api/proposals/{}", world.ids.proposal)).await.expect(200);
    guest.get(path_of(&drafted)).await.problem(401, "unauthenticated");
    world.app.finish().await;
}
