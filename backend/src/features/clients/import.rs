//! Use cases of client files: preparing an import, and exports.

use std::collections::HashSet;

use chrono::TimeDelta;
use proffer_domain::{
    client_import::{
        self, Duplicates, EXPORTED, File, FileError, MAX_BYTES, Mapping, Outcome, Row, RowReader, Skipped,
    },
    field_error::{Check, TextField},
};
use proffer_store::{
    TenantTx,
    entity::{client_import_rows, client_imports},
};
use sea_orm::{ActiveValue::Set, JsonValue};
use serde::de::DeserializeOwned;
use tokio::task::spawn_blocking;
use uuid::Uuid;

use super::{
    error::ClientError,
    import_job::{DeleteImportFile, ImportClients},
    import_store::{self as store, Import},
    import_types::{
        ClientImport, ImportInput, ImportPlan, ImportPreview, ImportState, PreviewRow, SkippedRow,
    },
};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    failure::Failure,
    features::objects::{ObjectsError, service as objects},
    jobs, wire,
};

const FILE_NAME: TextField = TextField::new("fileName", "File name", 255);
/// How many of the first lines are shown.
const SAMPLE: usize = 5;
/// The most characters of each cell in these lines.
const SAMPLE_CELL: usize = 200;
/// How many lines to be imported are shown.
const SHOWN_ROWS: usize = 20;
/// How many skipped lines are shown.
const SHOWN_SKIPPED: u64 = 100;
/// How long an uploaded file is kept before its import starts.
const KEPT: TimeDelta = TimeDelta::days(1);
/// How many addresses are looked up, or clients read, per statement.
const CHUNK: u64 = 5000;

/// Parses a file outside the async threads.
pub async fn taken_apart(bytes: Vec<u8>) -> Result<Result<File, FileError>, Failure> {
    let work = move || client_import::decode(&bytes).and_then(|text| File::read(&text));
    spawn_blocking(work).await.map_err(Failure::internal)
}

/// Creates an import from an uploaded file. It then waits up to a day for its column mapping.
pub async fn start(app: &App, member: &Member, input: ImportInput) -> Result<ClientImport, ClientError> {
    let mut check = Check::new();
    let file_name = check.required(FILE_NAME, &input.file_name);
    check.finish(Some(()))?;
    let principal = &member.principal;
    let upload =
        objects::read_upload(app, principal.workspace_id, principal.user_id, &input.upload_url, MAX_BYTES)
            .await?;
    let file = taken_apart(upload.bytes).await??;

    let tx = member.may(Action::Create, Thing::Clients).await?;
    if !objects::take_over(&tx, upload.id).await? {
        return Err(ClientError::ImportBegun);
    }
    let id = app.new_id();
    let import = client_imports::ActiveModel {
        workspace_id: Set(tx.workspace_id()),
        id: Set(id),
        created_by: Set(principal.user_id),
        file_name: Set(file_name.clone()),
        object_key: Set(upload.key),
        columns: Set(file.columns.clone().into()),
        sample: Set(sample(&file)),
        row_count: Set(count(file.rows.len())),
        created_at: Set(app.now()),
        ..Default::default()
    };
    store::insert(&tx, import).await?;
    jobs::enqueue_at(
        app,
        tx.conn(),
        tx.workspace_id(),
        &DeleteImportFile { import_id: id },
        app.now() + KEPT,
    )
    .await?;
    let started = get(&tx, id).await?;
    tx.about(id, file_name);
    tx.commit().await?;
    Ok(started)
}

fn sample(file: &File) -> JsonValue {
    let shown = |cell: &str| cell.replace('\0', "\u{fffd}").chars().take(SAMPLE_CELL).collect::<String>();
    let whole = file.rows.iter().filter(|row| row.fault().is_none());
    whole.take(SAMPLE).map(|row| row.cells().map(shown).collect::<Vec<_>>()).collect()
}

/// The state of an import.
pub async fn get(tx: &TenantTx, id: Uuid) -> Result<ClientImport, ClientError> {
    let import = store::find(tx, id).await?.ok_or(ClientError::ImportNotFound)?;
    let skipped = store::skipped(tx, id, Some(SHOWN_SKIPPED)).await?;
    Ok(answer(import, skipped)?)
}

