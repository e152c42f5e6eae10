//! Table tests of the rules of single sign-on.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::collections::HashSet;

use pretty_assertions::assert_eq;
use proptest::prelude::*;

use super::*;

fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_700_000_000 + seconds, 0).unwrap()
}

#[test]
fn a_domain_is_read_as_people_type_it() {
    for (typed, kept) in [
        ("example.com", "example.com"),
        ("  @Example.COM. ", "example.com"),
        ("mail.example.co.uk", "mail.example.co.uk"),
        ("bücher.example", "xn--bcher-kva.example"),
        ("BÜCHER.example", "xn--bcher-kva.example"),
        ("xn--bcher-kva.example", "xn--bcher-kva.example"),
    ] {
        assert_eq!(MailDomain::parse(typed).unwrap().as_str(), kept, "{typed}");
    }
}

#[test]
fn a_public_or_invalid_domain_is_refused() {
    let long = format!("{}.example", "a".repeat(64));
    for (typed, code) in [
        ("", "required"),
        (" @ ", "required"),
        ("localhost", "invalid"),
        ("example", "invalid"),
        ("127.0.0.1", "invalid"),
        ("0x7f.1", "invalid"),
        ("[::1]", "invalid"),
        ("https://example.com", "invalid"),
        ("example.com/path", "invalid"),
        ("example.com:25", "invalid"),
        ("ann@example.com", "invalid"),
        ("*.example.com", "invalid"),
        ("exa mple.com", "invalid"),
        ("exa_mple.com", "invalid"),
        ("-example.com", "invalid"),
        ("example-.com", "invalid"),
        ("example..com", "invalid"),
        ("example.c", "invalid"),
        ("example.42", "invalid"),
        ("exam\0ple.com", "invalid"),
        ("exam%70le.com", "invalid"),
        (&long, "invalid"),
        ("gmail.com", "public_domain"),
        ("Outlook.com", "public_domain"),
        ("ｇmail.com", "public_domain"),
    ] {
        assert_eq!(MailDomain::parse(typed).unwrap_err().code, code, "{typed:?}");
    }
    assert!(domain::PUBLIC_MAIL.is_sorted());
}

proptest! {
    #[test]
    fn a_kept_domain_is_kept_as_it_is(text in "\\PC{0,40}") {
        if let Ok(domain) = MailDomain::parse(&text) {
            prop_assert!(domain.as_str().is_ascii() && domain.as_str() == domain.as_str().to_lowercase());
            prop_assert_eq!(MailDomain::parse(domain.as_str()).unwrap(), domain);
        }
    }
}

#[test]
fn the_record_holds_the_challenge_and_nothing_else() {
    assert_eq!(record_name("example.com"), "_proffer-challenge.example.com");
    let found = |text: &str| record_proves(&["v=spf1 -all".to_owned(), text.to_owned()], "abc");
    assert!(found("proffer-verification=abc"));
    assert!(found(" \"proffer-verification=abc\" "));
    for wrong in ["proffer-verification=abcd", "proffer-verification=", "abc", "proffer-verification=ABC", ""]
    {
        assert!(!found(wrong), "{wrong}");
    }
    assert!(!record_proves(&[], "abc"));
}

#[test]
fn a_connection_reports_its_missing_settings() {
    let input = ConnectionInput {
        issuer: "https://login.example".to_owned(),
        client_id: "proffer".to_owned(),
        client_secret: Some("secret".to_owned()),
        enabled: true,
        enforced: true,
    };
    let fields = |input: &ConnectionInput, has_secret, proven_domains| -> Vec<String> {
        match input.validate(ConnectionFacts { has_secret, proven_domains }) {
            Ok(_) => Vec::new(),
            Err(errors) => errors.iter().map(|error| format!("{} {}", error.field, error.code)).collect(),
        }
    };
    let keeping = ConnectionInput { client_secret: Some("  ".to_owned()), ..input.clone() };
    assert_eq!(fields(&input, false, 1), [""; 0]);
    assert_eq!(fields(&keeping, true, 1), [""; 0]);
    assert_eq!(fields(&keeping, false, 1), ["clientSecret required"]);
    assert_eq!(fields(&input, false, 0), ["enabled domain_not_proven"]);
    assert_eq!(
        fields(&ConnectionInput { enabled: false, ..input.clone() }, true, 1),
        ["enforced not_enabled"]
    );
    assert_eq!(
        fields(&ConnectionInput { enabled: false, enforced: false, ..keeping }, false, 0),
        ["clientSecret required"]
    );
    let blank = ConnectionInput {
        issuer: " ".to_owned(),
        client_id: String::new(),
        enabled: false,
        enforced: false,
        ..input
    };
    assert_eq!(fields(&blank, false, 0), ["issuer required", "clientId required"]);
}

#[test]
fn clocks_may_differ_by_a_minute() {
    let times = |expires_at, issued_at, not_before: Option<i64>| TokenTimes {
        expires_at: at(expires_at),
        issued_at: at(issued_at),
        not_before: not_before.map(at),
    };
    for (good, times) in [
        (true, times(300, 0, None)),
        (true, times(-59, -300, None)),
        (false, times(-60, -300, None)),
        (true, times(300, 60, None)),
        (false, times(300, 61, None)),
        (true, times(300, 0, Some(60))),
        (false, times(300, 0, Some(61))),
    ] {
        assert_eq!(times.are_good(at(0)), good, "{times:?}");
    }
}

