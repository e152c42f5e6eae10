#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test stops at the first surprise")]

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta, Utc};
use proptest::prelude::*;
use uuid::Uuid;

use super::*;

const CHROME: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";
const SAFARI: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 \
     Mobile/15E148 Safari/604.1";

fn fetched(user_agent: &str) -> Hit {
    let (method, user_agent) = ("GET".to_owned(), user_agent.to_owned());
    Hit { source: Source::Document, method, user_agent, is_team: false, visible_ms: 0, interactions: 0 }
}

fn read(user_agent: &str, visible_ms: i64, interactions: i32) -> Hit {
    Hit {
        source: Source::Reading,
        method: "POST".to_owned(),
        visible_ms,
        interactions,
        ..fetched(user_agent)
    }
}

fn class(hit: &Hit) -> Class {
    classify(hit).0
}

#[test]
fn programs_are_known_by_what_they_call_themselves_even_where_they_run_the_page() {
    use Class::{MailScanner, PreviewBot, Unknown};
    for (user_agent, expected, reason) in [
        ("Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)", PreviewBot, "Slack"),
        ("Slackbot 1.0 (+https://api.slack.com/robots)", PreviewBot, "Slack"),
        ("Slack-ImgProxy (+https://api.slack.com/robots)", PreviewBot, "Slack"),
        ("Twitterbot/1.0", PreviewBot, "X,"),
        ("facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)", PreviewBot, "Facebook"),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 \
             facebookexternalhit/1.1 Facebot Twitterbot/1.0",
            PreviewBot,
            "Apple Messages",
        ),
        ("WhatsApp/2.23.20.0 A", PreviewBot, "WhatsApp"),
        ("WhatsApp/2", PreviewBot, "Signal"),
        (
            "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
            PreviewBot,
            "LinkedIn",
        ),
        ("Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)", PreviewBot, "Discord"),
        ("TelegramBot (like TwitterBot)", PreviewBot, "Telegram"),
        (
            "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com",
            PreviewBot,
            "Microsoft Teams or Skype",
        ),
        ("Synapse (bot; +https://github.com/matrix-org/synapse)", PreviewBot, "Matrix"),
        ("Mastodon/4.3.1 (http.rb/5.2.0; +https://mastodon.example/)", PreviewBot, "Mastodon"),
        (
            "Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/534+ (KHTML, like Gecko) BingPreview/1.0b",
            MailScanner,
            "Microsoft",
        ),
        ("Mozilla/4.0 (compatible; ms-office; MSOffice 16)", MailScanner, "Microsoft Office"),
        (
            "Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17126; Pro)",
            MailScanner,
            "Microsoft Office",
        ),
        ("Barracuda Sentinel (EE)", MailScanner, "Barracuda"),
        ("Mozilla/5.0 (compatible; Mimecast URL Protect)", MailScanner, "Mimecast"),
        ("Mozilla/5.0 (compatible; proofpoint url defense)", MailScanner, "Proofpoint"),
        (
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/131.0.0.0 Safari/537.36",
            MailScanner,
            "A headless browser",
        ),
        ("W3C-checklink/5.0.0 libwww-perl/6.67", MailScanner, "A program that checks"),
        ("curl/8.5.0", MailScanner, "A program that is not a browser"),
        ("python-requests/2.32.3", MailScanner, "A program that is not a browser"),
        ("Go-http-client/2.0", MailScanner, "A program that is not a browser"),
        ("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", Unknown, "A crawler"),
        ("Mozilla/5.0 (compatible; Baiduspider/2.0)", Unknown, "A crawler"),
        ("", Unknown, "Does not identify"),
        ("  ", Unknown, "Does not identify"),
    ] {
        for hit in [fetched(user_agent), read(user_agent, 60_000, 9)] {
            let (found, why) = classify(&hit);
            assert_eq!(found, expected, "{user_agent}: {why}");
            assert!(why.contains(reason), "{user_agent}: {why}");
        }
    }
}

