//! Tests a connection without a sign-in, and reports exactly what is wrong.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use proffer_adapters::oidc::{Fault, Part, Registration};

use super::{registration_of, secret_of};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object},
    features::identity::{
        IdentityError,
        sso_types::{SsoCheck, SsoTest},
        store::sso::{self as store, Connection, Domain},
    },
};

/// The checks before those of the workspace's domains, in order.
const PARTS: [Part; 6] =
    [Part::Discovery, Part::Issuer, Part::Endpoints, Part::Keys, Part::Algorithms, Part::Client];

fn name(part: Part) -> &'static str {
    match part {
        Part::Discovery => "discovery",
        Part::Issuer => "issuer",
        Part::Endpoints => "endpoints",
        Part::Keys => "keys",
        Part::Algorithms => "algorithms",
        Part::Client | Part::Code | Part::Token => "client",
    }
}

/// Runs the test.
pub async fn run(app: &App, member: &Member) -> Result<SsoTest, IdentityError> {
    let tx = member.may(Action::Update, Object::Sso).await?;
    let connection = store::connection(&tx).await?.ok_or(IdentityError::NoConnection)?;
    let domains = store::domains(tx.conn(), tx.workspace_id()).await?;
    tx.about(tx.workspace_id(), &connection.issuer);
    if let Some(entry) = tx.audit_entry() {
        entry.action("test");
    }
    tx.commit().await?;
    let mut checks = provider(app, connection).await;
    checks.push(of_domains(&domains));
    Ok(SsoTest { ok: checks.iter().all(|check| check.ok), checks })
}

async fn provider(app: &App, connection: Connection) -> Vec<SsoCheck> {
    let mut said =
        vec![format!("{} describes itself.", connection.issuer), "The issuer is the one entered.".to_owned()];
    let fault = match secret_of(app, &connection) {
        Some(secret) => ask(app, &registration_of(app, connection, secret), &mut said).await.err(),
        None => Some(Fault {
            part: Part::Client,
            message: "The stored client secret can no longer be read. Enter it again.".to_owned(),
        }),
    };
    let Some(fault) = fault else {
        return PARTS.iter().zip(said).map(|(part, message)| good(*part, message)).collect();
    };
    let defaults = [
        "It can be read.",
        "It is the one entered.",
        "They can be used.",
        "There are some.",
        "There is a common one.",
    ];
    let before = PARTS.iter().take_while(|part| name(**part) != name(fault.part));
    // A secret that cannot be decrypted says nothing about the provider, which was not contacted.
    let asked = said.len() > 2 || fault.part != Part::Client;
    let passed = before.zip(said.into_iter().map(Some).chain(std::iter::repeat(None))).zip(defaults);
    let mut checks: Vec<SsoCheck> = passed
        .filter(|_| asked)
        .map(|((part, said), default)| good(*part, said.unwrap_or_else(|| default.to_owned())))
        .collect();
    checks.push(SsoCheck { name: name(fault.part).to_owned(), ok: false, message: fault.message });
    checks
}

async fn ask(app: &App, us: &Registration, said: &mut Vec<String>) -> Result<(), Fault> {
    let verified = app.oidc.examine(&us.issuer).await?;
    said.push(format!("People sign in at {}.", verified.authorization_endpoint()));
    said.push(match verified.keys() {
        1 => "It signs with one key.".to_owned(),
        keys => format!("It signs with {keys} keys."),
    });
    said.push(format!("It signs with {}.", verified.algorithms()?));
    app.oidc.try_client(&verified, us, &URL_SAFE_NO_PAD.encode(app.rng.bytes::<32>())).await?;
    said.push("The provider accepts the client ID and client secret.".to_owned());
    Ok(())
}

fn good(part: Part, message: String) -> SsoCheck {
    SsoCheck { name: name(part).to_owned(), ok: true, message }
}

fn of_domains(domains: &[Domain]) -> SsoCheck {
    let names = |proven: bool| -> Vec<&str> {
        domains
            .iter()
            .filter(|domain| domain.proven_at.is_some() == proven)
            .map(|domain| domain.domain.as_str())
            .collect()
    };
    let (proven, waiting) = (names(true), names(false));
    let message = match (proven.is_empty(), waiting.is_empty()) {
        (true, true) => {
            "No mail domain is entered. Add the domain of your team's addresses and verify it.".to_owned()
        }
        (true, false) => {
            format!("No mail domain is verified: {} wait for their DNS record.", waiting.join(", "))
        }
        (false, true) => format!("Verified: {}.", proven.join(", ")),
        (false, false) => format!("Verified: {}. Not yet: {}.", proven.join(", "), waiting.join(", ")),
    };
    SsoCheck { name: "domains".to_owned(), ok: !proven.is_empty(), message }
}
