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
    pricing::{Cadence, Item, Origin, Tax},
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
    let semicolons = text.lines().filter(|line| line.matches(';').count() >= 2).count() >= 2;
    for line in text.lines() {
        let cells = cells(line, semicolons);
        if cells.len() < 3 {
            prose.push_str(line);
            prose.push('\n');
            continue;
        }
        rows.read(&cells, language);
    }
    (prose.trim_end_matches('\n').to_owned(), rows)
}

fn cells(line: &str, semicolons: bool) -> Vec<&str> {
    let line = line.trim_matches(|c| c == ' ' || c == '\r');
    if line.contains('\t') {
        return line.split('\t').map(str::trim).collect();
    }
    if semicolons && line.matches(';').count() >= 2 {
        return line.split(';').map(str::trim).collect();
    }
    match line.strip_prefix('|') {
        Some(inner) => inner.trim_end_matches('|').split('|').map(str::trim).collect(),
        None => Vec::new(),
    }
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
        if tags.contains(&Tag::Tax) || tags.contains(&Tag::PlusTax) && money.len() == 1 && !tags.contains(&Tag::Total) {
            let percent = read.iter().flatten().find_map(|unit| if let Is::Percent(value) = unit.is { Some(value) } else { None });
            if tags.contains(&Tag::Tax) && percent.is_some() {
                self.taxes.extend(percent.map(|rate| Tax { name: String::new(), rate }));
                return;
            }
        }
        if tags.contains(&Tag::Total) && money.len() <= 1 {
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
        let cadence = if tags.contains(&Tag::Monthly) {
            Cadence::Monthly
        } else if tags.contains(&Tag::Quarterly) {
            Cadence::Quarterly
        } else if tags.contains(&Tag::Yearly) {
            Cadence::Yearly
        } else {
            Cadence::Once
        };
        if tags.contains(&Tag::OtherCadence) {
            self.doubts.push(Doubt::Frequency);
        }
        let optional = tags.contains(&Tag::Optional);
        self.items.push(Item {
            id: Uuid::nil(),
            name: name.to_owned(),
            description: None,
            unit: None,
            quantity,
            quantity_min: None,
            quantity_max: None,
            unit_price: price.value.normalize(),
            cadence,
            cycles: None,
            optional,
            selected: !optional,
            discount: None,
            taxes: Vec::new(),
            origin: Origin::User,
            confirmed: !tags.contains(&Tag::Doubt),
            source: None,
        });
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
            .map(|cell| {
                let lower = cell.to_lowercase();
                let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric() && c != '.').filter(|word| !word.is_empty()).collect();
                let whole = words.join(" ");
                let whole = whole.trim_end_matches('.');
                let known = |text: &str| columns.get(text).or_else(|| english.get(text)).copied();
                known(whole).or_else(|| words.iter().find_map(|word| known(word.trim_end_matches('.'))))
            })
            .collect();
    }
}

fn figure(column: usize, units: &[Unit]) -> Option<Figure> {
    let [unit] = units else { return None };
    match unit.is {
        Is::Money { value, currency, sure } => Some(Figure { column, value, currency, sure, is_money: true }),
        Is::Number { number, .. } => Some(Figure { column, value: number.value, currency: None, sure: !number.ambiguous, is_money: false }),
        _ => None,
    }
}
