//! Which addresses are this site's own, and which are this machine's.

use url::{Origin, Url};

/// Whether the host is this machine.
pub fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(url::Host::Domain(name)) => name == "localhost",
        Some(url::Host::Ipv4(address)) => address.is_loopback(),
        Some(url::Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

/// The site's own origin comes from the settings. The Host header proves nothing: anyone who points a domain
/// at this server controls it. A browser on the same machine may use localhost or a loopback address.
pub fn is_own_origin(public_url: &Url, origin: &str) -> bool {
    let Ok(asked) = Url::parse(origin) else { return false };
    // `null`, or more than an origin.
    if !matches!(asked.origin(), Origin::Tuple(..)) || asked.origin().ascii_serialization() != origin {
        return false;
    }
    let same_place = (asked.scheme(), asked.port_or_known_default())
        == (public_url.scheme(), public_url.port_or_known_default());
    asked.origin() == public_url.origin() || (same_place && is_loopback(&asked) && is_loopback(public_url))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failed test should stop at once")]
    use super::*;

    #[test]
    fn the_settings_say_which_origin_is_ours() {
        for (public_url, own, others) in [
            (
                "https://proffer.example",
                &["https://proffer.example"][..],
                &[
                    "http://proffer.example",
                    "https://proffer.example:8443",
                    "https://www.proffer.example",
                    "https://example",
                    "https://proffer.example.evil.example",
                    "https://evil.example",
                    "https://user@proffer.example",
                    "https://proffer.example/",
                    "proffer.example",
                    "null",
                    "",
                    "https://localhost",
                ][..],
            ),
            (
                "http://127.0.0.1:8090",
                &["http://127.0.0.1:8090", "http://localhost:8090", "http://[::1]:8090"],
                &[
                    "http://127.0.0.1:8080",
                    "https://127.0.0.1:8090",
                    "http://localhost",
                    "http://localhost.evil.example:8090",
                    "null",
                ],
            ),
        ] {
            let public_url = Url::parse(public_url).unwrap();
            for origin in own {
                assert!(is_own_origin(&public_url, origin), "{origin} is {public_url}");
            }
            for origin in others {
                assert!(!is_own_origin(&public_url, origin), "{origin} is not {public_url}");
            }
        }
    }
}
