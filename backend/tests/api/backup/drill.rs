//! The drill: everything is restored elsewhere, and a server there works like the original.

use std::{fs, sync::Arc};

use secrecy::ExposeSecret as _;
use serde_json::json;
use sqlx::{Connection as _, PgConnection};

use super::{backed_up, objects, proffer, restore, rows};
use crate::{
    catalog, contact,
    support::{
        actor::text,
        app::{Setup, TestApp},
        cluster::Database,
        mailbox::Mail,
        stories::{self, PASSWORD, path_of},
    },
    tenancy::world::{A, B, Tenant, tenant},
};

/// The constraints between the rows, from the catalog.
async fn shape(database: &Database) -> Vec<String> {
    database
        .values(
            "SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated AS fact
             FROM pg_constraint WHERE connamespace = 'public'::regnamespace
             UNION ALL SELECT tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text FROM pg_trigger
                       WHERE NOT tgisinternal AND tgname <> 'tests_keep'
             UNION ALL SELECT oid::regclass || ' ' || relrowsecurity || relforcerowsecurity FROM pg_class
                       WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
             UNION ALL SELECT tablename || ' ' || policyname || ' ' || roles::text || coalesce(qual, '') || coalesce(with_check, '') FROM pg_policies
             ORDER BY 1",
        )
        .await
}

/// Jobs that have not started: a proposal to draft, an invitation to mail, a message to support, and the
/// completion of an account deletion.
async fn leave_work(app: &TestApp, a: &Tenant) -> Vec<(String, String)> {
    let guest = app.register_verified_owner("leaving").await;
    app.mail().await;
    let client = a.owner.create_client("waiting").await;
    a.owner.start_proposal(&client).await;
    app.anonymous().post("/api/contact", contact::message()).await.expect(200);
    a.owner
        .post("/api/team/invitations", json!({ "email": "late@late.example", "role": "member" }))
        .await
        .expect(201);
    guest
        .post("/api/account/delete", json!({ "email": guest.email, "password": PASSWORD }))
        .await
        .expect(204);
    app.database
        .values("SELECT task_identifier || ' ' || max_attempts FROM graphile_worker.jobs")
        .await
        .into_iter()
        .map(|job: String| {
            let (task, attempts) = job.split_once(' ').unwrap();
            (task.to_owned(), attempts.to_owned())
        })
        .collect()
}

fn heads(mut mails: Vec<Mail>) -> Vec<(String, String)> {
    mails.sort_by(|a, b| (&a.to, &a.subject).cmp(&(&b.to, &b.subject)));
    mails.into_iter().map(|mail| (mail.to, mail.subject)).collect()
}

#[tokio::test]
async fn what_was_backed_up_lives_on_elsewhere() {
    let app = TestApp::start().await;
    let a = tenant(&app, A).await;
    let b = tenant(&app, B).await;
    let mut waiting = leave_work(&app, &a).await;
    waiting.sort();
    assert_eq!(waiting.len(), 4, "{waiting:?}");
    let scheduled = "SELECT count(*) FROM jobs WHERE state = 'scheduled'";
    assert!(app.database.value::<i64>(scheduled).await > 0);

    let folder = backed_up(&app, "backup").await;
    let (rows_before, objects_before, shape_before) =
        (rows(&app.database).await, objects(&app.database), shape(&app.database).await);
    assert!(objects_before.len() >= 7, "{:?}", objects_before.keys());

    let elsewhere = Arc::new(Database::without_tables().await);
    let said = restore(&folder, &elsewhere).await.well();
    assert!(said.contains("4 jobs wait for a worker"), "{said}");
    assert_eq!(rows(&elsewhere).await, rows_before);
    assert_eq!(objects(&elsewhere), objects_before);
    assert_eq!(shape(&elsewhere).await, shape_before);
    assert_eq!(catalog::breaches_after(&elsewhere, "", "proffer_app").await, Vec::<String>::new());
    let mut queue: Vec<String> =
        elsewhere.values("SELECT task_identifier || ' ' || max_attempts FROM graphile_worker.jobs").await;
    queue.sort();
    assert_eq!(
        queue,
        waiting.iter().map(|(task, attempts)| format!("{task} {attempts}")).collect::<Vec<_>>()
    );

    let mut restored = Setup::default().on_database(elsewhere.clone(), 2).start().await;
    restored.pass(app.now() - restored.now());
    // Waiting jobs are done there as here, and once.
    let mails = heads(restored.mail().await);
    assert_eq!(mails, heads(app.mail().await));
    assert!(mails.len() >= 3, "{mails:?}");
    assert_eq!(heads(restored.mail().await), []);
    assert_eq!(elsewhere.value::<i64>(scheduled).await, app.database.value::<i64>(scheduled).await);
    assert_eq!(elsewhere.value::<i64>("SELECT count(*) FROM graphile_worker.jobs").await, 0);

    lives_on(&restored, &a).await;
    lives_on(&restored, &b).await;
    holds(&elsewhere, &a).await;
    restored.shut_down().await;
    elsewhere.remove().await;
    app.finish().await;
}

