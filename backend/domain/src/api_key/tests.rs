#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use pretty_assertions::assert_eq;
use proptest::prelude::*;

use super::*;

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

fn key() -> Key {
    Key::from_random([7; 16], [9; 32])
}

#[test]
fn a_key_has_a_form_that_scanners_know() {
    let text = key().text();
    let (id, rest) = text.strip_prefix("prf_").unwrap().split_once('_').unwrap();
    assert_eq!((id.len(), rest.len()), (22, 49), "{text}");
    assert!(id.chars().chain(rest.chars()).all(|digit| digit.is_ascii_alphanumeric()), "{text}");
    // Computed by another program, so that a change of the format is noticed: keys in use would stop working.
    assert_eq!(text, "prf_0DG9mkOv4GmPRZrp4ntVIN_28pwpFvXuOCuClQJSgvJUKf8mA3ApwedogOvpU3VfJJ430II3");
}

#[test]
fn its_beginning_is_that_of_the_key_and_short_of_the_secret() {
    assert!(key().text().starts_with(&key().prefix()));
    assert_eq!(key().prefix().len(), 12);
    assert_ne!(key().prefix(), Key::from_random([8; 16], [9; 32]).prefix());
}

#[test]
fn an_invalid_key_is_refused() {
    let good = key().text();
    let shorter = good.get(..good.len() - 1).unwrap();
    for text in [
        "",
        "prf_",
        "prf__",
        "prf_é_é",
        &format!("{good} "),
        &format!(" {good}"),
        &format!("{good}0"),
        shorter,
        &good.replace("prf_", "PRF_"),
        &good.to_lowercase(),
        &format!("prf_{}_{}", "z".repeat(22), "z".repeat(49)),
    ] {
        assert_eq!(text.parse::<Key>(), Err(NotAKey), "{text:?}");
    }
}

#[test]
fn a_number_too_large_for_its_bytes_is_refused_even_with_its_checksum() {
    for body in [
        format!("prf_{}_{}", "z".repeat(22), "0".repeat(43)),
        format!("prf_{}_{}", "0".repeat(22), "z".repeat(43)),
    ] {
        let text = format!("{body}{}", checksum(&body));
        assert_eq!(text.parse::<Key>(), Err(NotAKey), "{text}");
    }
}

#[test]
fn debug_output_hides_the_key() {
    assert_eq!(format!("{:?}", key()), "Key(..)");
}

proptest! {
    #[test]
    fn every_key_is_read_as_it_was_written(id in any::<[u8; 16]>(), secret in any::<[u8; 32]>()) {
        let key = Key::from_random(id, secret);
        prop_assert_eq!(key.text().parse::<Key>().unwrap(), key);
    }

    #[test]
    fn one_wrong_character_is_detected(id in any::<[u8; 16]>(), secret in any::<[u8; 32]>(), place in 0..76_usize, digit in 0..62_usize) {
        let text = Key::from_random(id, secret).text();
        let mut bytes = text.clone().into_bytes();
        *bytes.get_mut(place).unwrap() = *ALPHABET.get(digit).unwrap();
        let altered = String::from_utf8(bytes).unwrap();
        prop_assert_eq!(altered.parse::<Key>().is_ok(), altered == text);
    }

    #[test]
    fn two_swapped_characters_are_detected(id in any::<[u8; 16]>(), secret in any::<[u8; 32]>(), place in 0..75_usize) {
        let text = Key::from_random(id, secret).text();
        let mut bytes = text.clone().into_bytes();
        bytes.swap(place, place + 1);
        let altered = String::from_utf8(bytes).unwrap();
        prop_assert_eq!(altered.parse::<Key>().is_ok(), altered == text);
    }

    #[test]
    fn no_text_breaks_the_reader(text in "\\PC*") {
        prop_assert_eq!(text.parse::<Key>(), Err(NotAKey));
        prop_assert_eq!(format!("prf_{text}").parse::<Key>(), Err(NotAKey));
    }
}