#[test]
fn browsers_that_people_read_with_are_no_programs() {
    for user_agent in [
        CHROME,
        SAFARI,
        "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0",
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0",
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Avast/131.0.0.0",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [LinkedInApp]/9.30",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22B83 \
         [FBAN/FBIOS;FBAV/490.0.0.48.109;FBDV/iPhone14,5]",
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Slack/4.41.105 Chrome/130.0.6723.137 \
         Electron/33.2.0 Safari/537.36",
        "Mozilla/5.0 (Linux; Android 9; CUBOT X18 Plus Build/PPR1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Mobile Safari/537.36",
        "Mozilla/5.0 (Linux; Android 13; CUBOT_NOTE_50) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36",
        "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36",
    ] {
        assert_eq!(class(&read(user_agent, 9_000, 2)), Class::Person, "{user_agent}");
        assert_eq!(class(&fetched(user_agent)), Class::Unknown, "{user_agent}");
    }
}

#[test]
fn only_a_page_that_was_in_sight_and_stayed_was_read() {
    use Class::{MailScanner, Person, Unknown};
    for (visible_ms, interactions, expected) in [
        (0, 0, MailScanner),
        (0, 1, Unknown),
        (1, 0, Unknown),
        (1_999, 1, Unknown),
        (1_999, 500, Unknown),
        (2_000, 1, Person),
        (2_000, 0, Unknown),
        (4_999, 0, Unknown),
        (4_999, 1, Person),
        (5_000, 0, Person),
        (5_000, 1, Person),
        (i64::MAX, i32::MAX, Person),
        (i64::MIN, 0, MailScanner),
        (i64::MAX, i32::MIN, Person),
    ] {
        assert_eq!(
            class(&read(CHROME, visible_ms, interactions)),
            expected,
            "{visible_ms} ms, {interactions}"
        );
    }
}

#[test]
fn the_team_is_the_team_and_a_head_is_no_look() {
    for hit in [
        fetched(CHROME),
        read(CHROME, 60_000, 9),
        fetched("Slackbot 1.0"),
        Hit { method: "HEAD".into(), ..fetched("") },
    ] {
        assert_eq!(class(&Hit { is_team: true, ..hit }), Class::OwnTeam);
    }
    assert_eq!(class(&Hit { method: "HEAD".into(), ..fetched(CHROME) }), Class::MailScanner);
    assert_eq!(
        class(&Hit { method: "HEAD".into(), ..fetched("Slackbot 1.0") }),
        Class::PreviewBot,
        "who it is says more"
    );
    assert_eq!(class(&Hit { method: "HEAD".into(), ..fetched("") }), Class::MailScanner);
}

fn block(number: u128) -> Uuid {
    Uuid::from_u128(number)
}

fn reading(visible_ms: i64, interactions: i32, sections: &[(u128, i64)]) -> ReadingProgress {
    let sections = sections.iter().map(|(number, visible_ms)| (block(*number), *visible_ms)).collect();
    ReadingProgress { visible_ms, interactions, sections }
}

#[test]
fn reports_add_up_to_the_most_of_each_figure() {
    let blocks = BTreeSet::from([block(1), block(2)]);
    let minute = TimeDelta::minutes(1);
    let first = ReadingProgress::default().after(&reading(9_000, 2, &[(1, 4_000)]), minute, &blocks);
    assert_eq!(first, reading(9_000, 2, &[(1, 4_000)]));
    let second = first.after(&reading(20_000, 1, &[(1, 3_000), (2, 6_000)]), minute, &blocks);
    assert_eq!(
        second,
        reading(20_000, 2, &[(1, 4_000), (2, 6_000)]),
        "an interaction that was there stays there"
    );
    assert_eq!(second.after(&first, minute, &blocks), second, "a report that comes late changes nothing");
    assert_eq!(second.after(&ReadingProgress::default(), minute, &blocks), second);
}

#[test]
fn figures_that_cannot_be_are_bounded_by_what_can() {
    let blocks = BTreeSet::from([block(1)]);
    let absurd = reading(i64::MAX, i32::MAX, &[(1, i64::MAX), (2, 5_000)]);
    let reported = |since: TimeDelta| ReadingProgress::default().after(&absurd, since, &blocks);
    assert_eq!(
        reported(TimeDelta::zero()),
        reading(15_000, MOST_INTERACTIONS, &[(1, 15_000)]),
        "block 2 is in no such document"
    );
    assert_eq!(reported(TimeDelta::seconds(45)).visible_ms, 60_000);
    assert_eq!(reported(TimeDelta::seconds(-45)).visible_ms, 15_000, "a clock that went back");
    assert_eq!(reported(TimeDelta::MAX).visible_ms, i64::MAX);
    assert_eq!(
        reading(5_000, 0, &[]).after(&reading(4_000, 0, &[(1, 9_000)]), TimeDelta::zero(), &blocks).sections
            [&block(1)],
        5_000
    );
    let many: Vec<(u128, i64)> = (0..300).map(|number| (number, 1)).collect();
    let known: BTreeSet<Uuid> = (0..300).map(block).collect();
    assert_eq!(
        ReadingProgress::default().after(&reading(1, 0, &many), TimeDelta::zero(), &known).sections.len(),
        MOST_SECTIONS
    );
}

