//! Requests about a discount, a deposit or a tax.

use super::EditState;
use super::amounts::{has_items, no_item, only_number, settle};
use super::find::{self, Lookup, item_mut};
use super::request::Request;
use crate::chat::guard::words::asks_to_remove;
use crate::pricing::{Adjustment, AdjustmentKind, PricingTable, Tax};
use crate::reading::amounts::{StatedNumber, amounts, terms};

/// Discounts, deposits and taxes.
pub(super) fn answer(desk: &mut EditState<'_>, request: &Request) -> bool {
    let discount = request.has(&[" discount ", " discounts ", " rebate "])
        || request.raw.to_lowercase().contains("% off")
        || request.has(&[" percent off "]);
    let deposit = request.has(&[" deposit ", " upfront ", " up front ", " down payment "]);
    let tax = request.has(&[" tax ", " taxes ", " vat ", " gst "]);
    if !(discount || deposit || tax) || request.has(&[" section "]) {
        return false;
    }
    let removes = asks_to_remove(&request.words) && !request.raw.chars().any(|c| c.is_ascii_digit());
    let found = terms(&request.raw);
    let mut table = desk.content.pricing.clone();
    if !has_items(&table) {
        desk.say(no_item(desk));
        return true;
    }
    if !found.is_exact() && !removes {
        desk.say("Name one figure that can be read in one way, without \"about\" or a condition: the client signs exactly that.");
        return true;
    }
    let named = match find::item(&table, &request.words) {
        Lookup::One(item) => Some(item),
        _ => None,
    };
    if tax {
        let named_taxes = if found.taxes.is_empty() {
            single_number(request)
                .map(|number| Tax { name: String::new(), rate: number.value })
                .into_iter()
                .collect()
        } else {
            found.taxes.clone()
        };
        if named_taxes.is_empty() && !removes {
            desk.say("Which rate? For example: \"add 20% VAT\".");
            return true;
        }
        let taxes = if removes { Vec::new() } else { named_taxes };
        for item in table.groups.iter_mut().flat_map(|group| &mut group.items) {
            if named.as_ref().is_none_or(|named| named.id == item.id) {
                item.taxes.clone_from(&taxes);
            }
        }
        let whom = named.map_or("all items".to_owned(), |item| format!("\"{}\"", item.name));
        let rates: Vec<String> = taxes.iter().map(|tax| format!("{}%", tax.rate.normalize())).collect();
        let said = if rates.is_empty() {
            format!("I removed the tax of {whom}.")
        } else {
            format!("I set the tax of {whom} to {}.", rates.join(" and "))
        };
        settle(desk, table, said);
        return true;
    }
    let adjustment = if discount { found.discount } else { found.deposit };
    let adjustment = adjustment.or_else(|| loose_adjustment(request)).filter(|_| !removes);
    let word = if discount { "discount" } else { "deposit" };
    if adjustment.is_none() && !removes {
        desk.say(format!("How much? For example: \"add a 10% {word}\" or \"set the {word} to $500\"."));
        return true;
    }
    let value = adjustment.map(|adjustment| shown(&table, adjustment));
    let said = |whom: &str| match &value {
        Some(value) => format!("I set the {word}{whom} to {value}."),
        None => format!("I removed the {word}{whom}."),
    };
    if deposit && !discount {
        table.deposit = adjustment;
        let said = said("");
        settle(desk, table, said);
    } else if let Some(named) = named {
        if let Some(item) = item_mut(&mut table, named.id) {
            item.discount = adjustment;
        }
        let said = said(&format!(" of \"{}\"", named.name));
        settle(desk, table, said);
    } else {
        table.discount = adjustment;
        let said = said("");
        settle(desk, table, said);
    }
    true
}

fn shown(table: &PricingTable, adjustment: Adjustment) -> String {
    match adjustment.kind {
        AdjustmentKind::Percent => format!("{}%", adjustment.value.normalize()),
        AdjustmentKind::Amount => table.currency.display(adjustment.value),
    }
}

/// The only number of a request, if it can be read in one way only.
fn single_number(request: &Request) -> Option<StatedNumber> {
    only_number(&request.raw).filter(|number| number.sure)
}

/// "Make the discount 15%", "discount: $200": the figure without further words.
fn loose_adjustment(request: &Request) -> Option<Adjustment> {
    let number = single_number(request)?;
    if number.is_percent {
        return Some(Adjustment::percent(number.value));
    }
    let stated =
        amounts(&request.raw).into_iter().find(|amount| amount.value == number.value && amount.is_exact());
    stated.map(|amount| Adjustment::amount(amount.value))
}
