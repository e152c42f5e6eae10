//! Finds certificates, awards, guarantees and promises by known names and cues.

use std::{collections::BTreeSet, ops::Range};

use super::{
    find::{Evidence, Finder, FoundClaim},
    kinds::ClaimKind,
    text::{Cut, Kind, Token},
};

/// Standards that count only with a number.
const NUMBERED: [&str; 7] = ["iso", "iec", "soc", "din", "ohsas", "nen", "en"];
/// Laws and standards that count only with a statement of compliance.
const NAMED: [&str; 14] =
    ["gdpr", "dsgvo", "ccpa", "hipaa", "pci", "wcag", "tisax", "fedramp", "haccp", "leed", "breeam", "fsc", "nist", "ferpa"];
const OBEYS: [&str; 8] = ["certified", "certification", "compliant", "compliance", "accredited", "conformant", "conform", "conformance"];

/// "ISO 27001", "ISO/IEC 27001:2022", "SOC 2 Type II", "GDPR-certified".
pub(super) fn standards(finder: &mut Finder<'_, '_>) {
    let mut at = 0;
    while at < finder.cut.tokens.len() {
        let found = standard(finder.cut, at).filter(|(range, _)| finder.is_free(range.clone()));
        at = match found {
            Some((range, name)) => {
                let end = range.end;
                finder.take(ClaimKind::Certificate, range, FoundClaim::exactly(vec![format!("certificate {name}")]));
                end
            }
            None => at + 1,
        };
    }
}

fn standard(cut: &Cut<'_>, at: usize) -> Option<(Range<usize>, String)> {
    let token = cut.at(at).filter(|token| token.kind == Kind::Word)?;
    let shouted = token.text.chars().all(char::is_uppercase);
    let mut end = at + 1;
    if NUMBERED.contains(&token.lower.as_str()) && shouted {
        while cut.is_sign(end, '/') || cut.is_sign(end, '-') || matches!(cut.lower(end), "iec" | "iso") {
            end += 1;
        }
        let number = cut.at(end).filter(|token| token.is_number() && token.sentence == cut.at(at).map_or(0, |token| token.sentence))?;
        let name = format!("{} {}", token.lower, number.text);
        end += 1;
        if cut.is_sign(end, ':') && cut.touches(end) && cut.at(end + 1).is_some_and(Token::is_number) {
            end += 2;
        }
        let typed = cut.lower(end) == "type" && matches!(cut.lower(end + 1), "i" | "ii" | "1" | "2");
        end += if typed { 2 } else { 0 };
        return Some((at..obeying(cut, end), name));
    }
    if NAMED.contains(&token.lower.as_str()) && token.is_capitalised() {
        while matches!(cut.lower(end), "dss" | "aa" | "aaa" | "-") || cut.at(end).is_some_and(Token::is_number) {
            end += 1;
        }
        let past = obeying(cut, end);
        let before = OBEYS.contains(&cut.word_before(at));
        if past > end || before {
            return Some((at..past, token.lower.clone()));
        }
    }
    None
}

/// The token after "certified" or "-compliant", if that follows.
fn obeying(cut: &Cut<'_>, at: usize) -> usize {
    let next = at + usize::from(cut.is_sign(at, '-'));
    if OBEYS.contains(&cut.lower(next)) { next + 1 } else { at }
}

/// "99.9% uptime": a promise rather than just a percentage.
pub(super) fn uptime(finder: &mut Finder<'_, '_>) {
    for at in 0..finder.cut.tokens.len() {
        let cut = finder.cut;
        if !matches!(cut.lower(at), "uptime" | "availability") {
            continue;
        }
        let behind = |back: usize| cut.before(at, back).is_some_and(|token| token.is_sign('%') || token.lower == "percent");
        let Some(start) = (behind(1) && cut.before(at, 2).is_some_and(Token::is_number)).then(|| at - 2) else { continue };
        if finder.is_free(start..at + 1) {
            let number = cut.lower(start);
            finder.take(ClaimKind::Guarantee, start..at + 1, FoundClaim::exactly(vec![format!("uptime {number}")]));
        }
    }
}

/// A cue: its words, its kind of claim, and its stem.
struct Cue(&'static str, ClaimKind, &'static str);

