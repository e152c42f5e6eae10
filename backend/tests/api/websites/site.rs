//! Websites on loopback, as real servers serve them.

use poem::{
    Endpoint, IntoResponse, Request, Response, Server,
    endpoint::make_sync,
    http::StatusCode,
    listener::{Acceptor, Listener, TcpListener},
};
use tokio::task::JoinHandle;

/// A page: its path, its content type (or `redirect` with the target), its text.
pub type Page = (&'static str, &'static str, String);

/// A running site; it stops when it is dropped.
pub struct Site {
    address: std::net::SocketAddr,
    server: JoinHandle<()>,
}

impl Site {
    /// Serves those pages, and 404 for any other.
    pub async fn start(pages: Vec<Page>) -> Self {
        let acceptor = TcpListener::bind("127.0.0.1:0").into_acceptor().await.unwrap();
        let address =
            acceptor.local_addr().into_iter().find_map(|address| address.as_socket_addr().copied()).unwrap();
        let server = tokio::spawn(async move {
            Server::new_with_acceptor(acceptor).run(serving(pages)).await.unwrap();
        });
        Self { address, server }
    }

    /// The value for `PROFFER_OUTBOUND_ALLOW`.
    pub fn address(&self) -> String {
        self.address.to_string()
    }

    /// The address of a page.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.server.abort();
    }
}

fn serving(pages: Vec<Page>) -> impl Endpoint<Output = Response> {
    make_sync(move |request: Request| match pages.iter().find(|(path, ..)| *path == request.uri().path()) {
        Some((_, "redirect", to)) => {
            Response::builder().status(StatusCode::FOUND).header("Location", to).finish()
        }
        Some((_, kind, text)) => Response::builder().content_type(*kind).body(text.clone()),
        None => StatusCode::NOT_FOUND.into_response(),
    })
}

/// The website of a studio, which the rules' tests use too.
pub fn harbourline() -> Vec<Page> {
    [
        ("/", include_str!("../../../domain/tests/fixtures/websites/harbourline/index.html")),
        ("/studio/about/", include_str!("../../../domain/tests/fixtures/websites/harbourline/about.html")),
        ("/services/", include_str!("../../../domain/tests/fixtures/websites/harbourline/services.html")),
        ("/contact/", include_str!("../../../domain/tests/fixtures/websites/harbourline/contact.html")),
    ]
    .into_iter()
    .map(|(path, html)| (path, "text/html; charset=utf-8", html.to_owned()))
    .collect()
}