fn answer(import: Import, skipped: Vec<client_import_rows::Model>) -> Result<ClientImport, Failure> {
    let columns: Vec<String> = kept(import.columns)?;
    let suggested = Mapping::suggested(&columns);
    Ok(ClientImport {
        id: import.id,
        file_name: import.file_name,
        state: match import.state.as_str() {
            "waiting" => ImportState::Waiting,
            "running" => ImportState::Running,
            "done" => ImportState::Done,
            _ => ImportState::Failed,
        },
        columns,
        sample: kept(import.sample)?,
        suggested,
        row_count: import.row_count,
        processed: import.processed,
        added: import.added,
        updated: import.updated,
        skipped: import.skipped,
        skipped_rows: skipped.into_iter().map(skipped_row).collect::<Result<_, _>>()?,
        problem: import.problem,
        created_at: import.created_at.into(),
        finished_at: import.finished_at.map(Into::into),
    })
}

fn kept<T: DeserializeOwned>(value: JsonValue) -> Result<T, Failure> {
    serde_json::from_value(value).map_err(Failure::internal)
}

fn skipped_row(row: client_import_rows::Model) -> Result<SkippedRow, Failure> {
    Ok(SkippedRow {
        line: row.line,
        field: row.field,
        code: row.code,
        message: row.message,
        cells: kept(row.cells)?,
    })
}

/// A preview of the import with this mapping. Nothing is changed.
pub async fn preview(
    app: &App,
    member: &Member,
    id: Uuid,
    plan: &ImportPlan,
) -> Result<ImportPreview, ClientError> {
    let tx = member.may(Action::Create, Thing::Clients).await?;
    let import = store::find(&tx, id).await?.ok_or(ClientError::ImportNotFound)?;
    drop(tx);
    if import.state != "waiting" {
        return Err(ClientError::ImportBegun);
    }
    let (mapping, duplicates) = checked(&import, plan)?;
    let bytes = app
        .objects
        .get(&import.object_key)
        .await
        .map_err(ObjectsError::from)?
        .ok_or(ClientError::ImportNotFound)?;
    let file = taken_apart(bytes).await??;

    let reader = RowReader::new(mapping, duplicates);
    let work = move || {
        let emails: Vec<String> = file
            .rows
            .iter()
            .filter_map(|row| reader.email(row))
            .map(|email| email.as_str().to_owned())
            .collect();
        (file, reader, emails)
    };
    let (file, reader, emails) = spawn_blocking(work).await.map_err(Failure::internal)?;
    let tx = member.may(Action::Create, Thing::Clients).await?;
    let mut known = HashSet::new();
    for chunk in emails.chunks(usize::try_from(CHUNK).unwrap_or(usize::MAX)) {
        known.extend(store::known(&tx, chunk).await?);
    }
    drop(tx);
    Ok(spawn_blocking(move || previewed(&file, reader, &known)).await.map_err(Failure::internal)?)
}

fn previewed(file: &File, mut reader: RowReader, known: &HashSet<String>) -> ImportPreview {
    let mut preview =
        ImportPreview { rows: Vec::new(), added: 0, updated: 0, skipped: 0, skipped_rows: Vec::new() };
    for row in &file.rows {
        let shown = match reader.read(row, known) {
            Outcome::Add(client) => {
                preview.added += 1;
                PreviewRow {
                    line: line(row),
                    is_new: true,
                    company_name: client.company_name,
                    first_name: client.first_name,
                    last_name: client.last_name,
                    email: client.email.to_string(),
                    phone: client.phone,
                    website_url: client.website_url,
                }
            }
            Outcome::Change(change) => {
                preview.updated += 1;
                PreviewRow {
                    line: line(row),
                    is_new: false,
                    company_name: change.company_name.unwrap_or_default(),
                    first_name: change.first_name.unwrap_or_default(),
                    last_name: change.last_name.unwrap_or_default(),
                    email: change.email.to_string(),
                    phone: change.phone,
                    website_url: change.website_url,
                }
            }
            Outcome::Skip(skipped) => {
                preview.skipped += 1;
                if u64::try_from(preview.skipped).is_ok_and(|number| number <= SHOWN_SKIPPED) {
                    preview.skipped_rows.push(left_out(row, skipped));
                }
                continue;
            }
        };
        if preview.rows.len() < SHOWN_ROWS {
            preview.rows.push(shown);
        }
    }
    preview
}