const GUARANTEE: ClaimKind = ClaimKind::Guarantee;
const CERTIFICATE: ClaimKind = ClaimKind::Certificate;
/// Longer cues before shorter ones that start alike.
const CUES: [Cue; 60] = [
    Cue("money back guarantee", GUARANTEE, "guarantee"),
    Cue("money - back guarantee", GUARANTEE, "guarantee"),
    Cue("guarantee", GUARANTEE, "guarantee"),
    Cue("guarantees", GUARANTEE, "guarantee"),
    Cue("guaranteed", GUARANTEE, "guarantee"),
    Cue("guaranteeing", GUARANTEE, "guarantee"),
    Cue("money back", GUARANTEE, "guarantee"),
    Cue("money - back", GUARANTEE, "guarantee"),
    Cue("your money back", GUARANTEE, "guarantee"),
    Cue("we promise", GUARANTEE, "promise"),
    Cue("i promise", GUARANTEE, "promise"),
    Cue("our promise", GUARANTEE, "promise"),
    Cue("promised", GUARANTEE, "promise"),
    Cue("risk - free", GUARANTEE, "risk"),
    Cue("risk free", GUARANTEE, "risk"),
    Cue("no risk", GUARANTEE, "risk"),
    Cue("without risk", GUARANTEE, "risk"),
    Cue("zero risk", GUARANTEE, "risk"),
    Cue("will always", GUARANTEE, "always"),
    Cue("we always", GUARANTEE, "always"),
    Cue("will never", GUARANTEE, "never"),
    Cue("we never", GUARANTEE, "never"),
    Cue("warranty", GUARANTEE, "warranty"),
    Cue("warranties", GUARANTEE, "warranty"),
    Cue("at no extra cost", GUARANTEE, "free"),
    Cue("at no additional cost", GUARANTEE, "free"),
    Cue("no extra cost", GUARANTEE, "free"),
    Cue("no additional cost", GUARANTEE, "free"),
    Cue("at no cost", GUARANTEE, "free"),
    Cue("at no extra charge", GUARANTEE, "free"),
    Cue("free of charge", GUARANTEE, "free"),
    Cue("for free", GUARANTEE, "free"),
    Cue("no hidden", GUARANTEE, "hidden"),
    Cue("refund", GUARANTEE, "refund"),
    Cue("refunds", GUARANTEE, "refund"),
    Cue("refunded", GUARANTEE, "refund"),
    Cue("full refund", GUARANTEE, "refund"),
    Cue("lifetime support", GUARANTEE, "lifetime"),
    Cue("lifetime", GUARANTEE, "lifetime"),
    Cue("unlimited", GUARANTEE, "unlimited"),
    Cue("no questions asked", GUARANTEE, "refund"),
    Cue("certified", CERTIFICATE, "certif"),
    Cue("certification", CERTIFICATE, "certif"),
    Cue("certifications", CERTIFICATE, "certif"),
    Cue("accredited", CERTIFICATE, "certif"),
    Cue("accreditation", CERTIFICATE, "certif"),
    Cue("fully insured", CERTIFICATE, "insured"),
    Cue("fully licensed", CERTIFICATE, "licensed"),
    Cue("award - winning", CERTIFICATE, "award"),
    Cue("award winning", CERTIFICATE, "award"),
    Cue("multi - award", CERTIFICATE, "award"),
    Cue("award", CERTIFICATE, "award"),
    Cue("awards", CERTIFICATE, "award"),
    Cue("awarded", CERTIFICATE, "award"),
    Cue("prize", CERTIFICATE, "award"),
    Cue("prizes", CERTIFICATE, "award"),
    Cue("of the year", CERTIFICATE, "award"),
    Cue("top - rated", CERTIFICATE, "award"),
    Cue("number one", CERTIFICATE, "award"),
    Cue("market leader", CERTIFICATE, "award"),
];
const LONGEST_CUE: usize = 4;
const PARTS_OF_YEARS: [&str; 18] = [
    "half",
    "end",
    "rest",
    "part",
    "time",
    "quarter",
    "beginning",
    "start",
    "course",
    "month",
    "months",
    "week",
    "weeks",
    "day",
    "days",
    "most",
    "remainder",
    "middle",
];

/// Finds guarantees, promises, certificates and awards by their cues.
pub(super) fn cues(finder: &mut Finder<'_, '_>) {
    let cut = finder.cut;
    let mut at = 0;
    while at < cut.tokens.len() {
        let Some((cue, past)) = cue_at(cut, at).filter(|(_, past)| finder.is_free(at..*past)) else {
            at += 1;
            continue;
        };
        let (mut start, mut end) = (at, past);
        if cue.1 == CERTIFICATE {
            (start, end) = with_names(cut, at, past);
            while start < at && !finder.is_free(start..at) {
                start += 1;
            }
            while end > past && !finder.is_free(past..end) {
                end -= 1;
            }
        }
        let sentence = cut.at(at).map_or(0, |token| token.sentence);
        let words = content_words(cut, sentence);
        let names: Vec<Vec<String>> = (start..at).chain(past..end).filter_map(|name| name_word(cut, name)).map(|name| vec![name]).collect();
        let said = cut.sentences.get(sentence).cloned().unwrap_or_default();
        let whole = format!("said {}", super::text::plain(cut.text.get(said).unwrap_or_default()));
        let evidence = Evidence { gives: vec![whole], needs: names, said: Some((cue.2.to_owned(), words)) };
        finder.take(cue.1, start..end, evidence);
        // One promise per sentence: its words are checked together.
        at = end;
        while cut.at(at).is_some_and(|token| token.sentence == sentence) && cue.1 == GUARANTEE {
            let more = cue_at(cut, at).is_some_and(|(next, _)| next.1 == GUARANTEE && next.2 == cue.2);
            if !more {
                break;
            }
            at += 1;
        }
    }
}

