//! `proffer backup` and `proffer restore`, as an operator runs them: what is restored, and what is refused.

mod drill;
mod refusals;
mod tables;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use proffer_adapters::objects::ObjectSettings;
use proffer_embedded::objects::Objects;
use rand::{SeedableRng, rngs::StdRng};
use secrecy::{ExposeSecret, SecretString};
use sqlx::AssertSqlSafe;
use tokio::{process::Command, sync::OnceCell};
use url::Url;

use crate::support::{app::TestApp, cluster::Database};

/// The statement that creates the role, from the operators' page.
fn role() -> &'static str {
    let page = include_str!("../../docs/operating.md");
    let from =
        page.find("CREATE ROLE proffer_backup").expect("the operators' page says how the role is made");
    page[from..].split("```").next().unwrap()
}

/// A database address for the backup role; roles belong to the whole server, so it is created once.
async fn reader(database: &Database) -> SecretString {
    static MADE: OnceCell<()> = OnceCell::const_new();
    MADE.get_or_init(|| async { database.run(role()).await }).await;
    let mut url = Url::parse(database.urls.admin.expose_secret()).unwrap();
    url.set_username("proffer_backup").unwrap();
    url.set_password(Some("secret")).unwrap();
    String::from(url).into()
}

/// How a command ended, and what it said.
struct CommandOutput {
    well: bool,
    words: String,
}

impl CommandOutput {
    #[track_caller]
    fn well(self) -> String {
        assert!(self.well, "{}", self.words);
        self.words
    }

    #[track_caller]
    fn refused(self, because: &str) {
        assert!(!self.well && self.words.contains(because), "{because:?} was expected: {}", self.words);
    }
}

async fn proffer(arguments: &[&str], settings: &[(&str, String)]) -> CommandOutput {
    let mut command = Command::new(env!("CARGO_BIN_EXE_proffer"));
    command.args(arguments).kill_on_drop(true);
    command.envs(settings.iter().map(|(name, value)| (format!("PROFFER_{name}"), value)));
    let ended = command.output().await.unwrap();
    let words = [ended.stdout, ended.stderr].concat();
    CommandOutput { well: ended.status.success(), words: String::from_utf8(words).unwrap() }
}

fn storage(settings: &ObjectSettings) -> Vec<(&'static str, String)> {
    vec![
        ("S3_ENDPOINT", settings.endpoint.to_string()),
        ("S3_BUCKET", settings.bucket.clone()),
        ("S3_REGION", settings.region.clone()),
        ("S3_ACCESS_KEY", settings.access_key.clone()),
        ("S3_SECRET_KEY", settings.secret_key.expose_secret().to_owned()),
    ]
}

/// Backs up a running server.
async fn backed_up(app: &TestApp, name: &str) -> PathBuf {
    let folder = app.database.dir.join(name);
    back_up(app, &folder).await.well();
    folder
}

async fn back_up(app: &TestApp, folder: &Path) -> CommandOutput {
    let mut settings = storage(app.app.config.objects.as_ref().unwrap());
    settings.push(("BACKUP_DATABASE_URL", reader(&app.database).await.expose_secret().to_owned()));
    proffer(&["backup", "--to", folder.to_str().unwrap()], &settings).await
}

/// Restores it into a database and the storage beside it.
async fn restore(folder: &Path, database: &Database) -> CommandOutput {
    let at = "http://127.0.0.1:1".parse().unwrap();
    let objects = Objects::start(&database.dir, &at, &mut StdRng::seed_from_u64(3)).await.unwrap();
    let mut settings = storage(&objects.settings().unwrap());
    settings.push(("MIGRATION_DATABASE_URL", database.urls.owner.expose_secret().to_owned()));
    let said = proffer(&["restore", "--from", folder.to_str().unwrap()], &settings).await;
    objects.stop().await;
    said
}

/// Every backed-up table, with its number of rows and a checksum of them.
async fn rows(database: &Database) -> BTreeMap<String, String> {
    let tables: Vec<String> = database
        .values(
            "SELECT relname::text FROM pg_class
             WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relpersistence = 'p' AND relname <> 'seaql_migrations'",
        )
        .await;
    let mut all = BTreeMap::new();
    for table in tables {
        let sum = format!(
            "SELECT count(*) || ' rows, ' || md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) FROM {table} t"
        );
        all.insert(table, sqlx::query_scalar(AssertSqlSafe(sum)).fetch_one(&database.admin).await.unwrap());
    }
    all
}

/// The tables that have rows.
async fn filled(database: &Database) -> Vec<String> {
    rows(database)
        .await
        .into_iter()
        .filter(|(_, sum)| !sum.starts_with("0 rows"))
        .map(|(table, _)| table)
        .collect()
}

/// The keys and contents of all objects beside a database.
fn objects(database: &Database) -> BTreeMap<String, Vec<u8>> {
    let root = database.dir.join("objects/data/proffer");
    let (mut found, mut folders) = (BTreeMap::new(), vec![root.clone()]);
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(folder) else { continue };
        for path in entries.map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else {
                found.insert(
                    path.strip_prefix(&root).unwrap().display().to_string(),
                    fs::read(&path).unwrap(),
                );
            }
        }
    }
    found
}