#[test]
fn a_report_lists_every_impossible_figure() {
    let fields = |errors: Vec<crate::field_error::FieldError>| {
        errors.into_iter().map(|error| error.field.into_owned()).collect::<Vec<_>>()
    };
    let refused = ReadingProgress::reported(-1, -1, &[(block(1), 1), (block(2), -1)]).unwrap_err();
    assert_eq!(fields(refused), ["visibleMs", "interactions", "sections.1.visibleMs"]);
    assert_eq!(fields(ReadingProgress::reported(0, 0, &[(block(1), -1); 201]).unwrap_err()), ["sections"]);
    let twice = ReadingProgress::reported(9, 1, &[(block(1), 4), (block(1), 7), (block(1), 5)]).unwrap();
    assert_eq!(twice, reading(9, 1, &[(1, 7)]));
}

#[test]
fn blocks_are_read_off_a_document() {
    let (a, b) = (block(0xa), block(0xb));
    let html = format!(
        "<section data-block=\"{a}\" data-kind=\"free\"><h2>A</h2><p>data-block=\"no\"</p></section><section data-block=\"{b}\"></section>"
    );
    assert_eq!(blocks(&html), BTreeSet::from([a, b]));
    assert_eq!(
        blocks(&html),
        crate::document::sections(&html).into_iter().map(|section| section.id).collect()
    );
    assert!(blocks("").is_empty() && blocks("data-block=\"").is_empty());
}

fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds)
}

fn view(hit: Hit, network: &str, visitor: Option<&str>, from: i64, to: i64) -> View {
    let sections = BTreeMap::from([(block(1), hit.visible_ms)]);
    View {
        visitor: visitor.map(str::to_owned),
        network: network.to_owned(),
        sections,
        at: at(from),
        updated_at: at(to),
        hit,
    }
}

#[test]
fn only_persons_are_counted() {
    let team = Hit { is_team: true, ..read(CHROME, 90_000, 9) };
    let views = [
        view(fetched("Slackbot 1.0"), "net", None, 10, 10),
        view(fetched(CHROME), "net", None, 100, 100),
        view(read(CHROME, 9_000, 1), "net", Some("mia"), 101, 130),
        view(read(SAFARI, 6_000, 0), "phone", Some("mia's phone"), 200, 220),
        view(read(CHROME, 7_000, 0), "net", Some("mia"), 500, 900),
        view(team, "office", Some("ada"), 5, 2_000),
        view(read(CHROME, 1_000, 0), "gateway", Some("scanner"), 20, 21),
    ];
    let said = readership(&views);
    assert_eq!((said.count, said.visitors, said.others), (3, 2, 3), "Slack, the team, the scanner");
    assert_eq!((said.first_at, said.last_at), (Some(at(101)), Some(at(900))));
    assert_eq!(said.sections, BTreeMap::from([(block(1), 22_000)]));
    assert_eq!(readership(&[]), Readership::default());
}

#[test]
fn fetching_and_reading_are_one_opening() {
    let others = |views: &[View]| readership(views).others;
    let fetch = |network: &str, from| view(fetched(CHROME), network, None, from, from);
    let report = |network: &str, from| view(read(CHROME, 9_000, 1), network, Some("mia"), from, from + 9);
    assert_eq!(others(&[fetch("a", 0), report("a", 1)]), 0);
    assert_eq!(others(&[fetch("a", 0), report("a", 60)]), 0);
    assert_eq!(others(&[fetch("a", 0), report("a", 61)]), 1, "too long ago to be the same opening");
    assert_eq!(others(&[fetch("a", 1), report("a", 0)]), 1, "reported before it was fetched");
    assert_eq!(others(&[fetch("a", 0), report("b", 1)]), 1, "another place");
    assert_eq!(others(&[fetch("a", 0), fetch("a", 0), report("a", 1)]), 1);
    assert_eq!(others(&[fetch("a", 0), fetch("a", 2), report("a", 1), report("a", 3)]), 0);
    assert_eq!(others(&[view(fetched(SAFARI), "a", None, 0, 0), report("a", 1)]), 1, "another browser");
    let bot = view(fetched("Slackbot 1.0"), "a", None, 0, 0);
    assert_eq!(
        others(&[fetch("a", 0), report("a", 1), report("a", 2), bot]),
        1,
        "fetched once, it began one of two openings"
    );
    let brief = view(read(CHROME, 1_000, 0), "a", Some("scanner"), 1, 2);
    assert_eq!(others(&[fetch("a", 0), brief]), 1, "fetched and run by a scanner: one opening");
}