fn cue_at(cut: &Cut<'_>, at: usize) -> Option<(&'static Cue, usize)> {
    let first = cut.at(at).filter(|token| token.kind == Kind::Word)?;
    let fits = |cue: &Cue| {
        cue.0.split(' ').enumerate().all(|(step, word)| {
            cut.at(at + step)
                .is_some_and(|token| token.sentence == first.sentence && (token.lower == word || (word == "-" && token.is_sign('‑'))))
        })
    };
    let cue = CUES.iter().filter(|cue| cue.0.starts_with(first.lower.as_str()) && fits(cue)).max_by_key(|cue| cue.0.len())?;
    // "The first half of the year" is a time; "studio of the year" is a prize.
    if cue.0 == "of the year" && PARTS_OF_YEARS.contains(&cut.word_before(at)) {
        return None;
    }
    let length = cue.0.split(' ').count();
    debug_assert!(length <= LONGEST_CUE, "a cue is longer than it should be");
    Some((cue, at + length))
}

/// The capitalised words next to a cue: "Google certified", "certified Scrum Master".
fn with_names(cut: &Cut<'_>, at: usize, past: usize) -> (usize, usize) {
    let sentence = cut.at(at).map(|token| token.sentence);
    let named = |place: usize| {
        cut.at(place)
            .is_some_and(|token| Some(token.sentence) == sentence && (token.is_capitalised() || token.is_sign('-')) && token.text != "I")
    };
    let mut start = at;
    while let Some(before) = start.checked_sub(1).filter(|before| named(*before) && !cut.opens(*before)) {
        start = before;
    }
    let mut end = past;
    while named(end) {
        end += 1;
    }
    while start < at && cut.is_sign(start, '-') {
        start += 1;
    }
    while end > past && cut.is_sign(end - 1, '-') {
        end -= 1;
    }
    (start, end)
}

fn name_word(cut: &Cut<'_>, at: usize) -> Option<String> {
    cut.at(at).filter(|token| token.kind == Kind::Word).map(|token| format!("word {}", token.lower))
}

/// Words without information of their own.
const EMPTY: [&str; 78] = [
    "a", "an", "the", "and", "or", "but", "of", "in", "on", "at", "to", "for", "with", "by", "from", "as", "is", "are", "be", "been",
    "was", "were", "will", "would", "can", "could", "shall", "should", "may", "must", "have", "has", "had", "do", "does", "we", "you",
    "they", "i", "it", "he", "she", "our", "your", "their", "my", "its", "us", "them", "this", "that", "these", "those", "which", "who",
    "if", "so", "all", "any", "also", "not", "no", "than", "then", "there", "we'll", "we'd", "you'll", "you'd", "every", "each", "more",
    "most", "into", "out", "up", "own", "just",
];

/// The significant words of a sentence, each in a normal form.
pub(super) fn content_words(cut: &Cut<'_>, sentence: usize) -> BTreeSet<String> {
    let first = cut.tokens.partition_point(|token| token.sentence < sentence);
    let tokens = cut.tokens.get(first..).unwrap_or_default().iter().take_while(|token| token.sentence == sentence);
    tokens
        .filter(|token| !matches!(token.kind, Kind::Sign(_)) && !EMPTY.contains(&token.lower.as_str()))
        .map(|token| stem(&token.lower))
        .collect()
}

fn stem(lower: &str) -> String {
    let long = lower.chars().count() > 4;
    let bare = lower.strip_suffix("'s").unwrap_or(lower);
    let cut =
        bare.strip_suffix("ing").or_else(|| bare.strip_suffix("ed")).or_else(|| bare.strip_suffix("es")).or_else(|| bare.strip_suffix('s'));
    cut.filter(|cut| long && cut.len() >= 3).unwrap_or(bare).trim_end_matches('e').to_owned()
}

/// The sentences of a text with a cue in them: the cue's stem, the sentence's bytes and its words.
pub(super) fn cued(cut: &Cut<'_>) -> Vec<(&'static str, Range<usize>, BTreeSet<String>)> {
    let mut found: Vec<(&'static str, usize)> = Vec::new();
    for at in 0..cut.tokens.len() {
        let Some((cue, _)) = cue_at(cut, at) else { continue };
        let sentence = cut.at(at).map_or(0, |token| token.sentence);
        if found.last() != Some(&(cue.2, sentence)) {
            found.push((cue.2, sentence));
        }
    }
    found
        .into_iter()
        .filter_map(|(stem, sentence)| Some((stem, cut.sentences.get(sentence).cloned()?, content_words(cut, sentence))))
        .collect()
}
