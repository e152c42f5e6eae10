//! Pictures: which are accepted, how they are processed, and who sees them.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage, codecs::png::PngEncoder};
use reqwest::{Method, header};

use super::{id, join, switch};
use crate::support::{
    actor::{Actor, ApiResponse, text},
    app::{Setup, TestApp},
    stories,
};

const PATH: &str = "/api/account/picture";
const RED: [u8; 3] = [255, 0, 0];
const BLUE: [u8; 3] = [0, 0, 255];

async fn upload(actor: &Actor, bytes: Vec<u8>) -> ApiResponse {
    actor.send_bytes(Method::PUT, PATH, bytes).await
}

/// The address of the picture after an upload.
async fn uploaded(actor: &Actor, bytes: Vec<u8>) -> String {
    text(&upload(actor, bytes).await.expect(200)["profileImageUrl"]).to_owned()
}

fn encoded(picture: &RgbImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::ImageRgb8(picture.clone()).write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// Red on the left, blue on the right.
fn halves(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, _| Rgb(if x < width / 2 { RED } else { BLUE }))
}

fn is_near(pixel: [u8; 3], colour: [u8; 3]) -> bool {
    pixel.iter().zip(colour).all(|(a, b)| a.abs_diff(b) < 40)
}

/// A JPEG whose orientation is a quarter turn to the right.
fn turned(picture: &RgbImage) -> Vec<u8> {
    let jpeg = encoded(picture, ImageFormat::Jpeg);
    let mut exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0".to_vec();
    exif.extend(b"GPS 52.52 13.40 secret-place");
    let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
    [&jpeg[..2], &[0xff, 0xe1], &length, &exif, &jpeg[2..]].concat()
}

#[tokio::test]
async fn every_known_kind_becomes_a_small_square_png() {
    let app = TestApp::start().await;
    let ada = app.register_verified_owner("ada").await;
    let kinds = [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::Gif, ImageFormat::WebP];
    let mut files: Vec<Vec<u8>> = kinds.into_iter().map(|kind| encoded(&halves(300, 100), kind)).collect();
    files.extend([encoded(&halves(2, 2), ImageFormat::Png), encoded(&halves(9000, 2), ImageFormat::Png)]);
    let mut seen = std::collections::BTreeSet::new();
    let mut before = None;
    for file in files {
        let address = uploaded(&ada, file).await;
        assert!(address.starts_with(&format!("/api/pictures/{}/", id(&ada))), "{address}");
        assert!(seen.insert(address.clone()), "an address comes twice");
        let answer = ada.get(&address).await;
        assert_eq!(answer.header("content-type"), Some("image/png"));
        assert_eq!(answer.header("cache-control"), Some("private, max-age=31536000, immutable"));
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        let picture =
            image::load_from_memory_with_format(&answer.body, ImageFormat::Png).unwrap().into_rgb8();
        assert_eq!(picture.dimensions(), (256, 256));
        assert!(is_near(picture.get_pixel(20, 128).0, RED) && is_near(picture.get_pixel(235, 128).0, BLUE));
        if let Some(before) = before.replace(address) {
            assert_eq!(app.stored_objects().len(), 2);
            ada.get(before).await.problem(404, "picture_not_found");
        }
        app.run_jobs().await;
        assert_eq!(app.stored_objects().len(), 1, "the one before it is gone");
    }
    assert_eq!(text(&ada.get("/api/auth/user").await.expect(200)["profileImageUrl"]).matches('/').count(), 4);
    let removed = ada.delete(PATH).await.expect(200);
    assert_eq!(removed.get("profileImageUrl"), None);
    for address in &seen {
        ada.get(address).await.problem(404, "picture_not_found");
    }
    ada.delete(PATH).await.expect(200);
    app.run_jobs().await;
    assert_eq!(app.stored_objects(), Vec::<String>::new());
    app.finish().await;
}

