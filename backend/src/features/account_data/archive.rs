//! Exports an account or a workspace as one ZIP of JSON and files.
//!
//! Rows are read page by page under the workspace's row-level security and compressed outside the async
//! threads, into memory at first and into an unnamed temporary file once they are large; the archive is then
//! sent from there. So no transaction stays open during the download, and errors occur before anything is
//! sent. Files are fetched after the transactions have ended.

use std::io::{self, Seek as _, Write as _};

use chrono::{DateTime, Datelike as _, Timelike as _, Utc};
use poem::Body;
use proffer_adapters::objects::ObjectError;
use proffer_store::TenantTx;
use serde_json::{Map, Value, json};
use tempfile::{SpooledData, SpooledTempFile, spooled_tempfile};
use uuid::Uuid;
use zip::{ZipWriter, write::SimpleFileOptions};

use super::{error::AccountDataError, store::archive};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object},
    failure::Failure,
    features::{
        identity::service::pictures,
        objects::{ObjectsError, service as objects},
        team,
    },
};

const README: &str = "\
This is everything Proffer keeps for you, taken out on {date}.

account.json              you: your name and address, how you sign in, where you are signed in, which workspaces you belong to,
                          your notifications and their settings, and whether the assistant is closed to you
files/picture.png         your picture, if you have one
workspaces/<name>-<id>/   one folder for each workspace that you own

In the folder of a workspace:

workspace.json            its name and settings
subscription.json         its subscription
team.json                 who belongs to it, is invited, or did belong
company.json              the company profile, terms included
designs.json              the design of its proposals: colours, font and layout
clients.json              clients
client_imports.json       files from which clients were brought in
client_import_rows.json   and their lines that were left out
proposals.json            proposals with their content (HTML) and pricing
versions.json             every change of a proposal
draftings.json            how the writing of each first draft went
chat_messages.json        the conversation about each proposal
chat_turns.json           how each question to the assistant went
claim_acceptances.json    statements that a person stands behind
revisions.json            what was sent, frozen: `canonical` is the very text whose SHA-256 is `sha256`, which the client signed
signatures.json           what was recorded of each signature
countersignatures.json    and of each countersignature
sealed_documents.json     each signed document with its evidence, which `proffer verify` checks; `sha256` is that of its PDF
mails.json                mails that were sent about proposals, by recipient and subject
page_views.json           when each proposal was read
objects.json              pictures such as logos
uploads.json              files that were uploaded and not used yet
audit_events.json         the trail of each proposal; each event's `hash` covers the one before it
audit_log.json            who did what in the workspace
usage.json                use of the assistant, by person and month
usage_reservations.json   cost reserved for answers in progress
jobs.json                 work such as mails, and what became of it, without its contents
api_keys.json             API keys, without what makes them work
sso_connection.json       the connection to a provider of single sign-on, without its secret
sso_domains.json          its mail domains
files/pictures/           pictures of the people in team.json
files/objects/            the pictures of objects.json, by id
files/documents/          the PDFs of sealed_documents.json, by id

Times are in UTC. Ids are the same in all files: the `proposalId` of a revision is the `id` of a proposal.
Not in any file:

{held}";

/// How many bytes of an archive are kept in memory, enough for most workspaces. A larger archive goes to a
/// file.
const IN_MEMORY: usize = 4 * 1024 * 1024;

/// An archive and its file name.
pub struct Archive {
    /// For example `proffer-export-2026-03-02.zip`.
    pub name: String,
    pub body: Body,
}

/// Exports the user's account data and all workspaces that the user owns.
pub async fn account(app: &App, member: &Member) -> Result<Archive, AccountDataError> {
    let user_id = member.principal.user_id;
    let tx = member.may_with_accounts(Action::Export, Object::Account).await?;
    tx.about(user_id, member.principal.name.clone());
    let person = archive::person(&tx, user_id).await?;
    let all = json!({
        "person": named(person.clone()),
        "identities": all_named(archive::identities(&tx, user_id).await?),
        "sessions": all_named(archive::sessions(&tx, user_id).await?),
        "assistantBlocks": all_named(archive::assistant_blocks(&tx, user_id).await?),
        "memberships": all_named(archive::memberships(&tx, user_id).await?),
        "notifications": all_named(archive::notifications(&tx, user_id).await?),
        "notificationPreferences": all_named(archive::notification_preferences(&tx, user_id).await?),
    });
    let own: Vec<_> = team::workspaces_of(&tx, user_id)
        .await?
        .into_iter()
        .filter(|workspace| workspace.owner_id == user_id)
        .collect();
    tx.commit().await?;

    let mut writer = ArchiveWriter::begin(app).await?;
    writer.json("account.json", &all).await?;
    writer.picture("files/picture.png", app, user_id, &person).await?;
    for workspace in own {
        let tx = member.may_in_own(workspace.workspace_id, Action::Export, Object::Workspace).await?;
        let folder = format!("workspaces/{}-{}/", file_name(&workspace.name), workspace.workspace_id);
        writer.workspace(&folder, app, tx).await?;
    }
    Ok(writer.finish(app).await?)
}

