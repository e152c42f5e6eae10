//! Accepting and closing connections: each has a time limit for its request head, and a shutdown lets
//! requests in progress finish.
//!
//! The framework's own server gives hyper no timer, so an incomplete head would keep its connection forever.

use std::{future::Future, io, net, sync::Arc, time::Duration};

use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use poem::{
    Addr, Endpoint as _, Response,
    endpoint::BoxEndpoint,
    http::uri::Scheme,
    web::{LocalAddr, RemoteAddr},
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::Semaphore,
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

/// How long a head may take to arrive, and how long a connection may stay idle. It is longer than the usual
/// idle timeout of proxies, one minute, so that none sends a request on a connection that is being closed.
const HEAD_TIME: Duration = Duration::from_secs(75);
/// The most connections at once, each of some tens of kilobytes. Further ones wait until one closes.
const CONNECTIONS: usize = 8192;
/// The pause after a failed accept, which mostly means too many open files.
const PAUSE: Duration = Duration::from_millis(100);

/// Serves on `socket` until `stop`. Then it accepts no more connections, and requests in progress have
/// `grace` to finish.
pub async fn serve(
    endpoint: BoxEndpoint<'static>,
    socket: net::TcpListener,
    stop: impl Future<Output = ()> + Send,
    grace: Duration,
) -> io::Result<()> {
    let listener = TcpListener::from_std(socket)?;
    let local = listener.local_addr()?;
    let (endpoint, connections) = (Arc::new(endpoint), TaskTracker::new());
    let (finish, cut) = (CancellationToken::new(), CancellationToken::new());
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    tokio::pin!(stop);
    loop {
        let (place, accepted) = tokio::select! {
            () = &mut stop => break,
            // The semaphore is never closed.
            accepted = async { (places.clone().acquire_owned().await, listener.accept().await) } => accepted,
        };
        match accepted {
            Ok((stream, remote)) => {
                // Otherwise an event waits for the acknowledgement of the previous one, which may be delayed
                // by 40 ms.
                if let Err(error) = stream.set_nodelay(true) {
                    tracing::debug!(%error, "a connection gathers what it sends");
                }
                let ends = converse(stream, endpoint.clone(), local, remote, finish.clone());
                let cut = cut.clone();
                connections.spawn(async move {
                    let _place = place;
                    cut.run_until_cancelled_owned(ends).await
                });
            }
            Err(error) => {
                tracing::warn!(%error, "a connection was not taken");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
    drop(listener);
    finish.cancel();
    connections.close();
    if tokio::time::timeout(grace, connections.wait()).await.is_err() {
        tracing::warn!(left = connections.len(), "connections are cut: they did not finish in time");
        cut.cancel();
        connections.wait().await;
    }
    Ok(())
}

/// Serves one connection until either side closes it.
async fn converse(
    stream: TcpStream,
    endpoint: Arc<BoxEndpoint<'static>>,
    local: net::SocketAddr,
    remote: net::SocketAddr,
    finish: CancellationToken,
) {
    let answer = service_fn(move |request: hyper::Request<Incoming>| {
        let endpoint = endpoint.clone();
        let (local, remote) = (LocalAddr(Addr::SocketAddr(local)), RemoteAddr(Addr::SocketAddr(remote)));
        async move {
            let answer: Response = endpoint.get_response((request, local, remote, Scheme::HTTP).into()).await;
            Ok::<_, std::convert::Infallible>(hyper::Response::from(answer))
        }
    });
    let mut protocol = http1::Builder::new();
    protocol.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME);
    let connection = protocol.serve_connection(TokioIo::new(stream), answer);
    tokio::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = finish.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended early");
    }
}
