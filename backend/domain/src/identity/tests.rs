//! Table tests of the identity rules.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use pretty_assertions::assert_eq;

use super::*;

fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_700_000_000 + seconds, 0).unwrap()
}

fn messages(errors: &[FieldError]) -> Vec<(&str, &str)> {
    errors.iter().map(|error| (error.field.as_ref(), error.message.as_ref())).collect()
}

#[test]
fn addresses_are_trimmed_and_lowered() {
    assert_eq!(
        Email::parse("email", "  Ann.Lee+Work@Example.CO.uk ").unwrap().as_str(),
        "ann.lee+work@example.co.uk"
    );
    assert_eq!(Email::parse("email", "a@b.io").unwrap().domain(), "b.io");
}

#[test]
fn an_invalid_address_is_refused() {
    let long = format!("{}@example.com", "a".repeat(65));
    let huge = format!("a@{}com", "abcdefgh.".repeat(30));
    for text in [
        "",
        "ann",
        "@example.com",
        "ann@",
        "ann@example",
        "ann@@example.com",
        "a b@example.com",
        ".ann@example.com",
        "ann.@example.com",
        "a..n@example.com",
        "ann@-example.com",
        "ann@example..com",
        "ann@example.c",
        "ann@127.0.0.1",
        "ann@exa_mple.com",
        "ann\0@example.com",
        "ann@example.com\r\nBcc: x@example.com",
        "ann<x>@example.com",
        &long,
        &huge,
    ] {
        let error = Email::parse("email", text).unwrap_err();
        assert_eq!(error.message, "Invalid email address", "{text:?}");
    }
}

#[test]
fn a_new_password_obeys_the_forms_rules() {
    let message = |text: &str| Password::chosen(text).map_err(|e| e.message.into_owned());
    assert!(message("Abcdefg1").is_ok());
    assert!(message("Äußerst1").is_ok());
    assert_eq!(message("Abcdef1").unwrap_err(), "Password must be at least 8 characters");
    for weak in ["abcdefg1", "ABCDEFG1", "Abcdefgh"] {
        assert_eq!(message(weak).unwrap_err(), "Password must contain uppercase, lowercase, and number");
    }
    assert!(message(&format!("Aa1{}", "x".repeat(197))).is_ok());
    assert_eq!(
        message(&format!("Aa1{}", "x".repeat(198))).unwrap_err(),
        "Password must be at most 200 characters"
    );
    assert!(message("Abcdef1\0x").is_err());
}

#[test]
fn signing_in_asks_only_for_the_length() {
    assert!(Credentials::parse("a@b.io", "abcdefgh").is_ok());
    assert_eq!(
        messages(&Credentials::parse("nobody", "short").unwrap_err()),
        [("email", "Invalid email address"), ("password", "Password must be at least 8 characters"),]
    );
}

#[test]
fn a_password_is_never_printed() {
    let password = Password::chosen("Secret-123").unwrap();
    assert_eq!(format!("{password:?}"), "Password(***)");
    assert_eq!(password.reveal(), "Secret-123");
}

#[test]
fn registering_reports_every_field() {
    let empty: RegistrationInput = serde_json::from_str("{}").unwrap();
    assert_eq!(
        messages(&empty.validate().unwrap_err()),
        [
            ("email", "Invalid email address"),
            ("password", "Password must be at least 8 characters"),
            ("firstName", "First name is required"),
            ("lastName", "Last name is required"),
        ]
    );
    let good = RegistrationInput {
        email: "Ann@Example.com".into(),
        password: "Abcdefg1".into(),
        first_name: " Ann ".into(),
        last_name: "Lee".into(),
    };
    let registration = good.validate().unwrap();
    assert_eq!(registration.first_name, "Ann");
    assert_eq!(registration.email.as_str(), "ann@example.com");
    assert!(serde_json::from_str::<RegistrationInput>(r#"{"isAdmin":true}"#).is_err());
}

#[test]
fn tokens_live_as_long_as_the_rules_say() {
    for (kind, seconds) in [
        (TokenKind::Verification, 24 * 3600),
        (TokenKind::PasswordReset, 3600),
        (TokenKind::Invitation, 7 * 24 * 3600),
    ] {
        let facts = TokenFacts { expires_at: kind.expires_at(at(0)), used_at: None };
        assert_eq!(facts.state(at(seconds - 1)), TokenState::Valid, "{kind:?}");
        assert_eq!(facts.state(at(seconds)), TokenState::Expired, "{kind:?}");
    }
}

#[test]
fn opening_a_verification_link_twice_still_says_verified() {
    let token = |used_at| Some(TokenFacts { expires_at: at(100), used_at });
    for (facts, now, outcome, verified, expired) in [
        (token(None), at(5), VerificationOutcome::Verified, true, false),
        (token(Some(at(5))), at(9), VerificationOutcome::AlreadyVerified, true, false),
        (token(Some(at(5))), at(500), VerificationOutcome::AlreadyVerified, true, false),
        (token(None), at(100), VerificationOutcome::Expired, false, true),
        (None, at(5), VerificationOutcome::Unknown, false, false),
    ] {
        let decided = VerificationOutcome::decide(facts, now);
        assert_eq!(decided, outcome);
        assert_eq!((decided.is_verified(), decided.is_expired()), (verified, expired));
    }
}

#[test]
fn sessions_slide_but_end() {
    let day = 24 * 3600;
    let fresh = SessionFacts { created_at: at(0), last_seen_at: at(0), revoked_at: None };
    assert!(fresh.is_live(at(30 * day - 1)));
    assert!(!fresh.is_live(at(30 * day)));
    let busy = SessionFacts { last_seen_at: at(89 * day), ..fresh };
    assert!(busy.is_live(at(90 * day - 1)));
    assert!(!busy.is_live(at(90 * day)));
    let ended = SessionFacts { revoked_at: Some(at(1)), ..fresh };
    assert!(!ended.is_live(at(2)));
    assert!(!fresh.needs_touch(at(599)));
    assert!(fresh.needs_touch(at(600)));
    assert!(!ended.needs_touch(at(600)));
}

#[test]
fn sign_in_reveals_nothing_about_accounts_to_strangers() {
    for account_exists in [false, true] {
        for password_matches in [false, true] {
            for email_verified in [false, true] {
                let decision =
                    SignInDecision::decide(SignInFacts { account_exists, password_matches, email_verified });
                let expected = match (account_exists && password_matches, email_verified) {
                    (true, true) => SignInDecision::Open,
                    (true, false) => SignInDecision::EmailNotVerified,
                    (false, _) => SignInDecision::InvalidCredentials,
                };
                assert_eq!(decision, expected);
                assert_eq!(decision.code().is_none(), decision == SignInDecision::Open);
            }
        }
    }
    assert_eq!(SignInDecision::InvalidCredentials.message(), Some("Invalid email or password"));
}
