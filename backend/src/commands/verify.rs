//! `proffer verify`: checks a piece of evidence with nothing but the file. No settings, no database, no
//! network.

use std::{path::Path, process::ExitCode};

use proffer_domain::evidence::{Verdict, verify_file};

/// Prints what the file proves, or which part of it was altered. The exit code is 0 where it is valid, 1
/// where it was altered, and 2 where it is no evidence or cannot be read.
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

/// Names and titles come from people; in a terminal a control character of theirs could make the report say
/// something else.
fn printable(line: &str) -> String {
    line.chars().map(|character| if character.is_control() { ' ' } else { character }).collect()
}
