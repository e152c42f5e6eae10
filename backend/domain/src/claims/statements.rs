//! Standards by the shape of their names, and statements by the class of a cue: guarantees, commitments, what
//! is free, certificates, awards and rank.

use std::ops::Range;

use super::{
    find::{Evidence, FoundClaim},
    kinds::ClaimKind,
    text::{Cut, plain},
};
use crate::reading::{lexicon::Class, token::Kind};

/// Bodies whose standards have numbers.
const BODIES: [&str; 14] =
    ["iso", "iec", "soc", "din", "ohsas", "nen", "en", "nf", "une", "bs", "astm", "ansi", "vde", "pci"];

/// "ISO 27001", "ISO/IEC 27001:2022", "SOC 2 Type II", "DIN EN 1090", "ISO 27001 certified".
pub(super) fn standards(cut: &Cut<'_>) -> Vec<FoundClaim> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < cut.tokens.len() {
        let Some((range, name)) = standard(cut, at) else {
            at += 1;
            continue;
        };
        at = range.end;
        found.push(FoundClaim::new(
            cut,
            ClaimKind::Certificate,
            cut.span(&range),
            Evidence::exactly(vec![format!("certificate {name}")]),
        ));
    }
    found
}

fn standard(cut: &Cut<'_>, at: usize) -> Option<(Range<usize>, String)> {
    let is_body = |at: usize| {
        BODIES.contains(&cut.lower(at))
            && cut.at(at).is_some_and(|token| token.text.chars().all(char::is_uppercase))
    };
    if !is_body(at) {
        return None;
    }
    let mut end = at + 1;
    while cut.is_mark(end, &['/', '-']) || is_body(end) {
        end += 1;
    }
    let number = cut.at(end).filter(|_| cut.is_number(end) && cut.sentence(end) == cut.sentence(at))?;
    let name = format!("{} {}", cut.lower(at), number.text);
    end += 1;
    if cut.is_mark(end, &[':']) && cut.touches(end) && cut.is_number(end + 1) {
        end += 2;
    }
    let is_typed = cut.lower(end) == "type" && matches!(cut.lower(end + 1), "i" | "ii" | "1" | "2");
    end += if is_typed { 2 } else { 0 };
    end += cut
        .class(end, Class::Certified)
        .filter(|_| cut.sentence(end) == cut.sentence(at))
        .map_or(0, |(length, _)| length);
    Some((at..end, name))
}

/// The classes of cues with the kind of their claims.
const CUES: [(Class, ClaimKind, &str); 14] = [
    (Class::Guarantee, ClaimKind::Guarantee, "guarantee"),
    (Class::Free, ClaimKind::Guarantee, "free"),
    (Class::Pledge, ClaimKind::Guarantee, "pledge"),
    (Class::Law, ClaimKind::Guarantee, "law"),
    (Class::Award, ClaimKind::Certificate, "award"),
    (Class::Rank, ClaimKind::Certificate, "rank"),
    (Class::Received, ClaimKind::Certificate, "received"),
    (Class::Certified, ClaimKind::Certificate, "certif"),
    (Class::Member, ClaimKind::Certificate, "certif"),
    (Class::Superlative, ClaimKind::Certificate, "rank"),
    (Class::Universal, ClaimKind::Guarantee, "universal"),
    (Class::Never, ClaimKind::Guarantee, "never"),
    (Class::Instant, ClaimKind::Guarantee, "instant"),
    (Class::Certain, ClaimKind::Guarantee, "certain"),
];

