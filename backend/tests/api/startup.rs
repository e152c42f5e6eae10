//! The server refuses to run under a role that bypasses row-level security, and says why.

use std::time::Duration;

use proffer_store::refuse_unsafe_role;
use secrecy::{ExposeSecret, SecretString};
use tokio::process::Command;
use url::Url;

use crate::support::{app::SECRET_KEY, cluster::Database};

async fn verdict(url: &SecretString) -> Result<(), String> {
    let connection = sea_orm::Database::connect(url.expose_secret()).await.unwrap();
    let verdict = refuse_unsafe_role(&connection).await.map_err(|error| error.to_string());
    connection.close().await.unwrap();
    verdict
}

/// The same database as another role.
fn as_role(url: &SecretString, role: &str) -> SecretString {
    let mut url = Url::parse(url.expose_secret()).unwrap();
    url.set_username(role).unwrap();
    url.set_password(Some("secret")).unwrap();
    String::from(url).into()
}

#[tokio::test]
async fn unsafe_roles_are_refused_with_the_reason() {
    let database = Database::create().await;
    database
        .run(
            "CREATE ROLE unsafe_bypassing LOGIN PASSWORD 'secret' BYPASSRLS;
             CREATE ROLE unsafe_member LOGIN PASSWORD 'secret' IN ROLE unsafe_bypassing;
             CREATE ROLE unsafe_heir LOGIN PASSWORD 'secret' IN ROLE proffer_owner;",
        )
        .await;
    assert_eq!(verdict(&database.urls.app).await, Ok(()));
    assert_eq!(verdict(&database.urls.system).await, Ok(()));
    for (url, reason) in [
        (database.urls.admin.clone(), "is a superuser"),
        (database.urls.owner.clone(), "owns a tenant table"),
        (as_role(&database.urls.app, "unsafe_bypassing"), "bypasses row-level security"),
        (as_role(&database.urls.app, "unsafe_member"), "bypasses row-level security"),
        (as_role(&database.urls.app, "unsafe_heir"), "owns a tenant table"),
    ] {
        let refused = verdict(&url).await.unwrap_err();
        assert!(
            refused.starts_with("refusing to start: the database role") && refused.contains(reason),
            "{reason}: {refused}"
        );
    }
    database.run("DROP ROLE unsafe_heir; DROP ROLE unsafe_member; DROP ROLE unsafe_bypassing").await;
    database.remove().await;
}

/// The output of a command until it exits, and whether it succeeded. One that starts instead is killed.
async fn ended(command: &str, settings: &[(&str, &str)]) -> (bool, String) {
    let mut process = Command::new(env!("CARGO_BIN_EXE_proffer"));
    process.arg(command).kill_on_drop(true).envs(settings.iter().copied());
    let ended = tokio::time::timeout(Duration::from_secs(30), process.output()).await;
    let ended = ended.unwrap_or_else(|_elapsed| panic!("proffer {command} started"));
    let ended = ended.unwrap();
    (ended.status.success(), String::from_utf8_lossy(&ended.stderr).into_owned())
}

#[tokio::test]
async fn neither_server_nor_worker_starts_as_the_owner() {
    let database = Database::create().await;
    let data_dir = database.dir.display().to_string();
    let [app, system, owner] =
        [&database.urls.app, &database.urls.system, &database.urls.owner].map(ExposeSecret::expose_secret);
    for command in ["serve", "worker"] {
        for (app, system) in [(owner, system), (app, owner)] {
            let settings = [
                ("PROFFER_BIND", "127.0.0.1:0"),
                ("PROFFER_DATA_DIR", &data_dir),
                ("PROFFER_DATABASE_URL", app),
                ("PROFFER_SYSTEM_DATABASE_URL", system),
            ];
            let (well, said) = ended(command, &settings).await;
            assert!(!well, "{command}");
            assert!(
                said.contains("refusing to start: the database role \"proffer_owner\" owns a tenant table"),
                "{command}: {said}"
            );
        }
    }
    database.remove().await;
}

#[tokio::test]
async fn neither_server_nor_worker_starts_without_its_keys() {
    let database = Database::create().await;
    let data_dir = database.dir.display().to_string();
    for command in ["serve", "worker"] {
        let settings = [
            ("PROFFER_BIND", "127.0.0.1:0"),
            ("PROFFER_DATA_DIR", data_dir.as_str()),
            ("PROFFER_DATABASE_URL", database.urls.app.expose_secret()),
            ("PROFFER_SYSTEM_DATABASE_URL", database.urls.system.expose_secret()),
        ];
        let (well, said) = ended(command, &settings).await;
        assert!(
            !well && said.contains("PROFFER_SECRET_KEY is missing: 32 random bytes in base64"),
            "{command}: {said}"
        );
        let with_secrets = [settings.as_slice(), &[("PROFFER_SECRET_KEY", SECRET_KEY)]].concat();
        let (well, said) = ended(command, &with_secrets).await;
        assert!(
            !well && said.contains("PROFFER_SEALING_KEY is missing: a private key, as `openssl genpkey"),
            "{command}: {said}"
        );
    }
    database.remove().await;
}

#[tokio::test]
async fn every_missing_or_wrong_setting_is_named() {
    let (well, said) =
        ended("serve", &[("PROFFER_BIND", "nowhere"), ("PROFFER_AI_BASE_URL", "http://127.0.0.1:1/v1")])
            .await;
    assert!(!well && said.contains("PROFFER_BIND") && said.contains("PROFFER_AI_MODEL"), "{said}");
    let (well, said) = ended("serve", &[]).await;
    assert!(
        !well && said.contains("PROFFER_DATABASE_URL") && said.contains("PROFFER_SYSTEM_DATABASE_URL"),
        "{said}"
    );
}

#[tokio::test]
async fn serve_refuses_test_payments() {
    for command in ["serve", "worker"] {
        let (well, said) = ended(command, &[("PROFFER_TEST_PAYMENTS", "1")]).await;
        assert!(
            !well && said.contains("PROFFER_TEST_PAYMENTS is only for `proffer dev`"),
            "{command}: {said}"
        );
    }
}
