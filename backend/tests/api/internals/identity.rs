//! Where a sign-in may lead.

use proffer::features::identity::{redirects::is_own_path, service::sso::with_error};
use proffer_domain::sso::SsoError;

#[test]
fn only_paths_of_this_site_are_returned_to() {
    for path in ["/", "/clients", "/proposals/new?clientId=1#x", "/apiary", "/a?next=//evil.example"] {
        assert!(is_own_path(path), "{path}");
    }
    for path in [
        "",
        "//evil.example",
        "/\\evil.example",
        "https://evil.example",
        "/\t/evil.example",
        "/api/logout",
        "/./api/logout",
        "/clients/../api/logout",
        "/%2e/api/logout",
        "/x/%2E%2e/api/logout",
        "/.//evil.example",
        "/x/..//evil.example",
    ] {
        assert!(!is_own_path(path), "{path}");
    }
}

#[test]
fn the_reason_joins_whatever_the_path_has() {
    for (path, expected) in [
        ("/auth", "/auth?ssoError=expired"),
        ("/settings?tab=a#b", "/settings?tab=a&ssoError=expired#b"),
        ("//evil.example/", "/auth?ssoError=expired"),
    ] {
        assert_eq!(with_error(path, SsoError::Expired), expected);
    }
}
