//! `proffer verify FILE`, with only the file.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use super::{known, signed};

/// The exit code and the output, for a person who knows the key.
fn verify(file: &Path) -> (i32, String) {
    verify_with(file, &["--fingerprint", &known()[0].to_string()])
}

fn verify_with(file: &Path, arguments: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_proffer"))
        .arg("verify")
        .args(arguments)
        .arg(file)
        .env_clear()
        .output()
        .unwrap();
    let printed = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap(), String::from_utf8(printed).unwrap())
}

fn file(dir: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    let path = dir.join(name);
    fs::write(&path, bytes).unwrap();
    path
}

#[tokio::test]
async fn the_command_says_what_a_file_proves_and_which_part_was_altered() {
    let link = signed().await;
    link.app.mail().await;
    let pdf = link.document().await.expect_bytes(200).to_vec();
    let json = link.evidence().await.expect_bytes(200).to_vec();
    let dir = link.app.database.dir.clone();

    for (name, bytes) in [("signed.pdf", &pdf), ("evidence.json", &json)] {
        let (code, printed) = verify(&file(&dir, name, bytes));
        assert_eq!(code, 0, "{printed}");
        assert!(
            printed.starts_with("AUTHENTIC AND INTACT.")
                && printed.contains("Mia Berg (mia@harbor.example) signed"),
            "{printed}"
        );
        assert!(printed.contains("neither an advanced nor a qualified electronic signature"), "{printed}");
    }
    // Which keys are known decides what is authentic.
    let signed = file(&dir, "signed.pdf", &pdf);
    let keys = link.app.anonymous().get(proffer_domain::seal::PUBLISHED_AT).await;
    let published = file(&dir, "keys.json", &keys.body);
    let (code, printed) = verify_with(&signed, &["--keys", published.to_str().unwrap()]);
    assert_eq!((code, printed.starts_with("AUTHENTIC AND INTACT.")), (0, true), "{printed}");
    let stranger = "0".repeat(64);
    for arguments in [[].as_slice(), &["--fingerprint", stranger.as_str()]] {
        let (code, printed) = verify_with(&signed, arguments);
        assert_eq!((code, printed.starts_with("INTACT, BUT OF AN UNKNOWN KEY.")), (3, true), "{printed}");
        assert!(
            printed.contains(&format!("The PDF was signed with the unknown key {}.", known()[0])),
            "{printed}"
        );
    }
    let (code, printed) = verify_with(&signed, &["--fingerprint", "abc"]);
    assert_eq!((code, printed.contains("64 hexadecimal digits")), (2, true), "{printed}");
    let (code, printed) = verify_with(&signed, &["--keys", signed.to_str().unwrap()]);
    assert_eq!((code, printed.contains("is not text")), (2, true), "{printed}");

    let mut flipped = pdf.clone();
    flipped[pdf.len() / 2] ^= 1;
    let (code, printed) = verify(&file(&dir, "flipped.pdf", &flipped));
    assert_eq!((code, printed.contains("[seal]")), (1, true), "{printed}");
    let altered = String::from_utf8(json)
        .unwrap()
        .replace("\"name\":\"Mia Berg\",\"proposalId\"", "\"name\":\"Mia Borg\",\"proposalId\"");
    let (code, printed) = verify(&file(&dir, "altered.json", altered.as_bytes()));
    assert_eq!(code, 1);
    assert_eq!(
        printed,
        "ALTERED. This is not what was sealed:\n- The signature record was altered. [signature]\n"
    );

    let (code, printed) = verify(&file(&dir, "other.txt", b"hello"));
    assert_eq!((code, printed.starts_with("NOT EVIDENCE.")), (2, true), "{printed}");
    let (code, printed) = verify(&dir.join("nowhere.pdf"));
    assert_eq!((code, printed.contains("cannot be read")), (2, true), "{printed}");
    link.app.finish().await;
}