fn any_hit() -> impl Strategy<Value = Hit> {
    let names = prop_oneof![
        ".{0,60}",
        Just(CHROME.to_owned()),
        Just(SAFARI.to_owned()),
        Just("Slackbot 1.0".to_owned())
    ];
    let source = prop_oneof![Just(Source::Document), Just(Source::Reading)];
    (source, "[A-Z]{0,7}", names, any::<bool>(), any::<i64>(), any::<i32>()).prop_map(
        |(source, method, user_agent, is_team, visible_ms, interactions)| Hit {
            source,
            method,
            user_agent,
            is_team,
            visible_ms,
            interactions,
        },
    )
}

fn any_reading() -> impl Strategy<Value = ReadingProgress> {
    (0..i64::MAX, 0..i32::MAX, proptest::collection::btree_map(0_u128..6, 0..i64::MAX, 0..6)).prop_map(
        |(visible_ms, interactions, sections)| ReadingProgress {
            visible_ms,
            interactions,
            sections: sections.into_iter().map(|(number, visible_ms)| (block(number), visible_ms)).collect(),
        },
    )
}

proptest! {
    #[test]
    fn the_team_and_fetched_pages_are_never_counted_as_persons(hit in any_hit()) {
        let (class, reason) = classify(&hit);
        prop_assert!(!reason.is_empty());
        prop_assert_eq!(hit.is_team, class == Class::OwnTeam);
        if class == Class::Person {
            prop_assert!(hit.source == Source::Reading && hit.visible_ms >= ATTENTIVE_MS);
            prop_assert!(programs::find(&hit.user_agent).is_none());
        }
    }

    #[test]
    fn a_page_read_longer_stays_read(hit in any_hit(), more in 0..i64::MAX, again in 0..i32::MAX) {
        let longer = Hit {
            visible_ms: hit.visible_ms.saturating_add(more),
            interactions: hit.interactions.saturating_add(again),
            ..hit.clone()
        };
        prop_assert!(class(&hit) != Class::Person || class(&longer) == Class::Person);
    }

    #[test]
    fn the_order_of_reports_does_not_matter(a in any_reading(), b in any_reading(), seconds in 0_i64..100_000) {
        let (since, blocks) = (TimeDelta::seconds(seconds), (0..3).map(block).collect::<BTreeSet<_>>());
        let after = |kept: &ReadingProgress, reported: &ReadingProgress| kept.after(reported, since, &blocks);
        let one = after(&ReadingProgress::default(), &a);
        let both = after(&one, &b);
        prop_assert_eq!(&after(&both, &a), &after(&after(&after(&ReadingProgress::default(), &b), &a), &b));
        prop_assert!(both.visible_ms >= one.visible_ms && both.interactions >= one.interactions);
        prop_assert!(both.visible_ms <= (since + FOREIGN_CLOCK).num_milliseconds() && both.interactions <= MOST_INTERACTIONS);
        prop_assert!(both.sections.iter().all(|(block, shown)| blocks.contains(block) && *shown <= both.visible_ms));
        prop_assert!(one.sections.iter().all(|(block, shown)| both.sections[block] >= *shown));
    }

    #[test]
    fn the_order_of_hits_does_not_matter(
        hits in proptest::collection::vec((any_hit(), 0_i64..300, 0_i64..100, 0_u8..3), 0..12)
    ) {
        let mut views: Vec<View> = hits
            .into_iter()
            .map(|(hit, from, long, who)| view(hit, &who.to_string(), Some(&who.to_string()), from, from + long))
            .collect();
        let said = readership(&views);
        prop_assert_eq!(said.count, views.iter().filter(|view| class(&view.hit) == Class::Person).count());
        prop_assert!(said.count + said.others <= views.len() && said.visitors <= said.count);
        views.reverse();
        prop_assert_eq!(readership(&views), said);
    }
}
