//! `proffer verify FILE`, with only the file.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use super::signed;

/// The exit code and the output.
fn verify(file: &Path) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_proffer")).arg("verify").arg(file).env_clear().output().unwrap();
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
        assert!(printed.starts_with("VALID.") && printed.contains("Mia Berg (mia@harbor.example) signed"), "{printed}");
        assert!(printed.contains("neither an advanced nor a qualified electronic signature"), "{printed}");
    }
    let mut flipped = pdf.clone();
    flipped[pdf.len() / 2] ^= 1;
    let (code, printed) = verify(&file(&dir, "flipped.pdf", &flipped));
    assert_eq!((code, printed.contains("[seal]")), (1, true), "{printed}");
    let altered = String::from_utf8(json).unwrap().replace("\"name\":\"Mia Berg\",\"proposalId\"", "\"name\":\"Mia Borg\",\"proposalId\"");
    let (code, printed) = verify(&file(&dir, "altered.json", altered.as_bytes()));
    assert_eq!(code, 1);
    assert_eq!(printed, "ALTERED. This is not what was sealed:\n- The signature record was altered. [signature]\n");

    let (code, printed) = verify(&file(&dir, "other.txt", b"hello"));
    assert_eq!((code, printed.starts_with("NOT EVIDENCE.")), (2, true), "{printed}");
    let (code, printed) = verify(&dir.join("nowhere.pdf"));
    assert_eq!((code, printed.contains("cannot be read")), (2, true), "{printed}");
    link.app.finish().await;
}
