//! Two tenants with the same data, each with its own word in every text. One replays every operation of the
//! document with the other's ids: the answers contain nothing of the other, nothing of the other changes, and
//! every answer equals the one for unknown ids.

pub mod files;
mod foreign_ids;
pub mod world;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::account;

use self::{
    foreign_ids::{FIELDS, random_ids, replays},
    world::{A, B, checksums, membership, tables, tables_with, tenant},
};
use crate::support::{
    actor::{Actor, ApiResponse, text},
    app::{Setup, TestApp},
    document::{Operation, document},
    operations::{Call, Ids},
};

/// Tables of the other tenant that an operation may add to: the owner of a taken address is told about a
/// registration attempt, and requesting a link for an address causes a mail to it.
const TOLD: &[(&str, &str)] =
    &[("register", "jobs"), ("forgotPassword", "jobs"), ("forgotPassword", "account_tokens")];

/// Columns without the tenant's text: states, hashes, keys, and columns that no operation writes yet.
const NO_WORDS: &[&str] = &[
    "api_keys.prefix",
    "api_keys.scopes",
    "audit_events.hash",
    "audit_events.kind",
    "audit_events.previous_hash",
    "audit_log.action",
    "audit_log.actor_kind",
    "audit_log.details",
    "audit_log.ip",
    "audit_log.object",
    "audit_log.request_id",
    "audit_log.target_id",
    "audit_log.user_agent",
    "chat_messages.review",
    "chat_messages.role",
    "chat_turns.code",
    "chat_turns.message",
    "chat_turns.status",
    "claim_acceptances.claim",
    "client_import_rows.code",
    "client_import_rows.field",
    "client_import_rows.message",
    "client_imports.duplicates",
    "client_imports.mapping",
    "client_imports.object_key",
    "client_imports.problem",
    "client_imports.state",
    "clients.enrichment",
    "clients.enrichment_problem",
    "clients.logo_url",
    "clients.scraped_info",
    "companies.awards",
    "companies.certifications",
    "companies.currency",
    "companies.logo_url",
    "draftings.code",
    "draftings.message",
    "draftings.stage",
    "draftings.status",
    "jobs.failure",
    "jobs.last_error",
    "jobs.mail_kind",
    "jobs.payload",
    "jobs.state",
    "jobs.task",
    "mails.kind",
    "notification_preferences.kind",
    "notifications.kind",
    "objects.content_type",
    "objects.kind",
    "page_views.ip_hash",
    "page_views.method",
    "page_views.sections",
    "page_views.source",
    "page_views.user_agent",
    "page_views.visitor",
    "patches.author",
    "patches.cause",
    "proposal_months.currency",
    "proposal_months.month",
    "proposal_tallies.currency",
    "proposal_tallies.status",
    "proposals.assistant",
    "proposals.currency",
    "proposals.share_token",
    "proposals.status",
    "revisions.sha256",
    "sealed_documents.sha256",
    "sso_connections.default_role",
    "sso_domains.challenge",
    "subscriptions.checkout_id",
    "subscriptions.stripe_item_id",
    "subscriptions.stripe_status",
    "team_members.role",
    "team_members.status",
    "template_preferences.accent_color",
    "template_preferences.font_family",
    "template_preferences.layout_style",
    "template_preferences.primary_color",
    "template_preferences.secondary_color",
    "uploads.content_type",
    "uploads.multipart_id",
    "uploads.object_key",
    "user_usage.month",
    "users.password_hash",
    "users.profile_image_url",
];

/// The part of two answers that must be equal.
fn essence(answer: &ApiResponse) -> (u16, Value, Option<String>) {
    let mut body: Value = serde_json::from_slice(&answer.body).unwrap_or_else(|_| json!(answer.text()));
    if let Some(body) = body.as_object_mut() {
        body.remove("requestId");
    }
    (answer.status.as_u16(), body, answer.next_page())
}

