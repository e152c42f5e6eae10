//! What one row of a pasted table is: line items of several frequencies, a tax, a sum, or one line item.

use rust_decimal::Decimal;
use uuid::Uuid;

use super::{Rows, first_words, has_digits};
use crate::{
    money::Currency,
    pricing::{Cadence, Item, Tax},
    reading::{
        charge::Doubt,
        lexicon::{Tag, WordList},
        units::{Is, Unit},
    },
};

/// A figure in a cell.
#[derive(Clone, Copy)]
pub(super) struct Figure {
    pub column: usize,
    pub value: Decimal,
    currency: Option<Currency>,
    sure: bool,
    pub is_money: bool,
}

/// A row below the header.
pub(super) struct Row<'r> {
    cells: &'r [Vec<Unit>],
    figures: Vec<Figure>,
    tags: Vec<Tag>,
    /// The cell that names the row.
    first_words: Option<usize>,
    name: &'r str,
    has_digits: bool,
}

impl<'r> Row<'r> {
    pub(super) fn of(cells: &[&'r str], read: &'r [Vec<Unit>]) -> Self {
        let first_words = first_words(cells);
        Self {
            cells: read,
            figures: read.iter().enumerate().filter_map(|(column, units)| figure(column, units)).collect(),
            tags: read
                .iter()
                .flatten()
                .filter_map(|unit| if let Is::Tag(tag) = unit.is { Some(tag) } else { None })
                .collect(),
            first_words,
            name: first_words.and_then(|column| cells.get(column)).copied().unwrap_or_default(),
            has_digits: cells.iter().any(|cell| has_digits(cell)),
        }
    }

    fn has(&self, tag: Tag) -> bool {
        self.tags.contains(&tag)
    }

    fn percent(&self) -> Option<Decimal> {
        self.cells
            .iter()
            .flatten()
            .find_map(|unit| if let Is::Percent(value) = unit.is { Some(value) } else { None })
    }

    fn currency(&self) -> Option<Currency> {
        self.cells
            .iter()
            .flatten()
            .find_map(|unit| if let Is::Currency(currency) = unit.is { Some(currency) } else { None })
    }

    fn item(&self, quantity: Decimal, price: Decimal, cadence: Cadence) -> Item {
        let optional = self.has(Tag::Optional);
        Item {
            quantity,
            cadence,
            optional,
            selected: !optional,
            confirmed: !self.has(Tag::Doubt),
            ..Item::once(Uuid::nil(), self.name, price.normalize())
        }
    }
}

impl Rows {
    /// Adds what a row says.
    pub(super) fn take(&mut self, row: &Row<'_>) {
        let money: Vec<Figure> = row.figures.iter().copied().filter(|figure| self.is_money(figure)).collect();
        if self.columns.iter().flatten().any(|tag| tag.is_cadence())
            && row.figures.iter().any(|figure| figure.is_money)
        {
            self.take_by_frequency(row);
        } else if row.has(Tag::Tax) && row.percent().is_some() {
            self.taxes.extend(row.percent().map(|rate| Tax { name: String::new(), rate }));
        } else {
            // A figure without a known column has no part.
            let has_no_part =
                |figure: &Figure| figure.column > 0 && !figure.is_money && self.column(figure).is_none();
            if self.names_columns() && row.figures.iter().any(has_no_part) {
                self.doubts.push(Doubt::Leftover);
            }
            if money.len() <= 1 && self.is_sum(row, money.first()) {
                self.totals.extend(money.first().map(|figure| figure.value));
                self.currency =
                    self.currency.or(money.first().and_then(|figure| figure.currency)).or(row.currency());
            } else {
                self.take_item(row, &money);
            }
        }
    }

    /// "Module | setup | monthly": a column without a frequency is charged once.
    fn take_by_frequency(&mut self, row: &Row<'_>) {
        let charged: Vec<(Figure, Tag)> = row
            .figures
            .iter()
            .filter(|figure| figure.is_money)
            .map(|figure| (*figure, self.column(figure).unwrap_or(Tag::Once)))
            .collect();
        if row.first_words.is_none()
            || charged.len() < row.figures.len()
            || charged.iter().any(|(figure, tag)| !figure.sure || *tag == Tag::OtherCadence)
        {
            self.doubts.push(Doubt::Leftover);
        }
        for (figure, tag) in charged.iter().filter(|(figure, _)| !figure.value.is_zero()) {
            self.currency = self.currency.or(figure.currency);
            self.items.push(row.item(Decimal::ONE, figure.value, cadence(&[*tag])));
        }
    }

