//! `proffer verify`: verifies evidence from the file alone, without settings, database or network.

use std::{path::Path, process::ExitCode};

use proffer_domain::evidence::{Verdict, verify_file};

/// Prints what the file proves, or which part was altered. The exit code is 0 if it is valid, 1 if it was
/// altered, and 2 if it is not evidence or cannot be read.
pub fn run(file: &Path) -> ExitCode {
    let bytes = match std::fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) => {
            eprintln!("proffer: {} cannot be read: {error}", file.display());
            return ExitCode::from(2);
        }
    };
    let report = verify_file(&bytes);
    for line in report.lines() {
        println!("{}", printable(&line));
    }
    match report.verdict {
        Verdict::Valid => ExitCode::SUCCESS,
        Verdict::Altered => ExitCode::from(1),
        Verdict::NotEvidence => ExitCode::from(2),
    }
}

/// Names and titles come from users; control characters in them could falsify the report on a terminal.
fn printable(line: &str) -> String {
    line.chars().map(|character| if character.is_control() { ' ' } else { character }).collect()
}
