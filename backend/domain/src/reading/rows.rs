//! Tables pasted from a spreadsheet (tabs, semicolons) or from Markdown (bars): a header that names the columns,
//! and rows.

use rust_decimal::Decimal;
use uuid::Uuid;

use super::{
    charge::Doubt,
    lexicon::{Language, Tag, lexicon},
    units::{Is, Unit, units},
};
use crate::{
    money::Currency,
    pricing::{Cadence, Item, Tax},
};

/// What the rows of a text say.
#[derive(Debug, Default)]
pub struct Rows {
    pub items: Vec<Item>,
    pub currency: Option<Currency>,
    /// The sums that the rows state.
    pub totals: Vec<Decimal>,
    pub taxes: Vec<Tax>,
    pub doubts: Vec<Doubt>,
    columns: Vec<Option<Tag>>,
}

/// The text without its rows, and the rows.
pub fn split(text: &str, language: Language) -> (String, Rows) {
    let mut rows = Rows::default();
    let mut prose = String::new();
    let separators = [";", "  "].map(|mark| text.lines().filter(|line| parts(line, mark).len() >= 3).count() >= 2);
    for line in text.lines() {
        let cells = cells(line, separators);
        if cells.len() < 3 {
            prose.push_str(line);
            prose.push('\n');
            continue;
        }
        rows.read(&cells, language);
    }
    (prose.trim_end_matches('\n').to_owned(), rows)
}

/// The cells of a line that has tabs or begins with a bar, or that a separator of the text cuts: semicolons, spaces.
fn cells(line: &str, [semicolons, spaces]: [bool; 2]) -> Vec<&str> {
    if line.contains('\t') {
        return line.split('\t').map(str::trim).collect();
    }
    if let Some(inner) = line.trim().strip_prefix('|') {
        return inner.trim_end_matches('|').split('|').map(str::trim).collect();
    }
    let cut = |mark: &'static str, is_used: bool| if is_used { parts(line, mark) } else { Vec::new() };
    let cells = cut(";", semicolons);
    if cells.len() >= 3 { cells } else { cut("  ", spaces) }
}

/// The cells that a mark cuts a line into; several spaces are one mark.
fn parts<'t>(line: &'t str, mark: &str) -> Vec<&'t str> {
    line.trim().split(mark).map(str::trim).filter(|cell| mark == ";" || !cell.is_empty()).collect()
}

/// A figure in a cell.
#[derive(Clone, Copy)]
struct Figure {
    column: usize,
    value: Decimal,
    currency: Option<Currency>,
    sure: bool,
    is_money: bool,
}

