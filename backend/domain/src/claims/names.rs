//! Finds persons and companies: capitalised words where a sentence would have lower-case ones.

use std::{collections::HashSet, ops::Range};

use super::{
    find::{Evidence, Finder},
    kinds::ClaimKind,
    text::{Cut, Kind},
};

const TITLES: [&str; 11] = ["mr", "mrs", "ms", "miss", "dr", "prof", "professor", "sir", "herr", "frau", "mx"];
const LEGAL_FORMS: [&str; 21] = [
    "inc", "gmbh", "ltd", "llc", "llp", "ag", "corp", "plc", "limited", "bv", "oy", "ab", "sarl", "sas", "srl", "kg", "ug", "pty", "co",
    "aps", "se",
];
const PARTICLES: [&str; 10] = ["de", "van", "von", "der", "la", "del", "di", "da", "bin", "ten"];
/// Words that English always capitalises and that name no person or company: languages, nations, holidays,
/// terms of the trade.
const ORDINARY: [&str; 64] = [
    "english",
    "german",
    "french",
    "spanish",
    "italian",
    "dutch",
    "polish",
    "portuguese",
    "chinese",
    "japanese",
    "european",
    "american",
    "british",
    "swiss",
    "austrian",
    "germany",
    "france",
    "spain",
    "italy",
    "europe",
    "america",
    "england",
    "britain",
    "switzerland",
    "austria",
    "internet",
    "web",
    "wi",
    "fi",
    "wifi",
    "ai",
    "seo",
    "crm",
    "cms",
    "pdf",
    "api",
    "app",
    "ios",
    "android",
    "christmas",
    "easter",
    "god",
    "excel",
    "word",
    "email",
    "e",
    "mail",
    "faq",
    "ok",
    "okay",
    "mvp",
    "qa",
    "ui",
    "ux",
    "it",
    "hr",
    "ceo",
    "cto",
    "vat",
    "usd",
    "eur",
    "january",
    "may",
    "march",
];

/// Finds all names.
pub(super) fn names(finder: &mut Finder<'_, '_>) {
    let cut = finder.cut;
    // A word that also occurs in lower case is an ordinary word in capitals.
    let small: HashSet<&str> = cut
        .tokens
        .iter()
        .filter(|token| token.kind == Kind::Word && token.text.chars().all(|c| c.is_lowercase() || c == '\'' || c == '’'))
        .map(|token| token.text)
        .collect();
    let titled: Vec<bool> = cut.sentences.iter().map(|sentence| is_title_case(cut, sentence, finder.heading)).collect();
    let mut at = 0;
    while at < cut.tokens.len() {
        let run = run_at(finder, at);
        let Some(run) = run else {
            at += 1;
            continue;
        };
        let end = run.end;
        let in_title = cut.at(run.start).and_then(|token| titled.get(token.sentence)).copied().unwrap_or(false);
        if let Some((kind, range)) = judged(cut, run, &small, in_title) {
            let needs: Vec<Vec<String>> = range
                .clone()
                .filter_map(|place| cut.at(place))
                .filter(|token| {
                    token.kind == Kind::Word && !LEGAL_FORMS.contains(&token.lower.as_str()) && !TITLES.contains(&token.lower.as_str())
                })
                .map(|token| vec![format!("word {}", token.lower.strip_suffix("'s").unwrap_or(&token.lower))])
                .collect();
            let gives = needs.iter().flatten().cloned().collect();
            if !needs.is_empty() {
                finder.take(kind, range, Evidence { gives, needs, said: None });
            }
        }
        at = end;
    }
}

/// A line such as "Scope of Work and Deliverables", where capitals carry no information: a heading, or a line
/// written like one.
fn is_title_case(cut: &Cut<'_>, sentence: &Range<usize>, heading: usize) -> bool {
    if sentence.end <= heading {
        return true;
    }
    let text = cut.text.get(sentence.clone()).unwrap_or_default();
    if text.len() > 100 || text.ends_with(['.', '!', '?']) {
        return false;
    }
    let words: Vec<&str> = text.split_whitespace().filter(|word| word.chars().count() > 3).collect();
    words.len() > 3 && words.iter().all(|word| word.chars().next().is_some_and(|first| !first.is_lowercase()))
}

