//! A configurable website on a loopback port.

use std::sync::{Arc, Mutex};

use futures_util::future::BoxFuture;
use poem::{Request, Response, Server, endpoint::make, http::StatusCode, listener::TcpAcceptor};
use tokio::task::JoinHandle;

/// The content of an address: a status, a type and a body.
pub type Found = (u16, &'static str, Vec<u8>);

/// The site's handler for a path.
type Pages = dyn Fn(&str) -> Option<Found> + Send + Sync;

/// An action before the next answer for a path.
type PendingAction = Arc<Mutex<Option<(String, BoxFuture<'static, ()>)>>>;

pub struct Website {
    /// Its host and port, for `OUTBOUND_ALLOW`.
    pub host: String,
    pages: Arc<Mutex<Arc<Pages>>>,
    asked: Arc<Mutex<Vec<String>>>,
    meanwhile: PendingAction,
    serving: JoinHandle<()>,
}

impl Website {
    /// A site with these pages, and 404 for the rest.
    pub fn start(pages: impl Fn(&str) -> Option<Found> + Send + Sync + 'static) -> Self {
        let socket = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let host = socket.local_addr().unwrap().to_string();
        socket.set_nonblocking(true).unwrap();
        let pages: Arc<Mutex<Arc<Pages>>> = Arc::new(Mutex::new(Arc::new(pages)));
        let asked = Arc::new(Mutex::new(Vec::new()));
        let meanwhile = PendingAction::default();
        let (current, log, next) = (pages.clone(), asked.clone(), meanwhile.clone());
        let answer = make(move |request: Request| {
            let path = request.uri().path().to_owned();
            log.lock().unwrap().push(path.clone());
            let first = next.lock().unwrap().take_if(|(at, _)| *at == path);
            let pages = current.lock().unwrap().clone();
            async move {
                if let Some((_, work)) = first {
                    work.await;
                }
                Ok::<Response, poem::Error>(match pages(&path) {
                    Some((status, kind, body)) => Response::builder()
                        .status(StatusCode::from_u16(status).unwrap())
                        .content_type(kind)
                        .body(body),
                    None => Response::builder().status(StatusCode::NOT_FOUND).finish(),
                })
            }
        });
        let serving = tokio::spawn(async move {
            Server::new_with_acceptor(TcpAcceptor::from_std(socket).unwrap()).run(answer).await.unwrap();
        });
        Self { host, pages, asked, meanwhile, serving }
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("http://{}", self.host)
    }

    /// Replaces the pages.
    pub fn turn_into(&self, pages: impl Fn(&str) -> Option<Found> + Send + Sync + 'static) {
        *self.pages.lock().unwrap() = Arc::new(pages);
    }

    /// Runs that action before the next answer for that path.
    pub fn before(&self, path: &str, work: impl Future<Output = ()> + Send + 'static) {
        *self.meanwhile.lock().unwrap() = Some((path.to_owned(), Box::pin(work)));
    }

    /// The requests since the last call.
    pub fn asked(&self) -> Vec<String> {
        std::mem::take(&mut self.asked.lock().unwrap())
    }
}

impl Drop for Website {
    fn drop(&mut self) {
        self.serving.abort();
    }
}