impl Rows {
    fn read(&mut self, cells: &[&str], language: Language) {
        if cells.iter().all(|cell| cell.chars().all(|c| matches!(c, '-' | ':' | ' '))) {
            return;
        }
        let read: Vec<Vec<Unit>> = cells.iter().map(|cell| units(cell, language)).collect();
        let figures: Vec<Figure> = read.iter().enumerate().filter_map(|(column, units)| figure(column, units)).collect();
        let has_digits = cells.iter().any(|cell| cell.chars().any(|c| c.is_ascii_digit()));
        if self.columns.is_empty() && !has_digits {
            self.header(cells, &read, language);
            return;
        }
        let column_is = |column: usize, tag: Tag| self.columns.get(column).copied().flatten() == Some(tag);
        let named = self.columns.iter().any(Option::is_some);
        let first_words = cells.iter().position(|cell| cell.chars().filter(|c| c.is_alphabetic()).count() > 2);
        let name = first_words.and_then(|column| cells.get(column)).copied().unwrap_or_default();
        let tags: Vec<Tag> = read.iter().flatten().filter_map(|unit| if let Is::Tag(tag) = unit.is { Some(tag) } else { None }).collect();
        let money: Vec<Figure> = figures
            .iter()
            .copied()
            .filter(|figure| figure.is_money || column_is(figure.column, Tag::ColPrice) || column_is(figure.column, Tag::ColTotal))
            .collect();
        let has_words = first_words.is_some();
        let optional = tags.contains(&Tag::Optional);
        let certain = !tags.contains(&Tag::Doubt);
        let column = |figure: &Figure| self.columns.get(figure.column).copied().flatten();
        // "Module | setup | monthly": a column without a frequency is charged once.
        let by_frequency: Vec<(Figure, Tag)> = if self.columns.iter().flatten().any(|tag| tag.is_cadence()) {
            figures.iter().filter(|figure| figure.is_money).map(|figure| (*figure, column(figure).unwrap_or(Tag::Once))).collect()
        } else {
            Vec::new()
        };
        if !by_frequency.is_empty() {
            if !has_words
                || by_frequency.len() < figures.len()
                || by_frequency.iter().any(|(figure, tag)| !figure.sure || *tag == Tag::OtherCadence)
            {
                self.doubts.push(Doubt::Leftover);
            }
            for (figure, tag) in by_frequency.iter().filter(|(figure, _)| !figure.value.is_zero()) {
                self.currency = self.currency.or(figure.currency);
                self.items.push(Item {
                    optional,
                    selected: !optional,
                    confirmed: certain,
                    ..item(name, Decimal::ONE, figure.value, cadence(&[*tag]))
                });
            }
            return;
        }
        if tags.contains(&Tag::Tax) || tags.contains(&Tag::PlusTax) && money.len() == 1 && !tags.contains(&Tag::Total) {
            let percent = read.iter().flatten().find_map(|unit| if let Is::Percent(value) = unit.is { Some(value) } else { None });
            if tags.contains(&Tag::Tax) && percent.is_some() {
                self.taxes.extend(percent.map(|rate| Tax { name: String::new(), rate }));
                return;
            }
        }
        // A figure without a known column has no part.
        if named && figures.iter().any(|figure| figure.column > 0 && !figure.is_money && column(figure).is_none()) {
            self.doubts.push(Doubt::Leftover);
        }
        let is_sum = !has_words && !self.items.is_empty() && named;
        if (tags.contains(&Tag::Total) || is_sum) && money.len() <= 1 {
            self.totals.extend(money.first().map(|figure| figure.value));
            self.currency = self.currency.or(money.first().and_then(|figure| figure.currency));
            return;
        }
        let price =
            if named { money.iter().find(|figure| column_is(figure.column, Tag::ColPrice)).or(money.first()) } else { money.first() };
        let Some(price) = price.copied() else {
            // A row whose price is open, or a heading.
            let open = read.iter().flatten().any(|unit| unit.is == Is::Tag(Tag::Doubt));
            if open || (has_digits && named) {
                self.doubts.push(Doubt::Estimate);
            }
            return;
        };
        self.currency = self.currency.or(price.currency);
        if !price.sure || (price.currency.is_some() && price.currency != self.currency) {
            self.doubts.push(Doubt::Figure);
        }
        let numbers: Vec<Figure> = figures
            .iter()
            .copied()
            .filter(|figure| !figure.is_money && !money.iter().any(|money| money.column == figure.column))
            .filter(|figure| if named { column_is(figure.column, Tag::ColQuantity) } else { figure.column > 0 })
            .collect();
        let quantity = numbers.last().map_or(Decimal::ONE, |figure| figure.value);
        let other = money.iter().find(|figure| figure.column > price.column).map(|figure| figure.value);
        if other.is_some_and(|amount| quantity * price.value != amount) {
            self.doubts.push(Doubt::Total);
        }
        if money.len() > 2 || numbers.len() > 1 || !has_words {
            self.doubts.push(Doubt::Leftover);
        }
        if tags.contains(&Tag::OtherCadence) {
            self.doubts.push(Doubt::Frequency);
        }
        self.items.push(Item { optional, selected: !optional, confirmed: certain, ..item(name, quantity, price.value, cadence(&tags)) });
    }

    fn header(&mut self, cells: &[&str], read: &[Vec<Unit>], language: Language) {
        let columns = &lexicon(language).columns;
        let english = &lexicon(Language::English).columns;
        self.currency = read.iter().flatten().find_map(|unit| if let Is::Currency(currency) = unit.is { Some(currency) } else { None });
        let symbol = cells.iter().find_map(|cell| {
            if cell.contains('€') {
                "EUR".parse().ok()
            } else if cell.contains('£') {
                "GBP".parse().ok()
            } else {
                None
            }
        });
        self.currency = self.currency.or(symbol);
        self.columns = cells
            .iter()
            .zip(read)
            .map(|(cell, units)| {
                let lower = cell.to_lowercase();
                let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric() && c != '.').filter(|word| !word.is_empty()).collect();
                let whole = words.join(" ");
                let whole = whole.trim_end_matches('.');
                let known = |text: &str| columns.get(text).or_else(|| english.get(text)).copied();
                let frequency =
                    units.iter().find_map(|unit| if let Is::Tag(tag) = unit.is { Some(tag).filter(|tag| tag.is_cadence()) } else { None });
                known(whole).or(frequency).or_else(|| words.iter().find_map(|word| known(word.trim_end_matches('.'))))
            })
            .collect();
    }
}

/// The frequency that some tags name.
fn cadence(tags: &[Tag]) -> Cadence {
    let named = tags.iter().find_map(|tag| match tag {
        Tag::Monthly => Some(Cadence::Monthly),
        Tag::Quarterly => Some(Cadence::Quarterly),
        Tag::Yearly => Some(Cadence::Yearly),
        _ => None,
    });
    named.unwrap_or_default()
}

fn item(name: &str, quantity: Decimal, price: Decimal, cadence: Cadence) -> Item {
    Item { quantity, cadence, ..Item::once(Uuid::nil(), name, price.normalize()) }
}

fn figure(column: usize, units: &[Unit]) -> Option<Figure> {
    let [unit] = units else { return None };
    match unit.is {
        Is::Money { value, currency, sure } => Some(Figure { column, value, currency, sure, is_money: true }),
        Is::Number { number, .. } => Some(Figure { column, value: number.value, currency: None, sure: !number.ambiguous, is_money: false }),
        _ => None,
    }
}
