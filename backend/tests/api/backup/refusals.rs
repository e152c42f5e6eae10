//! Refused restores: with a reason, and without partial effects.

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
};

use flate2::{Compression, write::GzEncoder};
use secrecy::ExposeSecret as _;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::{back_up, backed_up, filled, objects, proffer, restore, rows};
use crate::support::{app::TestApp, cluster::Database, stories};

/// A copy of a folder.
fn copied(from: &Path, to: PathBuf) -> PathBuf {
    fs::create_dir_all(&to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(|entry| entry.unwrap()) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copied(&entry.path(), target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
    to
}

/// Flips a bit in the middle of a file.
fn flip(file: &Path) {
    let mut bytes = fs::read(file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(file, bytes).unwrap();
}

fn hash(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

/// Rewrites the manifest consistently, as an informed attacker would.
fn rewrite(folder: &Path, change: impl FnOnce(&mut Value)) {
    let path = folder.join("manifest.json");
    let mut manifest: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    change(&mut manifest);
    let text = serde_json::to_vec(&manifest).unwrap();
    fs::write(folder.join("manifest.json.sha256"), format!("{}  manifest.json\n", hash(&text))).unwrap();
    fs::write(path, text).unwrap();
}

fn table<'a>(manifest: &'a mut Value, name: &str) -> &'a mut Value {
    manifest["tables"].as_array_mut().unwrap().iter_mut().find(|table| table["name"] == name).unwrap()
}

/// Empties a table, consistently with the manifest.
fn empty(folder: &Path, name: &str) {
    let mut file = GzEncoder::new(Vec::new(), Compression::fast());
    file.write_all(b"").unwrap();
    let bytes = file.finish().unwrap();
    fs::write(folder.join(format!("tables/{name}.gz")), &bytes).unwrap();
    rewrite(folder, |manifest| {
        let table = table(manifest, name);
        (table["rows"], table["bytes"], table["sha256"]) =
            (json!(0), json!(bytes.len()), json!(hash(&bytes)));
    });
}

/// The damage to a backup, and the expected reason.
type Damage<'a> = (&'a str, Box<dyn Fn(&Path) + 'a>, String);

#[tokio::test]
async fn a_backup_that_is_not_whole_is_refused_and_leaves_nothing() {
    let (app, ada) = TestApp::with_company().await;
    ada.send_bytes(reqwest::Method::PUT, "/api/account/picture", stories::picture()).await.expect(200);
    let whole = backed_up(&app, "backup").await;
    proffer(&["backup", "--check", whole.to_str().unwrap()], &[]).await.well();
    let picture = format!("objects/{}", app.stored_objects()[0]);
    let elsewhere = Database::without_tables().await;

    let damaged = |name: &str| format!("{name} of the backup is damaged");
    let missing = |name: &str| format!("{name} is missing in the backup");
    let sabotages: Vec<Damage<'_>> = vec![
        ("flipped row", Box::new(|folder| flip(&folder.join("tables/users.gz"))), damaged("tables/users.gz")),
        ("flipped picture", Box::new(|folder| flip(&folder.join(&picture))), damaged(&picture)),
        (
            "flipped list",
            Box::new(|folder| flip(&folder.join("objects.jsonl.gz"))),
            damaged("objects.jsonl.gz"),
        ),
        (
            "flipped manifest",
            Box::new(|folder| flip(&folder.join("manifest.json"))),
            damaged("manifest.json"),
        ),
        (
            "no table",
            Box::new(|folder| fs::remove_file(folder.join("tables/users.gz")).unwrap()),
            missing("tables/users.gz"),
        ),
        ("no picture", Box::new(|folder| fs::remove_file(folder.join(&picture)).unwrap()), missing(&picture)),
        (
            "no manifest",
            Box::new(|folder| fs::remove_file(folder.join("manifest.json")).unwrap()),
            "contains no complete backup".to_owned(),
        ),
        (
            "one row less than said",
            Box::new(|folder| rewrite(folder, |manifest| table(manifest, "users")["rows"] = json!(2))),
            damaged("tables/users.gz"),
        ),
        (
            "another format",
            Box::new(|folder| rewrite(folder, |manifest| manifest["format"] = json!(2))),
            "the backup has format 2, and this program supports format 1".to_owned(),
        ),
    ];
    for (what, sabotage, word) in &sabotages {
        let folder = copied(&whole, app.database.dir.join(what));
        sabotage(&folder);
        restore(&folder, &elsewhere).await.refused(word);
        proffer(&["backup", "--check", folder.to_str().unwrap()], &[]).await.refused(word);
        assert_eq!(
            elsewhere
                .value::<i64>("SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace")
                .await,
            0,
            "{what}"
        );
        assert!(objects(&elsewhere).is_empty(), "{what}");
    }
    let newer = copied(&whole, app.database.dir.join("newer"));
    rewrite(&newer, |manifest| manifest["schema"] = json!("29990101000001_more"));
    restore(&newer, &elsewhere).await.refused("schema 29990101000001_more, which is newer than this program");
    elsewhere.remove().await;
    app.finish().await;
}

/// An error found after loading undoes it, and the database can be restored into afterwards.
#[tokio::test]
async fn what_fails_half_way_leaves_no_row() {
    let (app, ada) = TestApp::with_company().await;
    ada.send_bytes(reqwest::Method::PUT, "/api/account/picture", stories::picture()).await.expect(200);
    let whole = backed_up(&app, "backup").await;
    let elsewhere = Database::without_tables().await;
    let without_users = copied(&whole, app.database.dir.join("without users"));
    empty(&without_users, "users");
    restore(&without_users, &elsewhere).await.refused("reference others that do not exist");
    let other = copied(&whole, app.database.dir.join("without a table"));
    rewrite(&other, |manifest| drop(manifest["tables"].as_array_mut().unwrap().remove(0)));
    restore(&other, &elsewhere).await.refused("the tables of the backup are not those of its schema");
    assert_eq!(filled(&elsewhere).await, Vec::<String>::new());
    assert!(objects(&elsewhere).is_empty());
    assert_eq!(elsewhere.value::<i64>("SELECT count(*) FROM graphile_worker.jobs").await, 0);
    restore(&whole, &elsewhere).await.well();
    assert_eq!(rows(&elsewhere).await, rows(&app.database).await);
    // Now it is not empty any more.
    restore(&whole, &elsewhere).await.refused("the database is not empty");
    elsewhere.remove().await;
    app.finish().await;
}

#[tokio::test]
async fn nothing_is_written_over() {
    let app = TestApp::start().await;
    app.owner_with_company("ada").await;
    let folder = backed_up(&app, "backup").await;
    let before = fs::read(folder.join("manifest.json")).unwrap();
    back_up(&app, &folder).await.refused("is not empty, and nothing is overwritten");
    assert_eq!(fs::read(folder.join("manifest.json")).unwrap(), before);

    let busy = TestApp::start().await;
    busy.register_verified_owner("bob").await;
    let rows_before = rows(&busy.database).await;
    restore(&folder, &busy.database).await.refused("the database is not empty");
    assert_eq!(rows(&busy.database).await, rows_before);
    let foreign = Database::without_tables().await;
    foreign.run("CREATE TABLE things (id integer); ALTER TABLE things OWNER TO proffer_owner").await;
    restore(&folder, &foreign).await.refused("tables that are not Proffer's");
    let older = Database::create().await;
    older
        .run("DELETE FROM seaql_migrations WHERE version = (SELECT max(version) FROM seaql_migrations)")
        .await;
    restore(&folder, &older).await.refused("the database is not empty: it has the tables of schema");
    for database in [&foreign, &older] {
        database.remove().await;
    }
    busy.finish().await;
    app.finish().await;
}

/// A role with limited visibility must not mistake visible rows for all rows.
#[tokio::test]
async fn a_role_that_row_security_holds_takes_no_backup() {
    let app = TestApp::start().await;
    app.owner_with_company("ada").await;
    let folder = app.database.dir.join("backup");
    for url in [&app.database.urls.app, &app.database.urls.system, &app.database.urls.owner] {
        let settings = [("BACKUP_DATABASE_URL", url.expose_secret().to_owned())];
        let said = proffer(&["backup", "--to", folder.to_str().unwrap()], &settings).await;
        said.refused("row-level security hides rows from the database role");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    }
    proffer(&["backup", "--to", folder.to_str().unwrap()], &[])
        .await
        .refused("PROFFER_BACKUP_DATABASE_URL is missing");
    app.finish().await;
}
