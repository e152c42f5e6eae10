//! When a signature is accepted, what it records, and the messages of refusals.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first surprise"
)]

use pretty_assertions::assert_eq;

use super::*;
use crate::revision::tests::example;

fn circumstances() -> RequestContext {
    RequestContext {
        at: DateTime::from_timestamp_micros(1_800_000_000_123_456).unwrap(),
        ip: Some("203.0.113.7".parse().unwrap()),
        user_agent: Some("Mozilla/5.0\r\n(X11)".to_owned()),
        request_id: "req-1".to_owned(),
    }
}

fn request(sha256: &str) -> AcceptRequest<'_> {
    AcceptRequest {
        sender_name: " Ada Löwe ",
        sender_email: "Ada@Example.com",
        signature: "Ada Löwe",
        message: None,
        company: Some("Löwe & Söhne"),
        title: None,
        revision_sha256: sha256,
        consent_id: consent::CURRENT.id,
        choices: &[],
        total_amount: None,
    }
}

/// The example with an optional item, a choice of two packages and a range of hours.
fn with_choices() -> Frozen {
    let mut revision = example();
    let model = revision.pricing.groups[0].items[0].clone();
    let priced = |id: u128, price: i64, selected| pricing::Item {
        id: Uuid::from_u128(id),
        unit_price: Decimal::from(price),
        selected,
        ..model.clone()
    };
    let group = |id: u128, choice, items| pricing::Group {
        id: Uuid::from_u128(id),
        name: String::new(),
        choice,
        items,
    };
    let hours = pricing::Item {
        quantity_min: Some(Decimal::ONE),
        quantity_max: Some(Decimal::TEN),
        ..priced(23, 10, true)
    };
    revision.pricing.groups.extend([
        group(
            30,
            pricing::Choice::All,
            vec![pricing::Item { optional: true, ..priced(20, 700, false) }, hours],
        ),
        group(31, pricing::Choice::One, vec![priced(21, 100, true), priced(22, 200, false)]),
    ]);
    revision.totals = pricing::totals(&revision.pricing).unwrap();
    revision
}

fn take(id: u128, quantity: Option<i64>) -> choose::Choice {
    choose::Choice { item_id: Uuid::from_u128(id), selected: true, quantity: quantity.map(Decimal::from) }
}

#[test]
fn the_signature_records_the_selection() {
    let revision = with_choices();
    let sha256 = revision.seal().unwrap().sha256;
    // 8,100 and 10 and 100 as sent.
    assert_eq!(revision.totals.total_amount.to_string(), "8210.00");
    let choices = [take(20, None), take(22, None), take(23, Some(4))];
    let request = AcceptRequest { choices: &choices, total_amount: Some("9040"), ..request(&sha256) };
    let signature = sign(&request, &revision, &sha256, &circumstances()).unwrap();
    let chosen = choose::choose(&revision.pricing, &choices).unwrap();
    assert_eq!(signature.choices, charged(&chosen));
    let quantity = |id: u128| {
        signature
            .choices
            .iter()
            .find(|choice| choice.item_id == Uuid::from_u128(id))
            .map(|choice| choice.quantity)
    };
    assert_eq!((quantity(20), quantity(21), quantity(22)), (Some(Decimal::ONE), None, Some(Decimal::ONE)));
    assert_eq!(quantity(23), Some(Decimal::from(4)));
    assert_eq!(signature.choices_sha256, sha256_hex(canonical_json(&signature.choices).unwrap()));
    let totals = pricing::totals(&chosen).unwrap();
    assert_eq!(totals.total_amount.to_string(), "9040.00");
    assert_eq!(signature.totals_sha256, sha256_hex(canonical_json(&totals).unwrap()));
    assert_ne!(signature.totals_sha256, revision.totals_sha256().unwrap());
    assert_eq!(signature.revision_sha256, sha256, "the revision itself stays as it was frozen");
    assert_eq!(signature.chosen(&revision.pricing), chosen, "the record is enough to show it again");

    let unchanged = AcceptRequest { choices: &[], total_amount: Some("8210.00"), ..request };
    let signature = sign(&unchanged, &revision, &sha256, &circumstances()).unwrap();
    assert_eq!(signature.totals_sha256, revision.totals_sha256().unwrap());
    assert_eq!(signature.chosen(&revision.pricing), revision.pricing);
}

