//! Two tenants with the same life and a word of their own in every text they can write. One replays every operation of
//! the document with the other's ids: nothing of the other comes back, nothing of the other changes, and every answer is
//! the one that ids of nothing get.

pub mod world;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use self::world::{A, B, checksums, cursor_at, tables, tables_with, tenant};
use crate::support::{
    actor::{Answer, text},
    app::TestApp,
    document::{Operation, document},
    operations::{Call, Ids},
};

/// What is a secret handed to somebody, so that whoever holds it may use it: not an id that can be tried.
const CAPABILITIES: &[(&str, &str)] =
    &[("getSharedProposal", "share_token"), ("sharedProposalAction", "share_token"), ("verifyEmail", "mailed_token")];

/// Tables of the other tenant that an operation may add to: a taken address is told that somebody tried to register it.
const TOLD: &[(&str, &str)] = &[("register", "jobs")];

/// Columns that hold no words of the tenant's: states, hashes, keys, and what no operation writes yet.
const NO_WORDS: &[&str] = &[
    "audit_events.hash",
    "audit_events.kind",
    "audit_events.previous_hash",
    "chat_messages.previous_html_content",
    "chat_messages.role",
    "clients.logo_url",
    "clients.scraped_info",
    "companies.awards",
    "companies.certifications",
    "draftings.code",
    "draftings.message",
    "draftings.stage",
    "draftings.status",
    "jobs.last_error",
    "jobs.state",
    "jobs.task",
    "proposals.assistant",
    "proposals.currency",
    "proposals.share_token",
    "proposals.status",
    "revisions.sha256",
    "team_members.role",
    "team_members.status",
    "user_usage.month",
    "users.password_hash",
    "users.profile_image_url",
    "workspaces.subscription_status",
];

/// Ids of nothing, in every form as good as the real ones.
fn random_ids(app: &TestApp) -> Ids {
    Ids {
        client: "019cadc6-9a80-7aaa-8aaa-000000000001".to_owned(),
        proposal: "019cadc6-9a80-7aaa-8aaa-000000000002".to_owned(),
        item: "019cadc6-9a80-7aaa-8aaa-000000000003".to_owned(),
        share_token: "0123456789abcdefghijk".to_owned(),
        revision: "0".repeat(64),
        word: "zqnobody".to_owned(),
        cursor: cursor_at(app, "019cadc6-9a80-7aaa-8aaa-000000000001"),
        email: "zqnobody@zqnobody.example".to_owned(),
        password: "Wrong-Horse-8".to_owned(),
        mailed_token: "zqnothing".to_owned(),
    }
}

