//! Detecting accounts: by the time and work of an answer, and from the queue of mails.

use serde_json::{Value, json};

use crate::support::{
    app::TestApp,
    stories::{address, registration},
};

/// The rows written by a request, by table, and the size of its queue entries, to within a name's length.
async fn written(app: &TestApp) -> (Vec<String>, i64) {
    let tables = "SELECT 'users ' || count(*) FROM users UNION ALL SELECT 'links ' || count(*) FROM account_tokens
                  UNION ALL SELECT 'jobs ' || count(*) FROM jobs UNION ALL SELECT 'workspaces ' || count(*) FROM workspaces";
    let queued = "SELECT count(*) FROM graphile_worker.jobs WHERE task_identifier = 'account_request'";
    (app.database.values(tables).await, app.database.value(queued).await)
}

fn requests(name: &str) -> [(&'static str, Value); 3] {
    let email = json!({ "email": address(name) });
    [
        ("/api/register", registration(name)),
        ("/api/forgot-password", email.clone()),
        ("/api/resend-verification", email),
    ]
}

#[tokio::test]
async fn what_strangers_ask_is_the_same_work_with_and_without_an_account() {
    let app = TestApp::start().await;
    app.register_verified_owner("ada").await;
    app.anonymous().post("/api/register", registration("bob")).await.expect(200);
    app.mail_to(&address("bob")).await;
    // With an account, with an unverified registration, with neither.
    for (name, mails) in [("ada", [1, 1, 0]), ("bob", [1, 1, 1]), ("eve", [1, 1, 1])] {
        for ((path, body), mails) in requests(name).into_iter().zip(mails) {
            let (rows, queued) = written(&app).await;
            app.anonymous().post(path, body).await.expect(200);
            assert_eq!(written(&app).await, (rows, queued + 1), "{path} for {name}");
            // The actual work is done afterwards.
            assert_eq!(
                app.mail().await.iter().filter(|mail| mail.to == address(name)).count(),
                mails,
                "{path} for {name}"
            );
        }
    }
    app.finish().await;
}

#[tokio::test]
async fn no_row_has_a_link_that_opens_something() {
    let app = TestApp::start().await;
    let ada = app.owner_with_company("ada").await;
    app.pays(&ada).await;
    let everything = async || {
        let rows = "SELECT t::text FROM jobs t UNION ALL SELECT t::text FROM account_tokens t UNION ALL SELECT t::text FROM mails t
                    UNION ALL SELECT t::text FROM graphile_worker._private_jobs t";
        app.database.values::<String>(rows).await.join("\n")
    };
    app.anonymous().post("/api/register", registration("bob")).await.expect(200);
    app.anonymous().post("/api/forgot-password", json!({ "email": ada.email })).await.expect(200);
    ada.post("/api/team/invitations", json!({ "email": address("eve"), "role": "member" })).await.expect(201);
    let waiting = everything().await;
    assert!(!waiting.contains(&address("bob")), "who asks is not to be read while the request waits");
    let mails = app.mail().await;
    assert_eq!(mails.len(), 3, "{mails:#?}");
    let kept = everything().await;
    for mail in &mails {
        let token = mail.link_parameter("token");
        assert!(token.len() == 43 && mail.text.contains(&token), "{}", mail.subject);
        assert!(!waiting.contains(&token) && !kept.contains(&token), "{}", mail.subject);
    }
    app.finish().await;
}