fn mentions(answer: &ApiResponse, word: &str) -> bool {
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
        let query = format!(
            "SELECT EXISTS (SELECT 1 FROM {table} WHERE ({rows}) AND {column}::text ILIKE '%{word}%')"
        );
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
    let nothing = random_ids(&app);
    app.pass(chrono::TimeDelta::minutes(1));
    let b = tenant(&app, B).await;
    let (tables_a, tables_b) = (tables(&app, &a).await, tables(&app, &b).await);
    every_text_column_has_the_word(&app, &tables_a, A).await;

    // Secrets are left out.
    let foreign = Ids {
        password: nothing.password.clone(),
        mailed_token: text(&a.owner.user["id"]).to_owned(),
        ..a.ids.clone()
    };
    let own = Ids { password: nothing.password.clone(), ..b.ids.clone() };
    let mut before = checksums(&app, &tables_a).await;
    for operation in &document().operations {
        let user = if operation.signed_in { (*b.owner).clone() } else { app.anonymous() };
        for (at_a, at_nothing) in replays(operation, &own, &foreign, &nothing) {
            // Rate limits are covered by another test.
            app.database.run("DELETE FROM rate_limits").await;
            let (answer, twin) = (at_a.send(&user).await, at_nothing.send(&user).await);
            assert_eq!(
                essence(&answer),
                essence(&twin),
                "{} {} against {}",
                at_a.method,
                at_a.path,
                at_nothing.path
            );
            // Only sent values may be returned, and no answer repeats them.
            assert!(
                !mentions(&answer, A),
                "{} tells of the other tenant: {answer:?} {:?}",
                operation.id,
                answer.headers
            );
        }
        let mut after = checksums(&app, &tables_a).await;
        for (_, table) in TOLD.iter().filter(|(id, _)| *id == operation.id) {
            before.insert((*table).to_owned(), after[*table].clone());
        }
        assert_eq!(before, after, "{} changed rows of the other tenant", operation.id);
        before = std::mem::take(&mut after);
    }

    let queue: Vec<String> =
        app.database.values("SELECT payload::text FROM graphile_worker._private_jobs").await;
    assert!(
        !queue.is_empty() && queue.iter().all(|payload| !payload.contains("zqcanary")),
        "the shared queue holds words: {queue:?}"
    );
    assert_eq!(tables_with(&app, &tables_b, A).await, Vec::<String>::new(), "rows of B with A's word");
    assert_eq!(tables_with(&app, &tables_a, B).await, Vec::<String>::new(), "rows of A with B's word");
    for mail in app.mail().await {
        let said = format!("{} {} {} {}", mail.to, mail.subject, mail.text, mail.html);
        let mixed = said.contains(A) && (said.contains(B) || said.contains("zqnobody"));
        assert!(!mixed, "a mail of two tenants: {said}");
    }
    app.finish().await;
}