#[test]
fn a_signature_for_an_amount_that_was_not_shown_is_refused() {
    let revision = with_choices();
    let sha256 = revision.seal().unwrap().sha256;
    let choices = [take(20, None)];
    for shown in ["8210.00", "8910.01", "0", "-8910.00"] {
        let request = AcceptRequest { choices: &choices, total_amount: Some(shown), ..request(&sha256) };
        let error = sign(&request, &revision, &sha256, &circumstances()).unwrap_err();
        let SigningError::OtherTotal { total_amount } = error else { panic!("{shown}: {error:?}") };
        assert_eq!(total_amount.to_string(), "8910.00");
    }
    for (shown, code) in [
        (None, "required"),
        (Some(""), "not_a_number"),
        (Some("8,910.00"), "not_a_number"),
        (Some("8.91e3"), "not_a_number"),
    ] {
        let request = AcceptRequest { choices: &choices, total_amount: shown, ..request(&sha256) };
        let errors = fields(sign(&request, &revision, &sha256, &circumstances()).unwrap_err());
        assert_eq!(
            errors.iter().map(|(field, code, _)| (field.as_str(), *code)).collect::<Vec<_>>(),
            [("totalAmount", code)]
        );
    }
    // If there is nothing to choose, the revision's hash identifies the total; a wrong one is still refused.
    let plain = example();
    let sha256 = plain.seal().unwrap().sha256;
    assert!(sign(&request(&sha256), &plain, &sha256, &circumstances()).is_ok());
    let wrong = AcceptRequest { total_amount: Some("8000.00"), ..request(&sha256) };
    assert!(matches!(sign(&wrong, &plain, &sha256, &circumstances()), Err(SigningError::OtherTotal { .. })));
}

#[test]
fn a_choice_that_was_not_open_is_refused_by_its_field() {
    let revision = with_choices();
    let sha256 = revision.seal().unwrap().sha256;
    let choices = [take(20, None), take(23, Some(11)), take(99, None)];
    let request = AcceptRequest { choices: &choices, total_amount: Some("1.00"), ..request(&sha256) };
    let errors = fields(sign(&request, &revision, &sha256, &circumstances()).unwrap_err());
    let found: Vec<_> = errors.iter().map(|(field, code, _)| (field.as_str(), *code)).collect();
    assert_eq!(found, [("choices[1].quantity", "out_of_range"), ("choices[2].itemId", "unknown_item")]);
}

fn fields(error: SigningError) -> Vec<(String, &'static str, String)> {
    let SigningError::Fields(errors) = error else { panic!("{error:?}") };
    errors
        .into_iter()
        .map(|error| (error.field.into_owned(), error.code, error.message.into_owned()))
        .collect()
}

#[test]
fn a_signature_records_everything() {
    let revision = example();
    let sha256 = revision.seal().unwrap().sha256;
    let signature = sign(&request(&sha256), &revision, &sha256, &circumstances()).unwrap();
    assert_eq!((signature.name.as_str(), signature.email.as_str()), ("Ada Löwe", "ada@example.com"));
    assert_eq!(signature.typed_name.as_deref(), Some("Ada Löwe"));
    assert_eq!(signature.company.as_deref(), Some("Löwe & Söhne"));
    assert_eq!((signature.revision_number, &signature.revision_sha256), (2, &sha256));
    assert_eq!(signature.terms_sha256, sha256_hex("Payment within 14 days."));
    assert_eq!(
        signature.totals_sha256,
        sha256_hex(canonical_json(&pricing::totals(&revision.pricing).unwrap()).unwrap())
    );
    assert_eq!(signature.choices.len(), 2);
    assert_eq!(signature.choices_sha256, sha256_hex(canonical_json(&signature.choices).unwrap()));
    assert_eq!(signature.consent_id.as_deref(), Some(consent::CURRENT.id));
    assert_eq!(signature.consent_sha256, Some(consent::CURRENT.sha256()));
    assert_eq!(
        (signature.method, signature.evidence_class),
        (Method::TypedName, EvidenceClass::SignedByLink)
    );
    assert_eq!(signature.ip.unwrap().to_string(), "203.0.113.7");
    assert_eq!(signature.user_agent.as_deref(), Some("Mozilla/5.0(X11)"));
    assert_eq!(timestamp::format(signature.signed_at), "2027-01-15T08:00:00.123Z");
    assert_eq!(signature.request_id, "req-1");
    let json = serde_json::to_string(&signature).unwrap();
    assert_eq!(serde_json::from_str::<Signature>(&json).unwrap(), signature);
}

