//! Cuts units into clauses with one amount each.

mod join;

use std::ops::Range;

use join::{join, separates};
use rust_decimal::Decimal;

use super::{
    lexicon::{Language, Tag, WordList, lexicon},
    units::{Is, Unit},
};

/// The letters of a word that a full stop does not abbreviate.
const LEAST_FULL_WORD: usize = 4;

/// The words and phrases of a heading that no colon marks, at most.
const MOST_OF_HEADING: usize = 5;

/// The same, if it ends with a full stop: "Optional."
const MOST_OF_STOPPED_HEADING: usize = 2;

/// What the heading above a line says of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Heading {
    /// Nothing.
    #[default]
    None,
    /// The lines are options.
    Optional,
    /// The lines may be options, where nothing else is offered: "optional: survey $300, film $900".
    PerhapsOptional,
    /// The lines are not part of the offer.
    Excluded,
    /// The client takes one of the lines.
    Choice,
}

/// A clause: the units of one amount, or of none.
#[derive(Debug, Clone)]
pub struct Clause {
    /// Its units, in the order of the text.
    pub units: Vec<usize>,
    /// Its amount.
    pub amount: Option<usize>,
    /// Its sentence.
    pub sentence: usize,
    /// Its line.
    pub line: usize,
    /// The heading above it.
    pub heading: Heading,
    /// Other sentences name the currency of their amounts, this one does not: "Main Street 408".
    pub uncertain: bool,
    /// The frequency that a heading above it or before it names: "Monthly: hosting $30, backups $10".
    pub frequency: Option<Tag>,
}

/// The clauses of a text.
pub fn clauses(units: &[Unit], language: Language) -> Vec<Clause> {
    let mut clauses: Vec<Clause> = Vec::new();
    let is_money = |unit: &Unit| matches!(unit.is, Is::Money { .. });
    let any_money = units.iter().any(is_money);
    let mut heading = Heading::None;
    let mut above = None;
    // Something is offered that is no option.
    let mut has_base = false;
    let mut title: Option<(Range<usize>, usize)> = None;
    for (number, (sentence, line)) in sentences(units, language).into_iter().enumerate() {
        let found = in_sentence(units, sentence.clone());
        let has_amount = found.iter().any(|clause| clause.1.is_some());
        let continues = sentence
            .start
            .checked_sub(1)
            .and_then(|before| units.get(before))
            .is_some_and(|before| before.is == Is::Mark(';'));
        let uncertain =
            any_money && !continues && !units.get(sentence.clone()).unwrap_or_default().iter().any(is_money);
        let own = own_heading(units, sentence.clone());
        let words = units
            .get(sentence.clone())
            .unwrap_or_default()
            .iter()
            .filter(|unit| !matches!(unit.is, Is::Mark(_)))
            .count();
        let ends_with_colon =
            matches!(units.get(sentence.end.saturating_sub(1)).map(|unit| unit.is), Some(Is::Mark(':')));
        // "To be listed as an option." ends what is said before it.
        let ends_with_stop =
            matches!(units.get(sentence.end.saturating_sub(1)).map(|unit| unit.is), Some(Is::Mark('.')));
        let most = if ends_with_stop { MOST_OF_STOPPED_HEADING } else { MOST_OF_HEADING };
        if !has_amount && (ends_with_colon || (own != Heading::None && words <= most)) {
            heading = own;
            above = frequency(units, sentence.clone());
            let counts = |unit: &Unit| matches!(unit.is, Is::Number { .. });
            if own == Heading::None && !units.get(sentence.clone()).unwrap_or_default().iter().any(counts) {
                continue;
            }
        }
        let colon = sentence.clone().find(|at| units.get(*at).is_some_and(|unit| unit.is == Is::Mark(':')));
        let says_more = |unit: &Unit| !matches!(unit.is, Is::Tag(_) | Is::Stop | Is::Mark(_));
        let lead = colon
            .map(|colon| sentence.start..colon)
            .filter(|lead| !units.get(lead.clone()).unwrap_or_default().iter().any(says_more));
        let before = lead.clone().and_then(|lead| frequency(units, lead));
        // "Identity $5,200. Nice to have: animated logo $780, card $240": both are options; without the
        // identity perhaps.
        let is_optional = lead.is_some_and(|lead| own_heading(units, lead) == Heading::Optional);
        // "Could add, entirely up to you: cutter £260, scans £45"
        let is_money_free =
            |lead: &Range<usize>| !units.get(lead.clone()).unwrap_or_default().iter().any(is_money);
        let is_open = !is_optional
            && colon.is_some_and(|colon| {
                let lead = sentence.start..colon;
                is_money_free(&lead) && own_heading(units, lead) == Heading::Optional
            });
        let is_word = |at: usize| units.get(at).is_some_and(|unit| unit.is == Is::Word);
        // "Brand strategy" on one line, "$3,000" on the next.
        let unnamed = has_amount && !sentence.clone().any(is_word);
        let named_above =
            title.take().filter(|(_, above)| unnamed && above + 1 == line).map(|(range, _)| range);
        let short = !has_amount && sentence.len() <= 8 && sentence.clone().any(is_word);
        let plain = sentence
            .clone()
            .all(|at| units.get(at).is_some_and(|unit| matches!(unit.is, Is::Word | Is::Stop | Is::Mark(_))));
        title = (short && plain).then(|| (sentence.clone(), line));
        let follows_base = has_base;
        has_base |= has_amount && heading == Heading::None && !is_optional && !is_open;
        for (index, (mut parts, amount)) in found.into_iter().enumerate() {
            if let Some(range) = named_above.clone().filter(|_| index == 0) {
                parts.splice(0..0, range);
            }
            clauses.push(Clause {
                units: parts,
                amount,
                sentence: number,
                line,
                uncertain,
                heading: match has_amount {
                    true if (is_optional && (index == 0 || follows_base)) || (is_open && follows_base) => {
                        Heading::Optional
                    }
                    true if is_optional || (is_open && index > 0) => Heading::PerhapsOptional,
                    true => heading,
                    false => Heading::None,
                },
                frequency: before.or(above).filter(|_| has_amount),
            });
        }
    }
    clauses
}

