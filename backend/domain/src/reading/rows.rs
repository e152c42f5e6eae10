//! Tables pasted from a spreadsheet (tabs, semicolons) or from Markdown (bars): a header that names the
//! columns, and rows.

mod row;

use rust_decimal::Decimal;

use self::row::{Figure, Row, figure};
use super::{
    charge::Doubt,
    lexicon::{Language, Tag, lexicon},
    units::{Is, Unit, units, units_at},
};
use crate::{
    money::Currency,
    pricing::{Item, Tax},
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
pub fn split(text: &str, language: Language, home: Currency) -> (String, Rows) {
    let used: Vec<&str> = MARKS
        .into_iter()
        .filter(|mark| text.lines().filter(|line| parts(line, mark).len() >= 3).count() >= 2)
        .collect();
    let commas = text
        .lines()
        .find(|line| !line.trim().is_empty())
        .filter(|head| is_header(head, language))
        .map(|head| parts(head, ", ").len());
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
        rows.read(cells, language, home);
    }
    rows.currency = named_dollar(&table, language)
        .filter(|_| rows.currency.is_some_and(|read| read.code() == "USD"))
        .or(rows.currency);
    (prose.trim_end_matches('\n').to_owned(), rows)
}

/// "Total AUD" below prices in "$": the one other dollar that cells name.
fn named_dollar(table: &[Vec<&str>], language: Language) -> Option<Currency> {
    let named =
        table.iter().flatten().flat_map(|cell| units(cell, language)).filter_map(|unit| match unit.is {
            Is::Currency(currency) => Some(currency),
            _ => None,
        });
    let mut dollars = named.filter(|currency| currency.is_written_as_dollar());
    let first = dollars.next()?;
    dollars.all(|other| other == first).then_some(first)
}

/// Whether a line with commas names the columns of a table: "Item, Qty, Price".
fn is_header(line: &str, language: Language) -> bool {
    let known = |cell: &&str| column_of(cell, language).is_some();
    !has_digits(line) && parts(line, ", ").iter().filter(|cell| known(cell)).count() >= 2
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

/// The columns of the quantity, the price and the amount, if the figures of every row prove them: the first
/// two multiply to the third.
fn product(table: &[Vec<&str>], language: Language) -> Option<[usize; 3]> {
    let of_row = |cells: &Vec<&str>| -> Vec<Figure> {
        cells.iter().enumerate().filter_map(|(column, cell)| figure(column, &units(cell, language))).collect()
    };
    let figures: Vec<Vec<Figure>> = table.iter().map(of_row).collect();
    let columns = table.iter().map(Vec::len).max()?.min(MOST_COLUMNS);
    let is_money =
        |column: usize| figures.iter().flatten().any(|figure| figure.column == column && figure.is_money);
    let fits = |[quantity, price, amount]: &[usize; 3]| {
        let value = |row: &[Figure], column: &usize| {
            row.iter().find(|figure| figure.column == *column).map(|figure| figure.value)
        };
        let full = || {
            figures
                .iter()
                .filter_map(|row| Some((value(row, quantity)?, value(row, price)?, value(row, amount)?)))
        };
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

impl Rows {
    fn read(&mut self, cells: &[&str], language: Language, home: Currency) {
        if cells.iter().all(|cell| cell.chars().all(|c| matches!(c, '-' | ':' | ' '))) {
            return;
        }
        let read: Vec<Vec<Unit>> = cells.iter().map(|cell| units_at(cell, language, home)).collect();
        if self.columns.is_empty() && !cells.iter().any(|cell| has_digits(cell)) {
            self.header(cells, &read, language);
            self.name_product();
            return;
        }
        self.name_product();
        self.take(&Row::of(cells, &read));
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

    fn header(&mut self, cells: &[&str], read: &[Vec<Unit>], language: Language) {
        self.currency = read
            .iter()
            .flatten()
            .find_map(|unit| if let Is::Currency(currency) = unit.is { Some(currency) } else { None });
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
                let frequency = units.iter().find_map(|unit| {
                    if let Is::Tag(tag) = unit.is { Some(tag).filter(|tag| tag.is_cadence()) } else { None }
                });
                // "S$" above the prices
                let is_currency = matches!(units.as_slice(), [Unit { is: Is::Currency(_), .. }]);
                let currency = is_currency.then_some(Tag::ColPrice);
                whole_column(cell, language).or(frequency).or_else(|| column_of(cell, language)).or(currency)
            })
            .collect();
    }
}

fn has_digits(text: &str) -> bool {
    text.chars().any(|c| c.is_ascii_digit())
}

/// The first cell with a word; one of two letters only where there is no longer one: "QA".
fn first_words(cells: &[&str]) -> Option<usize> {
    let with_letters = |least: usize| {
        cells.iter().position(|cell| cell.chars().filter(|c| c.is_alphabetic()).count() >= least)
    };
    with_letters(3).or_else(|| with_letters(2))
}

/// The words of a header in lower case.
fn header_words(cell: &str) -> Vec<String> {
    let lower = cell.to_lowercase();
    lower
        .split(|c: char| !c.is_alphanumeric() && c != '.')
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// The column that a header names in the language of the text or in English.
fn named_column(words: &str, language: Language) -> Option<Tag> {
    let in_language =
        |language: Language| lexicon(language).columns.get(words.trim_end_matches('.')).copied();
    in_language(language).or_else(|| in_language(Language::English))
}

/// The column that all words of a header name together.
fn whole_column(cell: &str, language: Language) -> Option<Tag> {
    named_column(&header_words(cell).join(" "), language)
}

/// The column that a header, or a word of it, names.
fn column_of(cell: &str, language: Language) -> Option<Tag> {
    whole_column(cell, language)
        .or_else(|| header_words(cell).iter().find_map(|word| named_column(word, language)))
}