/// The run of capitalised words that begins at that token.
fn run_at(finder: &Finder<'_, '_>, at: usize) -> Option<Range<usize>> {
    let cut = finder.cut;
    let counts = |place: usize| !finder.is_taken(place) && cut.at(place).is_some_and(|token| token.is_capitalised() && !is_i(&token.lower));
    if !counts(at) {
        return None;
    }
    let sentence = cut.at(at).map(|token| token.sentence);
    let mut end = at + 1;
    loop {
        let mut next = end;
        // "Mr. Berg", "Berg & Sons", "Anna-Lena", "Ludwig van Beethoven".
        let initial = cut.is_sign(next, '.')
            && cut.before(next, 1).is_some_and(|token| TITLES.contains(&token.lower.as_str()) || token.text.len() == 1);
        let hyphen = cut.is_sign(next, '-') && cut.touches(next) && cut.touches(next + 1);
        next += usize::from(initial || hyphen || cut.is_sign(next, '&'));
        while cut.at(next).is_some_and(|token| PARTICLES.contains(&token.text)) {
            next += 1;
        }
        // "Acme, Inc."
        if cut.is_sign(next, ',') && LEGAL_FORMS.contains(&cut.lower(next + 1)) {
            next += 1;
        }
        let same = cut.at(next).map(|token| token.sentence) == sentence;
        if !(same && counts(next)) {
            return Some(at..end);
        }
        end = next + 1;
    }
}

fn is_i(lower: &str) -> bool {
    matches!(lower, "i" | "i'm" | "i'd" | "i'll" | "i've")
}

/// The kind of a run of capitalised words; `None` if it is no name.
fn judged(cut: &Cut<'_>, mut run: Range<usize>, small: &HashSet<&str>, in_title: bool) -> Option<(ClaimKind, Range<usize>)> {
    let lower = |place: usize| cut.lower(place);
    let titled = TITLES.contains(&lower(run.start));
    let legal = run.clone().skip(1).any(|place| LEGAL_FORMS.contains(&lower(place)));
    let common = |place: usize| {
        let word = lower(place);
        let bare = word.strip_suffix("'s").unwrap_or(word);
        small.contains(bare) || ORDINARY.contains(&bare) || STARTERS.contains(&bare)
    };
    if !titled && !legal {
        if in_title {
            return None;
        }
        let opens = cut.opens(run.start);
        if opens && (common(run.start) || run.len() == 1) {
            run.start += 1;
        }
        while run.start < run.end && (common(run.start) || !cut.at(run.start).is_some_and(|token| token.kind == Kind::Word)) {
            run.start += 1;
        }
        while run.end > run.start && common(run.end - 1) {
            run.end -= 1;
        }
    }
    let words: Vec<&str> =
        run.clone().filter_map(|place| cut.at(place)).filter(|token| token.kind == Kind::Word).map(|token| token.text).collect();
    let shouted = |word: &&str| word.chars().count() <= 5 && word.chars().all(|c| c.is_uppercase() || c.is_numeric());
    if words.is_empty() || (words.iter().all(shouted) && !legal) {
        return None;
    }
    let plain = |word: &&str| word.chars().skip(1).all(|c| !c.is_uppercase()) && word.chars().all(|c| !c.is_numeric());
    let joined = run.clone().any(|place| cut.is_sign(place, '&'));
    let person = titled || (!legal && !joined && (2..=4).contains(&words.len()) && words.iter().all(plain));
    Some((if person { ClaimKind::Person } else { ClaimKind::Company }, run))
}

/// Words that open sentences and headings.
const STARTERS: [&str; 96] = [
    "the",
    "a",
    "an",
    "our",
    "we",
    "you",
    "your",
    "this",
    "that",
    "these",
    "those",
    "it",
    "its",
    "they",
    "their",
    "he",
    "she",
    "in",
    "on",
    "at",
    "for",
    "with",
    "when",
    "where",
    "while",
    "if",
    "and",
    "or",
    "but",
    "all",
    "each",
    "every",
    "to",
    "as",
    "by",
    "from",
    "after",
    "before",
    "once",
    "please",
    "new",
    "set",
    "add",
    "both",
    "most",
    "many",
    "some",
    "no",
    "not",
    "there",
    "here",
    "what",
    "who",
    "why",
    "how",
    "then",
    "also",
    "next",
    "first",
    "finally",
    "dear",
    "hello",
    "hi",
    "thank",
    "thanks",
    "yes",
    "since",
    "during",
    "within",
    "until",
    "because",
    "so",
    "let",
    "together",
    "based",
    "following",
    "overview",
    "summary",
    "proposal",
    "project",
    "timeline",
    "pricing",
    "scope",
    "terms",
    "team",
    "phase",
    "step",
    "week",
    "day",
    "month",
    "about",
    "ask",
    "see",
    "note",
    "total",
    "any",
];
