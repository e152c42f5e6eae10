//! The limits of a pricing table. Every violation is reported at once, by its field
//! (`groups[0].items[2].unitPrice`).

use std::{collections::HashSet, fmt, ops::RangeInclusive};

use rust_decimal::Decimal;
use thiserror::Error;
use uuid::Uuid;

use super::{
    Adjustment, AdjustmentKind, Cadence, Choice, Group, Item, MAX_CYCLES, MAX_DECIMALS, MAX_GROUPS,
    MAX_ITEMS, MAX_MILESTONES, MAX_QUANTITY, MAX_TAXES, Milestone, PricingTable, tax,
};
use crate::{
    field_error::FieldError,
    money::{self, Currency},
};

const MAX_NAME: usize = 200;
const MAX_DESCRIPTION: usize = 2_000;
const MAX_UNIT: usize = 40;
const MAX_DUE: usize = 200;
const MAX_SOURCE: usize = 2_000;
const PERCENT: RangeInclusive<Decimal> = Decimal::ZERO..=Decimal::ONE_HUNDRED;

/// The table cannot be totalled; lists the wrong fields and why.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub struct PricingError {
    /// At least one error.
    pub errors: Vec<FieldError>,
}

impl PricingError {
    pub(super) fn one(field: String, code: &'static str, message: String) -> Self {
        Self { errors: vec![error(field, code, message)] }
    }
}

impl fmt::Display for PricingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.errors.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{}: {}", error.field, error.message)?;
        }
        Ok(())
    }
}

fn error(field: String, code: &'static str, message: impl Into<String>) -> FieldError {
    FieldError { field: field.into(), code, message: message.into().into() }
}

