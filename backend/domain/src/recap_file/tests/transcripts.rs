//! Transcripts, `.vtt` and `.srt`: speakers, times, and what only looks like them.

use pretty_assertions::assert_eq;

use crate::recap_file::{FileFault, FileKind, FileText, read};

/// Speaker, start and end of each turn, with its line.
fn told(kind: FileKind, file: &str) -> Vec<String> {
    let FileText { text, turns } = read(kind, file.as_bytes()).unwrap_or_else(|fault| panic!("{fault:?}"));
    assert_eq!(text.lines().count(), turns.len(), "one line per turn: {text:?}");
    let lines = turns.iter().zip(text.lines());
    lines
        .map(|(turn, line)| {
            format!("{} {}-{} {line}", turn.speaker.as_deref().unwrap_or("?"), turn.start_ms, turn.end_ms)
        })
        .collect()
}

#[test]
fn voices_become_lines_with_their_times() {
    let file = "\u{feff}WEBVTT - Recording\r\nKind: captions\r\n\r\nNOTE\r\nWritten by a program\r\n\r\nSTYLE\r\n::cue { color: red }\r\n\r\n\
        d7a1/8-0\r\n00:00:00.500 --> 00:00:02.000 align:start\r\n<v Dana Reyes>Hi, thanks for</v>\r\n<v Dana Reyes>your time.</v>\r\n\r\n\
        d7a1/9-0\r\n00:02.000 --> 00:04.250\r\n<v.loud Dana Reyes>We lose &lt;3&nbsp;bookings &amp; more.</v>\r\n\r\n\
        NOTE a remark\r\nabout nothing\r\n\r\n\
        01:00:05.000 --> 01:00:06.000\r\n<v Tom>It would be $4,500.</v> <v Dana Reyes>Fine.</v>\r\n";
    assert_eq!(
        told(FileKind::WebVtt, file),
        [
            "Dana Reyes 500-4250 Dana Reyes: Hi, thanks for your time. We lose <3 bookings & more.",
            "Tom 3605000-3606000 Tom: It would be $4,500.",
            "Dana Reyes 3605000-3606000 Dana Reyes: Fine.",
        ]
    );
    // The same file with another ending.
    assert_eq!(told(FileKind::Text, file.trim_start_matches('\u{feff}')).len(), 3);
}

#[test]
fn names_before_a_colon_are_speakers() {
    let file = "1\n00:00:01,000 --> 00:00:02,500\nDana van Berg: The site is slow.\n\n2\n00:00:02,500 --> 00:00:04,000\n<i>Eleven seconds on a phone.</i>\n\n\
        3\n00:00:04,000 --> 00:00:05,000\nSpeaker 2: How many visitors?\n\n4\n00:00:06,000 --> 00:00:07,000\n- About 600\n- DANA: a day.\n";
    assert_eq!(
        told(FileKind::SubRip, file),
        [
            "Dana van Berg 1000-4000 Dana van Berg: The site is slow. Eleven seconds on a phone.",
            "Speaker 2 4000-5000 Speaker 2: How many visitors?",
            "? 6000-7000 About 600",
            "DANA 6000-7000 DANA: a day.",
        ]
    );
    for (line, speaker) in [
        ("Zoë: yes", Some("Zoë")),
        ("Dr. Maria de la Cruz (Harbor & Pine): yes", Some("Dr. Maria de la Cruz (Harbor & Pine)")),
        ("李雷: 好的", Some("李雷")),
        ("at 10:30 we start", None),
        ("Here is what we need: a site", None),
        ("So, Dana: yes", None),
        ("10: yes", None),
        ("See https://example.com", None),
        ("Dana:", None),
    ] {
        let file = format!("00:01.000 --> 00:02.000\n{line}\n");
        let found = read(FileKind::SubRip, file.as_bytes()).unwrap();
        assert_eq!(found.turns.first().unwrap().speaker.as_deref(), speaker, "{line}");
        assert_eq!(found.text, line);
    }
}

#[test]
fn words_without_a_speaker_become_paragraphs() {
    let file = "WEBVTT\n\n00:01.000 --> 00:02.000\nso we need\n\n00:02.000 --> 00:03.000\na new site.\n\n00:08.000 --> 00:09.000\nNext topic.\n";
    assert_eq!(
        told(FileKind::WebVtt, file),
        ["? 1000-3000 so we need a new site.", "? 8000-9000 Next topic."]
    );
}

#[test]
fn live_captions_are_not_said_twice() {
    let file = "WEBVTT\n\n00:00.000 --> 00:02.000\n \nso<00:00:00.500><c> today</c><00:01.000><c> we</c>\n\n00:02.000 --> 00:02.010\nso today we\n\n\
        00:02.010 --> 00:04.000\nso today we\ntalk about price\n\n00:09.000 --> 00:10.000\ntalk about price\n";
    assert_eq!(told(FileKind::WebVtt, file), ["? 0-10000 so today we talk about price talk about price"]);
}

#[test]
fn an_untidy_file_loses_no_words() {
    // No blank lines, a cue with a blank line in it, a text that is a number, and a time that is none.
    let file = "1\n00:00:01,000 --> 00:00:02,000\n600\n2\n00:00:02,000 --> 00:00:03,000\nfirst\n\nsecond\n\n00:99 --> soon\n\n3\n00:00:05,000 --> 00:00:04,000\n{\\an8}a < b {sic}\n";
    assert_eq!(told(FileKind::SubRip, file), ["? 1000-5000 600 first second 00:99 --> soon a < b {sic}"]);
    let big = "WEBVTT\n\n999999999:00:00.000 --> 999999999:00:01.000\nnever\n\n00:01.000 --> 00:02.0000\nnot either\n";
    assert_eq!(read(FileKind::WebVtt, big.as_bytes()), Err(FileFault::WrongContent));
}