/// The one frequency that some units name.
fn frequency(units: &[Unit], range: Range<usize>) -> Option<Tag> {
    let mut found = units.get(range)?.iter().filter_map(|unit| match unit.is {
        Is::Tag(tag) if tag.is_cadence() => Some(tag),
        _ => None,
    });
    found.next().filter(|first| found.all(|other| other == *first))
}

fn own_heading(units: &[Unit], sentence: Range<usize>) -> Heading {
    let has =
        |tag: Tag| units.get(sentence.clone()).unwrap_or_default().iter().any(|unit| unit.is == Is::Tag(tag));
    if has(Tag::Excluded) {
        Heading::Excluded
    } else if has(Tag::Optional) {
        Heading::Optional
    } else if has(Tag::Either) {
        Heading::Choice
    } else {
        Heading::None
    }
}

/// The sentences, each with the number of its line. A line that ends a list item ends a sentence.
pub fn sentences(units: &[Unit], language: Language) -> Vec<(Range<usize>, usize)> {
    let words = lexicon(language);
    let mut sentences = Vec::new();
    let (mut start, mut line) = (0, 0);
    for (at, unit) in units.iter().enumerate() {
        let next = units.get(at + 1);
        let ends = match unit.is {
            Is::Break | Is::Mark(';' | '!' | '?' | '\u{2022}') => true,
            Is::Mark('.') if next.is_some_and(|next| next.is == Is::Mark('.')) => false,
            Is::Mark('.')
                if at
                    .checked_sub(1)
                    .and_then(|before| units.get(before))
                    .is_some_and(|before| before.is == Is::Mark('.')) =>
            {
                false
            }
            Is::Mark('.') => {
                let before = at.checked_sub(1).and_then(|before| units.get(before));
                let abbreviated = before.is_some_and(|unit| {
                    unit.lower.split(' ').next_back().is_some_and(|last| words.is_abbreviation(last))
                        && !unit.spaced_figure()
                });
                // "registro 1.695 € durante 35 meses. estudio 800 €": behind a long word it is no
                // abbreviation.
                let long = before.is_some_and(|unit| {
                    unit.spaced_figure() || unit.lower.chars().count() >= LEAST_FULL_WORD
                });
                next.is_none_or(|next| {
                    // "55 Pers. x 34,50 €"
                    let multiplies = matches!(next.is, Is::Tag(Tag::Times | Tag::Each));
                    next.is == Is::Break
                        || (next.spaced
                            && !multiplies
                            && next.is != Is::Mark('(')
                            && (next.opens || long)
                            && !abbreviated)
                })
            }
            _ => false,
        };
        if ends {
            let own = matches!(unit.is, Is::Mark(_)) && !matches!(unit.is, Is::Mark('\u{2022}'));
            let end = if own { at + 1 } else { at };
            if end > start {
                sentences.push((start..end, line));
            }
            start = at + 1;
            line += usize::from(unit.is == Is::Break);
        }
    }
    if units.len() > start {
        sentences.push((start..units.len(), line));
    }
    sentences
}