#[tokio::test]
async fn nothing_of_the_file_but_its_picture_is_ever_served() {
    let app = TestApp::start().await;
    let ada = app.register_verified_owner("ada").await;
    let mut polyglot = stories::picture();
    polyglot.extend(b"<script>alert('hidden-script')</script>");
    let mut gif = encoded(&halves(30, 30), ImageFormat::Gif);
    gif.extend(b"PK\x03\x04 hidden-script");
    for file in [polyglot, gif, turned(&halves(300, 300))] {
        let address = uploaded(&ada, file).await;
        let served = ada.get(&address).await.text();
        for hidden in ["hidden-script", "secret-place", "Exif"] {
            assert!(!served.contains(hidden), "{hidden}");
        }
    }
    // The original was on its side: red is on top once it is upright.
    let user = ada.get("/api/auth/user").await.expect(200);
    let upright = ada.get(text(&user["profileImageUrl"])).await;
    let upright = image::load_from_memory(&upright.body).unwrap().into_rgb8();
    assert!(is_near(upright.get_pixel(128, 20).0, RED) && is_near(upright.get_pixel(128, 235).0, BLUE));
    app.run_jobs().await;
    app.finish().await;
}

#[tokio::test]
async fn the_content_decides_and_what_is_no_picture_is_refused() {
    let app = TestApp::start().await;
    let ada = app.register_verified_owner("ada").await;
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>".to_vec();
    let png = stories::picture();
    let mut bmp = b"BM".to_vec();
    bmp.extend([0; 200]);
    for (what, file) in [
        ("svg", svg.clone()),
        ("nothing", Vec::new()),
        ("html", b"<!doctype html><script>alert(1)</script>".to_vec()),
        ("bmp", bmp),
        ("pdf", b"%PDF-1.7".to_vec()),
        ("half a png", png[..png.len() / 2].to_vec()),
        ("the head of a png", b"\x89PNG\r\n\x1a\n".to_vec()),
        ("the head of a jpeg", b"\xff\xd8\xff\xe0".to_vec()),
        ("the head of a webp", b"RIFF\x10\0\0\0WEBPVP8 ".to_vec()),
        ("zeros", vec![0; 5000]),
    ] {
        let refused = upload(&ada, file).await;
        assert_eq!(refused.status, 422, "{what}: {refused:?}");
        assert_eq!(
            refused.problem(422, "unsupported_picture")["message"],
            "Choose a PNG, JPG, GIF or WebP picture."
        );
    }
    // The type stated by the request is ignored.
    let typed = |kind: &str, file: Vec<u8>| {
        ada.request(Method::PUT, PATH).header(header::CONTENT_TYPE, kind).body(file)
    };
    ada.send(typed("image/png", svg)).await.problem(422, "unsupported_picture");
    ada.send(typed("image/svg+xml", png.clone())).await.expect(200);
    ada.send(typed("text/html", png)).await.expect(200);
    app.run_jobs().await;
    assert_eq!(app.stored_objects().len(), 1);
    app.finish().await;
}

/// An empty grey PNG of that size: a few kilobytes that unpack to gigabytes.
fn bomb(width: u32, height: u32) -> Vec<u8> {
    let mut png = Vec::new();
    let small = vec![0_u8; 64];
    image::ImageEncoder::write_image(PngEncoder::new(&mut png), &small, 8, 8, image::ExtendedColorType::L8)
        .unwrap();
    // The size is at the same position in every PNG, followed by its checksum.
    png[16..20].copy_from_slice(&width.to_be_bytes());
    png[20..24].copy_from_slice(&height.to_be_bytes());
    let checksum = crc32fast::hash(&png[12..29]);
    png[29..33].copy_from_slice(&checksum.to_be_bytes());
    png
}

