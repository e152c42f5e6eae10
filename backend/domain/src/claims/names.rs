//! Finds the names of people, companies, products and places: capitalised words where a sentence would have
//! lower-case ones.

use std::{collections::HashSet, ops::Range};

use super::{
    find::{Evidence, FoundClaim},
    kinds::ClaimKind,
    quotes,
    statements::word,
    text::Cut,
};
use crate::reading::{
    lexicon::{Class, Language},
    token::Kind,
};

const LEGAL_FORMS: [&str; 24] = [
    "inc", "gmbh", "ltd", "llc", "llp", "ag", "corp", "plc", "limited", "bv", "oy", "ab", "sarl", "sas",
    "srl", "kg", "ug", "pty", "co", "aps", "se", "sa", "sl", "ev",
];
const PARTICLES: [&str; 18] = [
    "de", "van", "von", "der", "la", "del", "di", "da", "bin", "ten", "des", "du", "do", "of", "the", "les",
    "las", "los",
];

/// Finds all names outside the bytes that other claims and figures have taken.
pub(super) fn names(cut: &Cut<'_>, heading: usize, taken: &[Range<usize>]) -> Vec<FoundClaim> {
    let mut free = vec![true; cut.tokens.len()];
    for span in taken {
        mask(cut, span, &mut free);
    }
    // A word that also occurs in lower case is an ordinary word in capitals.
    let is_small = |text: &str| text.chars().all(|c| c.is_lowercase() || matches!(c, '\'' | '\u{2019}'));
    let small: HashSet<&str> = cut
        .tokens
        .iter()
        .filter(|token| token.kind == Kind::Word && is_small(token.text))
        .map(|token| token.text)
        .collect();
    let titled: Vec<bool> =
        cut.sentences.iter().map(|sentence| is_title_case(cut, sentence, heading)).collect();
    let mut found = Vec::new();
    for title in quotes::titles(cut.text) {
        let needs: Vec<Vec<String>> =
            cut.within(&title).filter(|at| cut.is_word(*at)).map(|at| word(cut.lower(at))).collect();
        let gives = needs.iter().filter_map(|any| any.first().cloned()).collect();
        mask(cut, &title, &mut free);
        found.push(FoundClaim::new(cut, ClaimKind::Company, title, Evidence { gives, needs, said: None }));
    }
    let mut at = 0;
    while at < cut.tokens.len() {
        let Some(run) = run_at(cut, at, &free) else {
            at += 1;
            continue;
        };
        at = run.end;
        let in_title = titled.get(cut.sentence(run.start)).copied().unwrap_or(false);
        let Some((kind, range)) = judged(cut, run, &small, in_title) else { continue };
        let counts = |place: &usize| {
            cut.is_word(*place)
                && !LEGAL_FORMS.contains(&cut.lower(*place))
                && !cut.is(*place, Class::Title)
                && !PARTICLES.contains(&cut.lower(*place))
        };
        let needs: Vec<Vec<String>> =
            range.clone().filter(counts).map(|place| word(cut.lower(place))).collect();
        let gives = needs.iter().filter_map(|any| any.first().cloned()).collect();
        if !needs.is_empty() {
            found.push(FoundClaim::new(cut, kind, cut.span(&range), Evidence { gives, needs, said: None }));
        }
    }
    found.sort_by_key(|claim| claim.span.start);
    found
}

/// Marks the tokens that those bytes touch as taken.
fn mask(cut: &Cut<'_>, span: &Range<usize>, free: &mut [bool]) {
    let tokens = cut.within(span);
    for free in free.iter_mut().skip(tokens.start).take(tokens.len()) {
        *free = false;
    }
}

/// A line such as "Scope of Work and Deliverables", where capitals say nothing: a heading, or a line written
/// like one.
fn is_title_case(cut: &Cut<'_>, sentence: &Range<usize>, heading: usize) -> bool {
    let text = cut.text.get(sentence.clone()).unwrap_or_default();
    if sentence.end > heading && (text.len() > 100 || text.ends_with(['.', '!', '?'])) {
        return false;
    }
    let words: Vec<&str> = text.split_whitespace().filter(|word| word.chars().count() > 3).collect();
    sentence.end <= heading
        || (words.len() > 3
            && words.iter().all(|word| word.chars().next().is_some_and(|first| !first.is_lowercase())))
}