#[test]
fn refusals_speak_the_specifications_words() {
    const MISSING: &str = "Please fill in your name and email";
    const SIGN: &str = "Please provide your signature to accept the proposal";
    type Case = (
        &'static str,
        &'static str,
        &'static str,
        &'static [(&'static str, &'static str, &'static str)],
        Option<Notice>,
    );
    let revision = example();
    let sha256 = revision.seal().unwrap().sha256;
    let cases: &[Case] = &[
        ("", "ada@example.com", "Ada", &[("senderName", "required", MISSING)], Some(MISSING_INFORMATION)),
        ("Ada", "", "Ada", &[("senderEmail", "required", MISSING)], Some(MISSING_INFORMATION)),
        (
            " \u{a0}\u{200b}",
            "ada@example.com",
            "Ada",
            &[("senderName", "required", MISSING)],
            Some(MISSING_INFORMATION),
        ),
        ("Ada", "ada@example.com", "", &[("signature", "required", SIGN)], Some(SIGNATURE_REQUIRED)),
        (
            "Ada",
            "ada@example.com",
            " \t\u{3000}",
            &[("signature", "required", SIGN)],
            Some(SIGNATURE_REQUIRED),
        ),
        (
            "Ada",
            "ada@example.com",
            "\u{200b}\u{2060}",
            &[("signature", "required", SIGN)],
            Some(SIGNATURE_REQUIRED),
        ),
        (
            "",
            " ",
            "",
            &[
                ("senderName", "required", MISSING),
                ("senderEmail", "required", MISSING),
                ("signature", "required", SIGN),
            ],
            Some(MISSING_INFORMATION),
        ),
        ("Ada", "ada@", "Ada", &[("senderEmail", "invalid", "Invalid email address")], None),
        (
            "A\0da",
            "ada@example.com",
            "Ada",
            &[("senderName", "invalid_characters", "Name contains characters that cannot be stored")],
            None,
        ),
    ];
    for (name, email, typed, expected, notice_expected) in cases {
        let request =
            AcceptRequest { sender_name: name, sender_email: email, signature: typed, ..request(&sha256) };
        let error = sign(&request, &revision, &sha256, &circumstances()).unwrap_err();
        let SigningError::Fields(errors) = &error else { panic!("{error:?}") };
        assert_eq!(notice(errors), *notice_expected);
        let expected: Vec<_> = expected
            .iter()
            .map(|(field, code, message)| ((*field).to_owned(), *code, (*message).to_owned()))
            .collect();
        assert_eq!(fields(error), expected);
    }
    let long = "a".repeat(201);
    let request = AcceptRequest { signature: &long, ..request(&sha256) };
    assert_eq!(fields(sign(&request, &revision, &sha256, &circumstances()).unwrap_err())[0].1, "too_long");
}

#[test]
fn only_the_current_revision_and_its_consent_are_signed() {
    let revision = example();
    let sha256 = revision.seal().unwrap().sha256;
    let stale = "0".repeat(64);
    assert!(matches!(
        sign(&request(&stale), &revision, &sha256, &circumstances()),
        Err(SigningError::StaleRevision)
    ));
    let other = AcceptRequest { consent_id: "electronic-signature-0", ..request(&sha256) };
    assert!(matches!(sign(&other, &revision, &sha256, &circumstances()), Err(SigningError::OtherConsent)));
    let mut asks_for_another = example();
    asks_for_another.consent_id = "electronic-signature-0".to_owned();
    let sha256 = asks_for_another.seal().unwrap().sha256;
    assert!(matches!(
        sign(&request(&sha256), &asks_for_another, &sha256, &circumstances()),
        Err(SigningError::OtherConsent)
    ));
}

#[test]
fn totals_are_recomputed() {
    let mut revision = example();
    revision.totals.total_amount -= Decimal::ONE;
    let sha256 = revision.seal().unwrap().sha256;
    assert!(matches!(
        sign(&request(&sha256), &revision, &sha256, &circumstances()),
        Err(SigningError::TotalsMismatch)
    ));
    let mut revision = example();
    revision.pricing.groups[0].items[0].unit_price = Decimal::MAX;
    assert!(matches!(
        sign(&request(&sha256), &revision, &sha256, &circumstances()),
        Err(SigningError::Pricing(_))
    ));
}

#[test]
fn a_recorded_acceptance_is_never_a_client_signature() {
    let revision = example();
    let sha256 = revision.seal().unwrap().sha256;
    let signature = record("Ada", "ada@example.com", &revision, &sha256, &circumstances()).unwrap();
    assert_eq!(
        (signature.method, signature.evidence_class),
        (Method::GivenElsewhere, EvidenceClass::RecordedByTeam)
    );
    assert_eq!((signature.typed_name, signature.consent_id, signature.consent_sha256), (None, None, None));
    let errors = fields(record(" ", "", &revision, &sha256, &circumstances()).unwrap_err());
    let message = "Please fill in all signature fields.".to_owned();
    assert_eq!(
        errors,
        [("name".to_owned(), "required", message.clone()), ("email".to_owned(), "required", message)]
    );
}

#[test]
fn other_client_actions_need_name_and_email_alone() {
    let sender = Sender::parse("Ada", "ada@example.com", Some("  ")).unwrap();
    assert_eq!(sender.message, None);
    assert_eq!(
        Sender::parse("Ada", "ada@example.com", Some(" why ")).unwrap().message.as_deref(),
        Some("why")
    );
    let errors = Sender::parse("", "x", None).unwrap_err();
    assert_eq!(errors.len(), 2);
    assert_eq!(
        Sender::parse("Ada", "ada@example.com", Some(&"m".repeat(10_001))).unwrap_err()[0].code,
        "too_long"
    );
}