#[tokio::test]
async fn a_picture_that_would_unpack_to_too_much_is_refused_by_its_head() {
    let app = TestApp::start().await;
    let ada = app.register_verified_owner("ada").await;
    for (width, height) in
        [(20_000, 20_000), (20_000, 1), (1, 20_000), (9_999, 9_999), (u32::MAX >> 1, u32::MAX >> 1)]
    {
        let refused = upload(&ada, bomb(width, height)).await;
        let code = refused.json()["code"].clone();
        assert!(
            refused.status == 422 && (code == "picture_too_large" || width > 100_000),
            "{width} x {height}: {refused:?}"
        );
    }
    // Within the limits the same file is merely broken.
    upload(&ada, bomb(100, 100)).await.problem(422, "unsupported_picture");
    let mut large = stories::picture();
    large.resize(2 * 1024 * 1024 + 1, 0);
    if let Ok(answer) = ada
        .try_send(ada.request(Method::PUT, PATH).header(header::CONTENT_TYPE, "image/png").body(large))
        .await
    {
        answer.problem(413, "body_too_large");
    }
    assert_eq!(app.stored_objects(), Vec::<String>::new());
    assert_eq!(ada.get("/api/auth/user").await.expect(200).get("profileImageUrl"), None);
    app.finish().await;
}

#[tokio::test]
async fn a_picture_is_seen_by_its_person_and_those_of_the_active_workspace() {
    let app = TestApp::start().await;
    let ada = app.register_verified_owner("ada").await;
    let bob = app.register_verified_owner("bob").await;
    let address = uploaded(&ada, stories::picture()).await;
    let unseen = bob.get(&address).await.problem(404, "picture_not_found");
    let none = format!("/api/pictures/{}/AAAAAAAAAAAAAAAAAAAAAA", app.app.new_id());
    assert_eq!(bob.get(&none).await.problem(404, "picture_not_found")["message"], unseen["message"]);
    app.anonymous().get(&address).await.problem(401, "unauthenticated");

    join(&app, &bob, &ada, "member").await;
    bob.get(&address).await.problem(404, "picture_not_found");
    switch(&app, &bob, &ada).await;
    assert_eq!(bob.get(&address).await.status, 200);
    // No other version, and no other path in the store.
    for version in ["AAAAAAAAAAAAAAAAAAAAAA", "%2e%2e%2fx", "..%2f..%2fcredentials.json", "%00", ""] {
        let answer = bob.get(format!("/api/pictures/{}/{version}", id(&ada))).await;
        assert_eq!(answer.status, 404, "{answer:?}");
        assert_eq!(answer.header("cache-control"), Some("no-store"), "a refusal is not kept");
    }
    app.finish().await;
}

#[tokio::test]
async fn without_storage_everything_but_uploading_works() {
    let app = Setup::default().without_storage().start().await;
    let ada = app.owner_with_company("ada").await;
    upload(&ada, stories::picture()).await.problem(503, "storage_not_configured");
    // An account whose picture is in a store that this server does not know.
    let address = format!("/api/pictures/{}/AAAAAAAAAAAAAAAAAAAAAA", id(&ada));
    app.database.run(format!("UPDATE users SET profile_image_url = '{address}'")).await;
    ada.get(&address).await.problem(503, "storage_not_configured");
    assert_eq!(ada.get("/api/account/export").await.status, 200);
    assert_eq!(ada.delete(PATH).await.expect(200).get("profileImageUrl"), None);
    app.run_jobs().await;
    app.finish().await;
}

#[tokio::test]
async fn a_storage_that_does_not_answer_changes_nothing() {
    let mut app = TestApp::start().await;
    let ada = app.register_verified_owner("ada").await;
    let address = uploaded(&ada, stories::picture()).await;
    app.stop_objects().await;
    upload(&ada, stories::picture()).await.problem(503, "storage_unavailable");
    ada.get(&address).await.problem(503, "storage_unavailable");
    assert_eq!(text(&ada.get("/api/auth/user").await.expect(200)["profileImageUrl"]), address);
    app.finish().await;
}
