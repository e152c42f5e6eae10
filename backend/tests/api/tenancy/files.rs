//! The files of a tenant, and what was made of them.

use serde_json::json;

use crate::{
    client_imports,
    support::{
        actor::text,
        app::TestApp,
        operations::Files,
        stories::{self, Owner},
    },
};

/// A logo, an uploaded picture, a multipart upload, an uploaded file of clients and one that waits to be
/// imported, all with the word in them.
pub async fn files(app: &TestApp, owner: &Owner, word: &str) -> Files {
    let pictures = pictures(app, owner, word).await;
    let (clients_url, import) = clients(app, owner, word).await;
    Files { clients_url, import, ..pictures }
}

/// A logo, and two unused files: one complete, one with a single part. Pictures contain no text, and the name
/// of an upload is not stored.
async fn pictures(app: &TestApp, owner: &Owner, word: &str) -> Files {
    let logo = uploaded(owner).await;
    let logo = owner.put("/api/companies/logo", json!({ "logoURL": logo })).await.expect(200);
    let upload_url = uploaded(owner).await;
    let parts = json!({ "filename": format!("{word}.png"), "type": "image/png" });
    let parts = owner.post("/api/s3/multipart", parts).await.expect(200);
    let (upload_key, multipart) = (text(&parts["key"]).to_owned(), text(&parts["uploadId"]).to_owned());
    let part = owner.get(format!("/api/s3/multipart/{multipart}/1?key={upload_key}")).await.expect(200);
    put(text(&part["url"]), None, word.as_bytes().to_vec()).await;
    app.run_jobs().await;
    let object = text(&logo["objectPath"]).rsplit('/').next().unwrap_or_default().to_owned();
    Files { object, upload_url, upload_key, multipart, ..Files::nowhere() }
}

/// The address of an uploaded picture.
async fn uploaded(owner: &Owner) -> String {
    let picture = stories::picture();
    let upload = owner
        .post("/api/objects/upload", json!({ "contentType": "image/png", "size": picture.len() }))
        .await
        .expect(200);
    let url = text(&upload["uploadURL"]).to_owned();
    put(&url, Some("image/png"), picture).await;
    url
}

async fn put(url: &str, content_type: Option<&str>, bytes: Vec<u8>) {
    let mut request = reqwest::Client::builder().no_proxy().build().unwrap().put(url).body(bytes);
    if let Some(content_type) = content_type {
        request = request.header("content-type", content_type);
    }
    assert_eq!(request.send().await.unwrap().status(), 200);
}

/// One uploaded file, one waiting import, and one completed except for a line.
async fn clients(app: &TestApp, owner: &Owner, word: &str) -> (String, String) {
    let file = format!(
        "Company {word},First name,Last name,Email\n{word} Quay,Bo,{word},bo@quay-{word}.example\n{word},left out,,\n"
    );
    let done = client_imports::begin(owner, &format!("done-{word}.csv"), file.as_bytes()).await;
    owner
        .post(format!("/api/clients/imports/{}/run", text(&done["id"])), stories::import_plan())
        .await
        .expect(200);
    app.run_jobs().await;
    let waiting = client_imports::begin(owner, &format!("{word}.csv"), file.as_bytes()).await;
    (client_imports::upload(owner, file).await, text(&waiting["id"]).to_owned())
}