/// The run of capitalised words that begins at that token.
fn run_at(cut: &Cut<'_>, at: usize, free: &[bool]) -> Option<Range<usize>> {
    let counts = |place: usize| free.get(place).copied().unwrap_or(false) && cut.is_capitalised(place);
    if !counts(at) {
        return None;
    }
    let mut end = at + 1;
    loop {
        let mut next = end;
        // "Mr. Berg", "Berg & Sons", "Ludwig van Beethoven", "Acme, Inc."
        let is_initial = cut.is_mark(next, &['.'])
            && (cut.is(end - 1, Class::Title) || cut.at(end - 1).is_some_and(|token| token.text.len() == 1));
        next += usize::from(is_initial || cut.is_mark(next, &['&']));
        while cut.language != Language::German
            && next < end + 3
            && cut.at(next).is_some_and(|token| PARTICLES.contains(&token.text) || token.text == "d'")
        {
            next += 1;
        }
        next += usize::from(cut.is_mark(next, &[',']) && LEGAL_FORMS.contains(&cut.lower(next + 1)));
        if !(cut.sentence(next) == cut.sentence(at) && counts(next)) {
            return Some(at..end);
        }
        end = next + 1;
    }
}

/// The kind of a run of capitalised words; `None` if it is no name.
fn judged(
    cut: &Cut<'_>,
    mut run: Range<usize>,
    small: &HashSet<&str>,
    in_title: bool,
) -> Option<(ClaimKind, Range<usize>)> {
    let titled = cut.is(run.start, Class::Title);
    let legal = run.clone().skip(1).any(|place| LEGAL_FORMS.contains(&cut.lower(place)));
    let common = |place: usize| {
        let word = cut.lower(place);
        let bare = word.strip_suffix("'s").unwrap_or(word);
        let classes = [
            Class::Ordinary,
            Class::Us,
            Class::You,
            Class::Weekday,
            Class::Ordinal,
            Class::Universal,
            Class::Label,
        ];
        small.contains(bare)
            || cut.lexicon.stop.contains(bare)
            || classes.iter().any(|class| cut.is(place, *class))
            || cut.lexicon.month(bare).is_some()
            || cut.lexicon.time_unit(bare).is_some()
            || !cut.is_word(place)
            || PARTICLES.contains(&word)
    };
    if !titled && !legal {
        if in_title {
            return None;
        }
        if cut.opens(run.start) && (common(run.start) || run.len() == 1 || cut.language == Language::German) {
            run.start += 1;
        }
        while run.start < run.end && common(run.start) {
            run.start += 1;
        }
        while run.end > run.start && common(run.end - 1) {
            run.end -= 1;
        }
    }
    let words: Vec<&str> = run
        .clone()
        .filter(|place| cut.is_word(*place))
        .filter_map(|place| cut.at(place))
        .map(|token| token.text)
        .collect();
    let shouted =
        |word: &&str| word.chars().count() <= 5 && word.chars().all(|c| c.is_uppercase() || c.is_numeric());
    let mixed =
        |word: &&str| word.chars().skip(1).any(char::is_uppercase) && word.chars().any(char::is_lowercase);
    if words.is_empty() || (words.iter().all(shouted) && !legal) {
        return None;
    }
    // German writes every noun with a capital, but seldom two in a row, except after a number: "12 Meter
    // Kabel".
    let is_german_noun = cut.language == Language::German && !titled && !legal && !words.iter().any(mixed);
    if is_german_noun
        && (words.len() < 2 || run.start.checked_sub(1).is_some_and(|before| cut.is_number(before)))
    {
        return None;
    }
    let plain = |word: &&str| {
        word.chars().skip(1).all(|c| !c.is_uppercase()) && word.chars().all(|c| !c.is_numeric())
    };
    let joined = run.clone().any(|place| cut.is_mark(place, &['&']));
    let person = titled || (!legal && !joined && (2..=4).contains(&words.len()) && words.iter().all(plain));
    Some((if person { ClaimKind::Person } else { ClaimKind::Company }, run))
}