/// People can sign in, links work, signatures can be verified, and pictures are there.
async fn lives_on(app: &TestApp, tenant: &Tenant) {
    let owner = app.sign_in(&tenant.ids.word).await;
    assert_eq!(text(&owner.user["workspace"]["id"]), tenant.workspace.to_string());
    app.anonymous().get(format!("/api/shared/proposals/{}", tenant.ids.share_token)).await.expect(200);
    let picture = format!("/api/pictures/{}/{}", tenant.ids.user, tenant.ids.picture);
    assert!(owner.get(picture).await.expect_bytes(200).starts_with(b"\x89PNG"));
    owner.get(format!("/api/objects/{}", tenant.ids.files.object)).await.expect_bytes(200);
    let signed = owner.get(format!("/api/proposals/{}", tenant.ids.signed)).await.expect(200);
    let pdf = owner.get(format!("{}/document", path_of(&signed))).await;
    let file = app.database.dir.join(format!("{}.pdf", tenant.ids.word));
    fs::write(&file, pdf.expect_bytes(200)).unwrap();
    let key = app.app.sealer.fingerprint().to_string();
    let verdict = proffer(&["verify", "--fingerprint", &key, file.to_str().unwrap()], &[]).await.well();
    assert!(verdict.starts_with("AUTHENTIC AND INTACT."), "{verdict}");
    // New work is possible.
    owner.post("/api/clients", stories::client("newcomer")).await.expect(201);
}

/// Without a workspace the tenant role sees no rows; in a workspace it sees those of that workspace.
async fn holds(database: &Database, tenant: &Tenant) {
    let mut role = PgConnection::connect(database.urls.app.expose_secret()).await.unwrap();
    let seen = "SELECT count(DISTINCT workspace_id) FROM proposals";
    assert_eq!(sqlx::query_scalar::<_, i64>(seen).fetch_one(&mut role).await.unwrap(), 0);
    let enter =
        sqlx::query("SELECT set_config('app.workspace_id', $1, false)").bind(tenant.workspace.to_string());
    enter.execute(&mut role).await.unwrap();
    assert_eq!(sqlx::query_scalar::<_, i64>(seen).fetch_one(&mut role).await.unwrap(), 1);
    role.close().await.unwrap();
}

/// The data of `proffer dev` can be restored in both directions.
#[tokio::test]
async fn a_data_directory_is_filled_from_a_backup_and_backed_up() {
    let (app, ada) = TestApp::with_company().await;
    ada.send_bytes(reqwest::Method::PUT, "/api/account/picture", stories::picture()).await.expect(200);
    let folder = backed_up(&app, "backup").await;
    let [data, again] = ["data", "again"].map(|name| app.database.dir.join(name).display().to_string());
    proffer(&["restore", "--from", folder.to_str().unwrap(), "--data-dir", &data], &[]).await.well();
    proffer(&["backup", "--to", &again, "--data-dir", &data], &[]).await.well();
    let manifest = |folder: &str| -> serde_json::Value {
        serde_json::from_slice(&fs::read(format!("{folder}/manifest.json")).unwrap()).unwrap()
    };
    let (first, second) = (manifest(folder.to_str().unwrap()), manifest(&again));
    assert_eq!(first["tables"], second["tables"]);
    assert_eq!(first["objects"], second["objects"]);
    assert_eq!(second["objects"]["count"], 1);
    proffer(&["backup", "--to", &format!("{again}-2"), "--data-dir", &format!("{data}-2")], &[])
        .await
        .refused("holds no data of `proffer dev`");
    app.finish().await;
}
