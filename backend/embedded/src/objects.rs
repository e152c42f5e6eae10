//! The embedded object store: an S3 server in this process on a loopback port, with its objects as files
//! under `DATA_DIR/objects`. The rest of proffer uses it like any other S3 server.
//!
//! ```text
//! DATA_DIR/objects/credentials.json   made on the first start, 0600
//! DATA_DIR/objects/data/<bucket>/     the objects
//! ```

mod cors;

use std::fs;
use std::io::ErrorKind;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, anyhow};
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use proffer_adapters::objects::ObjectSettings;
use rand::RngCore;
use s3s::auth::SimpleAuth;
use s3s::service::S3ServiceBuilder;
use s3s_fs::FileSystem;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use tokio::net::TcpListener;
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use url::Url;

use super::{create_dir, new_secret, write_private};

const BUCKET: &str = "proffer";
const REGION: &str = "us-east-1";
/// How long requests in progress may take to finish at shutdown.
const STOP_LIMIT: Duration = Duration::from_secs(5);
/// The pause before accepting again when the system has no resources for a connection.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Credentials {
    access_key: String,
    secret_key: String,
}

/// A running S3 server. Dropping it ends it at once; [`Objects::stop`] lets requests finish.
pub struct Objects {
    endpoint: String,
    access_key: String,
    secret_key: SecretString,
    stopping: CancellationToken,
    connections: TaskTracker,
}

impl Objects {
    /// Starts the server with its one bucket. `data_dir` comes from [`super::prepare_data_dir`]; pages of
    /// `public_url` may upload files.
    ///
    /// # Errors
    /// When the folder cannot be used, naming it, or no loopback port is free.
    pub async fn start(
        data_dir: &Path,
        public_url: &Url,
        rng: &mut (dyn RngCore + Send),
    ) -> anyhow::Result<Self> {
        let home = data_dir.join("objects");
        let root = home.join("data");
        create_dir(&root.join(BUCKET), 0o700)?;
        let Credentials { access_key, secret_key } = credentials(&home.join("credentials.json"), rng)?;
        let secret_key = SecretString::from(secret_key);

        let files = FileSystem::new(&root)
            .map_err(|error| anyhow!("cannot keep objects in {}: {error:?}", root.display()))?;
        let mut service = S3ServiceBuilder::new(files);
        service.set_auth(SimpleAuth::from_single(access_key.clone(), secret_key.expose_secret()));
        let service = service.build();

        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)))
            .await
            .context("no free port on 127.0.0.1 for the object store")?;
        let endpoint = format!("http://{}", listener.local_addr()?);
        let stopping = CancellationToken::new();
        let connections = TaskTracker::new();
        let service = cors::Service::new(service, public_url);
        connections.spawn(accept(listener, service, stopping.clone(), connections.clone()));
        Ok(Self { endpoint, access_key, secret_key, stopping, connections })
    }

    /// The address, such as `http://127.0.0.1:40321`. Buckets are named in the path, not in the host.
    #[must_use]
    pub fn endpoint(&self) -> &str {
        &self.endpoint
    }

    /// The bucket, which exists.
    #[must_use]
    pub fn bucket(&self) -> &'static str {
        BUCKET
    }

    /// The region to sign requests for.
    #[must_use]
    pub fn region(&self) -> &'static str {
        REGION
    }

    /// The access key id.
    #[must_use]
    pub fn access_key(&self) -> &str {
        &self.access_key
    }

    #[must_use]
    pub fn secret_key(&self) -> &SecretString {
        &self.secret_key
    }

    /// The settings for a client of this server.
    pub fn settings(&self) -> anyhow::Result<ObjectSettings> {
        Ok(ObjectSettings {
            endpoint: self.endpoint.parse().context("the address of the object store")?,
            bucket: BUCKET.to_owned(),
            region: REGION.to_owned(),
            access_key: self.access_key.clone(),
            secret_key: self.secret_key.clone(),
            public_endpoint: self.endpoint.parse().context("the address of the object store")?,
            sts: None,
        })
    }

    /// Accepts no more requests and returns when those in progress are answered or the time limit has passed.
    pub async fn stop(self) {
        self.stopping.cancel();
        self.connections.close();
        if timeout(STOP_LIMIT, self.connections.wait()).await.is_err() {
            tracing::warn!("object store requests were cut off at the stop");
        }
    }
}

impl Drop for Objects {
    fn drop(&mut self) {
        self.stopping.cancel();
    }
}

async fn accept(
    listener: TcpListener,
    service: cors::Service,
    stopping: CancellationToken,
    connections: TaskTracker,
) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stopping.cancelled() => return,
        };
        match accepted {
            Ok((socket, _peer)) => {
                connections.spawn(serve(socket, service.clone(), stopping.clone()));
            }
            Err(error) => {
                tracing::warn!(%error, "the object store cannot take a connection");
                sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

async fn serve(socket: TcpStream, service: cors::Service, stopping: CancellationToken) {
    let builder = Builder::new(TokioExecutor::new());
    let connection = builder.serve_connection(TokioIo::new(socket), service);
    tokio::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = stopping.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(error, "an object store connection ended early");
    }
}

fn credentials(file: &Path, rng: &mut (dyn RngCore + Send)) -> anyhow::Result<Credentials> {
    match fs::read(file) {
        Ok(text) => serde_json::from_slice(&text)
            .with_context(|| format!("{} is damaged: remove it to have a new one made", file.display())),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let credentials = Credentials { access_key: new_secret(rng), secret_key: new_secret(rng) };
            write_private(file, &serde_json::to_vec_pretty(&credentials)?)?;
            Ok(credentials)
        }
        Err(error) => Err(error).with_context(|| format!("cannot read {}", file.display())),
    }
}

#[cfg(test)]
mod tests;