fn left_out(row: &Row, skipped: Skipped) -> SkippedRow {
    SkippedRow {
        line: line(row),
        field: skipped.field,
        code: skipped.code.to_owned(),
        message: skipped.message,
        cells: row.cells().map(str::to_owned).collect(),
    }
}

fn line(row: &Row) -> i32 {
    i32::try_from(row.line).unwrap_or(i32::MAX)
}

fn count(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// The validated mapping of the columns.
fn checked(import: &Import, plan: &ImportPlan) -> Result<(Mapping, Duplicates), Failure> {
    let columns: Vec<String> = kept(import.columns.clone())?;
    plan.mapping.check(columns.len())?;
    Ok((plan.mapping.clone(), plan.duplicates))
}

/// Starts the import of the clients in a file.
pub async fn run(app: &App, tx: TenantTx, id: Uuid, plan: &ImportPlan) -> Result<ClientImport, ClientError> {
    let import = store::find(&tx, id).await?.ok_or(ClientError::ImportNotFound)?;
    let (mapping, duplicates) = checked(&import, plan)?;
    let mapping = serde_json::to_value(&mapping).map_err(Failure::internal)?;
    if !store::begin(&tx, id, mapping, duplicates).await? {
        return Err(ClientError::ImportBegun);
    }
    jobs::enqueue(app, tx.conn(), tx.workspace_id(), &ImportClients { import_id: id }).await?;
    if let Some(audit) = tx.audit_entry() {
        audit.details(serde_json::json!({ "rows": import.row_count, "duplicates": duplicates.as_str() }));
    }
    tx.about(id, import.file_name);
    let begun = get(&tx, id).await?;
    tx.commit().await?;
    Ok(begun)
}

/// The skipped lines as CSV, each preceded by its reason.
pub async fn skipped(tx: &TenantTx, id: Uuid) -> Result<Vec<u8>, ClientError> {
    let import = store::find(tx, id).await?.ok_or(ClientError::ImportNotFound)?;
    let columns: Vec<String> = kept(import.columns)?;
    let heading = ["Line", "Reason"].into_iter().chain(columns.iter().map(String::as_str));
    let mut sheet = wire::csv_file::CsvFile::marked(heading)?;
    for row in store::skipped(tx, id, None).await? {
        let (line, cells): (String, Vec<String>) = (row.line.to_string(), kept(row.cells)?);
        // Cells that are already escaped are not escaped again, so that the file is unchanged when it is
        // imported again.
        let cells: Vec<_> = cells.iter().map(|cell| proffer_domain::spreadsheet::unguarded(cell)).collect();
        sheet
            .add([line.as_str(), row.message.as_str()].into_iter().chain(cells.iter().map(AsRef::as_ref)))?;
    }
    Ok(sheet.finish()?)
}

/// All clients as a CSV file that can be imported again.
pub async fn export(tx: TenantTx) -> Result<Vec<u8>, Failure> {
    let mut sheet = wire::csv_file::CsvFile::marked(EXPORTED)?;
    let mut after = None;
    loop {
        let clients = store::exported(&tx, after, CHUNK).await?;
        for client in &clients {
            let optional = |text: &'_ Option<String>| text.clone().unwrap_or_default();
            let [phone, address, website, description] =
                [&client.phone, &client.address, &client.website_url, &client.description].map(optional);
            sheet.add([
                client.company_name.as_str(),
                &client.first_name,
                &client.last_name,
                &client.email,
                &phone,
                &address,
                &website,
                &description,
            ])?;
        }
        match clients.last() {
            Some(last) => after = Some((last.created_at, last.id)),
            None => break,
        }
    }
    tx.commit().await?;
    sheet.finish()
}
