//! Common steps before the subject of a test: register, create a company, add a client, have a proposal
//! drafted, send it.

use std::ops::Deref;

use serde_json::{Value, json};

use super::{
    actor::{Actor, text},
    app::TestApp,
    log,
    mailbox::Mail,
};

/// A valid password.
pub const PASSWORD: &str = "Correct-Horse-7";

/// A user who registered, verified their address and signed in: the owner of a workspace.
#[derive(Clone)]
pub struct Owner {
    actor: Actor,
    /// First name, also part of the names of their data.
    pub name: String,
    /// Their address.
    pub email: String,
    /// The answer to signing in.
    pub user: Value,
}

impl Deref for Owner {
    type Target = Actor;

    fn deref(&self) -> &Actor {
        &self.actor
    }
}

impl TestApp {
    /// Registers a user with that name, opens the link of the mail, and signs in.
    pub async fn register_verified_owner(&self, name: &str) -> Owner {
        let stranger = self.anonymous();
        stranger.post("/api/register", registration(name)).await.expect(200);
        let token = self.mail_to(&address(name)).await.link_parameter("token");
        // In another browser, which this does not sign in.
        self.anonymous().get(format!("/api/verify-email?token={token}")).await.expect(200);
        self.sign_in(name).await
    }

    /// Signs in a user with a verified address.
    pub async fn sign_in(&self, name: &str) -> Owner {
        let (actor, email) = (self.anonymous(), address(name));
        let user =
            actor.post("/api/login", json!({ "email": email, "password": PASSWORD })).await.expect(200);
        Owner { actor, name: name.to_owned(), email, user }
    }

    pub async fn owner_with_company(&self, name: &str) -> Owner {
        let owner = self.register_verified_owner(name).await;
        owner.create_company().await;
        owner
    }

    /// Invites that address into the active workspace of `by` and returns the token of the mailed link.
    pub async fn invite(&self, by: &Actor, email: &str, role: &str) -> String {
        by.post("/api/team/invitations", json!({ "email": email, "role": role })).await.expect(201);
        self.mail_to(email).await.link_parameter("token")
    }

    /// A user with that name, whom `by` invites and who creates an account through the link.
    pub async fn joined(&self, by: &Actor, name: &str, role: &str) -> Owner {
        let token = self.invite(by, &address(name), role).await;
        // A person does not accept at the same instant as they are invited.
        self.pass(chrono::TimeDelta::seconds(1));
        let (actor, email) = (self.anonymous(), address(name));
        let user = actor.post(format!("/api/invitations/{token}/register"), joining(name)).await.expect(200);
        self.mail_of_joining(name).await;
        Owner { actor, name: name.to_owned(), email, user }
    }

    /// Takes the mails that notify owner and admins of the new member with that name; any other mail is a
    /// failure.
    pub async fn mail_of_joining(&self, name: &str) -> Vec<Mail> {
        let mails = self.mail().await;
        let subject = format!("{name} {name} Meyer joined ");
        assert!(mails.iter().all(|mail| mail.subject.starts_with(&subject)), "{mails:#?}");
        mails
    }

    /// A drafted proposal of that owner, for a new client.
    pub async fn drafted_proposal(&self, owner: &Owner) -> Value {
        let client = owner.create_client("harbor").await;
        self.drafted_proposal_for(owner, &client).await
    }

    /// A drafted proposal for that client.
    pub async fn drafted_proposal_for(&self, owner: &Owner, client: &Value) -> Value {
        let id = owner.start_proposal(client).await;
        self.run_jobs().await;
        let proposal = owner.get(format!("/api/proposals/{id}")).await.expect(200);
        assert_eq!(proposal["drafting"]["status"], "done", "{proposal:#}");
        proposal
    }

    /// A proposal of that owner that has been sent.
    pub async fn sent_proposal(&self, owner: &Owner) -> Value {
        let proposal = self.drafted_proposal(owner).await;
        owner.send_proposal(&proposal).await
    }