/// The answers for a tenant that calls every operation except `except`, destructive ones last.
pub async fn everything(app: &TestApp, except: &[&str]) -> Vec<(Operation, ApiResponse)> {
    let a = tenant(app, A).await;
    app.database
        .run(format!(
            "UPDATE draftings SET status = 'failed', code = 'assistant_failed' WHERE proposal_id = '{}'",
            a.ids.proposal
        ))
        .await;
    // Single sign-on can be looked up once it is enabled; a site administrator sees the domains of all.
    app.database
        .run(
            "UPDATE users SET is_admin = true; UPDATE sso_connections SET enabled = true; UPDATE sso_domains SET proven_at = now();
             INSERT INTO proven_domains SELECT domain, workspace_id, 'dns', now() FROM sso_domains",
        )
        .await;
    // A setting can be changed once it exists.
    a.owner.post_empty("/api/admin/init-defaults").await.expect(200);
    // Destructive operations come after those that need their target.
    let last = |operation: &Operation| match operation.id.as_str() {
        // A change request ends the status in which the client can be reminded.
        "sharedProposalAction" => 1,
        // After the operations that they make impossible.
        "revertChatMessage"
        | "cancelInvitation"
        | "registerByInvitation"
        | "removeMember"
        | "uploadPicture"
        | "removePicture"
        | "setLogo"
        | "completeMultipartUpload"
        | "changePassword"
        | "revokeOtherSessions"
        | "deleteSsoConnection"
        | "removeSsoDomain" => 2,
        "sendProposal" | "removeLogo" | "abortMultipartUpload" => 3,
        "signProposal" | "revokeShareLink" => 4,
        // A proposal is not sent under a former name of the company.
        "updateCompany" | "deleteProposal" | "blockAssistant" => 5,
        "deleteClient" => 6,
        "resetPassword" => 7,
        "deleteAccount" => 8,
        "logout" => 9,
        _ => 0,
    };
    let mut operations = document().operations.clone();
    operations.retain(|operation| !except.contains(&operation.id.as_str()));
    operations.sort_by_key(last);
    let mut answers = Vec::new();
    for operation in operations {
        let mut ids = a.ids.clone();
        match operation.id.as_str() {
            // A draft in progress is finished first.
            "sendProposal" | "signProposal" => app.run_jobs().await,
            "deleteProposals" => ids.proposal = copy_of(&a.owner, &ids.proposal).await,
            "resetPassword" => ids.mailed_token = account::reset_token(app, &ids.email).await,
            // A member who has joined meanwhile would inherit the workspace.
            "deleteAccount" => {
                app.database.run("UPDATE team_members SET status = 'removed' WHERE role <> 'owner'").await;
            }
            _ => {}
        }
        let user = if operation.signed_in { (*a.owner).clone() } else { app.anonymous() };
        let mut call = Call::new(&operation, &ids);
        call.start_from_newest(&a.owner, &ids).await;
        let answer = call.send(&user).await;
        match operation.id.as_str() {
            "transferOwnership" => {
                let back = json!({ "memberId": membership(&a.mate, &a.owner.email).await });
                a.mate.post("/api/workspace/transfer", back).await.expect(200);
            }
            "resetPassword" => {
                let login = json!({ "email": ids.email, "password": ids.password });
                a.owner.post("/api/login", login).await.expect(200);
            }
            _ => {}
        }
        answers.push((operation, answer));
    }
    app.mail().await;
    answers
}

async fn copy_of(owner: &Actor, proposal: &str) -> String {
    text(&owner.post(format!("/api/proposals/{proposal}/copy"), json!({})).await.expect(201)["id"]).to_owned()
}

/// The replay is only meaningful with valid requests: with own ids each of them succeeds.
#[tokio::test]
async fn the_replayed_requests_are_good_ones() {
    let app = Setup::default().payments().start().await;
    let mut faults = Vec::new();
    for (operation, answer) in everything(&app, &[]).await {
        match operation.id.as_str() {
            // Tests do not contact the internet.
            "scrapeCompany" => drop(answer.problem(422, "website_refused")),
            // It is not signed.
            "reportPayment" => drop(answer.problem(400, "invalid_event")),
            "getUploadCredentials" => drop(answer.problem(404, "no_temporary_credentials")),
            "createCompany" => drop(answer.problem(409, "company_exists")),
            // The other tenant's owner is also a site administrator, with finished work.
            "setSiteAdmin" => drop(answer.problem(409, "own_role")),
            "resendUserVerification" => drop(answer.problem(409, "already_verified")),
            "retryJob" => drop(answer.problem(409, "not_failed")),
            // These are the owner's, and the invitation is another person's.
            "leaveWorkspace" => drop(answer.problem(409, "owner_must_transfer")),
            "acceptInvitation" => drop(answer.problem(403, "invitation_for_another_address")),
            _ if answer.status.is_success() => {}
            _ => faults.push(format!("{answer:?}")),
        }
    }
    assert_eq!(faults, Vec::<String>::new());
    app.finish().await;
}

/// Path parameters that are a secret, a number or a fixed word, not the id of a record.
const NO_IDS: &[&str] = &["shareToken", "token", "number", "settingKey"];

#[tokio::test]
async fn the_replay_points_every_id_somewhere() {
    let app = TestApp::start().await;
    let nothing = random_ids(&app);
    let mut other = nothing.clone();
    for (name, field) in FIELDS {
        field(&mut other).replace_range(.., name);
    }
    for operation in &document().operations {
        let pointed = replays(operation, &nothing, &other, &nothing);
        let triable = operation.path_parameters().iter().filter(|name| !NO_IDS.contains(name)).count();
        assert!(pointed.len() >= triable, "{}: {pointed:?}", operation.id);
    }
    app.finish().await;
}