type Piece = (Vec<usize>, Option<usize>);

/// "650 extra", "150 a month": a number that counts nothing and stands where an amount would.
fn is_bare_amount(units: &[Unit], at: usize) -> bool {
    let Some(Unit { is: Is::Number { number, spelled }, .. }) = units.get(at) else { return false };
    if *spelled && number.value < Decimal::ONE_HUNDRED {
        return false;
    }
    let get = |at: usize| units.get(at).map(|unit| unit.is);
    let before = at.checked_sub(1).and_then(get);
    let counts_before = matches!(before, Some(Is::Tag(Tag::Times | Tag::Doubt))
        if number.value < Decimal::from(100))
        // "18,400 words x 0.14 = 2,576"
        && get(at + 1) != Some(Is::Tag(Tag::Equal));
    let stands = match get(at + 1) {
        // "200+ images"
        Some(Is::Mark('+')) if units.get(at + 1).is_some_and(|mark| !mark.spaced) => false,
        None | Some(Is::Break | Is::Mark(',' | '.' | ';' | ')' | '(' | '+' | '=' | '/')) => {
            // "new turf 48 sqm @ 31"
            let is_rate = before == Some(Is::Tag(Tag::Each)) && !matches!(get(at + 1), Some(Is::Mark('(')));
            number.value >= Decimal::ONE_HUNDRED || is_rate
        }
        Some(Is::Mark('-' | '\u{2013}' | '\u{2014}')) => {
            number.value >= Decimal::ONE_HUNDRED
                && [at + 1, at + 2].into_iter().all(|at| units.get(at).is_some_and(|unit| unit.spaced))
        }
        Some(Is::Stop) => {
            number.value >= Decimal::ONE_HUNDRED
                && (!number.plain
                    || units.get(at + 1).is_some_and(|unit| {
                        !WordList::Of.has(&unit.lower) && !WordList::And.has(&unit.lower)
                    }))
        }
        // "65/user", and not "24/7"
        Some(Is::Tag(Tag::Per)) => !matches!(get(at + 2), Some(Is::Number { .. } | Is::Reference)),
        Some(Is::Tag(tag)) => matches!(
            tag,
            Tag::Equal
                | Tag::At
                | Tag::Monthly
                | Tag::Quarterly
                | Tag::Yearly
                | Tag::OtherCadence
                | Tag::Once
                | Tag::Each
                | Tag::Extra
                | Tag::Optional
                | Tag::Doubt
                | Tag::UnitRate
                | Tag::Tax
                | Tag::PlusTax
                | Tag::InclTax
        ),
        _ => false,
    };
    // "3,000 when you book"
    let is_due = |at: usize| {
        units.get(at).is_some_and(|unit| unit.is == Is::Word && WordList::StageEvent.has(&unit.lower))
    };
    let stands = stands || (!number.plain && number.value >= Decimal::ONE_HUNDRED && is_due(at + 1));
    // "3,450 incl. VAT"
    let stands = stands || number.cents || (!number.plain && get(at + 1) == Some(Is::Tag(Tag::Covers)));
    // "40h x 80"
    let of_hours = before == Some(Is::Tag(Tag::Times))
        && at.checked_sub(2).and_then(get).is_some_and(|unit| matches!(unit, Is::Tag(Tag::Hour | Tag::Day)))
        && matches!(get(at + 1), None | Some(Is::Break | Is::Mark(_)));
    // "bridesmaids 4 x 75"
    let of_pieces = before == Some(Is::Tag(Tag::Times))
        && number.value >= Decimal::TEN
        && matches!(at.checked_sub(2).and_then(get), Some(Is::Number { number, .. }) if number.plain)
        && matches!(get(at + 1), None | Some(Is::Break));
    if of_hours || of_pieces {
        return true;
    }
    let charged = matches!(get(at + 1), Some(Is::Tag(tag))
        if tag.is_cadence() || matches!(tag, Tag::PlusTax | Tag::InclTax));
    let labelled =
        number.plain && !charged && matches!(before, Some(Is::Tag(Tag::Quantity | Tag::Reference)));
    stands
        && !labelled
        && !counts_before
        && (number.cents || number.value >= Decimal::TEN)
        && !matches!(before, Some(Is::Mark('(')))
}

