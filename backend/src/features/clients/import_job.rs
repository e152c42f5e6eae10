//! The job that imports the clients of a file in batches, and the one that deletes a file that was never
//! imported.
//!
//! The effects of a batch and the progress of the file are written in one transaction. A job that died
//! continues after the last complete batch, and no line is imported twice.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use chrono::TimeDelta;
use proffer_domain::{
    client::ClientProfile,
    client_import::{ClientChange, File, Outcome, Row, RowReader, Skipped},
    client_website::is_an_example,
    identity::Email,
};
use proffer_store::{TenantTx, entity::clients};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    import,
    import_store::{self as store, Import, Saved},
    types::Enrichment,
    website::ReadClientWebsite,
};
use crate::{
    app::App,
    failure::Failure,
    features::{objects::jobs::RemoveObjects, objects::service as objects},
    jobs::{self, Job, JobContext, JobError, Task},
};

/// How many lines are processed per transaction.
const BATCH: usize = 500;
/// How many clients of a file have their website read, one after the other.
const SITES: i32 = 200;
/// The interval between two websites, so that a file does not cause thousands of requests at once.
const SITE_PAUSE: TimeDelta = TimeDelta::seconds(10);

/// The message for an import that no further attempt can complete.
const GONE: &str = "The file is no longer there, or cannot be read any more.";

/// Imports the clients of a file.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ImportClients {
    pub import_id: Uuid,
}

impl Task for ImportClients {
    const NAME: &'static str = "import_clients";
    /// The user is waiting, so after some minutes the import fails and shows its progress.
    const MAX_ATTEMPTS: i32 = 5;
}

impl Job for ImportClients {
    async fn run(self, context: &JobContext) -> Result<(), JobError> {
        match self.bring(context).await {
            Err(JobError::Retry(_)) if context.last_attempt => {
                self.fail(context, "The file could not be imported completely, because our storage or database did not answer.").await
            }
            Err(JobError::GiveUp(_)) => self.fail(context, GONE).await,
            other => other,
        }
    }
}

impl ImportClients {
    async fn bring(&self, context: &JobContext) -> Result<(), JobError> {
        let tx = context.tx().await?;
        let import = store::find(&tx, self.import_id).await?.filter(|import| import.state == "running");
        drop(tx);
        let Some(import) = import else { return Ok(()) };
        let gone = || JobError::GiveUp(GONE.to_owned());
        let bytes = context.app.objects.get(&import.object_key).await?.ok_or_else(gone)?;
        let file = import::taken_apart(bytes).await?.map_err(|_| gone())?;
        let (mapping, duplicates) = store::plan(&import).ok_or_else(gone)?;
        let mut run = ImportRun {
            import_id: self.import_id,
            file: Arc::new(file),
            reader: RowReader::new(mapping, duplicates),
            at: 0,
        };
        while run.batch(context).await? {}
        Ok(())
    }

    /// Stores the reason of a failure. Clients imported so far are kept and counted.
    async fn fail(&self, context: &JobContext, why: &str) -> Result<(), JobError> {
        let tx = context.tx().await?;
        let Some(import) = store::find_for_update(&tx, self.import_id).await? else { return Ok(()) };
        let problem = format!(
            "{why} {} of its {} lines were processed; the {} clients that were added and the {} that were changed are kept.",
            import.processed, import.row_count, import.added, import.updated
        );
        if store::end(&tx, import.id, Some(problem), context.app.now()).await? {
            remove_file(&context.app, &tx, import.object_key).await?;
        }
        Ok(tx.commit().await?)
    }
}

/// Deletes the file of a finished import, with a job in this transaction.
async fn remove_file(app: &App, tx: &TenantTx, key: String) -> Result<(), JobError> {
    let job = RemoveObjects { keys: vec![key] };
    jobs::enqueue(app, tx.conn(), tx.workspace_id(), &job).await?;
    Ok(())
}