/// The classes of cues in a sentence, by name.
pub(super) fn classes(cut: &Cut<'_>, sentence: usize) -> Vec<&'static str> {
    CUES.iter().filter(|(class, ..)| cut.has_class(sentence, *class)).map(|(.., name)| *name).collect()
}

/// Finds the statements: at most one of each class in a clause.
pub(super) fn cues(cut: &Cut<'_>, heading: usize) -> Vec<FoundClaim> {
    let mut found = Vec::new();
    for sentence in 0..cut.sentences.len() {
        let tokens = cut.tokens_of(sentence);
        // A question claims nothing.
        if tokens.end.checked_sub(1).is_some_and(|last| cut.is_mark(last, &['?'])) {
            continue;
        }
        found.extend(conditional(cut, &tokens));
        for clause in clauses(cut, tokens.clone()) {
            found.extend(CUES.iter().filter_map(|(class, kind, name)| {
                statement(cut, heading, (&tokens, &clause), (*class, *kind, name))
            }));
        }
    }
    found.sort_by_key(|claim: &FoundClaim| claim.span.start);
    found
}

/// "Should it rain, we repeat the party": what we do in a case is a commitment.
fn conditional(cut: &Cut<'_>, sentence: &Range<usize>) -> Option<FoundClaim> {
    let mut clauses = clauses(cut, sentence.clone()).into_iter();
    let is_case = |clause: &Range<usize>| clause.clone().take(2).any(|at| cut.is(at, Class::Condition));
    clauses.find(is_case)?;
    let ours = clauses.find(|clause| {
        clause.len() > 2
            && clause
                .clone()
                .take(2)
                .any(|at| cut.is(at, Class::Us) && !matches!(cut.lower(at), "us" | "uns"))
            && !is_case(clause)
    })?;
    let said = cut.text.get(cut.sentence_at(cut.span(sentence).start)).unwrap_or_default();
    let said_of = Some(("conditional".to_owned(), cut.stems(ours.clone())));
    let evidence =
        Evidence { gives: vec![format!("said {}", plain(said))], needs: Vec::new(), said: said_of };
    Some(FoundClaim::new(cut, ClaimKind::Guarantee, cut.span(&(ours.start..ours.start + 2)), evidence))
}

fn statement(
    cut: &Cut<'_>,
    heading: usize,
    (sentence, clause): (&Range<usize>, &Range<usize>),
    (class, kind, name): (Class, ClaimKind, &str),
) -> Option<FoundClaim> {
    let (at, mut length) =
        clause.clone().find_map(|at| cut.class(at, class).map(|(length, _)| (at, length)))?;
    // "GDPR-compliant", "money-back guarantee"
    while let Some((more, _)) = cut.class(at + length, class).filter(|_| clause.contains(&(at + length))) {
        length += more;
    }
    let is_ours = || sentence.clone().any(|at| cut.is(at, Class::Us));
    let is_short = sentence.len() < 4;
    let is_heading = sentence.len() <= 6 && cut.span(sentence).end <= heading;
    let applies = match class {
        _ if is_heading => false,
        Class::Instant => is_ours(),
        Class::Universal => is_ours() && !is_short && cut.lexicon.time_unit(cut.lower(at + length)).is_none(),
        // "The first half of the year" is a time; "studio of the year" is a prize.
        Class::Award => !cut.is_after(at, Class::Part),
        // "Your data never leaves the country"
        Class::Never => {
            (clause.start..at).any(|before| cut.is(before, Class::Us) || cut.is(before, Class::You))
        }
        // "the best rating of all fitters in Yorkshire"
        Class::Superlative => is_ours() && is_scoped(cut, at + length, clause.end),
        Class::Received => (at + length..clause.end).any(|after| cut.is_capitalised(after)),
        Class::Certain => !is_short,
        Class::Guarantee | Class::Pledge => !clause
            .clone()
            .take_while(|before| *before < at)
            .any(|before| before + 5 > at && is_negation(cut, before)),
        _ => true,
    };
    if !applies {
        return None;
    }
    let mut range = at..at + length;
    if matches!(class, Class::Certified | Class::Award | Class::Received | Class::Law | Class::Member) {
        range = with_names(cut, range, sentence);
    }
    if class == Class::Member && range.len() == length {
        return None;
    }
    let names: Vec<Vec<String>> = range
        .clone()
        .filter(|place| !(at..at + length).contains(place) && cut.is_capitalised(*place))
        .map(|place| word(cut.lower(place)))
        .collect();
    let own = cut.stems(clause.clone());
    let words = match own {
        // "BPCA member": the rest of the sentence says other things.
        _ if !names.is_empty() => cut.stems(range.clone()),
        own if own.len() < 2 => cut.stems(sentence.clone()),
        own => own,
    };
    let said = cut.text.get(cut.sentence_at(cut.span(&range).start)).unwrap_or_default();
    let evidence = Evidence {
        gives: vec![format!("said {}", plain(said))],
        needs: names,
        said: Some((name.to_owned(), words)),
    };
    Some(FoundClaim::new(cut, kind, cut.span(&range), evidence))
}

/// The values of a word of a name: as written, and without its ending.
pub(super) fn word(lower: &str) -> Vec<String> {
    let bare = lower.strip_suffix("'s").unwrap_or(lower);
    vec![format!("word {bare}"), format!("stem {}", super::text::stem(bare))]
}

/// Whether the words say among whom a superlative holds: "in Yorkshire", "of all".
fn is_scoped(cut: &Cut<'_>, start: usize, end: usize) -> bool {
    (start..end.min(start + 6)).any(|at| {
        matches!(
            cut.lower(at),
            "in" | "of" | "im" | "der" | "des" | "vom" | "du" | "de" | "del" | "au" | "en"
        ) && (cut.is_capitalised(at + 1)
            || matches!(
                cut.lower(at + 1),
                "the" | "all" | "la" | "el" | "los" | "las" | "les" | "norte" | "sur"
            ))
    })
}

fn is_negation(cut: &Cut<'_>, at: usize) -> bool {
    matches!(
        cut.lower(at),
        "not" | "cannot" | "can't" | "don't" | "kein" | "keine" | "nicht" | "pas" | "no" | "never"
    )
}

/// The parts of a sentence between commas and the like.
fn clauses(cut: &Cut<'_>, sentence: Range<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = sentence.start;
    for at in sentence.clone() {
        if cut.at(at).is_some_and(|token| token.kind == Kind::Mark)
            && cut.is_mark(at, &[',', ';', ':', '(', ')', '\u{2013}', '\u{2014}'])
        {
            found.push(start..at);
            start = at + 1;
        }
    }
    found.push(start..sentence.end);
    found.retain(|clause| !clause.is_empty());
    found
}

/// The capitalised words next to a cue: "Google certified", "certified Scrum Master".
fn with_names(cut: &Cut<'_>, cue: Range<usize>, sentence: &Range<usize>) -> Range<usize> {
    let is_name = |at: usize| {
        sentence.contains(&at)
            && cut.is_capitalised(at)
            && cut.lower(at) != "i"
            && !cut.is(at, Class::Us)
            && !cut.is(at, Class::You)
    };
    let mut start = cue.start;
    while let Some(before) = start.checked_sub(1).filter(|before| is_name(*before) && !cut.opens(*before)) {
        start = before;
    }
    let mut end = cue.end;
    // "member of the BAR", "entidad colaboradora del IDAE"
    let mut next = end;
    while next < end + 2 && cut.lexicon.stop.contains(cut.lower(next)) && !is_name(next) {
        next += 1;
    }
    if is_name(next) {
        end = next;
    }
    while is_name(end) {
        end += 1;
    }
    start..end
}
