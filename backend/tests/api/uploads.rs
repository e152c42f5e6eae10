//! Files that browsers upload directly to the storage: what is signed, who may use it, what happens to used
//! and to unused files.

mod second;
mod unbounded;

use std::io::Cursor;

use aws_sdk_s3::{
    config::{BehaviorVersion, Credentials, Region},
    presigning::PresigningConfig,
};
use chrono::TimeDelta;
use image::{DynamicImage, GrayImage, ImageFormat, Rgba, RgbaImage};
use reqwest::StatusCode;
use secrecy::ExposeSecret;
use serde_json::{Value, json};

use crate::support::{
    actor::{Actor, text},
    app::{Setup, TestApp},
    stories::{self, Owner},
};

const LOGO: &str = "/api/companies/logo";
const UPLOAD: &str = "/api/objects/upload";

fn encoded(picture: &RgbaImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let picture = DynamicImage::ImageRgba8(picture.clone());
    let picture =
        if format == ImageFormat::Jpeg { DynamicImage::ImageRgb8(picture.into_rgb8()) } else { picture };
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn encoded_gray(picture: &GrayImage) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// Half red, half transparent.
fn logo(width: u32, height: u32) -> RgbaImage {
    RgbaImage::from_fn(
        width,
        height,
        |x, _| if x < width / 2 { Rgba([255, 0, 0, 255]) } else { Rgba([0, 0, 0, 0]) },
    )
}

fn png(width: u32, height: u32) -> Vec<u8> {
    encoded(&logo(width, height), ImageFormat::Png)
}

/// An upload address for that file, signed for its type and size.
async fn address(actor: &Actor, content_type: &str, size: usize) -> String {
    let upload = actor.post(UPLOAD, json!({ "contentType": content_type, "size": size })).await.expect(200);
    text(&upload["uploadURL"]).to_owned()
}

/// The browser's upload.
async fn put(url: &str, content_type: Option<&str>, bytes: Vec<u8>) -> StatusCode {
    let request = reqwest::Client::builder().no_proxy().build().unwrap().put(url).body(bytes);
    let request = match content_type {
        Some(content_type) => request.header("content-type", content_type),
        None => request,
    };
    request.send().await.unwrap().status()
}

/// The address of an uploaded file.
async fn uploaded(actor: &Actor, content_type: &str, bytes: Vec<u8>) -> String {
    let url = address(actor, content_type, bytes.len()).await;
    assert_eq!(put(&url, Some(content_type), bytes).await, 200);
    url
}

async fn refused(actor: &Actor, url: &str, code: &str) {
    let problem = actor.put(LOGO, json!({ "logoURL": url })).await.problem(422, code);
    assert_eq!(
        (&problem["errors"][0]["field"], &problem["errors"][0]["code"]),
        (&json!("logoURL"), &json!(code)),
        "{problem}"
    );
}

fn sweeping(keys: &[String]) -> Vec<&String> {
    keys.iter().filter(|key| key.starts_with("uploads/")).collect()
}

#[tokio::test]
async fn an_uploaded_picture_becomes_the_logo() {
    let (app, ada) = TestApp::with_company().await;
    let url = uploaded(&ada, "image/png", png(300, 100)).await;
    assert_eq!(sweeping(&app.stored_objects()).len(), 1);
    let made = ada.put(LOGO, json!({ "logoURL": url })).await.expect(200);
    assert_eq!((&made["width"], &made["height"]), (&json!(300), &json!(100)));
    let path = text(&made["objectPath"]).to_owned();
    assert_eq!(ada.get("/api/companies").await.expect(200)["logoUrl"], path);
    let served = ada.get(&path).await;
    for (name, value) in [
        ("content-type", "image/png"),
        ("cache-control", "private, max-age=31536000, immutable"),
        ("content-disposition", "inline"),
        ("x-content-type-options", "nosniff"),
    ] {
        assert_eq!(served.header(name), Some(value), "{name}");
    }
    assert!(served.header("content-security-policy").unwrap().starts_with("default-src 'none'"));
    let picture = image::load_from_memory(served.expect_bytes(200)).unwrap().into_rgba8();
    assert_eq!(
        (picture.dimensions(), picture.get_pixel(299, 50).0[3]),
        ((300, 100), 0),
        "what lets the ground through goes on doing so"
    );

    // The file is gone, and the upload has been used.
    app.run_jobs().await;
    assert_eq!(app.stored_objects().len(), 1);
    refused(&ada, &url, "upload_not_found").await;

    // Another one replaces it.
    let next = uploaded(&ada, "image/webp", encoded(&logo(3000, 1000), ImageFormat::WebP)).await;
    let next = ada.put(LOGO, json!({ "logoURL": next })).await.expect(200);
    assert_eq!((&next["width"], &next["height"]), (&json!(1024), &json!(341)));
    ada.get(&path).await.problem(404, "object_not_found");
    app.run_jobs().await;
    assert_eq!(app.stored_objects().len(), 1);

    ada.delete(LOGO).await.expect(204);
    assert_eq!(ada.get("/api/companies").await.expect(200).get("logoUrl"), None);
    app.run_jobs().await;
    assert_eq!(app.stored_objects(), Vec::<String>::new());
    let logged: Vec<String> = app
        .database
        .values(
            "SELECT action || ' ' || target_name FROM audit_log WHERE action LIKE '%logo' ORDER BY action",
        )
        .await;
    assert_eq!(logged, ["change_logo ada Studio", "change_logo ada Studio", "remove_logo ada Studio"]);
    app.finish().await;
}

#[tokio::test]
async fn before_there_is_a_company_the_logo_waits_for_it() {
    let (app, ada) = TestApp::with_owner().await;
    let url = uploaded(&ada, "image/png", png(40, 40)).await;
    let path = ada.put(LOGO, json!({ "logoURL": url })).await.expect(200)["objectPath"].clone();
    for foreign in [
        "https://cdn.example/logo.png",
        "/api/objects/019cadc6-9a80-7aaa-8aaa-000000000001",
        "/objects/logo.png",
    ] {
        let refused = ada
            .post("/api/companies", json!({ "name": "Ada", "logoUrl": foreign }))
            .await
            .problem(422, "validation_failed");
        assert_eq!(refused["errors"][0]["field"], "logoUrl", "{foreign}");
    }
    assert_eq!(
        ada.post("/api/companies", json!({ "name": "Ada", "logoUrl": path })).await.expect(201)["logoUrl"],
        path
    );
    // The profile can be saved with its present logo; another workspace's is refused, and a blank value
    // removes it.
    assert_eq!(
        ada.put("/api/companies", json!({ "name": "Ada", "logoUrl": path })).await.expect(200)["logoUrl"],
        path
    );
    let bob = app.register_verified_owner("bob").await;
    bob.post("/api/companies", json!({ "name": "Bob", "logoUrl": path }))
        .await
        .problem(422, "validation_failed");
    bob.get(text(&path)).await.problem(404, "object_not_found");
    // A logo from before this rule may be kept.
    app.database.run("UPDATE companies SET logo_url = 'https://cdn.example/old.png'").await;
    ada.put("/api/companies", json!({ "logoUrl": "https://cdn.example/old.png" })).await.expect(200);
    ada.put("/api/companies", json!({ "logoUrl": "https://cdn.example/new.png" }))
        .await
        .problem(422, "validation_failed");
    ada.put("/api/companies", json!({ "logoUrl": path })).await.expect(200);
    assert_eq!(ada.put("/api/companies", json!({ "logoUrl": "" })).await.expect(200).get("logoUrl"), None);
    app.run_jobs().await;
    assert_eq!(app.stored_objects(), Vec::<String>::new());
    app.finish().await;
}

#[tokio::test]
async fn the_storage_takes_what_was_announced_and_nothing_else() {
    let (app, ada) = TestApp::with_company().await;
    let file = png(30, 30);
    let url = address(&ada, "image/png", file.len()).await;
    assert!(url.contains("X-Amz-Expires=900"), "{url}");
    let longer = [file.clone(), vec![0]].concat();
    for (what, content_type, bytes) in [
        ("longer", Some("image/png"), longer),
        ("shorter", Some("image/png"), file[1..].to_vec()),
        ("another type", Some("text/html"), file.clone()),
        ("no type", None, file.clone()),
    ] {
        assert_eq!(put(&url, content_type, bytes).await, 403, "{what}");
    }
    assert_eq!(app.stored_objects(), Vec::<String>::new());
    assert_eq!(put(&url, Some("image/png"), file.clone()).await, 200);
    // Another path with the same signature.
    let place = url.split('?').next().unwrap();
    assert_eq!(put(&url.replace(place, &format!("{place}x")), Some("image/png"), file.clone()).await, 403);

    // If no type or size was declared, only the path is signed.
    for body in [None, Some("{}")] {
        let mut request = ada.request(reqwest::Method::POST, UPLOAD);
        if let Some(body) = body {
            request = request.header("content-type", "application/json").body(body);
        }
        let open = text(&ada.send(request).await.expect(200)["uploadURL"]).to_owned();
        assert_eq!(put(&open, Some("image/png"), file.clone()).await, 200, "{body:?}");
        ada.put(LOGO, json!({ "logoURL": open })).await.expect(200);
    }
    app.run_jobs().await;
    app.finish().await;
}

#[tokio::test]
async fn what_is_too_large_or_of_another_kind_gets_no_address() {
    let (app, ada) = TestApp::with_owner().await;
    for (input, field, code) in [
        (json!({ "contentType": "image/svg+xml", "size": 10 }), "contentType", "unsupported_type"),
        (json!({ "contentType": "text/html" }), "contentType", "unsupported_type"),
        (json!({ "contentType": "image/png", "size": 5 * 1024 * 1024 + 1 }), "size", "upload_too_large"),
        (json!({ "contentType": "text/csv", "size": 10 * 1024 * 1024 + 1 }), "size", "upload_too_large"),
        (json!({ "size": 0 }), "size", "empty_file"),
    ] {
        let problem = ada.post(UPLOAD, input.clone()).await.problem(422, "validation_failed");
        assert_eq!(
            (&problem["errors"][0]["field"], &problem["errors"][0]["code"]),
            (&json!(field), &json!(code)),
            "{input}"
        );
    }
    for kind in ["text/csv", "application/vnd.ms-excel", "text/plain", "text/csv; charset=utf-8"] {
        let url = address(&ada, kind, 3).await;
        assert_eq!(put(&url, Some(kind), b"a,b".to_vec()).await, 200, "{kind}");
    }
    assert_eq!(app.database.value::<i64>("SELECT count(*) FROM uploads").await, 4);
    app.finish().await;
}

#[tokio::test]
async fn an_upload_is_its_makers_alone_and_is_used_once() {
    let (app, ada) = TestApp::with_company().await;
    let mate = app.joined(&ada, "mate", "admin").await;
    let bob = app.owner_with_company("bob").await;
    let url = uploaded(&ada, "image/png", png(20, 20)).await;
    for other in [&mate, &bob] {
        refused(other, &url, "upload_not_found").await;
    }
    for nothing in [
        String::new(),
        "nonsense".to_owned(),
        "https://elsewhere.example/proffer/uploads/x".to_owned(),
        format!("{}x", url.split('?').next().unwrap()),
        url.replace("/uploads/", "/objects/"),
        url.replace("/uploads/", "/uploads/../uploads/"),
    ] {
        if nothing != url {
            let answer = ada.put(LOGO, json!({ "logoURL": nothing })).await;
            assert!(answer.status == 422 || nothing.contains(".."), "{nothing}: {answer:?}");
        }
    }
    // An address without a file.
    refused(&ada, &address(&ada, "image/png", 3).await, "upload_not_found").await;

    let url = uploaded(&ada, "image/png", png(20, 20)).await;
    let uses = (0..8).map(|_| ada.put(LOGO, json!({ "logoURL": url.split('?').next().unwrap() })));
    let answers = futures_util::future::join_all(uses).await;
    let taken = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(taken, 1, "{answers:?}");
    for answer in answers.iter().filter(|answer| answer.status != 200) {
        answer.problem(422, "upload_not_found");
    }
    app.run_jobs().await;
    assert_eq!(
        app.stored_objects().iter().filter(|key| key.starts_with("objects/")).count(),
        1,
        "those made in vain are gone"
    );
    app.finish().await;
}

#[tokio::test]
async fn a_signed_address_is_over_after_a_while() {
    let app = TestApp::start().await;
    let settings = app.app.config.objects.clone().unwrap();
    let config = aws_sdk_s3::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .endpoint_url(settings.endpoint.as_str())
        .region(Region::new(settings.region.clone()))
        .credentials_provider(Credentials::new(
            &settings.access_key,
            settings.secret_key.expose_secret(),
            None,
            None,
            "test",
        ))
        .force_path_style(true)
        .build();
    #[expect(clippy::disallowed_methods, reason = "the storage has its own clock, as every storage")]
    let begun = std::time::SystemTime::now() - std::time::Duration::from_secs(1000);
    let over = PresigningConfig::builder()
        .start_time(begun)
        .expires_in(std::time::Duration::from_mins(15))
        .build()
        .unwrap();
    let put_over =
        aws_sdk_s3::Client::from_conf(config).put_object().bucket(&settings.bucket).key("uploads/over");
    let url = put_over.presigned(over).await.unwrap().uri().to_owned();
    assert_eq!(put(&url, None, vec![1]).await, 403);
    app.finish().await;
}

#[tokio::test]
async fn nothing_of_a_file_but_its_picture_is_ever_served() {
    let (app, ada) = TestApp::with_company().await;
    let polyglot = [png(30, 30), b"<script>alert('hidden-script')</script>".to_vec()].concat();
    let gif = [encoded(&logo(30, 30), ImageFormat::Gif), b"PK\x03\x04 hidden-script".to_vec()].concat();
    let jpeg = encoded(&logo(30, 30), ImageFormat::Jpeg);
    let secret = b"Exif\0\0 secret-place";
    let length = u16::try_from(secret.len() + 2).unwrap().to_be_bytes();
    let jpeg = [&jpeg[..2], &[0xff, 0xe1], &length, secret, &jpeg[2..]].concat();
    for (announced, file) in [("image/png", polyglot), ("image/png", gif), ("image/gif", jpeg)] {
        let url = uploaded(&ada, announced, file).await;
        let made = ada.put(LOGO, json!({ "logoURL": url })).await.expect(200);
        let served = ada.get(text(&made["objectPath"])).await.text();
        for hidden in ["hidden-script", "secret-place", "Exif"] {
            assert!(!served.contains(hidden), "{hidden}");
        }
    }
    let good = png(400, 400);
    // A header that declares more than is ever read, and a small file that unpacks into a large one.
    let promising = |width: u32, height: u32| {
        let mut head = png(2, 2);
        head[16..20].copy_from_slice(&width.to_be_bytes());
        head[20..24].copy_from_slice(&height.to_be_bytes());
        let crc = crc32fast::hash(&head[12..29]).to_be_bytes();
        head[29..33].copy_from_slice(&crc);
        head
    };
    let bomb = encoded_gray(&GrayImage::new(6400, 6400));
    let wide = encoded_gray(&GrayImage::new(20_000, 1));
    for (what, file, code) in [
        (
            "svg",
            b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>".to_vec(),
            "unsupported_picture",
        ),
        ("html", b"<!doctype html><script>alert(1)</script>".to_vec(), "unsupported_picture"),
        (
            "html called png",
            b"\x89PNG\r\n\x1a\n<html><script>alert(1)</script>".to_vec(),
            "unsupported_picture",
        ),
        ("half a png", good[..good.len() / 2].to_vec(), "unsupported_picture"),
        ("20,000 pixels", promising(20_000, 20_000), "picture_too_large"),
        ("40 megapixels", promising(8000, 5000), "picture_too_large"),
        // Decoding shows that it contains no picture of that size.
        ("less than 40 megapixels", promising(8000, 4999), "unsupported_picture"),
        ("20,000 pixels in a row", wide, "picture_too_large"),
        ("a bomb", bomb, "picture_too_large"),
    ] {
        assert!(file.len() < 5 * 1024 * 1024, "{what}");
        let url = uploaded(&ada, "image/png", file).await;
        let refused = ada.put(LOGO, json!({ "logoURL": url })).await;
        assert_eq!(refused.status, 422, "{what}: {refused:?}");
        assert_eq!(refused.problem(422, code)["errors"][0]["field"], "logoURL", "{what}");
    }
    // Declared as a file of clients, so larger than a picture may be.
    let url = uploaded(&ada, "text/csv", vec![b'a'; 5 * 1024 * 1024 + 1]).await;
    refused(&ada, &url, "upload_too_large").await;
    app.run_jobs().await;
    app.finish().await;
}

#[tokio::test]
async fn unused_uploads_are_deleted_after_a_day() {
    let (app, ada) = TestApp::with_company().await;
    let url = uploaded(&ada, "image/png", png(20, 20)).await;
    let begun =
        ada.post("/api/s3/multipart", json!({ "filename": "a.png", "type": "image/png" })).await.expect(200);
    // A logo that is never used, and one that is.
    let unnamed = uploaded(&ada, "image/png", png(20, 20)).await;
    let named = uploaded(&ada, "image/png", png(20, 20)).await;
    let unnamed = ada.put(LOGO, json!({ "logoURL": unnamed })).await.expect(200);
    app.database.run("UPDATE companies SET logo_url = NULL").await;
    let late = named.clone();
    let named = ada.put(LOGO, json!({ "logoURL": named })).await.expect(200);
    // Uploaded again to an address that has been used.
    app.run_jobs().await;
    assert_eq!(put(&late, Some("image/png"), png(20, 20)).await, 200);
    app.pass(TimeDelta::hours(23));
    app.run_jobs().await;
    assert_eq!(app.stored_objects().len(), 4);
    ada.get(text(&unnamed["objectPath"])).await.expect_bytes(200);

    app.pass(TimeDelta::hours(1));
    app.run_jobs().await;
    assert_eq!(app.stored_objects(), [format!("objects/{}/{}.png", workspace(&ada), id_in(&named))]);
    refused(&ada, &url, "upload_not_found").await;
    ada.get(text(&unnamed["objectPath"])).await.problem(404, "object_not_found");
    ada.get(text(&named["objectPath"])).await.expect_bytes(200);
    let parts = format!("/api/s3/multipart/{}?key={}", text(&begun["uploadId"]), text(&begun["key"]));
    ada.get(parts).await.problem(404, "upload_not_found");
    ada.get("/api/s3/multipart/x/1?key=uploads%00").await.problem(404, "upload_not_found");
    assert_eq!(app.database.value::<i64>("SELECT count(*) FROM uploads").await, 0);
    app.finish().await;
}

fn workspace(owner: &Owner) -> String {
    text(&owner.user["workspace"]["id"]).to_owned()
}

fn id_in(made: &Value) -> String {
    text(&made["objectPath"]).rsplit('/').next().unwrap().to_owned()
}

#[tokio::test]
async fn without_a_storage_nothing_is_half_done() {
    let (mut app, ada) = TestApp::with_company().await;
    let url = uploaded(&ada, "image/png", png(20, 20)).await;
    app.stop_objects().await;
    ada.put(LOGO, json!({ "logoURL": url })).await.problem(503, "storage_unavailable");
    assert_eq!(
        app.database.value::<i64>("SELECT count(*) FROM uploads").await,
        1,
        "the upload can still be used"
    );
    assert_eq!(ada.get("/api/companies").await.expect(200).get("logoUrl"), None);
    app.finish().await;

    let (app, ada) = Setup::default().without_storage().start_with_company().await;
    ada.post(UPLOAD, json!({})).await.problem(503, "storage_not_configured");
    ada.post("/api/s3/multipart", json!({ "filename": "a" })).await.problem(503, "storage_not_configured");
    assert_eq!(app.database.value::<i64>("SELECT count(*) FROM uploads").await, 0);
    app.finish().await;
}

#[tokio::test]
async fn a_client_sees_the_logo_of_the_sender() {
    let (app, ada) = TestApp::with_company().await;
    let client = ada.create_client("quay").await;
    let proposal = ada.post("/api/proposals", stories::proposal(text(&client["id"]))).await.expect(201);
    app.run_jobs().await;
    let link = ada.post_empty(format!("/api/proposals/{}/share", text(&proposal["id"]))).await.expect(200);
    let shared = format!("/api/shared/proposals/{}", text(&link["shareToken"]));
    let guest = app.anonymous();
    assert_eq!(guest.get(&shared).await.expect(200).get("logoUrl"), None);
    guest.get(format!("{shared}/logo")).await.problem(404, "object_not_found");

    let url = uploaded(&ada, "image/png", png(60, 20)).await;
    let made = ada.put(LOGO, json!({ "logoURL": url })).await.expect(200);
    let seen = guest.get(&shared).await.expect(200);
    let address = text(&seen["logoUrl"]).to_owned();
    assert!(address.starts_with(&format!("{shared}/logo")), "{address}");
    let served = guest.get(&address).await;
    assert_eq!(
        (served.header("content-type"), served.header("x-content-type-options")),
        (Some("image/png"), Some("nosniff"))
    );
    assert_eq!(image::load_from_memory(served.expect_bytes(200)).unwrap().width(), 60);
    assert_eq!(guest.get(text(&made["objectPath"])).await.status, 401, "the address inside is for members");
    guest
        .get("/api/shared/proposals/0123456789abcdefghijk/logo")
        .await
        .problem(404, "shared_proposal_not_found");
    app.run_jobs().await;
    app.finish().await;
}

// --- Multipart uploads ---

/// Uploads a part and returns the storage's answer.
async fn part(actor: &Actor, of: &Value, number: i32, bytes: Vec<u8>) -> Value {
    let (upload, key) = (text(&of["uploadId"]), text(&of["key"]));
    let signed = actor.get(format!("/api/s3/multipart/{upload}/{number}?key={key}")).await.expect(200);
    assert_eq!(signed["expires"], 900);
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let answer = http.put(text(&signed["url"])).body(bytes).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    json!({ "PartNumber": number, "ETag": answer.headers()["etag"].to_str().unwrap() })
}

fn path(of: &Value, rest: &str) -> String {
    format!("/api/s3/multipart/{}{rest}?key={}", text(&of["uploadId"]), text(&of["key"]))
}

#[tokio::test]
async fn a_file_in_parts_is_put_together() {
    let (app, ada) = TestApp::with_company().await;
    let of = ada
        .post("/api/s3/multipart", json!({ "filename": "logo.png", "type": "image/png" }))
        .await
        .expect(200);
    let file = png(20, 20);
    let etag = part(&ada, &of, 1, file.clone()).await;
    let listed = ada.get(path(&of, "")).await.expect(200);
    assert_eq!((&listed[0]["PartNumber"], &listed[0]["Size"]), (&json!(1), &json!(file.len())));
    let bob = app.owner_with_company("bob").await;
    let mate = app.joined(&ada, "mate", "admin").await;
    for other in [&bob, &mate] {
        other.get(path(&of, "")).await.problem(404, "upload_not_found");
        other.get(path(&of, "/2")).await.problem(404, "upload_not_found");
        other.post(path(&of, "/complete"), json!({ "parts": [etag] })).await.problem(404, "upload_not_found");
        other.delete(path(&of, "")).await.problem(404, "upload_not_found");
    }
    for number in [0, -1, 10_001] {
        ada.get(path(&of, &format!("/{number}"))).await.problem(422, "too_many_parts");
    }
    for parts in [
        json!([{ "PartNumber": 2, "ETag": etag["ETag"] }]),
        json!([etag, { "PartNumber": 2, "ETag": "\"x\"" }]),
    ] {
        ada.post(path(&of, "/complete"), json!({ "parts": parts })).await.problem(422, "wrong_parts");
    }
    let done = ada.post(path(&of, "/complete"), json!({ "parts": [etag] })).await.expect(200);
    let logo = ada.put(LOGO, json!({ "logoURL": done["location"] })).await.expect(200);
    assert_eq!(logo["width"], 20);
    app.run_jobs().await;
    assert_eq!(app.stored_objects().len(), 1);
    app.finish().await;
}

#[tokio::test]
async fn parts_of_wrong_sizes_are_given_up_as_a_whole() {
    let (app, ada) = TestApp::with_company().await;
    let begin = || async {
        ada.post("/api/s3/multipart", json!({ "filename": "a.csv", "type": "text/csv" })).await.expect(200)
    };
    let of = begin().await;
    let parts = [part(&ada, &of, 1, vec![1; 1000]).await, part(&ada, &of, 2, vec![2; 1000]).await];
    ada.post(path(&of, "/complete"), json!({ "parts": parts })).await.problem(422, "part_too_small");
    ada.get(path(&of, "")).await.problem(404, "upload_not_found");
    // Every part but the last is large enough.
    let of = begin().await;
    let parts = [part(&ada, &of, 1, vec![1; 5 * 1024 * 1024]).await, part(&ada, &of, 2, vec![2; 10]).await];
    ada.post(path(&of, "/complete"), json!({ "parts": parts })).await.expect(200);
    // And an aborted one.
    let of = begin().await;
    part(&ada, &of, 1, vec![1; 10]).await;
    ada.delete(path(&of, "")).await.expect(200);
    ada.get(path(&of, "")).await.problem(404, "upload_not_found");
    ada.post("/api/s3/multipart", json!({ "filename": "a.svg", "type": "image/svg+xml" }))
        .await
        .problem(422, "validation_failed");
    app.run_jobs().await;
    let left: Vec<String> = std::fs::read_dir(app.database.dir.join("objects/data"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().display().to_string())
        .filter(|name| name.starts_with(".upload"))
        .collect();
    assert_eq!(left, Vec::<String>::new(), "no part is left behind");
    app.finish().await;
}

#[tokio::test]
async fn a_widget_is_told_how_to_put_a_whole_file() {
    let (app, ada) = TestApp::with_company().await;
    let told = ada.get("/api/s3/params?filename=logo.png&type=image%2Fpng").await.expect(200);
    assert_eq!(
        (&told["method"], &told["fields"], &told["headers"]["content-type"]),
        (&json!("PUT"), &json!({}), &json!("image/png"))
    );
    assert_eq!(put(text(&told["url"]), Some("text/html"), png(20, 20)).await, 403);
    assert_eq!(put(text(&told["url"]), Some("image/png"), png(20, 20)).await, 200);
    ada.put(LOGO, json!({ "logoURL": told["url"] })).await.expect(200);
    ada.get("/api/s3/sts").await.problem(404, "no_temporary_credentials");
    app.run_jobs().await;
    app.finish().await;
}
