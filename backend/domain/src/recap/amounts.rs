//! The amounts of a recap: what each of them is for, whose it is, and how certain that is.

use std::collections::HashMap;
use std::ops::Range;

use poem_openapi::Enum;
use rust_decimal::Decimal;

use super::Seller;
use super::cues::{Side, labelled_side};
use super::figures::{self, Figure};
use super::roles::Evidence;
use super::sides::Sides;
use super::tables::{self, Row};
use super::turns::{Turns, is_same_name};
use super::weights::Observations;
use crate::{
    money::Currency,
    reading::{
        amounts as stated,
        charge::{self, Charge},
        clauses::{clauses, sentences},
        lexicon::Language,
        units::{Is, Unit, units, units_at},
    },
};

/// What an amount in a recap is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AmountRole {
    /// We charge it.
    Price,
    /// We charge it if the client wants it.
    Option,
    /// We charge it if the client chooses it among others.
    Alternative,
    /// We take it off.
    Discount,
    /// It is due at the start, a part of the price.
    Deposit,
    /// It is mentioned and not charged.
    Mentioned(MentionReason),
}

/// Why an amount in a recap is not charged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Enum)]
#[oai(rename = "RecapMentionReason", rename_all = "snake_case")]
pub enum MentionReason {
    /// What the client may spend.
    TheirBudget,
    /// What another supplier asks.
    Competitor,
    /// What the client paid before.
    PastPrice,
    /// What the client takes in.
    Revenue,
    /// What the client saves or gets back.
    Saving,
    /// What the client pays or loses elsewhere.
    Cost,
    /// What a person earns.
    Salary,
    /// The value of goods.
    Stock,
    /// A fine.
    Fine,
    /// A price of ours that another one replaced.
    Superseded,
    /// It repeats another amount or adds amounts up.
    Restated,
    /// A price that the client names and we have not accepted.
    Counter,
    /// A price of ours for work that is not ordered.
    NotOrdered,
    /// The text does not say whose it is.
    Unclear,
}

/// An amount of money in a recap.
#[derive(Debug, Clone)]
pub struct RecapAmount {
    /// The amount as written.
    pub text: String,
    pub value: Decimal,
    pub currency: Option<Currency>,
    /// Its sentence, or the row of its table.
    pub words: String,
    /// Who says it, in a transcript or a mail thread.
    pub speaker: Option<String>,
    pub role: AmountRole,
    /// Whether the role is certain.
    pub sure: bool,
    /// Whether the words leave no doubt whose it is, charged or not.
    pub clear: bool,
    /// What its role was decided by; empty for the amount of a table's row.
    pub features: Observations,
    /// What is observed of whether it says other prices again; empty for what is not ours.
    pub repeats: Observations,
    /// The numbers that may say how many are charged, each with what is observed of it; empty for what is no
    /// price.
    pub numbers: Vec<(Decimal, Vec<String>)>,
    /// What the clause charges; none for the amount of a table's row.
    pub(super) charge: Option<Charge>,
    pub(super) place: Place,
}

/// Where an amount stands in the body of a recap, in bytes.
#[derive(Debug, Clone)]
pub(super) struct Place {
    pub span: Range<usize>,
    pub sentence: Range<usize>,
    pub line: usize,
}

/// A recap with its amounts.
#[derive(Debug)]
pub(super) struct RecapReading {
    pub turns: Turns,
    pub language: Language,
    /// The currency of the workspace.
    pub home: Currency,
    /// The body without the rows of its tables, which are blank.
    pub prose: String,
    pub units: Vec<Unit>,
    pub amounts: Vec<RecapAmount>,
    pub rows: Vec<Row>,
    sides: Sides,
}

/// The amounts of a recap, in the order of the text.
#[must_use]
pub fn amounts(text: &str, seller: Seller<'_>) -> Vec<RecapAmount> {
    RecapReading::of(text, seller).amounts
}

/// The figures of a recap outside of its tables, in the order of the text.
#[must_use]
pub fn figures(text: &str) -> Vec<Figure> {
    let turns = Turns::of(text);
    let language = Language::of(&turns.body);
    let prose = without_rows(&turns, &tables::rows(&turns, language, Currency::USD));
    figures::all(&units(&prose, language), &Evidence::of(&turns, &prose, language), &turns)
}

