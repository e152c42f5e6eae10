//! Encodings that a browser accepts, and the clock of the development server.

use chrono::TimeDelta;
use proffer::site::{assets::accepts, dev_clock::asked};
use url::form_urlencoded;

#[test]
fn an_encoding_is_accepted_by_its_name_unless_its_weight_is_nothing() {
    for (list, expected) in [
        ("gzip, deflate, br", true),
        ("BR", true),
        ("gzip;q=1.0, br;q=0.1", true),
        ("gzip, br ; q=0.5", true),
        ("gzip, br;q=0", false),
        ("gzip, br; q=0.000", false),
        ("gzip, deflate", false),
        ("brotli", false),
        ("*", false),
        ("", false),
    ] {
        assert_eq!(accepts(list, "br"), expected, "{list}");
    }
}

#[test]
fn a_form_moves_the_clock_by_whole_days_and_hours() {
    for (body, expected) in [
        ("days=15", Some(TimeDelta::days(15))),
        ("days=0&hours=1", Some(TimeDelta::hours(1))),
        ("days=400&hours=23", Some(TimeDelta::days(400) + TimeDelta::hours(23))),
        ("hours=5", Some(TimeDelta::hours(5))),
        ("days=1&hours=", Some(TimeDelta::days(1))),
        ("", None),
        ("days=0", None),
        ("days=401", None),
        ("days=-1", None),
        ("days=1.5", None),
        ("days=1&hours=24", None),
        ("days=x", None),
        ("days=99999999999999999999", None),
    ] {
        let form = form_urlencoded::parse(body.as_bytes()).into_owned().collect();
        assert_eq!(asked(&form), expected, "{body}");
    }
}
