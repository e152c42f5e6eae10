//! Two connections, a slow line to the database, two busy tenants, and clients that disconnect at any moment:
//! no answer reaches the wrong tenant, and no connection stays in a transaction.

use std::time::Duration;

use futures_util::{StreamExt, stream};
use proffer::{
    access::{self, Credential, Principal, Subject},
    authz::{Action, Object, Role},
    http::caller::Caller,
};
use proffer_store::TenantTx;
use rand::{Rng, SeedableRng, rngs::StdRng};
use reqwest::Method;
use sea_orm::{ConnectionTrait, DbBackend, Statement};
use secrecy::ExposeSecret;
use serde_json::json;
use url::Url;
use uuid::Uuid;

use crate::support::{
    actor::{json as with_json, text},
    app::{Setup, TestApp},
    slow_line::SlowLine,
    stories::Owner,
    waiting::until,
};

const A: &str = "zqcanarya";
const B: &str = "zqcanaryb";
const ROUNDS: u64 = 8;
const REQUESTS: usize = 40;
const AT_ONCE: usize = 12;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn impatient_clients_of_two_tenants_never_meet() {
    let app = TestApp::start().await;
    let tenants = [tenant(&app, A, B).await, tenant(&app, B, A).await];
    let port = Url::parse(app.database.urls.app.expose_secret()).unwrap().port().unwrap();
    let line = SlowLine::start(port, 7).await;
    let mut slow =
        Setup::default().with("DATABASE_POOL", "2").database_port(line.port).on(&app, 2).start().await;

    let mut rng = StdRng::seed_from_u64(11);
    let mut answered = 0;
    for round in 0..ROUNDS {
        // Half of them disconnect before the answer can be there, at any point.
        answered += hurry(&tenants, &slow, &mut rng, REQUESTS, |rng| {
            if rng.random() {
                Duration::from_micros(rng.random_range(0..60_000))
            } else {
                Duration::from_mins(1)
            }
        })
        .await;
        // Then all of them, one after another, so that no later request cleans up after the last.
        for _ in 0..6 {
            hurry(&tenants, &slow, &mut rng, 1, |rng| Duration::from_micros(rng.random_range(1_000..25_000)))
                .await;
        }
        quiet(&app, &format!("round {round}")).await;
    }
    let sent = usize::try_from(ROUNDS).unwrap() * REQUESTS;
    assert!(
        answered > sent / 3 && answered < sent * 9 / 10,
        "{answered} of {sent} waited for their answer: no chaos"
    );
    assert_eq!(
        hurry(&tenants, &slow, &mut rng, 12, |_| Duration::from_mins(1)).await,
        12,
        "the pool serves on"
    );
    slow.shut_down().await;
    app.finish().await;
}

/// The server's own time-outs also cancel a starting transaction: here at every possible point.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_transaction_given_up_while_it_begins_leaves_no_connection_behind() {
    let app = TestApp::start().await;
    let port = Url::parse(app.database.urls.app.expose_secret()).unwrap().port().unwrap();
    let line = SlowLine::start(port, 8).await;
    let mut slow =
        Setup::default().with("DATABASE_POOL", "2").database_port(line.port).on(&app, 2).start().await;
    let workspaces = [Uuid::from_u128(0xA), Uuid::from_u128(0xB)];
    let people = workspaces.map(|workspace| Subject::principal(&slow.app, &member_of(workspace), &caller()));

    let mut rng = StdRng::seed_from_u64(12);
    for number in 0..150 {
        let which = rng.random_range(0..2);
        let patience = Duration::from_micros(rng.random_range(0..16_000));
        let begun = tokio::time::timeout(patience, people[which].may(Action::Read, Object::Clients)).await;
        if let Ok(begun) = begun {
            assert_eq!(workspace_of(&begun.unwrap()).await, workspaces[which].to_string());
        }
        let patience = Duration::from_micros(rng.random_range(0..12_000));
        // The system role's transactions begin in the same way.
        drop(tokio::time::timeout(patience, access::anonymous(&slow.app, Action::SignIn)).await);
        if number % 15 == 14 {
            quiet(&app, &format!("after {number} beginnings")).await;
        }
    }
    for (who, workspace) in people.iter().zip(workspaces) {
        assert_eq!(
            workspace_of(&who.may(Action::Read, Object::Clients).await.unwrap()).await,
            workspace.to_string()
        );
    }
    slow.shut_down().await;
    app.finish().await;
}

