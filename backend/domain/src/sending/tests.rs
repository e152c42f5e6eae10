#![expect(clippy::unwrap_used, reason = "a failed test should stop at once")]

use proptest::prelude::*;

use super::*;

fn input(name: &str, email: &str) -> SendInput {
    SendInput { recipient_name: name.to_owned(), recipient_email: email.to_owned(), ..SendInput::default() }
}

fn said(errors: &[FieldError]) -> Vec<String> {
    errors.iter().map(|error| format!("{} {}: {}", error.field, error.code, error.message)).collect()
}

#[test]
fn input_is_trimmed_and_blank_is_absent() {
    let typed = SendInput {
        subject: Some("  ".to_owned()),
        message: Some(" Hello\nMia ".to_owned()),
        ..input(" Mia Berg ", " MIA@Harbor.example ")
    };
    let sending = typed.validate().unwrap();
    assert_eq!(sending.to, Recipient { name: "Mia Berg".to_owned(), email: "mia@harbor.example".to_owned() });
    assert_eq!(
        (sending.subject, sending.message.as_deref(), sending.reminders),
        (None, Some("Hello\nMia"), true)
    );
    assert!(
        !SendInput { reminders: Some(false), ..input("Mia", "mia@harbor.example") }
            .validate()
            .unwrap()
            .reminders
    );
}

#[test]
fn everything_wrong_is_named_at_once() {
    let typed = SendInput {
        subject: Some("x".repeat(201)),
        message: Some("x".repeat(5_001)),
        ..input(" \u{200b} ", "")
    };
    assert_eq!(
        said(&typed.validate().unwrap_err()),
        [
            "recipientName required: Recipient name is required",
            "recipientEmail required: Recipient email is required",
            "subject too_long: Subject must be at most 200 characters",
            "message too_long: Message must be at most 5,000 characters",
        ]
    );
    let smuggled = SendInput {
        subject: Some("Hello\r\nBcc: all@nobody.example".to_owned()),
        ..input("Mia\nBerg", "mia")
    };
    assert_eq!(
        said(&smuggled.validate().unwrap_err()),
        [
            "recipientName invalid_characters: Recipient name must be a single line of text",
            "recipientEmail invalid: Invalid email address",
            "subject invalid_characters: Subject must be a single line of text",
        ]
    );
}

#[test]
fn a_reminder_goes_to_the_address_typed_else_to_the_one_known() {
    let known = Recipient { name: "Mia".to_owned(), email: "mia@harbor.example".to_owned() };
    let unknown = Recipient { name: String::new(), email: String::new() };
    let to = |known: &Recipient, email: Option<&str>| {
        ReminderInput::parse(known, email, None).map(|reminding| reminding.to.email)
    };
    assert_eq!(to(&known, None).unwrap(), "mia@harbor.example");
    assert_eq!(to(&known, Some("  ")).unwrap(), "mia@harbor.example");
    assert_eq!(to(&known, Some("Bo@harbor.example")).unwrap(), "bo@harbor.example");
    assert_eq!(to(&unknown, Some("bo@harbor.example")).unwrap(), "bo@harbor.example");
    assert_eq!(
        said(&to(&unknown, None).unwrap_err()),
        ["recipientEmail required: Recipient email is required"]
    );
    assert_eq!(said(&to(&known, Some("bo")).unwrap_err()), ["recipientEmail invalid: Invalid email address"]);
}

#[test]
fn a_subject_is_made_of_title_and_company_and_is_never_too_long() {
    assert_eq!(subject("A new web site", Some("Northlight")), "A new web site from Northlight");
    assert_eq!(subject("A new web site", None), "A new web site");
    let long = subject(&"ä".repeat(200), Some("Northlight"));
    assert_eq!((long.chars().count(), long.ends_with('…')), (200, true));
}

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

#[test]
fn only_future_events_are_scheduled() {
    let now = at("2026-03-02T09:00:00Z");
    for (until, warning, expiry) in [
        (None, None, None),
        (Some("2026-03-12T09:00:00Z"), Some("2026-03-09T09:00:00Z"), Some("2026-03-12T09:00:00.001Z")),
        (Some("2026-03-05T09:00:00Z"), None, Some("2026-03-05T09:00:00.001Z")),
        (Some("2026-03-02T09:00:00Z"), None, Some("2026-03-02T09:00:00.001Z")),
        (Some("2026-03-02T08:59:59Z"), None, None),
    ] {
        let plan = Plan::of(now, until.map(at));
        assert_eq!((plan.warning, plan.expiry), (warning.map(at), expiry.map(at)), "{until:?}");
    }
    assert_eq!(
        Plan::of(now, Some(DateTime::<Utc>::MAX_UTC)).expiry,
        None,
        "the end of time has no instant after it"
    );
}

fn conditions(days: i64) -> ReminderConditions {
    let sent_at = at("2026-03-02T09:00:00Z");
    ReminderConditions {
        status: Status::Pending,
        same_revision: true,
        reminders: true,
        has_link: true,
        has_recipient: true,
        sent_at,
        now: sent_at + TimeDelta::days(days),
    }
}

#[test]
fn a_reminder_is_sent_unless_a_condition_prevents_it() {
    assert!(reminds(0, &conditions(3)) && reminds(1, &conditions(7)));
    for (what, conditions) in [
        ("changed", ReminderConditions { same_revision: false, ..conditions(3) }),
        ("switched off", ReminderConditions { reminders: false, ..conditions(3) }),
        ("revoked", ReminderConditions { has_link: false, ..conditions(3) }),
        ("nobody", ReminderConditions { has_recipient: false, ..conditions(3) }),
        (
            "too early",
            ReminderConditions { now: conditions(3).now - TimeDelta::milliseconds(1), ..conditions(3) },
        ),
    ] {
        assert!(!reminds(0, &conditions), "{what}");
    }
    for status in Status::ALL {
        assert_eq!(
            reminds(0, &ReminderConditions { status, ..conditions(3) }),
            status == Status::Pending,
            "{status}"
        );
    }
}

proptest! {
    /// At any time, even after the clock has jumped, at most one reminder is due, and none after the last.
    #[test]
    fn two_reminders_are_never_due_at_once(milliseconds in -1_000_000_000_i64..2_000_000_000) {
        let start = conditions(0);
        let conditions = ReminderConditions { now: start.sent_at + TimeDelta::milliseconds(milliseconds), ..start };
        let due: Vec<usize> = (0..4).filter(|number| reminds(*number, &conditions)).collect();
        prop_assert!(due.len() <= 1 && due.iter().all(|number| *number < REMINDERS.len()), "{:?}", due);
    }
}
