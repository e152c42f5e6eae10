//! The error messages for invalid settings.

use std::time::Duration;

use proffer::config::{Config, HARD_STOP};

#[test]
fn defaults_are_enough() {
    let config = Config::from_settings(&|_| None).unwrap();
    assert_eq!(config.link("/auth"), "http://127.0.0.1:8080/auth");
    assert!(!config.is_https());
}

#[test]
fn providers_of_the_site_are_checked_at_start() {
    const GOOD: &str = r#"{"id":"acme","name":"Acme","issuer":"https://login.acme.example","clientId":"c","clientSecret":"hush"}"#;
    let said = |providers: &str| {
        let get = |name: &str| match name {
            "OIDC_PROVIDERS" => Some(providers.to_owned()),
            "OUTBOUND_ALLOW" => Some("127.0.0.1:4000, login.internal:80".to_owned()),
            _ => None,
        };
        Config::from_settings(&get)
            .map(|config| config.oidc_providers.len())
            .map_err(|error| error.to_string())
    };
    assert_eq!(said(&format!("[{GOOD}]")).unwrap(), 1);
    assert_eq!(
        said(&format!("[{}]", GOOD.replace("https://login.acme.example", "http://127.0.0.1:4000"))).unwrap(),
        1
    );
    for (providers, expected) in [
        (GOOD.to_owned(), "not a JSON list"),
        (format!("[{GOOD}, {GOOD}]"), "twice"),
        (format!("[{}]", GOOD.replace("\"name\"", "\"nmae\"")), "not a JSON list"),
        (format!("[{}]", GOOD.replace("\"acme\"", "\"Acme Corp\"")), "is not a valid id"),
        (format!("[{}]", GOOD.replace("hush", "")), "needs a name"),
        (format!("[{}]", GOOD.replace("https:", "http:")), "https://"),
        (format!("[{}]", GOOD.replace("https://login.acme.example", "http://127.0.0.1:4001")), "https://"),
        (format!("[{}]", GOOD.replace("https://login.acme.example", "login")), "not an address"),
    ] {
        let said = said(&providers).unwrap_err();
        assert!(said.contains(expected) && !said.contains("hush"), "{providers}: {said}");
    }
}

#[test]
fn test_payments_do_not_stand_beside_real_ones() {
    const STRIPE: [(&str, &str); 3] = [
        ("STRIPE_SECRET_KEY", "sk_test_1"),
        ("STRIPE_WEBHOOK_SECRET", "whsec_1"),
        ("STRIPE_PRICE_ID", "price_1"),
    ];
    let said = |settings: &'static [(&str, &str)]| {
        let get = move |name: &str| {
            settings.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        };
        Config::from_settings(&get).map(|config| config.test_payments).map_err(|error| error.to_string())
    };
    assert_eq!(said(&[]), Ok(false));
    assert_eq!(said(&[("TEST_PAYMENTS", "0")]), Ok(false));
    assert_eq!(said(&[("TEST_PAYMENTS", "1")]), Ok(true));
    assert_eq!(said(&STRIPE), Ok(false));
    let both = said(&[("TEST_PAYMENTS", "1"), STRIPE[0], STRIPE[1], STRIPE[2]]).unwrap_err();
    assert!(both.contains("PROFFER_TEST_PAYMENTS cannot be combined"), "{both}");
}

#[test]
fn everything_wrong_is_said_at_once() {
    let get = |name: &str| match name {
        "BIND" | "S3_ENDPOINT" | "OUTBOUND_ALLOW" => Some("nowhere".to_owned()),
        "PUBLIC_URL" => Some("ftp://example.org".to_owned()),
        "AI_BASE_URL" => Some("http://127.0.0.1:1/v1".to_owned()),
        "SECRET_KEY" => Some("short".to_owned()),
        "SEALING_KEY" | "SEALING_OLD_KEYS" => Some("none".to_owned()),
        "TIMESTAMP_URL" => Some("ftp://time.example".to_owned()),
        "S3_PUBLIC_ENDPOINT" => Some("ftp://uploads.example".to_owned()),
        "S3_STS_ROLE" => Some("arn:aws:iam::1:role/uploads".to_owned()),
        "S3_STS_SECONDS" => Some("604801".to_owned()),
        "STRIPE_SECRET_KEY" => Some("pk_test_1".to_owned()),
        "STRIPE_API_BASE" => Some("http://stripe.example".to_owned()),
        "DNS_SERVER" => Some("dns.example".to_owned()),
        "TEST_PAYMENTS" => Some("yes".to_owned()),
        "INTERNAL_BIND" => Some("9090".to_owned()),
        "DRAIN_SECONDS" => Some("31".to_owned()),
        "DATABASE_SILENCE_SECONDS" => Some("0".to_owned()),
        "OTLP_ENDPOINT" => Some("collector:4318".to_owned()),
        "LOG_FORMAT" => Some("xml".to_owned()),
        _ => None,
    };
    let message = Config::from_settings(&get).unwrap_err().to_string();
    let wrong = [
        "BIND",
        "PUBLIC_URL",
        "AI_MODEL",
        "S3_ENDPOINT",
        "S3_BUCKET",
        "S3_PUBLIC_ENDPOINT",
        "S3_STS_ENDPOINT",
        "S3_STS_SECONDS",
        "STRIPE_SECRET_KEY",
        "STRIPE_WEBHOOK_SECRET",
        "STRIPE_PRICE_ID",
        "STRIPE_API_BASE",
        "SECRET_KEY",
        "SEALING_KEY",
        "SEALING_OLD_KEYS",
        "TIMESTAMP_URL",
        "OUTBOUND_ALLOW",
        "DNS_SERVER",
        "TEST_PAYMENTS",
        "INTERNAL_BIND",
        "DRAIN_SECONDS",
        "DATABASE_SILENCE_SECONDS",
        "OTLP_ENDPOINT",
        "LOG_FORMAT",
    ];
    for name in wrong.map(|name| format!("PROFFER_{name}")) {
        assert!(message.contains(&name), "{name} is not named in {message}");
    }
}

#[test]
fn what_is_under_way_has_time_before_the_hard_stop() {
    for (drain, grace) in [("0", 55), ("5", 50), ("30", 25)] {
        let config =
            Config::from_settings(&|name| (name == "DRAIN_SECONDS").then(|| drain.to_owned())).unwrap();
        assert_eq!(config.run.grace(), Duration::from_secs(grace), "{drain}");
        assert!(config.run.drain + config.run.grace() < HARD_STOP);
    }
}

#[test]
fn the_silence_of_the_database_that_is_borne_is_bounded() {
    for (seconds, expected) in
        [(None, Some(4)), (Some("1"), Some(1)), (Some("30"), Some(30)), (Some("0"), None), (Some("31"), None)]
    {
        let config = Config::from_settings(&|name| {
            seconds.filter(|_| name == "DATABASE_SILENCE_SECONDS").map(str::to_owned)
        });
        assert_eq!(config.ok().map(|config| config.database_silence.as_secs()), expected, "{seconds:?}");
    }
}
