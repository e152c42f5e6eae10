//! Deleting an account: what it requires, what is deleted, what is kept and who keeps it.

use secrecy::ExposeSecret;
use serde_json::json;
use sqlx::{AssertSqlSafe, Connection, PgConnection};

use super::{id, join, switch, without_password, workspace};
use crate::{
    support::{
        actor::{ApiResponse, text},
        app::{Setup, TestApp},
        stories::{self, Owner, PASSWORD, shared_path_of},
    },
    tenancy::world::{A, B, checksums, read, tables, tables_with, tenant},
};

const PATH: &str = "/api/account/delete";

async fn delete(owner: &Owner) -> ApiResponse {
    owner.post(PATH, json!({ "email": owner.email, "password": PASSWORD })).await
}

#[tokio::test]
async fn an_account_ends_with_everything_it_alone_owns_and_nothing_else() {
    let app = TestApp::start().await;
    let a = tenant(&app, A).await;
    let b = tenant(&app, B).await;
    let ada = &a.owner;
    let elsewhere = app.sign_in(A).await;
    // The previous picture is still to be removed by a job, which will be deleted with the workspace.
    ada.send_bytes(reqwest::Method::PUT, "/api/account/picture", stories::picture()).await.expect(200);
    // Two pictures of people, a logo, and a file that waits to be used; a part of another file is not an
    // object yet.
    let (own, others): (Vec<_>, Vec<_>) = app
        .stored_objects()
        .into_iter()
        .partition(|key| key.contains(id(ada)) || key.contains(&a.workspace.to_string()));
    assert!(own.len() >= 4 && others.len() >= 3, "{own:?} {others:?}");
    assert_eq!(parts(&app).len(), 2, "one part of each");
    let (tables_a, tables_b) = (tables(&app, &a).await, tables(&app, &b).await);
    let before = checksums(&app, &tables_b).await;

    read(&app, &a.ids.share_token).await;
    let empty: Vec<String> = checksums(&app, &tables_a)
        .await
        .into_iter()
        .filter(|(_, sum)| sum.starts_with("0 rows"))
        .map(|(table, _)| table)
        .collect();
    assert_eq!(empty, EMPTY, "tables of which nothing is proven");
    assert!(naming(&app, &a.workspace.to_string()).await.len() > 30);

    // The other members must leave first.
    ada.delete(format!("/api/team/{}", a.ids.member)).await.expect(204);
    let deleted = delete(ada).await;
    deleted.expect(204);
    assert!(deleted.header("set-cookie").unwrap().contains("Max-Age=0"), "{deleted:?}");
    let mails = app.mail().await;
    assert_eq!(
        mails.iter().map(|mail| (mail.to.as_str(), mail.subject.as_str())).collect::<Vec<_>>(),
        [(ada.email.as_str(), "Your account was deleted")]
    );
    assert_eq!(app.stored_objects(), others);
    assert_eq!(parts(&app).len(), 1, "the part of the other's file");
    elsewhere.get("/api/auth/user").await.problem(401, "unauthenticated");
    app.anonymous()
        .post("/api/login", json!({ "email": ada.email, "password": PASSWORD }))
        .await
        .problem(401, "invalid_credentials");
    app.anonymous()
        .get(format!("/api/shared/proposals/{}", a.ids.share_token))
        .await
        .problem(404, "shared_proposal_not_found");

    assert_eq!(tables_with(&app, &tables_a, A).await, Vec::<String>::new());
    let left: Vec<String> = checksums(&app, &tables_a)
        .await
        .into_iter()
        .filter(|(_, sum)| !sum.starts_with("0 rows"))
        .map(|(table, _)| table)
        .collect();
    assert_eq!(left, Vec::<String>::new(), "tables that still hold rows of the account");
    assert_eq!(app.database.value::<i64>("SELECT count(*) FROM farewells").await, 0);
    // No other table of the catalog or the queue refers to the workspace or the person.
    assert_eq!(naming(&app, &a.workspace.to_string()).await, Vec::<String>::new());
    assert_eq!(naming(&app, id(ada)).await, Vec::<String>::new());
    assert_eq!(checksums(&app, &tables_b).await, before, "rows of another user");

    // The address is free again.
    app.register_verified_owner(A).await;
    app.finish().await;
}

/// Tables without rows of the test tenant: no cost is reserved while the assistant is free, no one is blocked
/// or in the middle of a sign-in, and no domain is verified.
const EMPTY: [&str; 4] = ["assistant_blocks", "proven_domains", "sso_attempts", "usage_reservations"];

