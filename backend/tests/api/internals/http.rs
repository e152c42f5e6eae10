//! Operations by their routes, the content security policy of pages, and the limits of request bodies.

use std::{io, time::Duration};

use futures_util::stream;
use poem::{Body, Request, http::Method};
use proffer::http::{
    bodies::{BUDGET, Budget, MAX_BODY, TIMES, Times, bound_in, unreadable},
    guard::page_policy,
    operations::{ALL, at, part, places},
};
use reqwest::Url;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

#[test]
fn an_operation_is_known_by_its_route() {
    assert_eq!(places().len(), ALL.len());
    let found = |method, route| at(&method, route).map(|place| (place.id, place.path.as_str()));
    assert_eq!(found(Method::GET, "/api/proposals/:param0"), Some(("getProposal", "/api/proposals/{id}")));
    assert_eq!(found(Method::PUT, "/api/proposals/:param0"), Some(("updateProposal", "/api/proposals/{id}")));
    assert_eq!(found(Method::GET, "/livez"), None);
    let two = "/api/proposals/:param0/revisions/:param1/changes";
    assert_eq!(
        (part(two, "param0"), part(two, "param1"), part(two, "since")),
        (Some("id"), Some("number"), None)
    );
}

#[test]
fn pages_may_send_files_to_the_storage_and_to_nowhere_else() {
    let storage = Url::parse("https://uploads.example:9000/s3/").unwrap();
    let connect = |policy: &str| {
        policy.split("; ").find(|part| part.starts_with("connect-src")).map(str::to_owned).unwrap()
    };
    assert_eq!(connect(&page_policy(Some(&storage))), "connect-src 'self' https://uploads.example:9000");
    assert_eq!(connect(&page_policy(None)), "connect-src 'self'");
}

const SHORT: Duration = Duration::from_millis(20);

fn request(times: Times, body: Body, budget: &Budget, stop: &CancellationToken) -> Request {
    let mut request = Request::builder().method(Method::POST).body(body);
    bound_in(times, &mut request, budget, stop.clone()).unwrap();
    request
}

async fn read(mut request: Request) -> Result<usize, (u16, String)> {
    let read = request.take_body().into_bytes().await;
    read.map(|bytes| bytes.len()).map_err(|error| {
        (
            poem::error::ResponseError::status(&unreadable(&error)).as_u16(),
            unreadable(&error).code().to_owned(),
        )
    })
}

#[tokio::test]
async fn a_body_is_bounded_in_size_and_time() {
    let (budget, stop) = (Budget::default(), CancellationToken::new());
    let read = |times, body| read(request(times, body, &budget, &stop));
    assert_eq!(read(TIMES, Body::from("whole")).await, Ok(5));
    assert_eq!(read(TIMES, Body::from(vec![0; MAX_BODY])).await, Ok(MAX_BODY));
    assert_eq!(read(TIMES, Body::from(vec![0; MAX_BODY + 1])).await, Err((413, "body_too_large".to_owned())));
    let late = Err((408, "request_timeout".to_owned()));
    let (_sender, silent) = tokio::io::duplex(1);
    assert_eq!(read(Times { silence: SHORT, ..TIMES }, Body::from_async_read(silent)).await, late);
    // Sending a little from time to time does not help.
    let trickle = stream::unfold((), async |()| {
        sleep(SHORT / 10).await;
        Some((Ok::<_, io::Error>(Vec::from(*b"x")), ()))
    });
    assert_eq!(read(Times { whole: SHORT, ..TIMES }, Body::from_bytes_stream(trickle)).await, late);
}

#[tokio::test]
async fn bodies_share_a_budget_that_requests_give_back() {
    let (budget, stop) = (Budget::default(), CancellationToken::new());
    let mut living = Vec::new();
    for _ in 0..BUDGET / MAX_BODY {
        let mut request = request(TIMES, Body::from(vec![0; MAX_BODY]), &budget, &stop);
        let bytes = request.take_body().into_bytes().await.unwrap();
        living.push((request, bytes));
    }
    assert_eq!(
        read(request(TIMES, Body::from("one more"), &budget, &stop)).await,
        Err((503, "server_busy".to_owned()))
    );
    living.pop();
    assert_eq!(read(request(TIMES, Body::from("one more"), &budget, &stop)).await, Ok(8));
}

#[tokio::test]
async fn a_slow_body_does_not_delay_a_stop() {
    let (budget, stop) = (Budget::default(), CancellationToken::new());
    let (_sender, silent) = tokio::io::duplex(1);
    let reading = tokio::spawn(read(request(
        Times { stop: SHORT, ..TIMES },
        Body::from_async_read(silent),
        &budget,
        &stop,
    )));
    stop.cancel();
    assert_eq!(reading.await.unwrap(), Err((503, "stopping".to_owned())));
}
