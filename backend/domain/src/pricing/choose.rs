//! A client's selection in a table: which optional items, which package, how many units.
//!
//! A client can choose only what the sender has left open: any other selection is refused with its field. The
//! selected table is totalled by [`super::totals`] like any other.

use std::collections::HashMap;

use rust_decimal::Decimal;
use uuid::Uuid;

use super::{
    Choice as GroupChoice, Group, Item, MAX_DECIMALS, MAX_ITEMS, MAX_QUANTITY, PricingTable, totals,
};
use crate::field_error::FieldError;

/// The selection for one item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The item's id.
    pub item_id: Uuid,
    /// Whether it is selected.
    pub selected: bool,
    /// The number of units; absent means the sender's.
    pub quantity: Option<Decimal>,
}

/// Whether the table leaves anything to choose.
#[must_use]
pub fn offers_choice(table: &PricingTable) -> bool {
    table.groups.iter().any(|group| {
        let picks = match group.choice {
            GroupChoice::All => group.items.iter().any(|item| item.optional),
            GroupChoice::Any => !group.items.is_empty(),
            GroupChoice::One => group.items.len() > 1,
        };
        picks || group.items.iter().any(has_range)
    })
}

/// The table with the selection applied. Items that are not named keep the sender's setting; in a group with
/// exactly one selected item, naming one deselects the other. Deselected items keep the sender's quantity.
///
/// # Errors Every selection that the table does not allow, by its field: `choices[2].quantity`.
pub fn choose(table: &PricingTable, choices: &[Choice]) -> Result<PricingTable, Vec<FieldError>> {
    if choices.is_empty() {
        return Ok(table.clone());
    }
    if choices.len() > MAX_ITEMS {
        return Err(vec![FieldError::new(
            "choices",
            "too_many",
            format!("A proposal has at most {MAX_ITEMS} items"),
        )]);
    }
    let mut wishes = Selections::default();
    for (index, choice) in choices.iter().enumerate() {
        if wishes.named.insert(choice.item_id, (index, choice)).is_some() {
            wishes.refuse(index, "itemId", "duplicate", "This item is named twice".to_owned());
        }
    }
    let mut chosen = table.clone();
    for group in &mut chosen.groups {
        wishes.choose_in(group);
    }
    let unknown: Vec<usize> = wishes.named.values().map(|(index, _)| *index).collect();
    for index in unknown {
        wishes.refuse(index, "itemId", "unknown_item", "This item is not part of this proposal".to_owned());
    }
    wishes.finish()?;
    if totals(&chosen).is_err() {
        let message = "Together this comes to more than a proposal can hold. Please choose less";
        return Err(vec![FieldError::new("choices", "too_large", message)]);
    }
    Ok(chosen)
}

/// Selections not yet applied, and the errors so far.
#[derive(Default)]
struct Selections<'c> {
    named: HashMap<Uuid, (usize, &'c Choice)>,
    refused: Vec<(usize, FieldError)>,
}

impl Selections<'_> {
    fn refuse(&mut self, index: usize, field: &str, code: &'static str, message: String) {
        self.refused.push((index, FieldError::new(format!("choices[{index}].{field}"), code, message)));
    }

    fn choose_in(&mut self, group: &mut Group) {
        let one = group.choice == GroupChoice::One;
        let is_taken = |item: &Item| self.named.get(&item.id).is_some_and(|(_, choice)| choice.selected);
        let another_is_taken = one && group.items.iter().any(is_taken);
        let mut last = None;
        for item in &mut group.items {
            if let Some((index, choice)) = self.named.remove(&item.id) {
                last = last.max(Some(index));
                self.choose_item(group.choice, item, index, choice);
            } else if another_is_taken {
                item.selected = false;
            }
        }
        if let Some(index) =
            last.filter(|_| one && group.items.iter().filter(|item| item.selected).count() != 1)
        {
            let of = if group.name.trim().is_empty() {
                String::new()
            } else {
                format!(" of {}", quoted(&group.name))
            };
            self.refuse(index, "selected", "choose_one", format!("Please choose exactly one item{of}"));
        }
    }

    fn choose_item(&mut self, group: GroupChoice, item: &mut Item, index: usize, choice: &Choice) {
        if group != GroupChoice::All || item.optional {
            item.selected = choice.selected;
        } else if !choice.selected {
            let message = format!("{} is part of this proposal and cannot be left out", quoted(&item.name));
            self.refuse(index, "selected", "required_item", message);
        }
        let Some(quantity) = choice.quantity else { return };
        match check_quantity(item, quantity) {
            Ok(()) if item.counts(group) => item.quantity = quantity,
            Ok(()) => {}
            Err((code, message)) => self.refuse(index, "quantity", code, message),
        }
    }

    /// In the order in which they were sent.
    fn finish(mut self) -> Result<(), Vec<FieldError>> {
        self.refused.sort_by_key(|(index, _)| *index);
        let errors: Vec<FieldError> = self.refused.into_iter().map(|(_, error)| error).collect();
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }
}

/// Whether the client may set a quantity other than the sender's.
fn has_range(item: &Item) -> bool {
    match (item.quantity_min, item.quantity_max) {
        (None, None) => false,
        (Some(min), Some(max)) => min < max,
        _ => true,
    }
}

/// Without a minimum from the sender, any quantity above zero: deselecting an item is a separate choice.
fn check_quantity(item: &Item, quantity: Decimal) -> Result<(), (&'static str, String)> {
    let name = quoted(&item.name);
    if quantity == item.quantity {
        return Ok(());
    }
    if !has_range(item) {
        return Err((
            "fixed_quantity",
            format!("The quantity of {name} is fixed at {}", item.quantity.normalize()),
        ));
    }
    if quantity.normalize().scale() > MAX_DECIMALS {
        return Err(("too_fine", format!("A quantity has at most {MAX_DECIMALS} decimals")));
    }
    let enough = item.quantity_min.map_or(quantity > Decimal::ZERO, |min| quantity >= min);
    if enough && quantity <= item.quantity_max.unwrap_or(MAX_QUANTITY) {
        return Ok(());
    }
    let message = match (item.quantity_min, item.quantity_max) {
        (Some(min), Some(max)) => {
            format!("Please choose between {} and {} of {name}", min.normalize(), max.normalize())
        }
        (Some(min), None) => format!("Please choose at least {} of {name}", min.normalize()),
        (None, max) => format!(
            "Please choose more than 0 and at most {} of {name}",
            max.unwrap_or(MAX_QUANTITY).normalize()
        ),
    };
    Err(("out_of_range", message))
}

fn quoted(name: &str) -> String {
    format!("\u{201c}{}\u{201d}", name.trim())
}

#[cfg(test)]
mod tests;
