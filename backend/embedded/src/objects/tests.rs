//! The object store as the program uses it: through a real S3 client.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use aws_sdk_s3::Client;
use aws_sdk_s3::config::{BehaviorVersion, Credentials as Keys, Region};
use aws_sdk_s3::primitives::ByteStream;

use super::super::scratch::{Scratch, rng};
use super::*;

fn client(objects: &Objects, secret_key: &str) -> Client {
    let config = aws_sdk_s3::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .endpoint_url(objects.endpoint())
        .region(Region::new(objects.region()))
        .credentials_provider(Keys::new(objects.access_key(), secret_key, None, None, "test"))
        .force_path_style(true)
        .build();
    Client::from_conf(config)
}

fn site() -> Url {
    "https://proffer.example".parse().unwrap()
}

async fn read(client: &Client, key: &str) -> Vec<u8> {
    let object = client.get_object().bucket(BUCKET).key(key).send().await.unwrap();
    object.body.collect().await.unwrap().to_vec()
}

#[tokio::test]
async fn an_object_is_there_again_after_a_stop() {
    let dir = Scratch::new("objects-restart");
    let first = Objects::start(&dir, &site(), &mut rng(1)).await.unwrap();
    let s3 = client(&first, first.secret_key().expose_secret());
    let logo = b"\x89PNG not really".to_vec();
    s3.put_object()
        .bucket(first.bucket())
        .key("logos/a.png")
        .content_type("image/png")
        .body(ByteStream::from(logo.clone()))
        .send()
        .await
        .unwrap();
    assert_eq!(read(&s3, "logos/a.png").await, logo);
    first.stop().await;

    let second = Objects::start(&dir, &site(), &mut rng(2)).await.unwrap();
    let s3 = client(&second, second.secret_key().expose_secret());
    assert_eq!(read(&s3, "logos/a.png").await, logo);
    let head = s3.head_object().bucket(BUCKET).key("logos/a.png").send().await.unwrap();
    assert_eq!(head.content_type(), Some("image/png"));
    s3.delete_object().bucket(BUCKET).key("logos/a.png").send().await.unwrap();
    let gone = s3.get_object().bucket(BUCKET).key("logos/a.png").send().await.unwrap_err();
    assert!(gone.into_service_error().is_no_such_key());
    second.stop().await;
}

#[tokio::test]
async fn a_wrong_secret_is_refused() {
    let dir = Scratch::new("objects-secret");
    let objects = Objects::start(&dir, &site(), &mut rng(1)).await.unwrap();
    let refused = client(&objects, "guessed").list_objects_v2().bucket(BUCKET).send().await.unwrap_err();
    assert_eq!(refused.raw_response().unwrap().status().as_u16(), 403);
    objects.stop().await;
}

#[tokio::test]
async fn nothing_answers_after_a_stop() {
    let dir = Scratch::new("objects-stop");
    let objects = Objects::start(&dir, &site(), &mut rng(1)).await.unwrap();
    let address = objects.endpoint().trim_start_matches("http://").to_owned();
    // An idle connection, such as one in a client's pool, does not delay shutdown.
    let idle = TcpStream::connect(&address).await.unwrap();
    timeout(STOP_LIMIT / 2, objects.stop()).await.unwrap();
    assert!(TcpStream::connect(&address).await.is_err());
    drop(idle);
}

#[tokio::test]
async fn pages_of_the_site_may_put_files_and_do_nothing_else() {
    const OWN: &str = "https://proffer.example";
    let dir = Scratch::new("objects-cors");
    let objects = Objects::start(&dir, &site(), &mut rng(1)).await.unwrap();
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let url = format!("{}/{BUCKET}/uploads/a", objects.endpoint());
    let ask = |origin: &'static str, method: &'static str| {
        let asked = http.request(reqwest::Method::OPTIONS, &url).header("origin", origin);
        asked
            .header("access-control-request-method", method)
            .header("access-control-request-headers", "content-type")
            .send()
    };
    let allowed = ask(OWN, "PUT").await.unwrap();
    assert_eq!(allowed.status(), 204);
    let header = |answer: &reqwest::Response, name: &str| {
        answer.headers().get(name).map(|value| value.to_str().unwrap().to_owned())
    };
    for (name, value) in [
        ("access-control-allow-origin", OWN),
        ("access-control-allow-methods", "PUT"),
        ("access-control-allow-headers", "content-type"),
        ("vary", "Origin"),
    ] {
        assert_eq!(header(&allowed, name).as_deref(), Some(value), "{name}");
    }
    assert_eq!(header(&allowed, "access-control-allow-credentials"), None);
    for (origin, method) in [
        ("https://evil.example", "PUT"),
        ("https://proffer.example.evil.example", "PUT"),
        ("null", "PUT"),
        (OWN, "GET"),
        (OWN, "DELETE"),
    ] {
        let refused = ask(origin, method).await.unwrap();
        assert_eq!(refused.status(), 403, "{origin} {method}");
        assert_eq!(header(&refused, "access-control-allow-origin"), None, "{origin} {method}");
    }
    // The page can read a refused upload's response, so that it can show the reason.
    let put = |origin: &'static str| http.put(&url).header("origin", origin).body("x").send();
    let own = put(OWN).await.unwrap();
    assert_eq!(own.status(), 403);
    assert_eq!(header(&own, "access-control-allow-origin").as_deref(), Some(OWN));
    assert_eq!(header(&own, "access-control-expose-headers").as_deref(), Some("ETag"));
    assert_eq!(header(&put("https://evil.example").await.unwrap(), "access-control-allow-origin"), None);
    let read = http.get(&url).header("origin", OWN).send().await.unwrap();
    assert_eq!(
        header(&read, "access-control-allow-origin"),
        None,
        "what is kept is read by the server alone"
    );
    objects.stop().await;
}
