//! Names an item by the words of its clause: "and $300 monthly hosting" is "Hosting".

use std::ops::Range;

use super::{
    Cadence,
    clause::Clause,
    scan::{Kind, Token},
    words,
};

/// Longest name made of a clause, in characters and words.
const MAX_CHARACTERS: usize = 60;
const MAX_WORDS: usize = 10;

/// The name of a clause's item: the words before the amount, else those after it, else those of the line
/// above, else the name of the frequency. `is_free` selects the tokens without another meaning.
pub(super) fn name(tokens: &[Token<'_>], clause: &Clause, cadence: Cadence, unit: Option<&str>, is_free: &dyn Fn(usize) -> bool) -> String {
    let free = |side: Range<usize>| -> Vec<&Token<'_>> { side.filter(|at| is_free(*at)).filter_map(|at| tokens.get(at)).collect() };
    let before = free(clause.region.start..clause.amount.tokens.start);
    let after = free(clause.amount.tokens.end..clause.region.end);
    let above = free(clause.heading.name.clone());
    [unnumbered(&before), first_part(&after), unnumbered(&above)]
        .into_iter()
        .find_map(phrase)
        .unwrap_or_else(|| fallback(cadence, unit).to_owned())
}

fn fallback(cadence: Cadence, unit: Option<&str>) -> &'static str {
    match (cadence, unit) {
        (Cadence::Once, Some("hour")) => "Hourly work",
        (Cadence::Once, _) => "Project fee",
        (Cadence::Monthly, _) => "Monthly fee",
        (Cadence::Quarterly, _) => "Quarterly fee",
        (Cadence::Yearly, _) => "Yearly fee",
    }
}

/// Without a list number: "2. Prototype", "3) Tests".
fn unnumbered<'s, 't>(tokens: &'s [&'t Token<'t>]) -> &'s [&'t Token<'t>] {
    match tokens {
        [number, sign, rest @ ..] if number.number().is_some() && (sign.is_sign('.') || sign.is_sign(')')) => rest,
        all => all,
    }
}

/// The text after an amount up to the comma, unless commas and an "and" form a list: "$9,000 for design, code
/// and tests", but "$750 retainer, cancel any time".
fn first_part<'s, 't>(tokens: &'s [&'t Token<'t>]) -> &'s [&'t Token<'t>] {
    let is_list = tokens.iter().any(|token| token.is_word("and") || token.is_sign('&'));
    let comma = tokens.iter().position(|token| token.is_sign(',')).filter(|_| !is_list);
    tokens.get(..comma.unwrap_or(tokens.len())).unwrap_or(tokens)
}

/// The noun phrase in some tokens, if there is one.
fn phrase(tokens: &[&Token<'_>]) -> Option<String> {
    let start = tokens.iter().position(|token| !is_edge(token))?;
    let tokens = tokens.get(start..)?;
    let end = tokens.iter().enumerate().position(|(at, token)| ends_name(tokens, at, token)).unwrap_or(tokens.len());
    let tokens = tokens.get(..end)?;
    let end = tokens.iter().rposition(|token| !is_edge(token) || is_letter(token))? + 1;
    let tokens = tokens.get(..end.min(MAX_WORDS * 2))?;
    let says_something = tokens.iter().any(|token| {
        token.kind == Kind::Word
            && token.text.chars().any(char::is_alphabetic)
            && !words::is_generic(&token.lower)
            && (!words::is_edge(&token.lower) || is_letter(token))
    });
    if !says_something {
        return None;
    }
    let mut name = String::new();
    let mut previous: Option<&Token<'_>> = None;
    for token in tokens {
        let gap = previous.is_some_and(|previous| previous.end != token.start);
        let length = name.chars().count() + token.text.chars().count();
        if length > MAX_CHARACTERS && !name.is_empty() {
            break;
        }
        if gap && !matches!(token.kind, Kind::Sign(',' | '.')) {
            name.push(' ');
        }
        name.extend(token.text.chars().take(MAX_CHARACTERS));
        previous = Some(token);
    }
    Some(capitalised(name.trim_end_matches(|c: char| !c.is_alphanumeric() && c != ')')))
}

/// Where a name ends and its description begins: "Website (5 pages)", "SEO with reports", "Site: home, shop".
/// A colon after a number or letter does not end it: "Phase 1: Discovery".
fn ends_name(tokens: &[&Token<'_>], at: usize, token: &Token<'_>) -> bool {
    let numbers =
        at.checked_sub(1).and_then(|before| tokens.get(before)).is_some_and(|before| before.number().is_some() || is_letter(before));
    match token.kind {
        Kind::Sign(':') => !numbers,
        Kind::Sign('(' | ';' | '|' | '—' | '–' | '!' | '?') => true,
        Kind::Word => words::opens_detail(&token.lower),
        Kind::Number { .. } => tokens.get(at + 1).is_some_and(|next| next.is_sign('%')),
        Kind::Sign(_) | Kind::Break => false,
    }
}

/// "A" and "B" in "Option A", "Plan B"; "I" is a pronoun.
fn is_letter(token: &Token<'_>) -> bool {
    token.text.len() == 1 && token.text != "I" && token.text.bytes().all(|byte| byte.is_ascii_uppercase())
}

fn is_edge(token: &Token<'_>) -> bool {
    match token.kind {
        // "We'd", "they'll", "that's": any pronoun with an apostrophe.
        Kind::Word if words::is_tax(&token.lower) => true,
        Kind::Word => words::is_edge(token.lower.split_once('\'').map_or(token.lower.as_str(), |(pronoun, _)| pronoun)),
        Kind::Number { .. } => false,
        Kind::Sign(_) | Kind::Break => true,
    }
}

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}
