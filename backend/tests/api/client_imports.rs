//! Importing clients from files: mapping, preview, the import itself with every kind of duplicate and broken
//! line, and the export.

use std::collections::BTreeMap;

use chrono::TimeDelta;
use proffer::{features::clients::import_job::ImportClients, jobs::Job};
use serde_json::{Value, json};

use crate::support::{
    actor::text,
    app::TestApp,
    stories::{Owner, import_plan},
};

/// Uploads a file and returns its address.
pub async fn upload(owner: &Owner, bytes: impl Into<Vec<u8>>) -> String {
    let signed = owner.post("/api/objects/upload", json!({})).await.expect(200);
    let address = text(&signed["uploadURL"]).to_owned();
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let put = http.put(&address).body(bytes.into()).send().await.unwrap();
    assert!(put.status().is_success(), "{}", put.text().await.unwrap());
    address
}

/// Starts an import with a file.
pub async fn begin(owner: &Owner, name: &str, bytes: impl Into<Vec<u8>>) -> Value {
    let input = json!({ "uploadURL": upload(owner, bytes).await, "fileName": name });
    owner.post("/api/clients/imports", input).await.expect(201)
}

fn path(import: &Value) -> String {
    format!("/api/clients/imports/{}", text(&import["id"]))
}

/// The suggested columns with that handling of duplicates.
fn plan(import: &Value, duplicates: &str) -> Value {
    json!({ "mapping": import["suggested"], "duplicates": duplicates })
}

/// Imports a file completely, and returns the result.
async fn bring(app: &TestApp, owner: &Owner, file: &str, duplicates: &str) -> Value {
    let import = begin(owner, "clients.csv", file).await;
    let preview =
        owner.post(format!("{}/preview", path(&import)), plan(&import, duplicates)).await.expect(200);
    owner.post(format!("{}/run", path(&import)), plan(&import, duplicates)).await.expect(200);
    app.run_jobs().await;
    let done = owner.get(path(&import)).await.expect(200);
    assert_eq!(done["state"], "done", "{done:#}");
    for field in ["added", "updated", "skipped", "skippedRows"] {
        assert_eq!(done[field], preview[field], "{field} is as the preview said");
    }
    done
}

fn counts(import: &Value) -> [i64; 3] {
    ["added", "updated", "skipped"].map(|field| import[field].as_i64().unwrap())
}

/// Company and phone of each client, by address.
async fn clients(owner: &Owner) -> BTreeMap<String, Vec<(String, String)>> {
    let mut found: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    let list = owner.get("/api/clients?limit=100").await.expect(200);
    for client in list.as_array().unwrap() {
        let phone = client["phone"].as_str().unwrap_or_default().to_owned();
        found
            .entry(text(&client["email"]).to_owned())
            .or_default()
            .push((text(&client["companyName"]).to_owned(), phone));
    }
    for same in found.values_mut() {
        same.sort();
    }
    found
}

