//! Tables pasted from a spreadsheet (tabs, semicolons) or from Markdown (bars): a header that names the columns,
//! and rows.

use rust_decimal::Decimal;
use uuid::Uuid;

use super::{
    charge::Doubt,
    lexicon::{Language, Tag, WordList, lexicon},
    units::{Is, Unit, units},
};
use crate::{
    money::Currency,
    pricing::{Cadence, Item, Tax},
};

/// Of more columns none is looked at for a product.
const MOST_COLUMNS: usize = 12;

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
    /// The columns of the quantity, the price and the amount, where the figures prove them.
    product: Option<[usize; 3]>,
}

/// The marks that may cut a line into cells; several spaces are one mark.
const MARKS: [&str; 3] = [";", " | ", "  "];

/// The text without its rows, and the rows.
pub fn split(text: &str, language: Language) -> (String, Rows) {
    let used: Vec<&str> = MARKS.into_iter().filter(|mark| text.lines().filter(|line| parts(line, mark).len() >= 3).count() >= 2).collect();
    let commas =
        text.lines().find(|line| !line.trim().is_empty()).filter(|head| is_header(head, language)).map(|head| parts(head, ", ").len());
    let mut table = Vec::new();
    let mut prose = String::new();
    for line in text.lines() {
        let cells = cells(line, &used, commas);
        if cells.len() < 3 {
            prose.push_str(line);
            prose.push('\n');
            continue;
        }
        table.push(cells);
    }
    let mut rows = Rows { product: product(&table, language), ..Rows::default() };
    for cells in &table {
        rows.read(cells, language);
    }
    rows.currency = named_dollar(&table, language).filter(|_| rows.currency.is_some_and(|read| read.code() == "USD")).or(rows.currency);
    (prose.trim_end_matches('\n').to_owned(), rows)
}

/// "Total AUD" below prices in "$": the one other dollar that cells name.
fn named_dollar(table: &[Vec<&str>], language: Language) -> Option<Currency> {
    let named = table.iter().flatten().flat_map(|cell| units(cell, language)).filter_map(|unit| match unit.is {
        Is::Currency(currency) => Some(currency),
        _ => None,
    });
    let mut dollars = named.filter(|currency| WordList::DollarCurrency.has(&currency.code().to_lowercase()));
    let first = dollars.next()?;
    dollars.all(|other| other == first).then_some(first)
}

/// Whether a line with commas names the columns of a table: "Item, Qty, Price".
fn is_header(line: &str, language: Language) -> bool {
    let known = |cell: &&str| column_of(cell, language).is_some();
    !line.chars().any(|c| c.is_ascii_digit()) && parts(line, ", ").iter().filter(|cell| known(cell)).count() >= 2
}

/// The cells of a line that has tabs or begins with a bar, or that a mark of the text cuts.
fn cells<'t>(line: &'t str, used: &[&str], commas: Option<usize>) -> Vec<&'t str> {
    if line.contains('\t') {
        return line.split('\t').map(str::trim).collect();
    }
    if let Some(inner) = line.trim().strip_prefix('|') {
        return inner.trim_end_matches('|').split('|').map(str::trim).collect();
    }
    let cut = used.iter().map(|mark| parts(line, mark)).find(|cells| cells.len() >= 3);
    let by_commas = || Some(parts(line, ", ")).filter(|cells| Some(cells.len()) == commas);
    cut.or_else(by_commas).unwrap_or_default()
}

/// The cells that a mark cuts a line into.
fn parts<'t>(line: &'t str, mark: &str) -> Vec<&'t str> {
    line.trim().split(mark).map(str::trim).filter(|cell| mark != "  " || !cell.is_empty()).collect()
}