/// An import in progress.
struct ImportRun {
    import_id: Uuid,
    file: Arc<File>,
    reader: RowReader,
    /// How many lines this attempt has processed.
    at: usize,
}

impl ImportRun {
    /// Imports the next lines. Returns false when there are no more.
    async fn batch(&mut self, context: &JobContext) -> Result<bool, JobError> {
        let (app, tx) = (&context.app, context.tx().await?);
        store::take_turns(&tx).await?;
        let import =
            store::find_for_update(&tx, self.import_id).await?.filter(|import| import.state == "running");
        let Some(mut import) = import else { return Ok(false) };
        let done = usize::try_from(import.processed).unwrap_or_default();
        if done != self.at {
            self.catch_up(&tx, &import, done).await?;
        }
        let file = self.file.clone();
        let rows = file.rows.get(done..).unwrap_or_default();
        let rows = rows.get(..BATCH).unwrap_or(rows);
        let emails: Vec<String> = rows
            .iter()
            .filter_map(|row| self.reader.email(row))
            .map(|email| email.as_str().to_owned())
            .collect();
        let mut batch = Batch::new(app, store::by_email_for_update(&tx, &emails).await?)?;
        for row in rows {
            batch.take(row, self.reader.read(row, &batch.known), &mut import);
        }
        import.processed += count(rows.len());
        batch.save(&tx, &import).await?;
        store::advance(&tx, &import).await?;
        let more = import.processed < import.row_count && !rows.is_empty();
        if !more && store::end(&tx, import.id, None, app.now()).await? {
            remove_file(app, &tx, import.object_key).await?;
        }
        tx.commit().await?;
        self.at = done + rows.len();
        Ok(more)
    }

    /// Another attempt got further: the lines that it imported are registered again, so that the rest is read
    /// with the same known addresses.
    async fn catch_up(&mut self, tx: &TenantTx, import: &Import, done: usize) -> Result<(), JobError> {
        let skipped: HashSet<i32> = store::skipped_lines(tx, import.id).await?.into_iter().collect();
        let (mapping, duplicates) = store::plan(import).ok_or_else(|| JobError::GiveUp(GONE.to_owned()))?;
        let file = self.file.clone();
        let work = move || {
            let mut reader = RowReader::new(mapping, duplicates);
            let brought = |row: &&Row| i32::try_from(row.line).is_ok_and(|line| !skipped.contains(&line));
            file.rows.iter().take(done).filter(brought).for_each(|row| reader.remember(row));
            reader
        };
        self.reader = tokio::task::spawn_blocking(work)
            .await
            .map_err(|error| JobError::Retry(format!("it broke down: {error}")))?;
        self.at = done;
        Ok(())
    }
}