/// Exports the active workspace.
pub async fn workspace(app: &App, member: &Member) -> Result<Archive, AccountDataError> {
    let tx = member.may(Action::Export, Object::Workspace).await?;
    let mut writer = ArchiveWriter::begin(app).await?;
    writer.workspace("", app, tx).await?;
    Ok(writer.finish(app).await?)
}

/// A ZIP that is being written.
struct ArchiveWriter {
    writer: ZipWriter<SpooledTempFile>,
    options: SimpleFileOptions,
}

impl ArchiveWriter {
    async fn begin(app: &App) -> Result<Self, Failure> {
        let held: Vec<String> = archive::HELD_BACK
            .iter()
            .map(|(table, column, why)| format!("{table}.{column}: {why}\n"))
            .collect();
        let options = SimpleFileOptions::default().last_modified_time(time(app.now()));
        let mut writer = Self { writer: ZipWriter::new(spooled_tempfile(IN_MEMORY)), options };
        let readme = README
            .replace("{date}", &app.now().format("%Y-%m-%d").to_string())
            .replace("{held}", &held.concat());
        writer.file("README.txt", readme.into_bytes()).await?;
        Ok(writer)
    }

    /// Adds the folder of the transaction's workspace, and ends the transaction.
    async fn workspace(&mut self, folder: &str, app: &App, tx: TenantTx) -> Result<(), AccountDataError> {
        let workspace_id = tx.workspace_id();
        let workspace = archive::workspace(&tx).await?;
        tx.about(workspace_id, text(&workspace, "name").unwrap_or_default());
        self.json(&format!("{folder}workspace.json"), &named(workspace)).await?;
        for &table in archive::TABLES {
            self.table(&format!("{folder}{}", table.file), &tx, table).await?;
        }
        for id in archive::sealed_ids(&tx).await? {
            if let Some(pdf) = archive::sealed_pdf(&tx, id).await? {
                self.file(&format!("{folder}files/documents/{id}.pdf"), pdf).await?;
            }
        }
        let objects = objects::pictures(&tx).await?;
        tx.commit().await?;
        for (id, key) in objects {
            self.stored(&format!("{folder}files/objects/{id}.png"), app, &key).await?;
        }
        // Names of users belong to no tenant, so the system role reads those of this workspace's members.
        let team = archive::team(app.db.system(), workspace_id).await?;
        self.json(&format!("{folder}team.json"), &all_named(team.clone())).await?;
        for person in team {
            if let Some(user_id) = text(&person, "user_id").and_then(|id| id.parse().ok()) {
                self.picture(&format!("{folder}files/pictures/{user_id}.png"), app, user_id, &person).await?;
            }
        }
        Ok(())
    }

    /// Adds one table as a JSON array, written page by page.
    async fn table(&mut self, name: &str, tx: &TenantTx, table: archive::Table) -> Result<(), Failure> {
        self.start(name)?;
        archive::open(tx, table).await?;
        let mut first = true;
        loop {
            let rows = archive::next_rows(tx).await?;
            let ended = rows.is_empty();
            let mut text = String::new();
            for row in rows {
                text.push_str(if first { "[\n" } else { ",\n" });
                first = false;
                text.push_str(&named(row).to_string());
            }
            if ended {
                text.push_str(if first { "[]\n" } else { "\n]\n" });
            }
            self.write(text.into_bytes()).await?;
            if ended {
                return Ok(());
            }
        }
    }

    async fn json(&mut self, name: &str, value: &Value) -> Result<(), Failure> {
        self.file(name, format!("{value:#}\n").into_bytes()).await
    }