/// The columns of the quantity, the price and the amount, if the figures of every row prove them: the first two multiply to the third.
fn product(table: &[Vec<&str>], language: Language) -> Option<[usize; 3]> {
    let of_row = |cells: &Vec<&str>| -> Vec<Figure> {
        cells.iter().enumerate().filter_map(|(column, cell)| figure(column, &units(cell, language))).collect()
    };
    let figures: Vec<Vec<Figure>> = table.iter().map(of_row).collect();
    let columns = table.iter().map(Vec::len).max()?.min(MOST_COLUMNS);
    let is_money = |column: usize| figures.iter().flatten().any(|figure| figure.column == column && figure.is_money);
    let fits = |[quantity, price, amount]: &[usize; 3]| {
        let value = |row: &[Figure], column: &usize| row.iter().find(|figure| figure.column == *column).map(|figure| figure.value);
        let full = || figures.iter().filter_map(|row| Some((value(row, quantity)?, value(row, price)?, value(row, amount)?)));
        let tells = full().any(|(quantity, ..)| quantity != Decimal::ONE);
        tells && full().all(|(quantity, price, amount)| quantity.checked_mul(price) == Some(amount))
    };
    for amount in (0..columns).rev() {
        for quantity in 0..amount {
            let mut products = (quantity + 1..amount).map(|price| [quantity, price, amount]);
            if let Some([quantity, price, amount]) = products.find(fits) {
                // The price may stand before the quantity.
                let is_swapped = is_money(quantity) && !is_money(price);
                return Some(if is_swapped { [price, quantity, amount] } else { [quantity, price, amount] });
            }
        }
    }
    None
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
            self.name_product();
            return;
        }
        self.name_product();
        let column_is = |column: usize, tag: Tag| self.columns.get(column).copied().flatten() == Some(tag);
        let named = self.columns.iter().any(Option::is_some);
        let first_words = first_words(cells);
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
        let is_summary = first_words.and_then(|column| read.get(column)).is_some_and(|cell| sums_up(cell)) && !self.items.is_empty();
        let is_stated = || figures.len() == 1 && money.first().is_some_and(|figure| self.is_running_sum(figure.value));
        if (tags.contains(&Tag::Total) || is_sum || is_summary || is_stated()) && money.len() <= 1 {
            let named = read.iter().flatten().find_map(|unit| if let Is::Currency(currency) = unit.is { Some(currency) } else { None });
            self.totals.extend(money.first().map(|figure| figure.value));
            self.currency = self.currency.or(money.first().and_then(|figure| figure.currency)).or(named);
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
        if other.is_some_and(|amount| quantity.checked_mul(price.value) != Some(amount)) {
            self.doubts.push(Doubt::Total);
        }
        self.doubts.extend((numbers.is_empty() && other.is_none() && self.needs_quantity(&price)).then_some(Doubt::Quantity));
        if money.len() > 2 || numbers.len() > 1 || !has_words {
            self.doubts.push(Doubt::Leftover);
        }
        if tags.contains(&Tag::OtherCadence) {
            self.doubts.push(Doubt::Frequency);
        }
        self.items.push(Item { optional, selected: !optional, confirmed: certain, ..item(name, quantity, price.value, cadence(&tags)) });
    }

    /// Whether the columns of quantities and of line totals say that a price is multiplied.
    fn needs_quantity(&self, price: &Figure) -> bool {
        let has_column = |tag: Tag| self.columns.contains(&Some(tag));
        let is_price = self.columns.get(price.column) == Some(&Some(Tag::ColPrice));
        is_price && has_column(Tag::ColQuantity) && has_column(Tag::ColTotal)
    }

    /// Gives the columns of the product their names.
    fn name_product(&mut self) {
        let Some(product) = self.product else { return };
        for (column, tag) in product.into_iter().zip([Tag::ColQuantity, Tag::ColPrice, Tag::ColTotal]) {
            if self.columns.len() <= column {
                self.columns.resize(column + 1, None);
            }
            if let Some(named) = self.columns.get_mut(column) {
                *named = Some(tag);
            }
        }
    }

    /// Whether an amount is what two or more rows above it add up to.
    fn is_running_sum(&self, value: Decimal) -> bool {
        let sum = self.items.iter().fold(Decimal::ZERO, |sum, item| sum.saturating_add(item.unit_price.saturating_mul(item.quantity)));
        self.items.len() >= 2 && sum == value
    }

    fn header(&mut self, cells: &[&str], read: &[Vec<Unit>], language: Language) {
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
                let frequency =
                    units.iter().find_map(|unit| if let Is::Tag(tag) = unit.is { Some(tag).filter(|tag| tag.is_cadence()) } else { None });
                // "S$" above the prices
                let is_currency = matches!(units.as_slice(), [Unit { is: Is::Currency(_), .. }]);
                let currency = is_currency.then_some(Tag::ColPrice);
                whole_column(cell, language).or(frequency).or_else(|| column_of(cell, language)).or(currency)
            })
            .collect();
    }
}

/// The first cell with a word; one of two letters only where there is no longer one: "QA".
fn first_words(cells: &[&str]) -> Option<usize> {
    let with_letters = |least: usize| cells.iter().position(|cell| cell.chars().filter(|c| c.is_alphabetic()).count() >= least);
    with_letters(3).or_else(|| with_letters(2))
}

/// The words of a header in lower case.
fn header_words(cell: &str) -> Vec<String> {
    let lower = cell.to_lowercase();
    lower.split(|c: char| !c.is_alphanumeric() && c != '.').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The column that a header names in the language of the text or in English.
fn named_column(words: &str, language: Language) -> Option<Tag> {
    let in_language = |language: Language| lexicon(language).columns.get(words.trim_end_matches('.')).copied();
    in_language(language).or_else(|| in_language(Language::English))
}

/// The column that all words of a header name together.
fn whole_column(cell: &str, language: Language) -> Option<Tag> {
    named_column(&header_words(cell).join(" "), language)
}

/// The column that a header, or a word of it, names.
fn column_of(cell: &str, language: Language) -> Option<Tag> {
    whole_column(cell, language).or_else(|| header_words(cell).iter().find_map(|word| named_column(word, language)))
}

/// Whether a cell speaks of a sum or a tax and of nothing else: "Netto", "VAT 20 %", "To pay".
fn sums_up(cell: &[Unit]) -> bool {
    let sums = |unit: &Unit| {
        matches!(unit.is, Is::Tag(Tag::Total | Tag::Tax | Tag::PlusTax | Tag::InclTax | Tag::Whole)) || WordList::NetAmount.has(&unit.lower)
    };
    let small = |unit: &Unit| matches!(unit.is, Is::Stop | Is::Mark(_) | Is::Percent(_));
    cell.iter().any(sums) && cell.iter().all(|unit| sums(unit) || small(unit))
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
    let (unit, behind) = units.split_first()?;
    let is_measure = |unit: &Unit| {
        matches!(unit.is, Is::Word | Is::Stop | Is::Mark('.')) || matches!(unit.is, Is::Tag(tag) if tag.is_time() || tag == Tag::CountNoun)
    };
    match unit.is {
        Is::Money { value, currency, sure } if behind.is_empty() => Some(Figure { column, value, currency, sure, is_money: true }),
        // "54 m²"
        Is::Number { number, spelled: false } if behind.len() <= 2 && behind.iter().all(is_measure) => {
            Some(Figure { column, value: number.value, currency: None, sure: !number.ambiguous, is_money: false })
        }
        Is::Number { number, .. } if behind.is_empty() => {
            Some(Figure { column, value: number.value, currency: None, sure: !number.ambiguous, is_money: false })
        }
        _ => None,
    }
}