/// The clauses of a sentence.
fn in_sentence(units: &[Unit], sentence: Range<usize>) -> Vec<Piece> {
    let has_money = units
        .get(sentence.clone())
        .unwrap_or_default()
        .iter()
        .any(|unit| matches!(unit.is, Is::Money { .. }));
    let mut pieces: Vec<Vec<usize>> = vec![Vec::new()];
    for at in sentence {
        let Some(unit) = units.get(at) else { break };
        let cut_before = separates(units, at) || matches!(unit.is, Is::Mark('('));
        if cut_before && pieces.last().is_some_and(|piece| !piece.is_empty()) {
            pieces.push(Vec::new());
        }
        if let Some(piece) = pieces.last_mut() {
            piece.push(at);
        }
        if matches!(unit.is, Is::Mark(')')) {
            pieces.push(Vec::new());
        }
    }
    let spelled =
        |at: usize| matches!(units.get(at).map(|unit| unit.is), Some(Is::Number { spelled: true, .. }));
    let counts = |piece: &[usize]| -> Vec<usize> {
        let money: Vec<usize> = piece
            .iter()
            .copied()
            .filter(|at| units.get(*at).is_some_and(|unit| matches!(unit.is, Is::Money { .. })))
            .collect();
        if money.is_empty() {
            // A long piece beside amounts with a currency: only "18,400 words x 0.14" is one.
            let is_long = has_money && piece.len() > 12;
            let is_factor = |at: usize| {
                at.checked_sub(1)
                    .and_then(|before| units.get(before))
                    .is_some_and(|unit| unit.is == Is::Tag(Tag::Times))
            };
            let is_amount = |at: &usize| {
                is_bare_amount(units, *at) && (has_money || !spelled(*at)) && (!is_long || is_factor(*at))
            };
            piece.iter().copied().filter(is_amount).collect()
        } else {
            money
        }
    };
    // A piece with several amounts is cut behind each but the last.
    let mut single: Vec<Piece> = Vec::new();
    for piece in pieces.into_iter().filter(|piece| !piece.is_empty()) {
        let amounts = counts(&piece);
        let mut rest = piece;
        for amount in amounts.iter().take(amounts.len().saturating_sub(1)) {
            let until = rest.iter().position(|at| at == amount).map_or(0, |place| place + 1);
            // Tags that belong to the amount stay with it.
            let kept = rest
                .iter()
                .skip(until)
                .take_while(|at| {
                    let total = units.get(**at + 1).is_some_and(|next| next.is == Is::Mark(':'));
                    units.get(**at).is_some_and(|unit| {
                        matches!(unit.is, Is::Tag(tag)
                        if tag.qualifies() || (tag == Tag::Total && total))
                    })
                })
                .count();
            let tail = rest.split_off((until + kept).min(rest.len()));
            single.push((rest, Some(*amount)));
            rest = tail;
        }
        single.push((rest, amounts.last().copied()));
    }
    join(units, single)
}