    /// A proposal of that owner that its client has accepted: signed, or waiting if the workspace
    /// countersigns.
    pub async fn accepted_proposal(&self, owner: &Owner) -> Value {
        let sent = self.sent_proposal(owner).await;
        let path = shared_path_of(&sent);
        let shared = self.anonymous().get(&path).await.expect(200);
        self.anonymous().post(format!("{path}/action"), acceptance(&shared)).await.expect(200);
        self.run_jobs().await;
        sent
    }

    /// Keeps that owner's workspace active after its trial, for tests in which that much time passes: grants
    /// it an unlimited plan.
    pub async fn pays(&self, owner: &Owner) {
        self.gives(owner, "The tests", "Time passes").await;
    }

    /// Grants an unlimited plan to that owner's workspace, recorded with that reason.
    pub async fn gives(&self, owner: &Owner, by: &str, reason: &str) {
        let (workspace, now) = (text(&owner.user["workspace"]["id"]), self.now().to_rfc3339());
        self.database
            .run(format!(
                "INSERT INTO subscriptions (workspace_id, given_at, given_by, given_reason, created_at, updated_at)
                 VALUES ('{workspace}', '{now}', '{by}', '{reason}', '{now}', '{now}')
                 ON CONFLICT (workspace_id) DO UPDATE SET given_at = excluded.given_at, given_until = NULL"
            ))
            .await;
    }

    /// Sets whether the workspace of that owner countersigns.
    pub async fn countersigns(&self, owner: &Owner, countersign: bool) {
        let name = &owner.get("/api/auth/user").await.expect(200)["workspace"]["name"];
        owner.put("/api/workspace", json!({ "name": name, "countersign": countersign })).await.expect(200);
    }
}

impl Owner {
    /// The same person in the same session, at a server whose database is a copy of the one they were at.
    pub fn at_copy(&self, app: &TestApp) -> Self {
        Self { actor: self.actor.carried_to(app.anonymous()), ..self.clone() }
    }

    /// Makes a company that has every field filled in.
    pub async fn create_company(&self) -> Value {
        self.post("/api/companies", company(&self.name)).await.expect(201)
    }

    /// Adds a client with every field.
    pub async fn create_client(&self, name: &str) -> Value {
        self.post("/api/clients", client(name)).await.expect(201)
    }

    /// Creates a key with those scopes and returns the answer, the only one that contains it.
    pub async fn create_key(&self, name: &str, scopes: &[&str]) -> Value {
        self.post("/api/api-keys", json!({ "name": name, "scopes": scopes })).await.expect(201)
    }

    /// A program with a key of those scopes.
    pub async fn program_with(&self, scopes: &[&str]) -> Actor {
        self.program(text(&self.create_key(&format!("For {}", self.name), scopes).await["key"]))
    }

    /// Starts a proposal and returns its id; the drafting job waits in the queue.
    pub async fn start_proposal(&self, client: &Value) -> String {
        let started = self.post("/api/proposals", proposal(text(&client["id"]))).await.expect(201);
        text(&started["id"]).to_owned()
    }

    /// Sends a proposal and returns its new state.
    pub async fn send_proposal(&self, proposal: &Value) -> Value {
        self.change(path_of(proposal), json!({ "status": "pending" })).await.expect(200)
    }
}

/// The path of a proposal.
pub fn path_of(proposal: &Value) -> String {
    format!("/api/proposals/{}", text(&proposal["id"]))
}

/// The path of its shared page.
pub fn shared_path_of(proposal: &Value) -> String {
    let token = text(&proposal["shareToken"]);
    log::plant(token);
    format!("/api/shared/proposals/{token}")
}

/// The address of the user with that name.
pub fn address(name: &str) -> String {
    format!("{name}@{name}.example")
}

/// The registration of the user with that name.
pub fn registration(name: &str) -> Value {
    json!({
        "email": address(name), "password": PASSWORD, "firstName": name, "lastName": format!("{name} Meyer")
    })
}