#[test]
fn a_token_names_us_as_only_audience_or_authorised_party() {
    for (ours, audiences, party) in [
        (true, &["us"][..], None),
        (true, &["us"], Some("us")),
        (true, &["us", "them"], Some("us")),
        (false, &["us"], Some("them")),
        (false, &["us", "them"], None),
        (false, &["us", "them"], Some("them")),
        (false, &["them"], None),
        (false, &["them"], Some("us")),
        (false, &[], Some("us")),
        (false, &["US"], None),
    ] {
        assert_eq!(audience_is_us(audiences, party, "us"), ours, "{audiences:?} {party:?}");
    }
}

/// Every combination of facts, with accounts 1 (of the identity), 2 (of the address) and 3 (asking).
#[test]
fn the_result_of_a_provider_sign_in() {
    let ways = [
        SignInProvider::Site,
        SignInProvider::Workspace { speaks_for_addresses: true },
        SignInProvider::Workspace { speaks_for_addresses: false },
    ];
    for way in ways {
        for email_verified in [true, false] {
            for known in [None, Some(1), Some(3)] {
                for of_address in [None, Some(2)] {
                    for linking in [None, Some(3)] {
                        let outcome =
                            CallbackFacts { way, email_verified, known, of_address, linking }.decide();
                        let expected = match (email_verified, way, linking, known, of_address) {
                            (false, ..) => Err(SsoError::EmailNotVerified),
                            (_, SignInProvider::Workspace { speaks_for_addresses: false }, ..) => {
                                Err(SsoError::DomainNotProven)
                            }
                            (_, _, Some(3), Some(1), _) => Err(SsoError::IdentityTaken),
                            (_, _, _, Some(person), _) => Ok(CallbackOutcome::Known(person)),
                            (_, _, Some(person), None, _)
                            | (_, SignInProvider::Workspace { .. }, None, None, Some(person)) => {
                                Ok(CallbackOutcome::Link(person))
                            }
                            (_, SignInProvider::Site, None, None, Some(_)) => Err(SsoError::AccountExists),
                            (_, _, None, None, None) => Ok(CallbackOutcome::New),
                        };
                        assert_eq!(
                            outcome, expected,
                            "{way:?} {email_verified} {known:?} {of_address:?} {linking:?}"
                        );
                    }
                }
            }
        }
    }
}

/// Every kind of account with every kind of connection.
#[test]
fn a_connection_signs_in_only_permitted_accounts() {
    use Membership::{Member, Outsider, Owner};
    let memberships = [Owner, Member, Outsider].into_iter().flat_map(|is| [(is, false), (is, true)]);
    for (is_site_admin, (membership, has_other_workspaces)) in
        memberships.flat_map(|is| [(false, is), (true, is)])
    {
        let account = AccountFacts { is_site_admin, membership, has_other_workspaces };
        let by_site = if is_site_admin { Err(SsoError::PasswordRequired) } else { Ok(()) };
        assert_eq!(may_sign_in(ConnectionKind::Site, account), by_site, "{account:?}");
        let by_workspace = match (is_site_admin, membership, has_other_workspaces) {
            (true, ..) | (_, Owner, _) => Err(SsoError::PasswordRequired),
            (false, Outsider, true) => Err(SsoError::AccountElsewhere),
            // A member, or a person without other workspaces: their session is limited to this workspace.
            (false, Member, _) | (false, Outsider, false) => Ok(()),
        };
        assert_eq!(may_sign_in(ConnectionKind::Workspace, account), by_workspace, "{account:?}");
    }
}

#[test]
fn a_removed_member_comes_back_by_invitation_alone() {
    let facts = |prior_membership, invited, adds_members| {
        MembershipFacts { prior_membership, invited, adds_members }.decide()
    };
    for adds in [true, false] {
        assert_eq!(facts(Some(PriorMembership::Active), false, adds), Ok(JoinAction::Belongs));
        assert_eq!(facts(Some(PriorMembership::Active), true, adds), Ok(JoinAction::Belongs));
        assert_eq!(facts(None, true, adds), Ok(JoinAction::Accept));
        assert_eq!(facts(Some(PriorMembership::Removed), true, adds), Ok(JoinAction::Accept));
        assert_eq!(facts(Some(PriorMembership::Removed), false, adds), Err(SsoError::Removed));
    }
    assert_eq!(facts(None, false, true), Ok(JoinAction::Add));
    assert_eq!(facts(None, false, false), Err(SsoError::NotAMember));
}

#[test]
fn every_error_has_a_code_of_its_own() {
    let codes: HashSet<&str> = SsoError::ALL.iter().map(|error| error.code()).collect();
    assert_eq!(codes.len(), SsoError::ALL.len());
    assert!(codes.iter().all(|code| code.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')));
}

#[test]
fn a_name_is_made_of_what_there_is() {
    let long = "x".repeat(300);
    for ((given, family, full), (first, last)) in [
        ((Some("Ada"), Some("Meyer"), Some("Dr. Ada Meyer")), ("Ada", "Meyer")),
        ((None, None, Some("Ada Maria Meyer")), ("Ada Maria", "Meyer")),
        ((None, None, Some("Ada")), ("Ada", "")),
        ((Some(" "), Some("\0"), None), ("ada", "")),
        ((Some("A\nda"), None, None), ("A da", "")),
        ((Some(long.as_str()), None, None), (&long[..100], "")),
    ] {
        assert_eq!(names(given, family, full, "ada@example.com"), (first.to_owned(), last.to_owned()));
    }
}