#[tokio::test]
async fn a_file_is_mapped_previewed_and_brought_in() {
    let (app, ada) = TestApp::with_owner().await;
    let mut file = b"\xef\xbb\xbfFirma;Ansprechpartner;E-Mail;Telefon\r\n".to_vec();
    file.extend(
        "Höfe GmbH;Mia van Berg;Mia@hoefe.example;'+49 30 1\r\nQuay;;nobody;\r\n;\r\n\r\n".as_bytes(),
    );
    let import = begin(&ada, "Kunden.csv", file).await;
    assert_eq!(import["columns"], json!(["Firma", "Ansprechpartner", "E-Mail", "Telefon"]));
    assert_eq!(
        import["suggested"],
        json!({ "companyName": 0, "firstName": 1, "lastName": 1, "email": 2, "phone": 3 })
    );
    assert_eq!(import["sample"][0], json!(["Höfe GmbH", "Mia van Berg", "Mia@hoefe.example", "'+49 30 1"]));
    assert_eq!(
        (&import["state"], &import["rowCount"], &import["processed"]),
        (&json!("waiting"), &json!(4), &json!(0))
    );
    assert_eq!(ada.get(path(&import)).await.expect(200), import);

    let preview = ada.post(format!("{}/preview", path(&import)), plan(&import, "skip")).await.expect(200);
    assert_eq!(counts(&preview), [1, 0, 3]);
    assert_eq!(
        preview["rows"],
        json!([{
            "line": 2, "isNew": true, "companyName": "Höfe GmbH", "firstName": "Mia van", "lastName": "Berg",
            "email": "mia@hoefe.example", "phone": "+49 30 1",
        }])
    );
    let skipped: Vec<_> = preview["skippedRows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["line"].clone(), row["code"].clone()))
        .collect();
    assert_eq!(
        skipped,
        [(json!(3), json!("required")), (json!(4), json!("blank_line")), (json!(5), json!("blank_line"))]
    );
    assert_eq!(ada.get("/api/clients").await.expect(200), json!([]), "a preview changes nothing");

    let begun = ada.post(format!("{}/run", path(&import)), plan(&import, "skip")).await.expect(200);
    assert_eq!(begun["state"], "running");
    let again = ada.post(format!("{}/run", path(&import)), plan(&import, "skip")).await;
    again.problem(409, "import_begun");
    ada.post(format!("{}/preview", path(&import)), plan(&import, "skip")).await.problem(409, "import_begun");
    app.run_jobs().await;
    let done = ada.get(path(&import)).await.expect(200);
    assert_eq!((&done["state"], &done["processed"], counts(&done)), (&json!("done"), &json!(4), [1, 0, 3]));
    let list = ada.get("/api/clients").await.expect(200);
    assert_eq!(list[0]["lastName"], "Berg");
    assert_eq!(
        app.stored_objects().iter().filter(|key| key.starts_with("uploads")).count(),
        0,
        "the file is gone"
    );

    let file = ada.get(format!("{}/skipped", path(&import))).await;
    let file = String::from_utf8(file.expect_bytes(200).to_vec()).unwrap();
    let lines: Vec<_> = file.split("\r\n").collect();
    assert_eq!(lines[0], "\u{feff}Line,Reason,Firma,Ansprechpartner,E-Mail,Telefon");
    let reason = "First name is required; Last name is required; Invalid email address";
    assert_eq!(lines[1], format!("3,{reason},Quay,,nobody,"));
    let log = ada.get("/api/audit-log?object=clients").await.expect(200);
    assert_eq!(log[0]["targetName"], "Kunden.csv");
    app.finish().await;
}

#[tokio::test]
async fn duplicates_are_left_out_changed_or_added_again() {
    for (duplicates, expected, harbor) in [
        ("skip", [1, 0, 2], vec![("Harbor", "1")]),
        ("update", [1, 2, 0], vec![("Harbor", "2")]),
        ("add", [2, 0, 1], vec![("Harbor", "1"), ("Harbour", "2")]),
    ] {
        let (app, ada) = TestApp::with_owner().await;
        let there = json!({
            "companyName": "Harbor", "firstName": "Mia", "lastName": "Berg", "email": "mia@harbor.example",
            "phone": "1"
        });
        ada.post("/api/clients", there).await.expect(201);
        app.pass(TimeDelta::seconds(1));
        let company = if duplicates == "update" { "" } else { "Harbour" };
        let file = format!(
            "Company,First name,Last name,Email,Phone\n{company},Mia,Berg,MIA@harbor.example,2\nQuay,Bo,Ek,bo@quay.example,3\n,,,bo@quay.example,4\n"
        );
        let done = bring(&app, &ada, &file, duplicates).await;
        assert_eq!(counts(&done), expected, "{duplicates}: {done:#}");
        let found = clients(&ada).await;
        let harbor: Vec<_> =
            harbor.into_iter().map(|(company, phone)| (company.to_owned(), phone.to_owned())).collect();
        assert_eq!(found["mia@harbor.example"], harbor, "{duplicates}");
        let quay = if duplicates == "update" { "4" } else { "3" };
        assert_eq!(found["bo@quay.example"], [("Quay".to_owned(), quay.to_owned())], "{duplicates}");
        app.finish().await;
    }
}

/// Every hundredth line is broken in one of four ways, and every thousandth is a duplicate.
fn large() -> (String, [i64; 3]) {
    let mut file = String::from("Company,First name,Last name,Email,Phone\n");
    let mut counts = [0, 0, 0];
    for number in 0..50_000 {
        let (line, added) = match number {
            n if n % 1000 == 999 => (format!("=1+1,Mia,Berg,c{}@large.example,\n", n - 1), false),
            n if n % 400 == 100 => (format!("\"Open,Mia,Berg,c{n}@large.example,\n"), false),
            n if n % 400 == 200 => (format!("Few,c{n}@large.example\n"), false),
            n if n % 400 == 300 => (format!("Many,Mia,Berg,c{n}@large.example,1,2\n"), false),
            n if n % 400 == 0 => ("\n".to_owned(), false),
            n => (format!("'=HYPERLINK(\"x{n}\"),Mia,Berg,c{n}@large.example,\n"), true),
        };
        file.push_str(&line);
        counts[if added { 0 } else { 2 }] += 1;
    }
    (file, counts)
}

#[tokio::test]
async fn fifty_thousand_lines_are_all_accounted_for() {
    let (app, ada) = TestApp::with_owner().await;
    let (file, expected) = large();
    let done = bring(&app, &ada, &file, "skip").await;
    assert_eq!((counts(&done), &done["processed"]), (expected, &json!(50_000)));
    assert_eq!(done["skippedRows"].as_array().unwrap().len(), 100);
    let clients: i64 =
        app.database.value("SELECT count(*) FROM clients WHERE company_name LIKE '=HYPERLINK%'").await;
    assert_eq!(clients, expected[0]);
    let codes: Vec<String> = app
        .database
        .values("SELECT code || ' ' || count(*) FROM client_import_rows GROUP BY code ORDER BY code")
        .await;
    assert_eq!(
        codes,
        ["blank_line 125", "duplicate 50", "too_few_cells 125", "too_many_cells 125", "unclosed_quote 125"]
    );
    let skipped = ada.get(format!("{}/skipped", path(&done))).await;
    let skipped = String::from_utf8(skipped.expect_bytes(200).to_vec()).unwrap();
    assert_eq!(skipped.lines().count(), 551);
    assert!(skipped.contains(",'=1+1,"), "no cell is run as a formula");

    let export = ada.get("/api/clients/export").await;
    let export = String::from_utf8(export.expect_bytes(200).to_vec()).unwrap();
    assert_eq!(export.lines().count(), 1 + usize::try_from(expected[0]).unwrap());
    assert!(!export.contains(",=") && !export.contains("\r\n="));

    let more = format!("{file}One,Mia,Berg,more@large.example,\n");
    let input = json!({ "uploadURL": upload(&ada, more).await, "fileName": "more.csv" });
    ada.post("/api/clients/imports", input).await.problem(422, "too_many_rows");
    app.finish().await;
}

#[tokio::test]
async fn two_concurrent_imports_add_no_client_twice() {
    let (app, ada) = TestApp::with_owner().await;
    let mut file = String::from("Company,First name,Last name,Email\n");
    file.extend((0..1200).map(|number| format!("C {number},Mia,Berg,c{number}@two.example\n")));
    let mut imports = Vec::new();
    for name in ["one.csv", "two.csv"] {
        imports.push(begin(&ada, name, file.as_bytes()).await);
    }
    for import in &imports {
        ada.post(format!("{}/run", path(import)), import_plan()).await.expect(200);
    }
    app.run_jobs().await;
    let mut total = [0, 0, 0];
    for import in &imports {
        let done = ada.get(path(import)).await.expect(200);
        assert_eq!(done["state"], "done");
        counts(&done).into_iter().zip(&mut total).for_each(|(count, sum)| *sum += count);
    }
    assert_eq!(total, [1200, 0, 1200]);
    assert_eq!(app.database.value::<i64>("SELECT count(*) FROM clients").await, 1200);
    app.finish().await;
}

#[tokio::test]
async fn an_import_that_was_killed_goes_on_where_it_was() {
    let (app, ada) = TestApp::with_owner().await;
    let mut file = String::from("Company,First name,Last name,Email\nFirst,Mia,Berg,c700@killed.example\n");
    file.extend((0..1100).map(|number| format!("C {number},Mia,Berg,c{number}@killed.example\n")));
    let import = begin(&ada, "clients.csv", file).await;
    ada.post(format!("{}/run", path(&import)), import_plan()).await.expect(200);
    // The second batch cannot be written: the job ends after the first, as if it had been killed there.
    app.database
        .run(
            "CREATE FUNCTION stop() RETURNS trigger LANGUAGE plpgsql AS
             $$ BEGIN IF new.processed > 500 THEN RAISE EXCEPTION 'stopped'; END IF; RETURN new; END $$;
             CREATE TRIGGER stop BEFORE UPDATE ON client_imports FOR EACH ROW EXECUTE FUNCTION stop()",
        )
        .await;
    let workspace_id = app.database.value("SELECT workspace_id FROM client_imports").await;
    let job = || ImportClients { import_id: text(&import["id"]).parse().unwrap() };
    job().run(&app.context(workspace_id)).await.unwrap_err();
    let half = ada.get(path(&import)).await.expect(200);
    assert_eq!(
        (&half["state"], &half["processed"], counts(&half)),
        (&json!("running"), &json!(500), [500, 0, 0])
    );
    assert_eq!(app.database.value::<i64>("SELECT count(*) FROM clients").await, 500);

    app.database.run("DROP TRIGGER stop ON client_imports").await;
    app.run_jobs().await;
    let done = ada.get(path(&import)).await.expect(200);
    assert_eq!((&done["state"], counts(&done)), (&json!("done"), [1100, 0, 1]));
    let message = "Line 2 has the same email address";
    assert_eq!(
        (&done["skippedRows"][0]["line"], &done["skippedRows"][0]["message"]),
        (&json!(703), &json!(message))
    );
    // Running the same job again finds nothing left to do.
    job().run(&app.context(workspace_id)).await.unwrap();
    assert_eq!(app.database.value::<i64>("SELECT count(*) FROM clients").await, 1100);
    app.finish().await;
}

#[tokio::test]
async fn an_import_whose_file_is_gone_says_what_was_kept() {
    let (app, ada) = TestApp::with_owner().await;
    let import =
        begin(&ada, "clients.csv", "Company,First name,Last name,Email\nC,Mia,Berg,c@gone.example\n").await;
    ada.post(format!("{}/run", path(&import)), import_plan()).await.expect(200);
    for key in app.stored_objects().into_iter().filter(|key| key.starts_with("uploads")) {
        app.app.objects.delete(&key).await.unwrap();
    }
    app.run_jobs().await;
    assert_eq!(app.outcomes("import_clients").await, ["done after 1"], "no further attempt finds it");
    let failed = ada.get(path(&import)).await.expect(200);
    assert_eq!(failed["state"], "failed");
    let problem = "The file is no longer there, or cannot be read any more. 0 of its 1 lines were processed; \
                   the 0 clients that were added and the 0 that were changed are kept.";
    assert_eq!(failed["problem"], problem);
    app.finish().await;
}

#[tokio::test]
async fn a_storage_that_is_away_is_asked_again_and_given_up_in_the_end() {
    let (mut app, ada) = TestApp::with_owner().await;
    let import =
        begin(&ada, "clients.csv", "Company,First name,Last name,Email\nC,Mia,Berg,c@away.example\n").await;
    ada.post(format!("{}/run", path(&import)), import_plan()).await.expect(200);
    app.stop_objects().await;
    app.run_jobs().await;
    assert_eq!(app.tried_again("import_clients").await, "retrying");
    assert_eq!(ada.get(path(&import)).await.expect(200)["state"], "running");
    for _ in 2..=5 {
        app.make_retries_due().await;
        app.run_jobs().await;
    }
    let failed = ada.get(path(&import)).await.expect(200);
    assert_eq!(
        (&failed["state"], app.outcomes("import_clients").await),
        (&json!("failed"), vec!["done after 5".to_owned()])
    );
    assert!(
        text(&failed["problem"])
            .starts_with("The file could not be imported completely, because our storage"),
        "{failed:#}"
    );
    // Its file can be removed once the storage is available again.
    app.database
        .run("DELETE FROM graphile_worker._private_jobs; DELETE FROM jobs WHERE task = 'remove_objects'")
        .await;
    app.finish().await;
}

#[tokio::test]
async fn what_is_wrong_with_a_file_or_a_plan_is_said() {
    let (app, ada) = TestApp::with_owner().await;
    for (file, code) in [
        (&b"PK\x03\x04workbook"[..], "file_is_workbook"),
        (b"Company,Email\n", "no_rows"),
        (b"\"Company,Email\nx,y\n", "heading_unreadable"),
        (b"\n", "file_empty"),
    ] {
        let input = json!({ "uploadURL": upload(&ada, file).await, "fileName": "clients.csv" });
        ada.post("/api/clients/imports", input).await.problem(422, code);
    }
    let huge = json!({
        "uploadURL": upload(&ada, vec![b'x'; 10 * 1024 * 1024 + 1]).await, "fileName": "clients.csv"
    });
    ada.post("/api/clients/imports", huge).await.problem(422, "upload_too_large");
    let nowhere = json!({ "uploadURL": "http://127.0.0.1:1/nothing", "fileName": "clients.csv" });
    ada.post("/api/clients/imports", nowhere).await.problem(422, "upload_not_found");

    let address = upload(&ada, "Company,Name,Email\nC,Mia Berg,c@wrong.example\n").await;
    let unnamed = ada.post("/api/clients/imports", json!({ "uploadURL": address, "fileName": " " })).await;
    assert_eq!(unnamed.field_messages(), ["fileName: File name is required"]);
    let import = ada
        .post("/api/clients/imports", json!({ "uploadURL": address, "fileName": "clients.csv" }))
        .await
        .expect(201);
    ada.post("/api/clients/imports", json!({ "uploadURL": address, "fileName": "again.csv" }))
        .await
        .problem(422, "upload_not_found");
    for action in ["preview", "run"] {
        let wrong =
            json!({ "mapping": { "companyName": 3, "firstName": 1, "lastName": 1 }, "duplicates": "skip" });
        let answer = ada.post(format!("{}/{action}", path(&import)), wrong).await;
        answer.problem(422, "validation_failed");
        assert_eq!(
            answer.field_messages(),
            [
                "mapping.companyName: The file has no such column.",
                "mapping.email: Choose the column with the contact's email address."
            ]
        );
    }
    app.finish().await;
}

#[tokio::test]
async fn an_unused_import_file_is_deleted_after_a_day() {
    let (app, ada) = TestApp::with_owner().await;
    let file = "Company,First name,Last name,Email\nC,Mia,Berg,c@day.example\n";
    let (left, begun) = (begin(&ada, "left.csv", file).await, begin(&ada, "begun.csv", file).await);
    ada.post(format!("{}/run", path(&begun)), import_plan()).await.expect(200);
    app.pass(TimeDelta::hours(23));
    app.run_jobs().await;
    ada.get(path(&left)).await.expect(200);
    app.pass(TimeDelta::hours(2));
    app.run_jobs().await;
    ada.get(path(&left)).await.problem(404, "client_import_not_found");
    assert_eq!(ada.get(path(&begun)).await.expect(200)["state"], "done");
    assert_eq!(app.stored_objects().iter().filter(|key| key.starts_with("uploads")).count(), 0);
    app.finish().await;
}

#[tokio::test]
async fn another_workspaces_import_is_not_there() {
    let (app, ada) = TestApp::with_owner().await;
    let bea = app.register_verified_owner("bea").await;
    let import =
        begin(&ada, "clients.csv", "Company,First name,Last name,Email\nC,Mia,Berg,c@other.example\n").await;
    bea.get(path(&import)).await.problem(404, "client_import_not_found");
    bea.get(format!("{}/skipped", path(&import))).await.problem(404, "client_import_not_found");
    for action in ["preview", "run"] {
        bea.post(format!("{}/{action}", path(&import)), import_plan())
            .await
            .problem(404, "client_import_not_found");
    }
    let stolen = json!({ "uploadURL": upload(&ada, "Company\nC\n").await, "fileName": "clients.csv" });
    bea.post("/api/clients/imports", stolen).await.problem(422, "upload_not_found");
    assert_eq!(ada.get(path(&import)).await.expect(200)["state"], "waiting");
    app.finish().await;
}

#[tokio::test]
async fn what_is_exported_comes_in_again_as_it_was() {
    let (app, ada) = TestApp::with_owner().await;
    let bea = app.register_verified_owner("bea").await;
    for client in [
        json!({
            "companyName": "=cmd|' /C calc'!A0", "firstName": "Mia, \"the\" one", "lastName": "'=Berg",
            "email": "mia@round.example",
            "phone": "+49 30 1", "address": "1 Quay Street\nHamburg; \"HH\"",
            "websiteUrl": "https://round.example/a?b=c,d",
            "description": "-1\r\n@home",
        }),
        json!({
            "companyName": "Höfe & Söhne 👩‍💻", "firstName": "Žofia", "lastName": "O'Neil",
            "email": "zofia@round.example"
        }),
    ] {
        ada.post("/api/clients", client).await.expect(201);
        // They are listed by their age.
        app.pass(TimeDelta::seconds(1));
    }
    let export = ada.get("/api/clients/export").await;
    assert!(export.header("content-type").unwrap().starts_with("text/csv"));
    assert!(export.header("content-disposition").unwrap().contains("clients-2026-03-02.csv"));
    let file = export.expect_bytes(200).to_vec();
    assert!(
        file.starts_with(
            "\u{feff}Company name,First name,Last name,Email,Phone,Address,Website,Description\r\n'=cmd|"
                .as_bytes()
        )
    );

    let import = begin(&bea, "clients.csv", file).await;
    let all =
        ["companyName", "firstName", "lastName", "email", "phone", "address", "websiteUrl", "description"];
    assert_eq!(import["suggested"].as_object().unwrap().len(), all.len(), "every column is known");
    bea.post(format!("{}/run", path(&import)), plan(&import, "skip")).await.expect(200);
    app.run_jobs().await;
    assert_eq!(counts(&bea.get(path(&import)).await.expect(200)), [2, 0, 0]);
    let described = |list: &Value| {
        let client = |client: &Value| all.map(|field| client.get(field).cloned());
        let mut clients: Vec<_> = list.as_array().unwrap().iter().map(client).collect();
        clients.sort_by_key(|client| client[3].as_ref().map(ToString::to_string));
        clients
    };
    let [theirs, ours] =
        [bea.get("/api/clients").await.expect(200), ada.get("/api/clients").await.expect(200)];
    assert_eq!(described(&theirs), described(&ours));
    app.finish().await;
}
