//! An admin of a workspace sets up a provider that asserts anything: no one becomes an owner, a site
//! administrator, or gains access to other workspaces.

use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    sso::{World, leave, provider::Person, refused},
    support::{
        actor::{Actor, text},
        stories::{Owner, PASSWORD, address},
    },
};

/// Ada owns a workspace in which Mallory is an admin, who connects a provider for that domain.
struct Scene {
    world: World,
    owner: Owner,
    workspace: String,
}

impl Scene {
    async fn new(domain: &str) -> Self {
        let world = World::new().await;
        let owner = world.app.register_verified_owner("ada").await;
        let mallory = world.app.joined(&owner, "mallory", "admin").await;
        world.app.mail().await;
        world.prove(&mallory, domain).await;
        let connection = crate::sso::connection(&world.provider, "mallory", json!({}));
        mallory.put("/api/sso", connection).await.expect(200);
        let workspace = text(&owner.user["workspace"]["id"]).to_owned();
        Self { world, owner, workspace }
    }

    async fn sign_in_as(&self, email: &str) -> (Actor, String) {
        self.world.sign_in_through(&self.workspace, Person::new("another", email)).await
    }

    /// The provider names that address, without effect.
    async fn is_refused(&self, email: &str, code: &str) {
        let before = self.world.census().await;
        let (browser, landed) = self.sign_in_as(email).await;
        assert_eq!(
            (landed, browser.cookie(), self.world.census().await),
            (refused(code), None, before),
            "{email}"
        );
    }

    async fn finish(self) {
        self.world.app.mail().await;
        self.world.app.finish().await;
    }
}

async fn me(browser: &Actor) -> Value {
    browser.get("/api/auth/user").await.expect(200)
}

#[tokio::test]
async fn a_connection_does_not_sign_in_the_owner_of_its_workspace() {
    let scene = Scene::new("ada.example").await;
    scene.is_refused(&scene.owner.email, "password_required").await;
    // Nor a later owner, with a session opened before.
    let grace = Person::new("grace", "grace@ada.example");
    let (browser, _) = scene.world.sign_in_through(&scene.workspace, grace.clone()).await;
    me(&browser).await;
    let team = scene.owner.get("/api/team").await.expect(200);
    let member = team.as_array().unwrap().iter().find(|mate| mate["email"] == "grace@ada.example").unwrap();
    scene.owner.post("/api/workspace/transfer", json!({ "memberId": member["id"] })).await.expect(200);
    browser.get("/api/auth/user").await.problem(401, "unauthenticated");
    assert_eq!(scene.world.sign_in_through(&scene.workspace, grace).await.1, refused("password_required"));
    scene.finish().await;
}

#[tokio::test]
async fn no_provider_signs_in_a_site_administrator() {
    let scene = Scene::new("root.example").await;
    let root = scene.world.app.joined(&scene.owner, "root", "member").await;
    let grace = Person::new("grace", "grace@root.example");
    let (browser, landed) = scene.world.sign_in_through(&scene.workspace, grace.clone()).await;
    assert_eq!(landed, "/");
    scene.world.app.database.run("UPDATE users SET is_admin = true WHERE email LIKE '%@root.example'").await;
    // A session opened by a provider before gets no site administrator's rights.
    assert_eq!(me(&browser).await["isAdmin"], false);
    browser.get("/api/admin/users").await.problem(403, "forbidden");
    scene.is_refused(&root.email, "password_required").await;
    assert_eq!(scene.world.sign_in_through(&scene.workspace, grace).await.1, refused("password_required"));
    // The site's own provider cannot sign them in either, and a required connection does not lock them out.
    let link = scene.world.go(&root, "/api/auth/oidc/acme/start?link=1&returnTo=%2Fsettings").await;
    assert!(link.contains("password_required"), "{link}");
    let connection = crate::sso::connection(&scene.world.provider, "mallory", json!({ "enforced": true }));
    scene.owner.put("/api/sso", connection).await.expect(200);
    scene.world.app.sign_in("root").await;
    scene.finish().await;
}

