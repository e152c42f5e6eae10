//! Files that are added to a recap: read by kind, refused one by one, within limits.

use serde_json::{Value, json};

use crate::{
    client_imports::upload,
    support::{app::TestApp, stories::Owner},
};

const PDF: &[u8] = include_bytes!("../../domain/tests/fixtures/recap_files/notes.pdf");
const ENCRYPTED: &[u8] = include_bytes!("../../domain/tests/fixtures/recap_files/encrypted.pdf");
const CALL: &str = "WEBVTT\n\n00:01.000 --> 00:04.500\n<v Dana Reyes>The site is slow.\n\n00:05.000 --> 00:06.000\n<v Tom>We can fix that.\n";

/// Uploads the files and has them read.
async fn read(owner: &Owner, files: &[(&str, &[u8])]) -> Vec<Value> {
    let mut named = Vec::new();
    for (name, bytes) in files {
        named.push(json!({ "uploadURL": upload(owner, *bytes).await, "fileName": name }));
    }
    let answer = owner.post("/api/proposals/recap-files", json!({ "files": named })).await.expect(200);
    answer["files"].as_array().unwrap().clone()
}

#[tokio::test]
async fn files_are_read_in_order_and_a_bad_one_keeps_no_other_from_being_read() {
    let (app, ada) = TestApp::with_owner().await;
    let windows = b"Zo\xeb: \xa3600";
    let found = read(
        &ada,
        &[
            ("call.vtt", CALL.as_bytes()),
            ("secret.pdf", ENCRYPTED),
            ("notes.pdf", PDF),
            ("notes.txt", windows),
            ("photo.pdf", b"\x89PNG"),
        ],
    )
    .await;
    assert_eq!(
        found[0],
        json!({
            "fileName": "call.vtt",
            "text": "Dana Reyes: The site is slow.\nTom: We can fix that.",
            "turns": [
                { "speaker": "Dana Reyes", "startMs": 1000, "endMs": 4500 },
                { "speaker": "Tom", "startMs": 5000, "endMs": 6000 },
            ],
        })
    );
    let message = "“secret.pdf” is protected by a password: save a copy without one and add that.";
    assert_eq!(
        found[1],
        json!({
            "fileName": "secret.pdf", "turns": [], "refusal": { "code": "file_encrypted", "message": message }
        })
    );
    assert!(found[2]["text"].as_str().unwrap().contains("Booking website\t£4,800"), "{}", found[2]);
    assert_eq!(found[3]["text"], "Zoë: £600");
    assert_eq!(found[4]["refusal"]["code"], "file_wrong_content");
    let stored: i64 = app.database.value("SELECT count(*) FROM proposals").await;
    assert_eq!(stored, 0, "nothing is made of it");
    app.finish().await;
}

#[tokio::test]
async fn an_upload_that_is_gone_or_anothers_is_refused_by_itself() {
    let (app, ada) = TestApp::with_owner().await;
    let mia = app.owner_with_company("mia").await;
    let (of_mia, of_ada) = (upload(&mia, CALL).await, upload(&ada, CALL).await);
    let file = |url: &str, name: &str| json!({ "uploadURL": url, "fileName": name });
    let files = json!({
        "files": [file(&of_mia, "a.vtt"), file(&of_ada, "b.vtt"), file("https://nobody.example/x", "c.vtt"), file(&of_ada, "d.pages")]
    });
    let answer = ada.post("/api/proposals/recap-files", files).await.expect(200);
    let codes: Vec<&Value> =
        answer["files"].as_array().unwrap().iter().map(|file| &file["refusal"]["code"]).collect();
    assert_eq!(
        codes,
        [&json!("upload_not_found"), &Value::Null, &json!("upload_not_found"), &json!("file_unsupported")]
    );
    assert_eq!(answer["files"][0]["refusal"]["message"], "“a.vtt” is not there any more: add it again.");
    app.finish().await;
}

#[tokio::test]
async fn wrong_input_names_its_field() {
    let (app, ada) = TestApp::with_owner().await;
    let file = |name: &str| json!({ "uploadURL": "https://nobody.example/x", "fileName": name });
    for (files, field, code) in [
        (json!([]), "files", "required"),
        (json!(vec![file("a.txt"); 11]), "files", "too_many"),
        (json!([file("a.txt"), file(" ")]), "files[1].fileName", "required"),
        (json!([file(&"a".repeat(256))]), "files[0].fileName", "too_long"),
    ] {
        let problem = ada
            .post("/api/proposals/recap-files", json!({ "files": files }))
            .await
            .problem(422, "validation_failed");
        assert_eq!(
            (&problem["errors"][0]["field"], &problem["errors"][0]["code"]),
            (&json!(field), &json!(code))
        );
    }
    app.finish().await;
}

/// A PDF whose page expands to 300 MB: the process that reads it is ended, and the server goes on.
#[tokio::test]
async fn a_file_that_takes_all_memory_is_refused_and_the_server_goes_on() {
    let (app, ada) = TestApp::with_owner().await;
    let found = read(&ada, &[("bomb.pdf", &bomb()), ("call.vtt", CALL.as_bytes())]).await;
    assert_eq!(found[0]["refusal"]["code"], "file_too_complex", "{}", found[0]);
    assert_eq!(found[1]["turns"][1]["speaker"], "Tom");
    app.finish().await;
}

/// A page with a stream of spaces that was compressed twice.
fn bomb() -> Vec<u8> {
    use std::io::Write as _;
    let compressed = |repeat: usize, bytes: &[u8]| {
        let mut out = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
        (0..repeat).for_each(|_| out.write_all(bytes).unwrap());
        out.finish().unwrap()
    };
    let stream = compressed(1, &compressed(300, &vec![b' '; 1024 * 1024]));
    let mut file = b"%PDF-1.7\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n\
        2 0 obj << /Type /Pages /Count 1 /Kids [3 0 R] >> endobj\n\
        3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >> endobj\n"
        .to_vec();
    writeln!(file, "4 0 obj << /Filter [/FlateDecode /FlateDecode] /Length {} >> stream", stream.len())
        .unwrap();
    file.extend(stream);
    file.extend(b"\nendstream endobj\ntrailer << /Root 1 0 R >>\n");
    file
}
