//! The same tests against another S3 implementation: moto, a Python program. `.make/moto.sh` installs it, and
//! `.make/nightly.sh` sets its path; without it these tests are neither run nor counted.

use std::process::{Child, Command, Stdio};

use aws_sdk_s3::config::{BehaviorVersion, Credentials, Region};
use reqwest::Url;
use serde_json::json;

use super::{LOGO, part, path, png, put, refused, uploaded};
use crate::support::{
    actor::text,
    app::{Setup, TestApp},
    waiting,
};

struct Moto {
    child: Child,
    endpoint: String,
}

impl Drop for Moto {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

impl Moto {
    /// The server with one empty bucket.
    async fn start() -> Self {
        let program = std::env::var("PROFFER_MOTO_SERVER")
            .expect("PROFFER_MOTO_SERVER says where .make/moto.sh has put it");
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let child = Command::new(program)
            .args(["-H", "127.0.0.1", "-p", &port.to_string()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let moto = Self { child, endpoint: format!("http://127.0.0.1:{port}") };
        let patience = std::time::Duration::from_mins(1);
        waiting::until("moto answers", patience, async || {
            tokio::net::TcpStream::connect(("127.0.0.1", port)).await.ok()
        })
        .await;
        let config = aws_sdk_s3::Config::builder()
            .behavior_version(BehaviorVersion::latest())
            .endpoint_url(&moto.endpoint)
            .region(Region::new("us-east-1"))
            .credentials_provider(Credentials::new("proffer", "secret", None, None, "test"))
            .force_path_style(true)
            .build();
        aws_sdk_s3::Client::from_conf(config).create_bucket().bucket("files").send().await.unwrap();
        moto
    }

    async fn app(&self) -> TestApp {
        Setup::default()
            .with("S3_ENDPOINT", &self.endpoint)
            .with("S3_PUBLIC_ENDPOINT", self.endpoint.replace("127.0.0.1", "localhost"))
            .with("S3_BUCKET", "files")
            .with("S3_ACCESS_KEY", "proffer")
            .with("S3_SECRET_KEY", "secret")
            .with("S3_STS_ENDPOINT", &self.endpoint)
            .with("S3_STS_ROLE", "arn:aws:iam::123456789012:role/uploads")
            .start()
            .await
    }
}

async fn stored(app: &TestApp) -> Vec<String> {
    app.app.objects.list("").await.unwrap().into_iter().map(|(key, _)| key).collect()
}

#[tokio::test]
#[ignore = "needs moto, see .make/moto.sh"]
async fn a_logo_is_uploaded_made_replaced_and_removed() {
    let moto = Moto::start().await;
    let app = moto.app().await;
    let ada = app.owner_with_company("ada").await;
    let url = uploaded(&ada, "image/png", png(300, 100)).await;
    assert_eq!(url.parse::<Url>().unwrap().host_str(), Some("localhost"), "the address that browsers use");
    let made = ada.put(LOGO, json!({ "logoURL": url })).await.expect(200);
    app.run_jobs().await;
    assert_eq!(stored(&app).await.len(), 1);
    let served = ada.get(text(&made["objectPath"])).await;
    assert_eq!(image::load_from_memory(served.expect_bytes(200)).unwrap().width(), 300);
    refused(&ada, &url, "upload_not_found").await;
    // Remaining files are cleaned up.
    uploaded(&ada, "image/png", png(20, 20)).await;
    assert_eq!(put(&url, Some("image/png"), png(300, 100)).await, 200);
    app.pass(chrono::TimeDelta::days(1));
    app.run_jobs().await;
    assert_eq!(stored(&app).await.len(), 1);
    ada.delete(LOGO).await.expect(204);
    app.run_jobs().await;
    assert_eq!(stored(&app).await, Vec::<String>::new());
    app.finish().await;
}

#[tokio::test]
#[ignore = "needs moto, see .make/moto.sh"]
async fn a_file_in_parts_is_put_together_or_given_up() {
    let moto = Moto::start().await;
    let app = moto.app().await;
    let ada = app.owner_with_company("ada").await;
    let begin = || async {
        ada.post("/api/s3/multipart", json!({ "filename": "a.png", "type": "image/png" })).await.expect(200)
    };
    let of = begin().await;
    let parts = [part(&ada, &of, 1, vec![1; 5 * 1024 * 1024]).await, part(&ada, &of, 2, vec![2; 10]).await];
    let listed = ada.get(path(&of, "")).await.expect(200);
    assert_eq!((&listed[1]["Size"], &listed[1]["ETag"]), (&json!(10), &parts[1]["ETag"]));
    let wrong = json!([{ "PartNumber": 1, "ETag": "\"wrong\"" }, parts[1]]);
    ada.post(path(&of, "/complete"), json!({ "parts": wrong })).await.problem(422, "wrong_parts");
    let done = ada.post(path(&of, "/complete"), json!({ "parts": parts })).await.expect(200);
    refused(&ada, text(&done["location"]), "upload_too_large").await;

    let of = begin().await;
    let parts = [part(&ada, &of, 1, png(20, 20)).await];
    let done = ada.post(path(&of, "/complete"), json!({ "parts": parts })).await.expect(200);
    ada.put(LOGO, json!({ "logoURL": done["location"] })).await.expect(200);
    // Nothing is known about an upload that was never started, nor about a finished one.
    let of = begin().await;
    ada.delete(path(&of, "")).await.expect(200);
    ada.get(path(&of, "/1")).await.problem(404, "upload_not_found");
    app.run_jobs().await;
    app.finish().await;
}

#[tokio::test]
#[ignore = "needs moto, see .make/moto.sh"]
async fn keys_are_lent_for_a_while() {
    let moto = Moto::start().await;
    let app = moto.app().await;
    let ada = app.owner_with_company("ada").await;
    let lent = ada.get("/api/s3/sts").await.expect(200);
    assert_eq!((&lent["bucket"], &lent["region"]), (&json!("files"), &json!("us-east-1")));
    for name in ["AccessKeyId", "SecretAccessKey", "SessionToken", "Expiration"] {
        assert!(!text(&lent["credentials"][name]).is_empty(), "{name}");
    }
    app.finish().await;
}