/// The tables, including those of the queue, that have a row with that id in any column.
async fn naming(app: &TestApp, id: &str) -> Vec<String> {
    let all: Vec<String> = app
        .database
        .values(
            "SELECT format('%I.%I', relnamespace::regnamespace, relname) FROM pg_class
             WHERE relnamespace IN ('public'::regnamespace, 'graphile_worker'::regnamespace) AND relkind IN ('r', 'p')",
        )
        .await;
    let mut naming = Vec::new();
    for table in all {
        if app
            .database
            .value(format!("SELECT EXISTS (SELECT FROM {table} t WHERE t::text LIKE '%{id}%')"))
            .await
        {
            naming.push(table);
        }
    }
    naming
}

/// The stored parts of incomplete multipart uploads.
fn parts(app: &TestApp) -> Vec<String> {
    let all = std::fs::read_dir(app.database.dir.join("objects/data")).unwrap();
    all.map(|entry| entry.unwrap().file_name().display().to_string())
        .filter(|name| name.contains(".part-"))
        .collect()
}

/// The mail and the files are each processed exactly once, however often the work is restarted.
#[tokio::test]
async fn a_deletion_is_completed_once_the_storage_answers_again() {
    let mut app = TestApp::start().await;
    let ada = app.register_verified_owner("ada").await;
    ada.send_bytes(reqwest::Method::PUT, "/api/account/picture", stories::picture()).await.expect(200);
    app.stop_objects().await;
    delete(&ada).await.expect(204);
    assert_eq!(app.mail_to(&ada.email).await.subject, "Your account was deleted");
    assert_eq!(app.stored_objects().len(), 1);
    let left: Vec<String> =
        app.database.values("SELECT objects::text FROM farewells WHERE mailed_at IS NOT NULL").await;
    assert_eq!(left.len(), 1, "what is to be done is not forgotten");

    let mut other = Setup::default().on(&app, 2).start().await;
    other.make_retries_due().await;
    assert_eq!(other.mail().await.len(), 0, "nobody is told twice");
    assert_eq!(other.stored_objects(), Vec::<String>::new());
    assert_eq!(app.database.value::<i64>("SELECT count(*) FROM farewells").await, 0);
    other.shut_down().await;
    app.finish().await;
}

#[tokio::test]
async fn it_takes_the_address_and_the_password() {
    let app = TestApp::start().await;
    let ada = app.register_verified_owner("ada").await;
    for (input, messages) in [
        (
            json!({ "email": "bob@bob.example", "password": PASSWORD }),
            vec!["email: This is not the email address of your account"],
        ),
        (json!({ "email": ada.email }), vec!["password: Password is required"]),
        (
            json!({ "email": ada.email, "password": "Wrong-Horse-8" }),
            vec!["password: This is not your password"],
        ),
        (
            json!({ "email": "", "password": "" }),
            vec!["email: This is not the email address of your account", "password: Password is required"],
        ),
    ] {
        let refused = ada.post(PATH, input).await;
        refused.problem(422, "validation_failed");
        assert_eq!(refused.field_messages(), messages);
    }
    ada.get("/api/auth/user").await.expect(200);
    without_password(&app, &ada).await;
    ada.post(PATH, json!({ "email": " ADA@ada.example" })).await.expect(204);
    app.mail_to(&ada.email).await;
    app.finish().await;
}

#[tokio::test]
async fn a_workspace_in_which_others_work_is_handed_over_first() {
    let app = TestApp::start().await;
    let ada = app.owner_with_company("ada").await;
    let bob = app.register_verified_owner("bob").await;
    join(&app, &bob, &ada, "member").await;
    let refused = delete(&ada).await.problem(409, "transfer_ownership_first");
    assert!(text(&refused["message"]).contains("ada ada Meyer"), "{refused}");
    ada.get("/api/companies").await.expect(200);
    assert_eq!(app.mail().await.len(), 0);
    // Former members do not prevent the deletion.
    app.database
        .run(format!(
            "UPDATE team_members SET status = 'removed' WHERE user_id = '{}' AND role = 'member'",
            id(&bob)
        ))
        .await;
    delete(&ada).await.expect(204);
    bob.get("/api/auth/user").await.expect(200);
    app.mail_to(&ada.email).await;
    app.finish().await;
}

