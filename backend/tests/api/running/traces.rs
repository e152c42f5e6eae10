//! Traces, as received by a collector.

use std::sync::{Arc, Mutex};

use opentelemetry_proto::tonic::{
    collector::trace::v1::ExportTraceServiceRequest, common::v1::any_value::Value, trace::v1::Span,
};
use poem::{Request, Response, Server, endpoint::make, listener::TcpAcceptor};
use prost::Message as _;

use super::{app_of_today, process::Process};
use crate::support::stories::path_of;

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT: &str = "00f067aa0ba902b7";

/// A collector on loopback that stores what it receives.
struct Collector {
    address: String,
    spans: Arc<Mutex<Vec<Span>>>,
    server: tokio::task::JoinHandle<()>,
}

impl Collector {
    fn start() -> Self {
        let socket = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        socket.set_nonblocking(true).unwrap();
        let address = format!("http://{}", socket.local_addr().unwrap());
        let spans: Arc<Mutex<Vec<Span>>> = Arc::default();
        let kept = spans.clone();
        let endpoint = make(move |mut request: Request| {
            let kept = kept.clone();
            async move {
                assert_eq!(
                    (request.uri().path(), request.content_type()),
                    ("/v1/traces", Some("application/x-protobuf"))
                );
                let bytes = request.take_body().into_bytes().await.unwrap();
                let sent = ExportTraceServiceRequest::decode(bytes).unwrap();
                let scopes = sent.resource_spans.into_iter().flat_map(|resource| resource.scope_spans);
                kept.lock().unwrap().extend(scopes.flat_map(|scope| scope.spans));
                Ok::<_, poem::Error>(Response::default())
            }
        });
        let server = Server::new_with_acceptor(TcpAcceptor::from_std(socket).unwrap()).run(endpoint);
        Self { address, spans, server: tokio::spawn(async move { server.await.unwrap() }) }
    }
}

impl Drop for Collector {
    fn drop(&mut self) {
        self.server.abort();
    }
}

fn text(span: &Span, name: &str) -> Option<String> {
    let value = span.attributes.iter().find(|attribute| attribute.key == name)?.value.clone()?.value?;
    Some(match value {
        Value::StringValue(text) => text,
        Value::IntValue(number) => number.to_string(),
        other => format!("{other:?}"),
    })
}

#[tokio::test]
async fn a_callers_trace_is_continued_and_sent_before_the_end() {
    let collector = Collector::start();
    let app = app_of_today().await;
    let ada = app.owner_with_company("ada").await;
    let proposal = app.drafted_proposal(&ada).await;
    let process =
        Process::start("serve", &app.database, &[("OTLP_ENDPOINT", collector.address.clone())]).await;
    let there = ada.at(&process.public);
    let request = there
        .request(reqwest::Method::GET, &path_of(&proposal))
        .header("traceparent", format!("00-{TRACE}-{PARENT}-01"));
    there.send(request).await.expect(200);
    process.stop().await;

    let spans = collector.spans.lock().unwrap().clone();
    let ours: Vec<&Span> = spans.iter().filter(|span| hex::encode(&span.trace_id) == TRACE).collect();
    let root =
        ours.iter().find(|span| hex::encode(&span.parent_span_id) == PARENT).expect("the request's span");
    assert_eq!(root.name, "GET /api/proposals/{id}");
    assert_eq!(text(root, "operation").as_deref(), Some("getProposal"));
    assert_eq!(text(root, "http.response.status_code").as_deref(), Some("200"));
    let transaction = ours.iter().find(|span| span.name == "transaction").expect("the span of a transaction");
    assert_eq!(transaction.parent_span_id, root.span_id);
    assert_eq!(text(transaction, "pool").as_deref(), Some("app"));
    let all = format!("{spans:?}");
    let id = path_of(&proposal).rsplit('/').next().unwrap().to_owned();
    for secret in [id.as_str(), "@", ada.cookie().unwrap().split_once('=').unwrap().1] {
        assert!(!all.contains(secret), "{secret} is in {all}");
    }
    app.finish().await;
}
