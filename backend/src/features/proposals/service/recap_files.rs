//! Reading uploaded files for a recap. Nothing is stored.

use proffer_domain::{
    field_error::{FieldError, one_line},
    recap_file::{FileFault, FileKind, FileText, MAX_BYTES, MAX_FILES},
};

use super::ProposalError;
use crate::{
    access::Principal,
    app::App,
    failure::Failure,
    features::{
        objects::{ObjectsError, service as objects},
        proposals::recap_files_types::{
            RecapFile, RecapFileInput, RecapFileRefusal, RecapFiles, RecapFilesInput,
        },
    },
};

/// The longest file name, in characters.
const NAME_MAX: usize = 255;

/// The texts of the files, each with its own refusal.
pub async fn read(
    app: &App,
    principal: &Principal,
    input: RecapFilesInput,
) -> Result<RecapFiles, ProposalError> {
    check(&input.files)?;
    let mut files = Vec::with_capacity(input.files.len());
    for file in input.files {
        files.push(read_one(app, principal, file).await?);
    }
    Ok(RecapFiles { files })
}

fn check(files: &[RecapFileInput]) -> Result<(), Vec<FieldError>> {
    let mut errors = Vec::new();
    if files.is_empty() {
        errors.push(FieldError::new("files", "required", "Add at least one file"));
    }
    if files.len() > MAX_FILES {
        errors.push(FieldError::new("files", "too_many", format!("Add at most {MAX_FILES} files at once")));
    }
    for (number, file) in files.iter().enumerate() {
        let field = || format!("files[{number}].fileName");
        if file.file_name.trim().is_empty() {
            errors.push(FieldError::new(field(), "required", "File name is required"));
        } else if file.file_name.chars().count() > NAME_MAX {
            errors.push(FieldError::new(
                field(),
                "too_long",
                format!("File name must be at most {NAME_MAX} characters"),
            ));
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

async fn read_one(
    app: &App,
    principal: &Principal,
    file: RecapFileInput,
) -> Result<RecapFile, ProposalError> {
    let file_name = one_line(&file.file_name);
    Ok(match text_of(app, principal, &file_name, &file.upload_url).await? {
        Ok(FileText { text, turns }) => RecapFile { file_name, text: Some(text), turns, refusal: None },
        Err(fault) => {
            let refusal =
                RecapFileRefusal { code: fault.code().to_owned(), message: fault.message(&file_name) };
            RecapFile { file_name, text: None, turns: Vec::new(), refusal: Some(refusal) }
        }
    })
}

async fn text_of(
    app: &App,
    principal: &Principal,
    name: &str,
    upload_url: &str,
) -> Result<Result<FileText, FileFault>, ProposalError> {
    let kind = match FileKind::of_name(name) {
        Ok(kind) => kind,
        Err(fault) => return Ok(Err(fault)),
    };
    match objects::read_upload(app, principal.workspace_id, principal.user_id, upload_url, MAX_BYTES).await {
        Ok(upload) => Ok(app.file_reader.read(kind, &upload.bytes).await.map_err(Failure::internal)?),
        Err(ObjectsError::UploadGone) => Ok(Err(FileFault::UploadGone)),
        Err(ObjectsError::UploadTooLarge { .. }) => Ok(Err(FileFault::TooLarge)),
        Err(error) => Err(error.into()),
    }
}