#[tokio::test]
async fn work_in_another_persons_workspace_passes_to_its_owner() {
    let app = TestApp::start().await;
    let ada = app.owner_with_company("ada").await;
    let bob = app.register_verified_owner("bob").await;
    let cyd = app.register_verified_owner("cyd").await;
    for person in [&bob, &cyd] {
        join(&app, person, &ada, "member").await;
        switch(&app, person, &ada).await;
    }
    let by_bob = app.sent_proposal(&bob).await;
    let by_cyd = cyd.create_client("quay").await;
    delete(&bob).await.expect(204);

    let ours = workspace(&ada);
    let makers = async |table: &str| -> Vec<String> {
        app.database
            .values(format!(
                "SELECT created_by::text FROM {table} WHERE workspace_id = '{ours}' ORDER BY created_by"
            ))
            .await
    };
    let mut both = [id(&ada), id(&cyd)];
    both.sort_unstable();
    assert_eq!(makers("clients").await, both);
    assert_eq!(makers("proposals").await, [id(&ada)]);
    assert_eq!(makers("revisions").await, [id(&bob)], "what is frozen keeps who sent it");
    ada.get(stories::path_of(&by_bob)).await.expect(200);
    app.anonymous().get(shared_path_of(&by_bob)).await.expect(200);
    cyd.get(format!("/api/clients/{}", text(&by_cyd["id"]))).await.expect(200);
    let team: Vec<String> = app
        .database
        .values(format!(
            "SELECT user_id::text FROM team_members WHERE workspace_id = '{ours}' ORDER BY role DESC"
        ))
        .await;
    assert_eq!(team, [id(&ada), id(&cyd)]);
    let logged: Vec<String> = app
        .database
        .values(format!("SELECT actor_name FROM audit_log WHERE workspace_id = '{ours}' AND object = 'account' AND action = 'delete'"))
        .await;
    assert_eq!(logged, ["bob bob Meyer"]);
    app.mail().await;
    app.finish().await;
}

/// Evidence is deleted only together with its workspace, under any role.
#[tokio::test]
async fn the_way_out_of_a_workspace_is_no_way_to_its_evidence() {
    let app = TestApp::start().await;
    let a = tenant(&app, A).await;
    for table in ["revisions", "signatures", "audit_events", "audit_log"] {
        let refused =
            sqlx::raw_sql(AssertSqlSafe(format!("DELETE FROM {table}"))).execute(&app.database.admin).await;
        assert!(refused.is_err_and(|error| error.to_string().contains("append-only")), "{table}");
    }
    let mut system = PgConnection::connect(app.database.urls.system.expose_secret()).await.unwrap();
    let mut tenant_role = PgConnection::connect(app.database.urls.app.expose_secret()).await.unwrap();
    let erased = |sql: &str| AssertSqlSafe(sql.to_owned());
    // Without a workspace entered there is nothing to erase.
    assert!(!sqlx::query_scalar::<_, bool>("SELECT erase_workspace()").fetch_one(&mut system).await.unwrap());
    let enter = format!("SELECT set_config('app.workspace_id', '{}', false)", a.workspace);
    for connection in [&mut system, &mut tenant_role] {
        sqlx::raw_sql(erased(&enter)).execute(&mut *connection).await.unwrap();
        for table in ["workspaces", "revisions", "signatures", "audit_events", "audit_log"] {
            let refused =
                sqlx::raw_sql(erased(&format!("DELETE FROM {table}"))).execute(&mut *connection).await;
            assert!(refused.is_err_and(|error| error.to_string().contains("permission denied")), "{table}");
        }
    }
    let refused = sqlx::raw_sql("SELECT erase_workspace()").execute(&mut tenant_role).await;
    assert!(refused.is_err_and(|error| error.to_string().contains("permission denied")));
    // An account that owns something is not deleted.
    let refused = sqlx::raw_sql(erased(&format!("DELETE FROM users WHERE id = '{}'", id(&a.owner))))
        .execute(&mut system)
        .await;
    assert!(refused.is_err_and(|error| error.to_string().contains("workspaces_owner_id_fkey")));
    // A workspace with other members is not deleted either.
    let bob = app.register_verified_owner("bob").await;
    join(&app, &bob, &a.owner, "member").await;
    assert!(!sqlx::query_scalar::<_, bool>("SELECT erase_workspace()").fetch_one(&mut system).await.unwrap());
    a.owner.get("/api/companies").await.expect(200);
    system.close().await.unwrap();
    tenant_role.close().await.unwrap();
    app.finish().await;
}