#[tokio::test]
async fn an_account_of_other_workspaces_is_not_signed_in_before_its_person_has_joined() {
    let scene = Scene::new("bob.example").await;
    let bob = scene.world.app.register_verified_owner("bob").await;
    scene.is_refused(&bob.email, "account_elsewhere").await;
    // An invitation that he has not accepted changes nothing.
    let token = scene.world.app.invite(&scene.owner, &bob.email, "member").await;
    scene.is_refused(&bob.email, "account_elsewhere").await;
    bob.post_empty(format!("/api/invitations/{token}/accept")).await.expect(200);
    assert_eq!(scene.sign_in_as(&bob.email).await.1, "/");
    scene.finish().await;
}

#[tokio::test]
async fn a_session_that_a_connection_opened_reaches_its_workspace_alone() {
    let scene = Scene::new("bob.example").await;
    let bob = scene.world.app.owner_with_company("bob").await;
    let own = bob.user["workspace"].clone();
    let token = scene.world.app.invite(&scene.owner, &bob.email, "member").await;
    bob.post_empty(format!("/api/invitations/{token}/accept")).await.expect(200);
    scene.world.app.mail().await;

    let (browser, landed) = scene.sign_in_as(&bob.email).await;
    assert_eq!(landed, "/");
    let user = me(&browser).await;
    assert_eq!((&user["id"], &user["workspace"]["id"]), (&bob.user["id"], &json!(scene.workspace)));
    assert_eq!(user["workspaces"], json!([user["workspace"]]), "nothing is told of the others");
    let permissions: Vec<&str> = user["permissions"].as_array().unwrap().iter().map(text).collect();
    assert!(
        permissions.contains(&"clients:create") && permissions.contains(&"account:read"),
        "{permissions:?}"
    );
    browser.get("/api/clients").await.expect(200);

    browser
        .post("/api/workspace/switch", json!({ "workspaceId": own["id"] }))
        .await
        .problem(403, "session_limited");
    let password = json!({ "currentPassword": PASSWORD, "newPassword": "Planted-Horse-9" });
    browser.put("/api/account/password", password).await.problem(403, "session_limited");
    let names = json!({ "firstName": "Mallory", "lastName": "Meyer" });
    browser.put("/api/account", names).await.problem(403, "session_limited");
    browser.get("/api/account/export").await.problem(403, "session_limited");
    let goodbye = json!({ "email": bob.email, "password": PASSWORD });
    browser.post("/api/account/delete", goodbye).await.problem(403, "session_limited");
    let link = leave(&browser, "/api/auth/oidc/acme/start?link=1").await;
    assert_eq!(link, refused("sign_in_first"), "another way in would last");

    // It does not continue elsewhere when it ends here, and the password still gives full access.
    scene
        .world
        .app
        .database
        .run(format!(
            "UPDATE team_members SET status = 'removed' WHERE user_id = '{}' AND workspace_id = '{}'",
            text(&bob.user["id"]),
            scene.workspace
        ))
        .await;
    browser.get("/api/auth/user").await.problem(401, "unauthenticated");
    let bob = scene.world.app.sign_in("bob").await;
    assert_eq!(me(&bob).await["workspace"]["id"], own["id"]);
    scene.finish().await;
}

/// A workspace's requirement for its domain does not affect other workspaces.
#[tokio::test]
async fn a_connection_that_is_required_does_not_lock_its_people_out_elsewhere() {
    let scene = Scene::new("bob.example").await;
    let bob = scene.world.app.register_verified_owner("bob").await;
    let token = scene.world.app.invite(&scene.owner, &bob.email, "member").await;
    bob.post_empty(format!("/api/invitations/{token}/accept")).await.expect(200);
    let connection = crate::sso::connection(&scene.world.provider, "mallory", json!({ "enforced": true }));
    scene.owner.put("/api/sso", connection).await.expect(200);
    let browser = scene.world.app.anonymous();
    browser.post("/api/login", json!({ "email": address("bob"), "password": PASSWORD })).await.expect(200);
    assert_eq!(me(&browser).await["workspace"]["id"], bob.user["workspace"]["id"]);
    let there = json!({ "workspaceId": scene.workspace });
    browser.post("/api/workspace/switch", there).await.problem(403, "sso_required");
    browser.call(Method::GET, "/api/clients", None).await.expect(200);
    scene.finish().await;
}