    /// A row with one price.
    fn take_item(&mut self, row: &Row<'_>, money: &[Figure]) {
        let named = self.names_columns();
        let in_price_column = money.iter().find(|figure| named && self.column(figure) == Some(Tag::ColPrice));
        let Some(price) = in_price_column.or(money.first()).copied() else {
            // A row whose price is open, or a heading.
            if row.has(Tag::Doubt) || (row.has_digits && named) {
                self.doubts.push(Doubt::Estimate);
            }
            return;
        };
        self.currency = self.currency.or(price.currency);
        if !price.sure || (price.currency.is_some() && price.currency != self.currency) {
            self.doubts.push(Doubt::Figure);
        }
        let counts = |figure: &&Figure| {
            let may_count =
                if named { self.column(figure) == Some(Tag::ColQuantity) } else { figure.column > 0 };
            may_count && !figure.is_money && !money.iter().any(|money| money.column == figure.column)
        };
        let numbers: Vec<Decimal> = row.figures.iter().filter(counts).map(|figure| figure.value).collect();
        let quantity = numbers.last().copied().unwrap_or(Decimal::ONE);
        let other = money.iter().find(|figure| figure.column > price.column).map(|figure| figure.value);
        if other.is_some_and(|amount| quantity.checked_mul(price.value) != Some(amount)) {
            self.doubts.push(Doubt::Total);
        }
        if numbers.is_empty() && other.is_none() && self.needs_quantity(&price) {
            self.doubts.push(Doubt::Quantity);
        }
        if money.len() > 2 || numbers.len() > 1 || row.first_words.is_none() {
            self.doubts.push(Doubt::Leftover);
        }
        if row.has(Tag::OtherCadence) {
            self.doubts.push(Doubt::Frequency);
        }
        self.items.push(row.item(quantity, price.value, cadence(&row.tags)));
    }

    /// Whether a row states a sum: it says so, has no name below other rows, or adds up the rows above it.
    fn is_sum(&self, row: &Row<'_>, stated: Option<&Figure>) -> bool {
        let first_cell = row.first_words.and_then(|column| row.cells.get(column));
        let names_sum = first_cell.is_some_and(|cell| sums_up(cell));
        let is_nameless = row.first_words.is_none() && self.names_columns();
        let adds_up =
            || row.figures.len() == 1 && stated.is_some_and(|figure| self.is_running_sum(figure.value));
        row.has(Tag::Total) || (!self.items.is_empty() && (is_nameless || names_sum)) || adds_up()
    }

    fn names_columns(&self) -> bool {
        self.columns.iter().any(Option::is_some)
    }

    fn column(&self, figure: &Figure) -> Option<Tag> {
        self.columns.get(figure.column).copied().flatten()
    }

    fn is_money(&self, figure: &Figure) -> bool {
        figure.is_money || matches!(self.column(figure), Some(Tag::ColPrice | Tag::ColTotal))
    }

    /// Whether the columns of quantities and of line totals say that a price is multiplied.
    fn needs_quantity(&self, price: &Figure) -> bool {
        let has_column = |tag: Tag| self.columns.contains(&Some(tag));
        let is_price = self.columns.get(price.column) == Some(&Some(Tag::ColPrice));
        is_price && has_column(Tag::ColQuantity) && has_column(Tag::ColTotal)
    }

    /// Whether an amount is what two or more rows above it add up to.
    fn is_running_sum(&self, value: Decimal) -> bool {
        let sum = self.items.iter().fold(Decimal::ZERO, |sum, item| {
            sum.saturating_add(item.unit_price.saturating_mul(item.quantity))
        });
        self.items.len() >= 2 && sum == value
    }
}

/// Whether a cell speaks of a sum or a tax and of nothing else: "Netto", "VAT 20 %", "To pay".
fn sums_up(cell: &[Unit]) -> bool {
    let sums = |unit: &Unit| {
        matches!(unit.is, Is::Tag(Tag::Total | Tag::Tax | Tag::PlusTax | Tag::InclTax | Tag::Whole))
            || WordList::NetAmount.has(&unit.lower)
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

pub(super) fn figure(column: usize, units: &[Unit]) -> Option<Figure> {
    let (unit, behind) = units.split_first()?;
    let is_measure = |unit: &Unit| {
        matches!(unit.is, Is::Word | Is::Stop | Is::Mark('.'))
            || matches!(unit.is, Is::Tag(tag) if tag.is_time() || tag == Tag::CountNoun)
    };
    match unit.is {
        Is::Money { value, currency, sure } if behind.is_empty() => {
            Some(Figure { column, value, currency, sure, is_money: true })
        }
        // "54 m²"
        Is::Number { number, spelled: false } if behind.len() <= 2 && behind.iter().all(is_measure) => {
            Some(Figure {
                column,
                value: number.value,
                currency: None,
                sure: !number.ambiguous,
                is_money: false,
            })
        }
        Is::Number { number, .. } if behind.is_empty() => Some(Figure {
            column,
            value: number.value,
            currency: None,
            sure: !number.ambiguous,
            is_money: false,
        }),
        _ => None,
    }
}
