//! P15: whether the response time reveals who has an account. Each operation is called for addresses with and
//! without an account, in a random order. The area under the ROC curve (AUC) is printed: 0.5 is a guess, 1 is
//! certainty.

use std::net::Ipv4Addr;

use anyhow::ensure;
use rand::{Rng as _, SeedableRng as _, rngs::StdRng, seq::SliceRandom as _};
use serde_json::{Value, json};

use super::{
    machine,
    report::{Figure, Report, median, raw},
    seed::PASSWORD,
    sign_in::PEOPLE,
    stack::Served,
};

/// Calls of each operation, half of them for addresses with an account.
const CALLS: u32 = 2000;

/// An operation that anonymous users call with an address.
struct Operation {
    what: &'static str,
    path: &'static str,
    body: fn(&str) -> Value,
}

const OPERATIONS: [Operation; 3] = [
    Operation {
        what: "asking for a reset link",
        path: "/api/forgot-password",
        body: |email| json!({ "email": email }),
    },
    Operation {
        what: "asking for another link",
        path: "/api/resend-verification",
        body: |email| json!({ "email": email }),
    },
    Operation {
        what: "registering",
        path: "/api/register",
        body: |email| json!({ "email": email, "password": PASSWORD, "firstName": "Mia", "lastName": "Berg" }),
    },
];

/// The whole measure, on a server that trusts one proxy and has the users of the sign-in flood.
pub async fn measure(server: &Served, report: &mut Report) -> anyhow::Result<()> {
    println!(
        "\nWho has an account: {CALLS} calls of each operation, one after another, each from another address"
    );
    let mut rng = StdRng::seed_from_u64(15);
    let client = reqwest::Client::new();
    for operation in OPERATIONS {
        let mut calls: Vec<(bool, u32)> = (0..CALLS).map(|number| (number % 2 == 0, number / 2)).collect();
        calls.shuffle(&mut rng);
        let (mut with, mut without) = (Vec::new(), Vec::new());
        for (is_known, number) in calls {
            let email = if is_known {
                format!("flood{}@example.org", number % PEOPLE + 1)
            } else {
                format!("nobody{number}@example.org")
            };
            let from = Ipv4Addr::from_bits(rng.random());
            let begun = machine::now();
            let request = client
                .post(format!("{}{}", server.base, operation.path))
                .header("x-forwarded-for", from.to_string());
            let answer = request
                .header("content-type", "application/json")
                .body((operation.body)(&email).to_string())
                .send()
                .await?;
            let status = answer.status();
            ensure!(
                status.is_success(),
                "{} was answered {status}: {}",
                operation.what,
                answer.text().await?
            );
            answer.bytes().await?;
            if is_known { &mut with } else { &mut without }.push(begun.elapsed().as_secs_f64() * 1000.0);
        }
        let area = area(&with, &without);
        raw(
            "P15",
            format!(
                "{}: p50 {:.2} ms with an account, {:.2} ms without",
                operation.what,
                median(&with),
                median(&without)
            ),
        );
        report.add_limit("P15", operation.what, Figure::of(&[area], 3, " AUC"), "<= 0.55", area <= 0.55);
    }
    Ok(())
}

/// How often a time of one group is longer than a time of the other, for the group that is longer more often
/// (Mann and Whitney's U, over all pairs).
fn area(one: &[f64], other: &[f64]) -> f64 {
    let longer = |a: &f64| {
        other
            .iter()
            .map(|b| {
                if a > b {
                    1.0
                } else if a < b {
                    0.0
                } else {
                    0.5
                }
            })
            .sum::<f64>()
    };
    #[expect(clippy::cast_precision_loss, reason = "a million pairs")]
    let pairs = (one.len() * other.len()) as f64;
    let share = one.iter().map(longer).sum::<f64>() / pairs;
    share.max(1.0 - share)
}