#[test]
fn a_key_works_until_it_ends_or_is_revoked() {
    let now = at("2026-03-02T09:00:00Z");
    let forever = KeyFacts { expires_at: None, revoked_at: None, last_used_at: None };
    let until = |end: &str| KeyFacts { expires_at: Some(at(end)), ..forever };
    for (facts, live) in [
        (forever, true),
        (until("2026-03-02T09:00:00.001Z"), true),
        (until("2026-03-02T09:00:00Z"), false),
        (until("2026-03-01T09:00:00Z"), false),
        (KeyFacts { revoked_at: Some(now), ..forever }, false),
        (KeyFacts { revoked_at: Some(now), ..until("2027-01-01T00:00:00Z") }, false),
    ] {
        assert_eq!(facts.is_live(now), live, "{facts:?}");
    }
}

#[test]
fn its_use_is_written_down_once_a_minute() {
    let facts =
        |last: Option<&str>| KeyFacts { expires_at: None, revoked_at: None, last_used_at: last.map(at) };
    let now = at("2026-03-02T09:00:00Z");
    assert!(facts(None).needs_touch(now));
    assert!(!facts(Some("2026-03-02T08:59:00.001Z")).needs_touch(now));
    assert!(facts(Some("2026-03-02T08:59:00Z")).needs_touch(now));
}

fn input(scopes: Option<&[&str]>, days: Option<u32>) -> KeyInput {
    KeyInput {
        name: " CI ".to_owned(),
        scopes: scopes.map(|words| words.iter().map(|&word| word.to_owned()).collect()),
        expires_in_days: days,
    }
}

#[test]
fn an_order_is_read_field_by_field() {
    let order =
        input(Some(&["proposals:read", "clients:read", "clients:read"]), Some(366)).validate().unwrap();
    assert_eq!(
        order,
        KeyOrder {
            name: "CI".to_owned(),
            scopes: vec![Scope::ClientsRead, Scope::ProposalsRead],
            lifetime: Some(TimeDelta::days(366))
        }
    );
    let order = input(None, None).validate().unwrap();
    assert_eq!(
        (order.scopes, order.lifetime),
        (vec![Scope::CompanyRead, Scope::ClientsRead, Scope::ProposalsRead], None)
    );
}

#[test]
fn everything_wrong_is_told_at_once() {
    let told = |input: KeyInput| -> Vec<String> {
        input
            .validate()
            .unwrap_err()
            .iter()
            .map(|error| format!("{} {}: {}", error.field, error.code, error.message))
            .collect()
    };
    let all = KeyInput { name: " ".to_owned(), ..input(Some(&["clients:read", "clients:raed"]), Some(367)) };
    assert_eq!(
        told(all),
        [
            "name required: Name is required",
            "scopes unknown: Unknown scope \"clients:raed\"",
            "expiresInDays out_of_range: A key must expire after 1 to 366 days",
        ]
    );
    assert_eq!(
        told(input(Some(&[]), Some(0))),
        [
            "scopes required: Choose at least one scope",
            "expiresInDays out_of_range: A key must expire after 1 to 366 days",
        ]
    );
    let long = KeyInput { name: "x".repeat(101), ..input(None, None) };
    assert_eq!(told(long), ["name too_long: Name must be at most 100 characters"]);
}

#[test]
fn each_scope_covers_what_its_word_says() {
    let covered: Vec<String> = Scope::ALL
        .iter()
        .map(|scope| {
            let permissions: Vec<String> =
                ["workspace", "team", "api_keys", "account", "company", "clients", "proposals", "assistant"]
                    .iter()
                    .flat_map(|object| {
                        ["read", "create", "update", "delete", "share", "send", "accept", "export", "use"]
                            .map(|action| (*object, action))
                    })
                    .filter(|(object, action)| scope.covers(object, action))
                    .map(|(object, action)| format!("{object}:{action}"))
                    .collect();
            format!("{scope}{} = {}", if scope.is_default() { "*" } else { "" }, permissions.join(" "))
        })
        .collect();
    assert_eq!(
        covered,
        [
            "company:read* = company:read",
            "clients:read* = clients:read",
            "clients:write = clients:create clients:update clients:delete",
            "proposals:read* = proposals:read",
            "proposals:write = proposals:create proposals:update proposals:delete",
            "assistant:use = assistant:use",
            "proposals:send = proposals:share proposals:send",
            "proposals:accept = proposals:accept",
            "workspace:export = workspace:export",
        ]
    );
}