/// Checks all limits of the table.
pub fn validate(table: &PricingTable) -> Result<(), PricingError> {
    let mut errors = Vec::new();
    if table.groups.len() > MAX_GROUPS {
        errors.push(error(
            "groups".to_owned(),
            "too_many",
            format!("A pricing table holds at most {MAX_GROUPS} groups"),
        ));
    }
    if table.groups.iter().map(|group| group.items.len()).sum::<usize>() > MAX_ITEMS {
        errors.push(error(
            "groups".to_owned(),
            "too_many",
            format!("A pricing table holds at most {MAX_ITEMS} items"),
        ));
    }
    // With too many items the table is refused anyway, so further checks are skipped.
    if errors.is_empty() {
        check_adjustment(table.discount, table.currency, || "discount".to_owned(), &mut errors);
        check_adjustment(table.deposit, table.currency, || "deposit".to_owned(), &mut errors);
        check_milestones(table, &mut errors);
        let mut group_ids = HashSet::new();
        let mut ids = HashSet::new();
        for (index, group) in table.groups.iter().enumerate() {
            if !group_ids.insert(group.id) {
                errors.push(error(format!("groups[{index}].id"), "duplicate", "Two groups have the same id"));
            }
            check_group(group, index, table.currency, &mut ids, &mut errors);
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(PricingError { errors }) }
}

fn check_group(
    group: &Group,
    index: usize,
    currency: Currency,
    ids: &mut HashSet<Uuid>,
    errors: &mut Vec<FieldError>,
) {
    check_text(&group.name, MAX_NAME, Lines::One, || format!("groups[{index}].name"), errors);
    if group.choice == Choice::One && !group.items.is_empty() {
        let chosen = group.items.iter().filter(|item| item.counts(Choice::One)).count();
        if chosen != 1 {
            errors.push(error(
                format!("groups[{index}].items"),
                "choose_one",
                "Exactly one item of this group must be selected",
            ));
        }
    }
    for (position, item) in group.items.iter().enumerate() {
        let field = |name: &str| format!("groups[{index}].items[{position}].{name}");
        if !ids.insert(item.id) {
            errors.push(error(field("id"), "duplicate", "Two items have the same id"));
        }
        check_item(item, currency, &field, errors);
    }
}

fn check_item(item: &Item, currency: Currency, field: &dyn Fn(&str) -> String, errors: &mut Vec<FieldError>) {
    if item.name.trim().is_empty() {
        errors.push(error(field("name"), "required", "Please name this item"));
    }
    check_text(&item.name, MAX_NAME, Lines::One, || field("name"), errors);
    check_text(
        item.description.as_deref().unwrap_or_default(),
        MAX_DESCRIPTION,
        Lines::Many,
        || field("description"),
        errors,
    );
    check_text(item.unit.as_deref().unwrap_or_default(), MAX_UNIT, Lines::One, || field("unit"), errors);
    // The source is an excerpt of the user's text and may contain any character.
    check_text(
        item.source.as_deref().unwrap_or_default(),
        MAX_SOURCE,
        Lines::AsWritten,
        || field("source"),
        errors,
    );
    check_quantities(item, field, errors);
    if let Err(reason) = money::check_amount(item.unit_price, MAX_DECIMALS) {
        errors.push(error(field("unitPrice"), reason.code(), reason.to_string()));
    }
    check_taxes(item, field, errors);
    match (item.cadence, item.cycles) {
        (Cadence::Once, Some(_)) => errors.push(error(
            field("cycles"),
            "not_recurring",
            "Only a recurring item has a number of payments",
        )),
        (_, Some(cycles)) if cycles == 0 || cycles > MAX_CYCLES => {
            errors.push(error(
                field("cycles"),
                "out_of_range",
                format!("The number of payments lies between 1 and {MAX_CYCLES}"),
            ));
        }
        _ => {}
    }
    check_adjustment(item.discount, currency, || field("discount"), errors);
}

fn check_taxes(item: &Item, field: &dyn Fn(&str) -> String, errors: &mut Vec<FieldError>) {
    if item.taxes.len() > MAX_TAXES {
        errors.push(error(field("taxes"), "too_many", format!("An item bears at most {MAX_TAXES} taxes")));
        return;
    }
    for (index, tax) in item.taxes.iter().enumerate() {
        check_text(&tax.name, MAX_UNIT, Lines::One, || field(&format!("taxes[{index}].name")), errors);
        if !PERCENT.contains(&tax.rate) || too_fine(tax.rate) {
            let message = "A tax rate lies between 0 and 100 percent, with at most 4 decimals";
            errors.push(error(field(&format!("taxes[{index}].rate")), "invalid_percent", message));
        }
        let same = |other: &tax::Tax| other.name.trim() == tax.name.trim() && other.rate == tax.rate;
        if item.taxes.iter().take(index).any(same) {
            errors.push(error(
                field(&format!("taxes[{index}].name")),
                "duplicate",
                "This tax stands here twice",
            ));
        }
    }
}

fn check_milestones(table: &PricingTable, errors: &mut Vec<FieldError>) {
    let milestones = &table.milestones;
    if milestones.is_empty() {
        return;
    }
    if milestones.len() > MAX_MILESTONES {
        errors.push(error(
            "milestones".to_owned(),
            "too_many",
            format!("A pricing table holds at most {MAX_MILESTONES} milestones"),
        ));
        return;
    }
    if table.deposit.is_some() {
        let message =
            "Ask for a deposit or for milestones, not for both. A deposit can be the first milestone";
        errors.push(error("deposit".to_owned(), "with_milestones", message));
    }
    let mut ids = HashSet::new();
    for (index, Milestone { id, name, due, share }) in milestones.iter().enumerate() {
        let field = |name: &str| format!("milestones[{index}].{name}");
        if !ids.insert(*id) {
            errors.push(error(field("id"), "duplicate", "Two milestones have the same id"));
        }
        if name.trim().is_empty() {
            errors.push(error(field("name"), "required", "Please name this milestone"));
        }
        check_text(name, MAX_NAME, Lines::One, || field("name"), errors);
        check_text(due.as_deref().unwrap_or_default(), MAX_DUE, Lines::One, || field("due"), errors);
        check_adjustment(Some(*share), table.currency, || field("share"), errors);
    }
    let percent = |milestone: &Milestone| match milestone.share.kind {
        AdjustmentKind::Percent => milestone.share.value,
        AdjustmentKind::Amount => Decimal::ZERO,
    };
    // Single shares above a hundred are reported above; adding them could overflow.
    if errors.is_empty() && milestones.iter().map(percent).sum::<Decimal>() > Decimal::ONE_HUNDRED {
        errors.push(error(
            "milestones".to_owned(),
            "too_large",
            "The milestones come to more than 100 percent",
        ));
    }
}

fn check_quantities(item: &Item, field: &dyn Fn(&str) -> String, errors: &mut Vec<FieldError>) {
    let known = errors.len();
    let quantities = [
        ("quantity", Some(item.quantity)),
        ("quantityMin", item.quantity_min),
        ("quantityMax", item.quantity_max),
    ];
    for (name, quantity) in quantities {
        let Some(quantity) = quantity else { continue };
        if quantity < Decimal::ZERO || quantity > MAX_QUANTITY || too_fine(quantity) {
            errors.push(error(
                field(name),
                "out_of_range",
                "A quantity lies between 0 and 1,000,000, with at most 4 decimals",
            ));
        }
    }
    if errors.len() > known {
        return;
    }
    if item.quantity_min.zip(item.quantity_max).is_some_and(|(min, max)| min > max) {
        errors.push(error(
            field("quantityMin"),
            "out_of_range",
            "The smallest quantity is above the largest",
        ));
    } else if item.quantity_min.is_some_and(|min| item.quantity < min)
        || item.quantity_max.is_some_and(|max| item.quantity > max)
    {
        errors.push(error(
            field("quantity"),
            "out_of_range",
            "The quantity lies outside the range the client may choose from",
        ));
    }
}

fn check_adjustment(
    adjustment: Option<Adjustment>,
    currency: Currency,
    field: impl Fn() -> String,
    errors: &mut Vec<FieldError>,
) {
    let Some(Adjustment { kind, value }) = adjustment else { return };
    match kind {
        AdjustmentKind::Percent if !PERCENT.contains(&value) || too_fine(value) => errors.push(error(
            format!("{}.value", field()),
            "invalid_percent",
            "A percentage lies between 0 and 100, with at most 4 decimals",
        )),
        AdjustmentKind::Amount => {
            if let Err(reason) = money::check_amount(value, currency.minor_digits()) {
                errors.push(error(format!("{}.value", field()), reason.code(), reason.to_string()));
            }
        }
        AdjustmentKind::Percent => {}
    }
}

fn too_fine(value: Decimal) -> bool {
    value.scale() > MAX_DECIMALS && value.normalize().scale() > MAX_DECIMALS
}

/// The non-printable characters that a text may contain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lines {
    /// None.
    One,
    /// Line breaks.
    Many,
    /// Any.
    AsWritten,
}

fn check_text(
    text: &str,
    limit: usize,
    lines: Lines,
    field: impl Fn() -> String,
    errors: &mut Vec<FieldError>,
) {
    // A text has at most as many characters as bytes; counting is needed only above that.
    if text.len() > limit && text.chars().count() > limit {
        errors.push(too_long(field(), limit));
    }
    let strange = |character: char| match lines {
        Lines::One => character.is_control(),
        Lines::Many => character.is_control() && !matches!(character, '\n' | '\r' | '\t'),
        Lines::AsWritten => false,
    };
    if text.chars().any(strange) {
        errors.push(error(
            field(),
            "invalid_characters",
            "Please leave out characters that cannot be printed",
        ));
    }
}

fn too_long(field: String, limit: usize) -> FieldError {
    error(field, "too_long", format!("At most {limit} characters"))
}