fn caller() -> Caller {
    Caller { ip: "192.0.2.1".to_owned(), user_agent: "test".to_owned() }
}

fn member_of(workspace_id: Uuid) -> Principal {
    Principal {
        user_id: Uuid::from_u128(1),
        credential: Credential::Session {
            id: Uuid::from_u128(2),
            through_workspace: None,
            is_limited: false,
        },
        workspace_id,
        role: Role::Member,
        is_admin: false,
        email: "ada@ada.example".to_owned(),
        name: "Ada Meyer".to_owned(),
    }
}

/// The tenant that a transaction's settings name.
async fn workspace_of(tx: &TenantTx) -> String {
    let asking = Statement::from_string(DbBackend::Postgres, "SELECT current_setting('app.workspace_id')");
    tx.conn().query_one_raw(asking).await.unwrap().unwrap().try_get_by_index(0).unwrap()
}

/// Waits until no connection is busy or in a transaction. Everything must end by itself, well before the
/// database would end it (15 s).
async fn quiet(app: &TestApp, when: &str) {
    until(
        &format!("no connection is at work or in a transaction, {when}"),
        Duration::from_secs(6),
        async || {
            let busy: i64 = app
                .database
                .value(
                    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
                 AND usename IN ('proffer_app', 'proffer_system') AND state <> 'idle'",
                )
                .await;
            (busy == 0).then_some(())
        },
    )
    .await;
}

struct Tenant {
    owner: Owner,
    client: String,
    own: &'static str,
    other: &'static str,
}

async fn tenant(app: &TestApp, own: &'static str, other: &'static str) -> Tenant {
    let owner = app.owner_with_company(own).await;
    let client = owner.create_client(own).await;
    Tenant { client: format!("/api/clients/{}", text(&client["id"])), owner, own, other }
}

/// Sends requests of both tenants, several at once, each with a timeout, and returns how many were answered.
/// An answer with another tenant's data fails the test.
async fn hurry(
    tenants: &[Tenant; 2],
    server: &TestApp,
    rng: &mut StdRng,
    requests: usize,
    patience: fn(&mut StdRng) -> Duration,
) -> usize {
    let sending = (0..requests).map(|number| {
        let (tenant, what, patience) =
            (&tenants[rng.random_range(0..2)], rng.random_range(0..6), patience(rng));
        async move {
            let answer = tokio::time::timeout(patience, send(tenant, server, what, number)).await;
            let Ok(answer) = answer else { return 0 };
            assert!(
                answer.contains(tenant.own) && !answer.contains(tenant.other),
                "an answer to {}: {answer}",
                tenant.own
            );
            1
        }
    });
    stream::iter(sending.collect::<Vec<_>>())
        .buffer_unordered(AT_ONCE)
        .collect::<Vec<usize>>()
        .await
        .into_iter()
        .sum()
}

/// Sends one of six requests and returns the answer's text; each contains the tenant's word.
async fn send(tenant: &Tenant, server: &TestApp, what: u32, number: usize) -> String {
    let actor = tenant.owner.at(&server.base);
    let name = format!("{} {number}", tenant.own);
    let request = match what {
        0 => actor.request(Method::GET, "/api/clients"),
        1 => actor.request(Method::GET, "/api/companies"),
        2 => actor.request(Method::GET, "/api/auth/user"),
        3 => actor.request(Method::GET, &tenant.client),
        4 => with_json(actor.request(Method::PUT, "/api/companies"), &json!({ "phone": name })),
        _ => with_json(
            actor.request(Method::PUT, &tenant.client),
            &json!({
                "companyName": name, "firstName": "Mia", "lastName": "Berg", "email": "mia@harbor.example"
            }),
        ),
    };
    let answer = actor.send(request).await;
    answer.expect(200);
    answer.text()
}