fn count(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// A client that a batch adds or updates.
struct Touched {
    id: Uuid,
    profile: ClientProfile,
    is_new: bool,
    is_changed: bool,
    website_before: Option<String>,
    logo_before: Option<String>,
    /// The position of the client in the file, from 0.
    number: i32,
}

/// Some lines of the file, and the affected clients.
struct Batch<'a> {
    app: &'a App,
    known: HashSet<String>,
    touched: Vec<Touched>,
    /// The first client with each address.
    by_email: HashMap<String, usize>,
    skipped: Vec<(&'a Row, Skipped)>,
}

impl<'a> Batch<'a> {
    fn new(app: &'a App, there: Vec<clients::Model>) -> Result<Self, JobError> {
        let mut batch = Self {
            app,
            known: HashSet::new(),
            touched: Vec::new(),
            by_email: HashMap::new(),
            skipped: Vec::new(),
        };
        for client in there {
            if batch.known.insert(client.email.clone()) {
                batch.by_email.insert(client.email.clone(), batch.touched.len());
                batch.touched.push(existing(client)?);
            }
        }
        Ok(batch)
    }

    fn take(&mut self, row: &'a Row, outcome: Outcome, import: &mut Import) {
        let number = import.added + import.updated;
        match outcome {
            Outcome::Add(profile) => {
                self.by_email.entry(profile.email.as_str().to_owned()).or_insert(self.touched.len());
                self.touched.push(Touched {
                    id: self.app.new_id(),
                    profile,
                    is_new: true,
                    is_changed: false,
                    website_before: None,
                    logo_before: None,
                    number,
                });
                import.added += 1;
            }
            Outcome::Change(change) => {
                if let Some(client) = self.client_of(&change) {
                    change.apply(&mut client.profile);
                    client.is_changed = true;
                    client.number = number;
                    import.updated += 1;
                } else {
                    let message =
                        "The client with this email address was deleted during the import".to_owned();
                    self.skip(
                        row,
                        Skipped { field: Some("email".to_owned()), code: "client_deleted", message },
                        import,
                    );
                }
            }
            Outcome::Skip(skipped) => self.skip(row, skipped, import),
        }
    }

    fn client_of(&mut self, change: &ClientChange) -> Option<&mut Touched> {
        let place = *self.by_email.get(change.email.as_str())?;
        self.touched.get_mut(place)
    }

    fn skip(&mut self, row: &'a Row, skipped: Skipped, import: &mut Import) {
        self.skipped.push((row, skipped));
        import.skipped += 1;
    }

    /// Writes all changes, in a few statements.
    async fn save(self, tx: &TenantTx, import: &Import) -> Result<(), JobError> {
        let (app, now) = (self.app, self.app.now());
        let (mut new, mut changed) = (Vec::new(), Vec::new());
        for client in self.touched.into_iter().filter(|client| client.is_new || client.is_changed) {
            let website = client.profile.website_url.clone();
            let mut enrichment = None;
            if website != client.website_before {
                let read = website.filter(|website| client.number < SITES && !is_an_example(website));
                enrichment = Some(read.as_ref().map_or(Enrichment::None, |_| Enrichment::Waiting).as_str());
                if let Some(logo) = client.logo_before {
                    objects::remove_picture(app, tx, &logo).await?;
                }
                if let Some(website) = read {
                    let (job, at) =
                        (ReadClientWebsite::of(client.id, &website), now + SITE_PAUSE * (client.number + 1));
                    jobs::enqueue_at(app, tx.conn(), tx.workspace_id(), &job, at).await?;
                }
            }
            let saved = Saved { id: client.id, profile: client.profile, enrichment };
            if client.is_new { new.push(saved) } else { changed.push(saved) }
        }
        store::add(tx, import.created_by, &new, now).await?;
        store::change(tx, &changed, now).await?;
        Ok(store::insert_skipped(tx, import.id, self.skipped).await?)
    }
}

fn existing(client: clients::Model) -> Result<Touched, JobError> {
    let email = Email::parse("email", &client.email).map_err(Failure::from)?;
    Ok(Touched {
        id: client.id,
        website_before: client.website_url.clone(),
        logo_before: client.logo_url,
        profile: ClientProfile {
            company_name: client.company_name,
            first_name: client.first_name,
            last_name: client.last_name,
            email,
            phone: client.phone,
            address: client.address,
            website_url: client.website_url,
            description: client.description,
        },
        is_new: false,
        is_changed: false,
        number: 0,
    })
}

/// Deletes a file whose import was never started.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DeleteImportFile {
    pub import_id: Uuid,
}

impl Task for DeleteImportFile {
    const NAME: &'static str = "forget_client_import";
}

impl Job for DeleteImportFile {
    async fn run(self, context: &JobContext) -> Result<(), JobError> {
        let tx = context.tx().await?;
        let import =
            store::find_for_update(&tx, self.import_id).await?.filter(|import| import.state == "waiting");
        let Some(import) = import else { return Ok(()) };
        store::forget(&tx, import.id).await?;
        remove_file(&context.app, &tx, import.object_key).await?;
        Ok(tx.commit().await?)
    }
}
