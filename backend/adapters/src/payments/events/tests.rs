#![expect(clippy::unwrap_used, reason = "a failed test should stop at once")]
use chrono::TimeDelta;
use serde_json::{Value, json};

use super::*;

const NOW: i64 = 1_772_442_000;

fn settings(key: &str) -> StripeSettings {
    StripeSettings {
        secret_key: key.into(),
        webhook_secrets: vec!["whsec_new".into(), "whsec_old".into()],
        price_id: "price_1".to_owned(),
        api_base: "https://api.stripe.com".parse().unwrap(),
        hosts: Vec::new(),
        is_test_page: false,
    }
}

fn event(object: &Value) -> Value {
    json!({
        "id": "evt_1", "object": "event", "api_version": "2020-08-27", "created": NOW, "livemode": false,
        "pending_webhooks": 1,
        "request": null, "type": "customer.subscription.updated", "data": {"object": object}
    })
}

fn signed(payload: &str, secret: &str) -> String {
    Webhook::generate_test_header(payload, secret, Some(NOW))
}

fn now() -> DateTime<Utc> {
    DateTime::from_timestamp(NOW, 0).unwrap()
}

/// An event with one field changed.
fn with(name: &str, value: Value) -> String {
    let mut event = event(&json!({"customer": "cus_1"}));
    event.as_object_mut().unwrap().insert(name.to_owned(), value);
    event.to_string()
}

/// Parses in test mode with the current secret.
fn taken(payload: &str) -> Result<Reported, ReportError> {
    read(&settings("sk_test_1"), &signed(payload, "whsec_new"), payload.as_bytes(), now())
}

#[test]
fn an_event_names_its_customer_in_one_of_three_ways() {
    for (object, expected) in [
        (json!({"object": "subscription", "id": "sub_1", "customer": "cus_1"}), Some("cus_1")),
        (
            json!({"object": "invoice", "id": "in_1", "customer": {"id": "cus_2", "object": "customer"}}),
            Some("cus_2"),
        ),
        (json!({"object": "customer", "id": "cus_3"}), Some("cus_3")),
        (json!({"object": "price", "id": "price_1"}), None),
        (json!({"object": "checkout.session", "id": "cs_1", "customer": null}), None),
        (json!({}), None),
    ] {
        let reported = taken(&event(&object).to_string()).unwrap();
        assert_eq!(reported.id, "evt_1");
        assert_eq!(reported.kind, "customer.subscription.updated");
        assert_eq!(reported.customer_id.as_deref(), expected, "{object}");
    }
    let mut of_tomorrow = event(&json!({"object": "hologram", "customer": "cus_1"}));
    let changes = [("type", "hologram.projected"), ("api_version", "2031-01-01.zeta")];
    of_tomorrow.as_object_mut().unwrap().extend(changes.map(|(name, value)| (name.to_owned(), json!(value))));
    assert_eq!(taken(&of_tomorrow.to_string()).unwrap().kind, "hologram.projected");
}

#[test]
fn both_secrets_are_good_while_one_is_being_replaced() {
    let payload = event(&json!({"customer": "cus_1"})).to_string();
    let stripe = settings("sk_test_1");
    for secret in ["whsec_new", "whsec_old"] {
        assert!(read(&stripe, &signed(&payload, secret), payload.as_bytes(), now()).is_ok(), "{secret}");
    }
    // During a rotation, Stripe signs with both secrets.
    let (with_new, with_gone) = (signed(&payload, "whsec_new"), signed(&payload, "whsec_gone"));
    let both = format!("{with_gone},{}", with_new.split_once(',').unwrap().1);
    assert!(read(&stripe, &both, payload.as_bytes(), now()).is_ok());
}

#[test]
fn what_is_not_signed_by_us_is_not_read() {
    let payload = event(&json!({"customer": "cus_1"})).to_string();
    let good = signed(&payload, "whsec_new");
    let stripe = settings("sk_test_1");
    let refused =
        |signature: &str, body: &str, now| read(&stripe, signature, body.as_bytes(), now).unwrap_err();
    for signature in [
        signed(&payload, "whsec_other"),
        good.replace("v1=", "v0="),
        format!("{good}0"),
        good.replace(&NOW.to_string(), &(NOW + 1).to_string()),
        good.replace(&NOW.to_string(), "99999999999999999999"),
        format!("t={NOW}"),
        "v1=00".to_owned(),
        "t=,v1=".to_owned(),
        "\0".to_owned(),
        String::new(),
        format!("{good}{}", ",v1=00".repeat(1000)),
    ] {
        assert_eq!(refused(&signature, &payload, now()), ReportError::Signature, "{signature:.80}");
    }
    assert_eq!(refused(&good, &payload.replace("cus_1", "cus_2"), now()), ReportError::Signature);
    assert_eq!(refused(&good, &format!("{payload} "), now()), ReportError::Signature);

    let nobody = StripeSettings { webhook_secrets: Vec::new(), ..settings("sk_test_1") };
    assert_eq!(read(&nobody, &good, payload.as_bytes(), now()), Err(ReportError::Signature));
}

#[test]
fn an_event_is_good_for_five_minutes_either_way() {
    let payload = event(&json!({"customer": "cus_1"})).to_string();
    let good = signed(&payload, "whsec_new");
    let at = |seconds| {
        read(&settings("sk_test_1"), &good, payload.as_bytes(), now() + TimeDelta::seconds(seconds))
            .map(|event| event.id)
    };
    for seconds in [-300, 0, 300] {
        assert_eq!(at(seconds).as_deref(), Ok("evt_1"), "{seconds}");
    }
    for seconds in [-301, 301, 86_400] {
        assert_eq!(at(seconds), Err(ReportError::Signature), "{seconds}");
    }
}

#[test]
fn test_mode_and_real_payments_do_not_mix() {
    for (key, livemode, expected) in [
        ("sk_test_1", false, true),
        ("sk_test_1", true, false),
        ("rk_test_1", false, true),
        ("sk_live_1", true, true),
        ("sk_live_1", false, false),
        ("rk_live_1", true, true),
    ] {
        let payload = with("livemode", json!(livemode));
        let answer = read(&settings(key), &signed(&payload, "whsec_new"), payload.as_bytes(), now());
        assert_eq!(answer.is_ok(), expected, "{key} {livemode}");
        assert!(expected || answer == Err(ReportError::Mode), "{key} {livemode}");
    }
}

#[test]
fn hostile_bytes_are_refused_though_they_are_signed() {
    let deep = format!("{{\"id\":\"evt_1\",\"data\":{}{}}}", "[".repeat(900_000), "]".repeat(900_000));
    for payload in [
        String::new(),
        "\0".to_owned(),
        "null".to_owned(),
        "[]".to_owned(),
        "{}".to_owned(),
        "{".to_owned(),
        deep,
        "[".repeat(2_000_000),
        " ".repeat(2_000_000),
        with("id", json!("evt\u{0}1")),
        with("id", json!("e".repeat(256))),
        with("id", json!(1)),
        with("type", json!("")),
        with("type", json!("a\u{0}b")),
        with("livemode", json!("false")),
        with("data", json!({"object": {"customer": "cus 1"}})),
        with("data", json!({"object": {"customer": 7}})),
        with("data", json!({"object": {"object": "customer", "id": "cus/1"}})),
        with("data", json!({})),
        with("data", json!([])),
    ] {
        assert_eq!(taken(&payload), Err(ReportError::Malformed), "{payload:.80}");
    }
    assert_eq!(
        read(&settings("sk_test_1"), "t=1,v1=00", b"\xff\xfe\x00", now()),
        Err(ReportError::Malformed)
    );
}