    /// Adds the picture of a user, if there is one.
    async fn picture(
        &mut self,
        name: &str,
        app: &App,
        user_id: Uuid,
        person: &Value,
    ) -> Result<(), AccountDataError> {
        let key = text(person, "profile_image_url").and_then(|address| pictures::key_of(user_id, address));
        match key {
            Some(key) => self.stored(name, app, &key).await,
            None => Ok(()),
        }
    }

    /// Adds a file of the object storage, if it exists.
    async fn stored(&mut self, name: &str, app: &App, key: &str) -> Result<(), AccountDataError> {
        match app.objects.get(key).await {
            Ok(Some(bytes)) => Ok(self.file(name, bytes).await?),
            // Users can still export their texts after the site has removed its object storage.
            Ok(None) | Err(ObjectError::NotConfigured) => Ok(()),
            Err(error) => Err(ObjectsError::from(error).into()),
        }
    }

    async fn file(&mut self, name: &str, bytes: Vec<u8>) -> Result<(), Failure> {
        self.start(name)?;
        self.write(bytes).await
    }

    fn start(&mut self, name: &str) -> Result<(), Failure> {
        self.writer.start_file(name, self.options).map_err(Failure::internal)
    }

    /// Compression is CPU-bound, so it runs outside the async threads.
    async fn write(&mut self, bytes: Vec<u8>) -> Result<(), Failure> {
        let mut writer = std::mem::replace(&mut self.writer, ZipWriter::new(spooled_tempfile(0)));
        let written = tokio::task::spawn_blocking(move || writer.write_all(&bytes).map(|()| writer)).await;
        self.writer = written.map_err(Failure::internal)?.map_err(Failure::internal)?;
        Ok(())
    }

    async fn finish(self, app: &App) -> Result<Archive, Failure> {
        let written =
            tokio::task::spawn_blocking(|| self.writer.finish().map_err(io::Error::from).and_then(body))
                .await;
        let name = format!("proffer-export-{}.zip", app.now().format("%Y-%m-%d"));
        Ok(Archive { name, body: written.map_err(Failure::internal)?.map_err(Failure::internal)? })
    }
}

/// The written archive, read from its beginning.
fn body(written: SpooledTempFile) -> io::Result<Body> {
    match written.into_inner() {
        SpooledData::InMemory(bytes) => Ok(bytes.into_inner().into()),
        SpooledData::OnDisk(mut file) => {
            file.rewind()?;
            Ok(Body::from_async_read(tokio::fs::File::from_std(file)))
        }
    }
}

/// A time in ZIP format: with a resolution of two seconds, from 1980 on.
fn time(at: DateTime<Utc>) -> zip::DateTime {
    let year = u16::try_from(at.year()).unwrap_or_default();
    let [month, day, hour, minute, second] = [at.month(), at.day(), at.hour(), at.minute(), at.second()]
        .map(|part| u8::try_from(part).unwrap_or_default());
    zip::DateTime::from_date_and_time(year, month, day, hour, minute, second).unwrap_or_default()
}

/// The text in a column of a row, if there is one.
fn text<'a>(row: &'a Value, column: &str) -> Option<&'a str> {
    row.get(column).and_then(Value::as_str)
}

/// A row with its columns named as in the API.
fn named(row: Value) -> Value {
    match row {
        Value::Object(row) => {
            Value::Object(row.into_iter().map(|(name, value)| (camel(&name), value)).collect::<Map<_, _>>())
        }
        other => other,
    }
}

fn all_named(rows: Vec<Value>) -> Value {
    rows.into_iter().map(named).collect()
}

/// Converts `created_at` to `createdAt`.
pub fn camel(name: &str) -> String {
    let mut parts = name.split('_');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |whole, part| {
        let mut letters = part.chars();
        let head = letters.next().map(|letter| letter.to_ascii_uppercase());
        whole + head.into_iter().chain(letters).collect::<String>().as_str()
    })
}

/// A name that is a valid folder name on every system, and never a path.
pub fn file_name(name: &str) -> String {
    let words: String =
        name.chars().map(|letter| if letter.is_alphanumeric() { letter } else { ' ' }).collect();
    let whole = words.split_whitespace().collect::<Vec<_>>().join("-");
    whole.chars().take(60).collect::<String>().to_lowercase()
}