/// The registration of the user with that name through an invitation.
pub fn joining(name: &str) -> Value {
    json!({ "password": PASSWORD, "firstName": name, "lastName": format!("{name} Meyer") })
}

/// A picture, half red and half blue.
pub fn picture() -> Vec<u8> {
    let picture =
        image::RgbImage::from_fn(60, 40, |x, _| image::Rgb(if x < 30 { [255, 0, 0] } else { [0, 0, 255] }));
    let mut png = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut png, image::ImageFormat::Png).unwrap();
    png.into_inner()
}

/// The mapping of a file with the columns company, first, last and e-mail.
pub fn import_plan() -> Value {
    json!({
        "mapping": { "companyName": 0, "firstName": 1, "lastName": 2, "email": 3 }, "duplicates": "skip"
    })
}

/// A company profile with every field.
pub fn company(name: &str) -> Value {
    json!({
        "name": format!("{name} Studio"),
        "websiteUrl": format!("{name}.example"),
        "phone": format!("+49 30 123456 {name}"),
        "aboutUs": format!("{name} builds web sites."),
        "whyWorkWithUs": format!("{name} answers within a day."),
        "howWeWork": format!("{name} works in short steps."),
        "whatWeOffer": format!("{name} offers design and hosting."),
        "testimonials": format!("{name} was a pleasure to work with."),
        "caseStudiesLink": format!("https://{name}.example/cases"),
        "yearsInBusiness": format!("12 ({name})"),
        "teamSize": format!("5 ({name})"),
        "industryRecognitions": format!("{name} was named studio of the year."),
        "guaranteesOffered": format!("{name} fixes faults free of charge for a year."),
        "clientLogosUrl": format!("https://{name}.example/logos"),
        "successMetrics": format!("{name} doubled bookings."),
        "customAiRules": format!("Speak of {name} in the first person."),
        "termsAndConditions": format!("{name}'s terms: payable within 14 days."),
    })
}

/// A client with every field.
pub fn client(name: &str) -> Value {
    json!({
        "companyName": format!("{name} Dental"),
        "firstName": format!("Mia {name}"),
        "lastName": format!("Berg {name}"),
        "email": format!("mia@{name}.example"),
        "phone": format!("+49 40 654321 {name}"),
        "address": format!("1 Quay Street, {name}"),
        "websiteUrl": format!("https://{name}-dental.example"),
        "description": format!("{name} is a dental practice by the harbour."),
    })
}

/// The wizard's request for that client.
pub fn proposal(client_id: &str) -> Value {
    json!({
        "clientId": client_id,
        "clientContext": "They lose bookings because their site is slow and cannot be used on a phone.",
        "proposedSolution": "A new web site with online booking, designed and hosted by us, ready in six weeks.",
        "pricingDetails": "$4,500 one-time and $300 monthly hosting",
        "additionalNotes": "They would like to start in April.",
    })
}

/// The client's request to accept a shared page.
pub fn acceptance(shared: &Value) -> Value {
    json!({
        "action": "accept",
        "senderName": "Mia Berg",
        "senderEmail": "mia@harbor.example",
        "signature": "Mia Berg",
        "revisionSha256": shared["revision"]["sha256"],
        "consentId": shared["consent"]["id"],
        "totalAmount": shared["totalAmount"],
    })
}

/// A pricing table with one item.
pub fn pricing() -> Value {
    json!({
        "currency": "USD",
        "taxMode": "exclusive",
        "groups": [{
            "id": "019cadc6-9a80-7650-b29d-000000000031", "name": "", "choice": "all",
            "items": [{
                "id": "019cadc6-9a80-7650-b29d-000000000032", "name": "Web site", "quantity": "1",
                "unitPrice": "4500",
                "cadence": "once", "optional": false, "selected": true, "taxes": [], "origin": "user",
                "confirmed": true,
            }],
        }],
        "milestones": [],
    })
}

/// A choice of design.
pub fn design() -> Value {
    json!({ "templateId": "5d2f0b1e-0001-7000-8000-000000000001", "primaryColor": "#3498db" })
}