impl RecapReading {
    pub fn of(text: &str, seller: Seller<'_>) -> Self {
        let turns = Turns::of(text);
        let language = Language::of(&turns.body);
        let rows = tables::rows(&turns, language, seller.currency);
        let prose = without_rows(&turns, &rows);
        let mut units = units_at(&prose, language, seller.currency);
        let evidence = Evidence::of(&turns, &prose, language);
        figures::promote(&mut units, &evidence, &turns, language);
        let sentences: Vec<Range<usize>> =
            sentences(&units, language).into_iter().filter_map(|(range, _)| bytes(&units, range)).collect();
        let counted = counted(&units);
        let read: Vec<(RecapAmount, bool)> = clauses(&units, language)
            .iter()
            .filter_map(|clause| {
                let charge = charge::read(&units, clause)?;
                let unit = units.get(charge.amount)?;
                let span = unit.span.clone();
                let at = sentences.partition_point(|sentence| sentence.end <= span.start);
                let sentence = sentences.get(at)?.clone();
                let line = turns.line_at(span.start);
                let is_bare = matches!(unit.is, Is::Number { .. } | Is::Money { currency: None, .. });
                // "9,300 words ... the same 9,300"
                if is_bare && counted.get(&charge.value).is_some_and(|at| *at != charge.amount) {
                    return None;
                }
                let is_shown = !matches!(unit.is, Is::Number { .. })
                    || evidence.is_ours_below(line)
                    || figures::is_open(&units, &charge, &evidence, &sentence)
                    || is_amount(prose.get(sentence.clone())?, span.start.checked_sub(sentence.start)?);
                if !is_shown && figures::counts(&units, charge.amount) {
                    return None;
                }
                let speaker = turns
                    .lines
                    .get(line)
                    .and_then(|line| line.speaker)
                    .and_then(|at| turns.names.get(at))
                    .cloned();
                let amount = RecapAmount {
                    text: prose.get(span.clone())?.to_owned(),
                    value: charge.value,
                    currency: charge.currency,
                    words: prose.get(sentence.clone())?.trim().to_owned(),
                    speaker,
                    role: AmountRole::Mentioned(MentionReason::Unclear),
                    sure: false,
                    clear: false,
                    features: Observations::new(),
                    repeats: Observations::new(),
                    numbers: Vec::new(),
                    charge: Some(charge),
                    place: Place { span, sentence, line },
                };
                Some((amount, is_shown))
            })
            .collect();
        let (shown, mut bare): (Vec<_>, Vec<_>) = read.into_iter().partition(|(_, is_shown)| *is_shown);
        let mut amounts: Vec<RecapAmount> = shown.into_iter().map(|(amount, _)| amount).collect();
        amounts.sort_by_key(|amount| amount.place.span.start);
        bare.sort_by_key(|(amount, _)| amount.place.span.start);
        let labelled = turns.names.iter().find(|name| labelled_side(name) == Some(Side::Vendor));
        let our_speaker = seller.speaker.or(labelled.map(String::as_str));
        let sides = Sides::of(&turns, &evidence, our_speaker);
        evidence.decide(
            &turns,
            &units,
            &sides,
            &mut amounts,
            bare.into_iter().map(|(amount, _)| amount).collect(),
        );
        // Whose prices a transcript names is a guess until the user has said which speaker is ours.
        let is_known = turns.has_speaker(our_speaker);
        if turns.is_transcript && turns.names.len() > 1 && !is_known {
            for amount in &mut amounts {
                amount.clear = false;
            }
        }
        let mut reading = Self { turns, language, home: seller.currency, prose, units, amounts, rows, sides };
        reading.add_rows(&evidence);
        reading
    }

    /// The side of a speaker, if who sells and who buys tells it.
    pub fn side(&self, speaker: &str) -> Option<Side> {
        let at = self.turns.names.iter().position(|name| is_same_name(name, speaker))?;
        self.sides.of_speaker(at).map(|is_ours| if is_ours { Side::Vendor } else { Side::Client })
    }

    /// Adds the amounts of the tables.
    fn add_rows(&mut self, evidence: &Evidence) {
        let (mut choice, mut theirs) = (false, None);
        for row in &mut self.rows {
            if row.is_header {
                choice = evidence.names_choice_above(&self.turns, row.line);
                theirs = evidence.reason_of_header(row);
            }
            let role = match evidence.role_of_row(row) {
                AmountRole::Price | AmountRole::Option if theirs.is_some() => {
                    AmountRole::Mentioned(theirs.unwrap_or(MentionReason::Unclear))
                }
                AmountRole::Price if choice => AmountRole::Alternative,
                role => role,
            };
            let is_sum = row.priced && evidence.is_sum(row);
            self.amounts.extend(row.amounts.iter().map(|(span, value, currency)| RecapAmount {
                text: self.turns.body.get(span.clone()).unwrap_or_default().to_owned(),
                value: *value,
                currency: *currency,
                words: row.words(&self.turns.body),
                speaker: None,
                role: match role {
                    AmountRole::Mentioned(_) => role,
                    _ if !is_sum && Some(*value) == row.price => role,
                    _ => AmountRole::Mentioned(MentionReason::Restated),
                },
                sure: true,
                clear: role != AmountRole::Mentioned(MentionReason::Unclear),
                features: Observations::new(),
                repeats: Observations::new(),
                numbers: Vec::new(),
                charge: None,
                place: Place { span: span.clone(), sentence: row.span.clone(), line: row.line },
            }));
            row.role = role;
        }
        self.amounts.sort_by_key(|amount| amount.place.span.start);
    }
}

/// Whether the words of a sentence make the figure at a byte an amount: not "127 x 101 cm".
fn is_amount(sentence: &str, start: usize) -> bool {
    stated::amounts(sentence).iter().any(|amount| amount.span.start == start)
}

/// The numbers of things, each with the last unit that names it.
fn counted(units: &[Unit]) -> HashMap<Decimal, usize> {
    let is_noun = |at: usize| units.get(at).is_some_and(|unit| unit.is == Is::Word);
    let number = |(at, unit): (usize, &Unit)| match unit.is {
        Is::Number { number, .. } if is_noun(at + 1) => Some((number.value, at)),
        _ => None,
    };
    units.iter().enumerate().filter_map(number).collect()
}

fn bytes(units: &[Unit], range: Range<usize>) -> Option<Range<usize>> {
    let units = units.get(range)?;
    Some(units.first()?.span.start..units.last()?.span.end)
}

/// The body with the rows of tables blanked out, so that every byte keeps its place.
fn without_rows(turns: &Turns, rows: &[Row]) -> String {
    let mut prose = String::with_capacity(turns.body.len());
    for row in rows {
        prose.push_str(turns.body.get(prose.len()..row.span.start).unwrap_or_default());
        prose.extend(std::iter::repeat_n(' ', row.span.len()));
    }
    prose.push_str(turns.body.get(prose.len()..).unwrap_or_default());
    prose
}