/// One of the ids: its name, where it is, and for foreign ids that are a capability nothing.
type Field = (&'static str, fn(&mut Ids) -> &mut String);

const FIELDS: &[Field] = &[
    ("client", |ids| &mut ids.client),
    ("proposal", |ids| &mut ids.proposal),
    ("item", |ids| &mut ids.item),
    ("share_token", |ids| &mut ids.share_token),
    ("revision", |ids| &mut ids.revision),
    ("word", |ids| &mut ids.word),
    ("cursor", |ids| &mut ids.cursor),
    ("email", |ids| &mut ids.email),
    ("mailed_token", |ids| &mut ids.mailed_token),
];

/// `own` with those fields of `other`.
fn mixed(own: &Ids, other: &Ids, fields: &[Field]) -> Ids {
    let (mut mixed, mut other) = (own.clone(), other.clone());
    for (_, field) in fields {
        field(&mut mixed).clone_from(field(&mut other));
    }
    mixed
}

/// The requests that point that operation at the other tenant, each with its twin that points at nothing: all ids at
/// once, and each alone among ids of one's own.
fn replays(operation: &Operation, own: &Ids, foreign: &Ids, nothing: &Ids) -> Vec<(Call, Call)> {
    let triable: Vec<Field> = FIELDS.iter().copied().filter(|(name, _)| !CAPABILITIES.contains(&(operation.id.as_str(), *name))).collect();
    let mut choices: Vec<Vec<Field>> = triable.iter().map(|field| vec![*field]).collect();
    choices.push(triable);
    choices
        .into_iter()
        .map(|fields| [foreign, nothing].map(|ids| Call::new(operation, &mixed(own, ids, &fields))))
        .map(|[foreign, nothing]| (foreign, nothing))
        .filter(|(foreign, nothing)| foreign != nothing)
        .collect()
}

/// What must be the same of two answers.
fn essence(answer: &Answer) -> (u16, Value, Option<String>) {
    let mut body: Value = serde_json::from_slice(&answer.body).unwrap_or_else(|_| json!(answer.text()));
    if let Some(body) = body.as_object_mut() {
        body.remove("requestId");
    }
    (answer.status.as_u16(), body, answer.next_page())
}

fn mentions(answer: &Answer, word: &str) -> bool {
    format!("{:?} {}", answer.headers, answer.text()).to_lowercase().contains(word)
}

async fn every_text_column_has_the_word(app: &TestApp, tables: &BTreeMap<String, String>, word: &str) {
    let columns: Vec<(String, String)> = sqlx::query_as(
        "SELECT c.table_name::text, c.column_name::text FROM information_schema.columns c
         WHERE c.table_schema = 'public' AND c.data_type IN ('text', 'jsonb', 'json', 'character varying')
           AND (c.table_name = 'users' OR EXISTS (SELECT 1 FROM information_schema.columns w
                WHERE w.table_schema = 'public' AND w.table_name = c.table_name AND w.column_name = 'workspace_id'))
         ORDER BY 1, 2",
    )
    .fetch_all(&app.database.admin)
    .await
    .unwrap();
    let mut without = BTreeSet::new();
    for (table, column) in columns {
        let rows = &tables[&table];
        let query = format!("SELECT EXISTS (SELECT 1 FROM {table} WHERE {rows} AND {column}::text ILIKE '%{word}%')");
        if !app.database.value::<bool>(query).await {
            without.insert(format!("{table}.{column}"));
        }
    }
    let known: BTreeSet<String> = NO_WORDS.iter().map(|&name| name.to_owned()).collect();
    assert_eq!(without, known, "left: columns without the tenant's word, right: NO_WORDS");
}

#[tokio::test]
async fn a_tenant_learns_and_changes_nothing_of_another() {
    let app = TestApp::start().await;
    let a = tenant(&app, A).await;
    app.pass(chrono::TimeDelta::minutes(1));
    let b = tenant(&app, B).await;
    let (tables_a, tables_b) = (tables(&app, &a).await, tables(&app, &b).await);
    every_text_column_has_the_word(&app, &tables_a, A).await;

    let nothing = random_ids(&app);
    // A secret is not among what can be tried.
    let foreign = Ids { password: nothing.password.clone(), mailed_token: text(&a.owner.user["id"]).to_owned(), ..a.ids.clone() };
    let own = Ids { password: nothing.password.clone(), ..b.ids.clone() };
    let mut before = checksums(&app, &tables_a).await;
    for operation in &document().operations {
        let somebody = if operation.signed_in { (*b.owner).clone() } else { app.anonymous() };
        for (at_a, at_nothing) in replays(operation, &own, &foreign, &nothing) {
            let (answer, twin) = (at_a.send(&somebody).await, at_nothing.send(&somebody).await);
            assert_eq!(essence(&answer), essence(&twin), "{} {} against {}", at_a.method, at_a.path, at_nothing.path);
            // Only what was sent may come back, and no answer repeats it.
            assert!(!mentions(&answer, A), "{} tells of the other tenant: {answer:?} {:?}", operation.id, answer.headers);
        }
        let mut after = checksums(&app, &tables_a).await;
        for (_, table) in TOLD.iter().filter(|(id, _)| *id == operation.id) {
            before.insert((*table).to_owned(), after[*table].clone());
        }
        assert_eq!(before, after, "{} changed rows of the other tenant", operation.id);
        before = std::mem::take(&mut after);
    }

    let queue: Vec<String> = app.database.values("SELECT payload::text FROM graphile_worker._private_jobs").await;
    assert!(!queue.is_empty() && queue.iter().all(|payload| !payload.contains("zqcanary")), "the shared queue holds words: {queue:?}");
    assert_eq!(tables_with(&app, &tables_b, A).await, Vec::<String>::new(), "rows of B with A's word");
    assert_eq!(tables_with(&app, &tables_a, B).await, Vec::<String>::new(), "rows of A with B's word");
    for mail in app.mail().await {
        let said = format!("{} {} {} {}", mail.to, mail.subject, mail.text, mail.html);
        let mixed = said.contains(A) && (said.contains(B) || said.contains("zqnobody"));
        assert!(!mixed, "a mail of two tenants: {said}");
    }
    app.finish().await;
}

/// The replay proves nothing where its requests are no good: with ids of one's own each of them works.
#[tokio::test]
async fn the_replayed_requests_are_good_ones() {
    let app = TestApp::start().await;
    let a = tenant(&app, A).await;
    app.database
        .run(format!("UPDATE draftings SET status = 'failed', code = 'assistant_failed' WHERE proposal_id = '{}'", a.ids.proposal))
        .await;
    let last = |operation: &Operation| match operation.id.as_str() {
        "deleteProposal" => 1,
        "deleteClient" => 2,
        "logout" => 3,
        _ => 0,
    };
    let mut operations = document().operations.clone();
    operations.sort_by_key(last);
    for operation in &operations {
        let answer = Call::new(operation, &a.ids).send(&a.owner).await;
        match operation.id.as_str() {
            "createCompany" => drop(answer.problem(409, "company_exists")),
            _ => assert!(answer.status.is_success(), "{answer:?}"),
        }
    }
    app.mail().await;
    app.finish().await;
}

#[tokio::test]
async fn the_replay_points_every_id_somewhere() {
    let app = TestApp::start().await;
    let nothing = random_ids(&app);
    let other = Ids { client: "c".into(), proposal: "p".into(), item: "i".into(), share_token: "s".into(), ..nothing.clone() };
    for operation in &document().operations {
        let pointed = replays(operation, &nothing, &other, &nothing);
        let triable = operation.path_parameters().iter().filter(|name| **name != "shareToken").count();
        assert!(pointed.len() >= triable, "{}: {pointed:?}", operation.id);
    }
    app.finish().await;
}
