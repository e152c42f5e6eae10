//! A second server that differs from another only in its policy. It shares everything else with it, including
//! the connections, so it starts at once.

use std::time::Duration;

use proffer::{
    app::{App, Memory, Parts, Tasks},
    authz::Policy,
    http::listening,
    site,
};
use proffer_adapters::random::Rng;
use reqwest::Url;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::app::TestApp;

/// A running server. End it with [`SecondServer::stop`], before the server that it shares with.
pub struct SecondServer {
    /// The address it listens on.
    pub base: Url,
    stop: CancellationToken,
    running: JoinHandle<()>,
}

impl TestApp {
    /// Starts a server beside this one, with those rules. Its seed must differ from that of any other server
    /// on the database.
    pub async fn beside(&self, rules: &str, seed: u64) -> SecondServer {
        let (with, rng) = (&self.app, Rng::seeded(seed));
        let app = App::new(Parts {
            policy: Policy::from_rules(rules).await.unwrap(),
            config: with.config.clone(),
            db: with.db.clone(),
            assistant: with.assistant.clone(),
            mailer: with.mailer.clone(),
            objects: with.objects.clone(),
            payments: with.payments.clone(),
            typesetter: with.typesetter.clone(),
            file_reader: with.file_reader.clone(),
            passwords: with.passwords.clone(),
            web: with.web.clone(),
            dns: with.dns.clone(),
            oidc: with.oidc.clone(),
            secrets: with.secrets.clone(),
            sealer: with.sealer.clone(),
            change_feed: with.change_feed.clone(),
            process_id: uuid::Uuid::from_bytes(rng.bytes()),
            memory: Memory::default(),
            tasks: Tasks::default(),
            metrics: with.metrics.clone(),
            draining: with.draining.clone(),
            clock: with.clock.clone(),
            rng,
        });
        let socket = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let base = format!("http://{}", socket.local_addr().unwrap()).parse().unwrap();
        socket.set_nonblocking(true).unwrap();
        let stop = CancellationToken::new();
        let serving = listening::serve(
            site::endpoint(&app),
            socket,
            stop.clone().cancelled_owned(),
            Duration::from_secs(5),
        );
        let running = tokio::spawn(async move { serving.await.unwrap() });
        SecondServer { base, stop, running }
    }
}

impl SecondServer {
    /// Stops it, but none of the shared parts.
    pub async fn stop(self) {
        self.stop.cancel();
        self.running.await.unwrap();
    }
}
