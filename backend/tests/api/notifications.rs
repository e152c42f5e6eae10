//! Notifications over HTTP: the recipients, the list, mails and the stream, preferences, and the unsubscribe
//! link of a kind.

mod choosing;
mod joining;
mod mails;
mod stream;
mod telling;

use proffer::{
    access::{Credential, Principal, Subject},
    authz::{Action, Object, Role},
    features::{
        billing::plan_notices,
        notifications::{jobs::Notify, service},
    },
    http::caller::Caller,
};
use proffer_domain::notification::NotificationEvent;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{
    actor::{Actor, text},
    app::TestApp,
    stories::Owner,
};

const LIST: &str = "/api/notifications";
const UNREAD: &str = "/api/notifications/unread";
const READ: &str = "/api/notifications/read";
const PREFERENCES: &str = "/api/notifications/preferences";

/// An owner with a drafted proposal.
struct World {
    app: TestApp,
    ada: Owner,
    proposal: Value,
}

impl World {
    async fn new() -> Self {
        let (app, ada) = TestApp::with_company().await;
        let proposal = app.drafted_proposal(&ada).await;
        Self { app, ada, proposal }
    }

    /// Causes a notification about the proposal; the job waits in the queue.
    async fn announce(&self, kind: NotificationEvent) -> Uuid {
        announce(&self.app, &self.ada, of(kind, &self.proposal)).await
    }
}

fn id(value: &Value) -> Uuid {
    text(&value["id"]).parse().unwrap()
}

fn workspace(owner: &Owner) -> Uuid {
    id(&owner.user["workspace"])
}

/// An action of the proposal's client.
fn of(kind: NotificationEvent, proposal: &Value) -> Notify {
    Notify {
        kind,
        proposal_id: Some(id(proposal)),
        subject: text(&proposal["title"]).to_owned(),
        actor: Some("Mia Berg".to_owned()),
        words: None,
        except: None,
        with_document: false,
    }
}

/// An event about the plan of `owner`'s workspace.
fn of_plan(kind: NotificationEvent, owner: &Owner) -> Notify {
    plan_notices::news(kind, text(&owner.user["workspace"]["name"]).to_owned())
}

/// Causes the notification in the workspace of `owner`, and returns the job's id.
async fn announce(app: &TestApp, owner: &Owner, news: Notify) -> Uuid {
    let principal = Principal {
        user_id: id(&owner.user),
        credential: Credential::Session { id: Uuid::nil(), through_workspace: None, is_limited: false },
        workspace_id: workspace(owner),
        role: Role::Owner,
        is_admin: false,
        email: owner.email.clone(),
        name: owner.name.clone(),
    };
    let caller = Caller { ip: String::new(), user_agent: String::new() };
    let before: Vec<Uuid> = notify_jobs(app).await;
    let tx = Subject::principal(&app.app, &principal, &caller)
        .may(Action::Read, Object::Notifications)
        .await
        .unwrap();
    service::announce(&app.app, &tx, news).await.unwrap();
    tx.commit().await.unwrap();
    let new: Vec<Uuid> = notify_jobs(app).await.into_iter().filter(|id| !before.contains(id)).collect();
    assert_eq!(new.len(), 1);
    new[0]
}

async fn notify_jobs(app: &TestApp) -> Vec<Uuid> {
    app.database.values("SELECT id FROM jobs WHERE task = 'notify'").await
}

async fn list(actor: &Actor) -> Vec<Value> {
    actor.get(LIST).await.expect(200).as_array().unwrap().clone()
}

async fn kinds(actor: &Actor) -> Vec<String> {
    list(actor).await.iter().map(|one| text(&one["kind"]).to_owned()).collect()
}

async fn unread(actor: &Actor) -> i64 {
    actor.get(UNREAD).await.expect(200)["unread"].as_i64().unwrap()
}

async fn prefer(actor: &Actor, kind: &str, in_app: bool, by_mail: bool) -> Value {
    actor.put(PREFERENCES, json!([{ "kind": kind, "inApp": in_app, "byMail": by_mail }])).await.expect(200)
}
