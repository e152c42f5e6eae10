//! `proffer verify`: verifies evidence from the file alone, without settings, database or network.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::Context as _;
use clap::Args;
use proffer_domain::{
    daily_root::PublishedRoots,
    evidence::{Report, Verdict, verify_file},
    seal::{Fingerprint, PublicKey, public_keys},
};
use serde::Deserialize;

/// What to verify, and which keys are known.
#[derive(Debug, Args)]
pub struct VerifyArguments {
    /// The sealed PDF, or its evidence.json.
    file: PathBuf,
    /// The fingerprint of a key that you trust, as in the mail of the signature. Can be repeated.
    #[arg(long, value_name = "SHA256")]
    fingerprint: Vec<Fingerprint>,
    /// A file with keys that you trust: the keys that a site publishes, or public keys or certificates in
    /// PEM.
    #[arg(long, value_name = "FILE")]
    keys: Option<PathBuf>,
    /// A file with the daily roots that a site publishes, or a copy that you kept. Can be repeated.
    #[arg(long, value_name = "FILE")]
    roots: Vec<PathBuf>,
    /// The SHA-256 of a daily root, as in a mail that you received. Can be repeated; needs `--roots`.
    #[arg(long, value_name = "SHA256", requires = "roots")]
    root: Vec<Fingerprint>,
}

/// The keys that a site publishes.
#[derive(Deserialize)]
struct Published {
    keys: Vec<PublishedKey>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PublishedKey {
    public_key: String,
}

/// Prints what the file proves, or which part was altered. The exit code is 0 if it is authentic, 1 if it was
/// altered, 2 if it is not evidence or cannot be read, and 3 if it is intact but of an unknown key.
pub fn run(arguments: VerifyArguments) -> ExitCode {
    let report = match report(arguments) {
        Ok(report) => report,
        Err(error) => {
            eprintln!("proffer: {error:#}");
            return ExitCode::from(2);
        }
    };
    for line in report.lines() {
        println!("{}", printable(&line));
    }
    match report.verdict {
        Verdict::Authentic => ExitCode::SUCCESS,
        Verdict::Altered => ExitCode::from(1),
        Verdict::NotEvidence => ExitCode::from(2),
        Verdict::Intact => ExitCode::from(3),
    }
}

fn report(arguments: VerifyArguments) -> anyhow::Result<Report> {
    let VerifyArguments { file, fingerprint: mut known, keys, roots, root } = arguments;
    let keys = keys.map(|path| keys_in(&path)).transpose()?;
    known.extend(keys.into_iter().flatten());
    let report = verify_file(&bytes_of(&file)?, &known);
    if roots.is_empty() {
        return Ok(report);
    }
    let texts = roots.iter().map(|path| text_of(path)).collect::<anyhow::Result<Vec<_>>>()?;
    let names = roots.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ");
    let published = PublishedRoots::from_json(texts.iter().map(String::as_str))
        .map_err(|error| anyhow::anyhow!("{names} {error}"))?;
    Ok(report.compared_with(&published, &root))
}

fn bytes_of(path: &Path) -> anyhow::Result<Vec<u8>> {
    std::fs::read(path).with_context(|| format!("{} cannot be read", path.display()))
}

fn text_of(path: &Path) -> anyhow::Result<String> {
    String::from_utf8(bytes_of(path)?).with_context(|| format!("{} is not text", path.display()))
}

/// The fingerprints of the keys in a file.
fn keys_in(path: &Path) -> anyhow::Result<Vec<Fingerprint>> {
    let text = text_of(path)?;
    let pem = match serde_json::from_str::<Published>(&text) {
        Ok(published) => published.keys.into_iter().map(|key| key.public_key).collect(),
        Err(_) => text,
    };
    let keys = public_keys(&pem).map_err(|error| anyhow::anyhow!("{} {error}", path.display()))?;
    Ok(keys.iter().map(PublicKey::fingerprint).collect())
}

/// Names and titles come from users; control characters in them could falsify the report on a terminal.
fn printable(line: &str) -> String {
    line.chars().map(|character| if character.is_control() { ' ' } else { character }).collect()
}
