//! What charges say of each other: parts of a whole, amounts said twice, a choice between them.

mod sums;

use std::collections::{BTreeMap, HashSet};

use rust_decimal::Decimal;

use super::charge::{Charge, Doubt, Role};
use crate::pricing::Cadence;
use sums::{is_sum_of_others, prove_figures, settle_sums};
pub(super) use sums::{net_and_gross, price_of_parts};

/// Settles the roles of all charges of a text, and adds what stays open to `doubts`.
pub fn charges(charges: &mut Vec<Charge>, all_either: bool, doubts: &mut Vec<Doubt>) {
    settle_stages(charges);
    settle_sums(charges);
    prove_figures(charges);
    settle_choices(charges, all_either);
    question_frequencies(charges, all_either);
    question_beside_choices(charges);
    drop_repeated(charges);
    question_brackets(charges);
    settle_parts(charges, doubts);
    settle_rest(charges, doubts);
    question_later_charges(charges);
    question_shared_options(charges);
    inherit_names(charges);
    let sum =
        total(charges.iter().filter(|charge| charge.role == Role::Price && !charge.optional).map(amount));
    let is_stated = charges
        .iter()
        .any(|charge| matches!(charge.role, Role::Total | Role::Restated) && charge.value == sum);
    if !is_stated && is_sum_of_others(charges) {
        doubts.push(Doubt::Total);
    }
}

/// "2,500 in total: 1,000 on signing, 1,000 halfway, 500 at the end": amounts that say when they are due and
/// add up to the price before them are its stages.
fn settle_stages(charges: &mut [Charge]) {
    for whole in 0..charges.len() {
        let Some(price) = charges
            .get(whole)
            .filter(|charge| is_plain_price(charge) || charge.role == Role::Total)
            .map(amount)
        else {
            continue;
        };
        let rest = charges.get(whole + 1..).unwrap_or_default();
        // "in three instalments: 1,500 on signing, 1,500 halfway, 1,500 at the end": the number is of all,
        // not of the first.
        let parts = || rest.iter().take_while(|charge| is_stage(charge));
        let Some(count) = adding_up(price, parts().map(amount))
            .or_else(|| adding_up(price, parts().map(|charge| charge.value)))
        else {
            continue;
        };
        if !rest.iter().take(count).any(|stage| stage.staged) {
            continue;
        }
        if let Some(charge) = charges.get_mut(whole) {
            charge.role = Role::Price;
            charge.doubts.clear();
        }
        for stage in charges.iter_mut().skip(whole + 1).take(count) {
            stage.role = Role::Stage;
            stage.doubts.clear();
        }
    }
}

/// How many of the amounts that follow a price add up to it, if two or more do.
pub(crate) fn adding_up(price: Decimal, parts: impl Iterator<Item = Decimal>) -> Option<usize> {
    let mut sum = Decimal::ZERO;
    for (index, part) in parts.enumerate() {
        sum = sum.saturating_add(part);
        if sum >= price {
            return (sum == price && index > 0).then_some(index + 1);
        }
    }
    None
}

fn is_plain_price(charge: &Charge) -> bool {
    charge.role == Role::Price
        && charge.cadence == Cadence::Once
        && !charge.optional
        && !charge.either
        && !charge.doubts.contains(&Doubt::Figure)
}

fn is_stage(charge: &Charge) -> bool {
    let opens = |doubt: &Doubt| matches!(doubt, Doubt::Figure | Doubt::Estimate | Doubt::Unconfirmed);
    let is_open = charge.doubts.iter().any(opens);
    // "You pay 3,000 when you book" is no mention of another's money where the figures add up.
    let is_part =
        matches!(charge.role, Role::Price | Role::Deposit | Role::Rest | Role::Parts | Role::Mention);
    is_part && charge.cadence == Cadence::Once && !charge.optional && !charge.either && !is_open
}

/// What a charge comes to; figures without end are the largest number.
fn amount(charge: &Charge) -> Decimal {
    charge.value.saturating_mul(charge.quantity)
}

fn total(amounts: impl Iterator<Item = Decimal>) -> Decimal {
    amounts.fold(Decimal::ZERO, Decimal::saturating_add)
}

/// "2,160 (1,750 without VAT)": an amount in brackets behind another one is no second charge.
fn question_brackets(charges: &mut [Charge]) {
    for at in 1..charges.len() {
        let sentence = charges.get(at - 1).map(|charge| charge.sentence);
        if let Some(charge) = charges.get_mut(at)
            && charge.bracketed
            && Some(charge.sentence) == sentence
        {
            charge.doubts.push(Doubt::Alternative);
        }
    }
}

/// "65,000 (sixty-five thousand)": an amount said again.
fn drop_repeated(charges: &mut Vec<Charge>) {
    charges.dedup_by(|charge, before| {
        charge.name.is_empty()
            && (charge.value == before.value || charge.value == amount(before))
            && charge.sentence == before.sentence
            && charge.quantity == Decimal::ONE
    });
}

/// "Either A at 700 or B at 1,450", "A 39, B 59 or C 99 a month: you choose".
fn settle_choices(charges: &mut [Charge], all_either: bool) {
    let mut chosen = None;
    for index in 0..charges.len() {
        let sentence = charges.get(index).map(|charge| charge.sentence);
        if charges.get(index).is_some_and(|charge| charge.either) {
            chosen = sentence;
        }
        let begun = chosen == sentence;
        if let Some(charge) = charges.get_mut(index)
            && (all_either || begun)
            && let Some(or) = charge.doubts.iter().position(|doubt| *doubt == Doubt::Alternative)
        {
            charge.either = true;
            charge.doubts.remove(or);
            mark_alternatives(charges, index);
        }
    }
    // "Basic 75, Premium 260. Set-up is 200, whichever you take."
    let mut choices = 0;
    for charge in charges.iter_mut() {
        if !charge.any_case {
            choices += usize::from(charge.either);
        } else if choices > 1 || all_either {
            charge.either = false;
        } else {
            charge.doubts.push(Doubt::Alternative);
        }
    }
}

/// The amounts of a sentence whose last one begins with "or" are alternatives.
fn mark_alternatives(charges: &mut [Charge], last: usize) {
    let Some((head, charge)) =
        charges.get_mut(..=last).and_then(<[Charge]>::split_last_mut).map(|(charge, head)| (head, charge))
    else {
        return;
    };
    let alternatives = head
        .iter_mut()
        .rev()
        .take_while(|other| other.sentence == charge.sentence && other.role == Role::Price);
    alternatives.for_each(|other| other.either = true);
}

/// "A 39, B 59 or C 99 a month": a frequency behind the last of three or more alternatives is that of all,
/// behind one of two it may be.
fn question_frequencies(charges: &mut [Charge], all_either: bool) {
    let chosen: HashSet<usize> =
        charges.iter().filter(|charge| charge.either).map(|charge| charge.line).collect();
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for charge in charges.iter().filter(|charge| charge.role == Role::Price) {
        *counts.entry(charge.sentence).or_default() += 1;
    }
    let mut behind: Option<(usize, Cadence)> = None;
    for charge in charges
        .iter_mut()
        .rev()
        .filter(|charge| charge.role == Role::Price && (all_either || chosen.contains(&charge.line)))
    {
        if charge.cadence != Cadence::Once {
            behind = Some((charge.sentence, charge.cadence));
        } else if let Some((_, cadence)) = behind.filter(|(sentence, _)| *sentence == charge.sentence) {
            let is_list = counts.get(&charge.sentence).is_some_and(|count| *count > 2)
                && charge.quantity == Decimal::ONE;
            if is_list && (charge.either || all_either) {
                charge.cadence = cadence;
            } else {
                charge.doubts.push(Doubt::Frequency);
            }
        }
    }
}

/// "Either A at 700 or B at 1,450. Whichever they take, C is 15": what follows a complete choice may be no
/// part of it.
fn question_beside_choices(charges: &mut [Charge]) {
    let mut alternatives: BTreeMap<usize, usize> = BTreeMap::new();
    for charge in charges.iter().filter(|charge| charge.either) {
        *alternatives.entry(charge.sentence).or_default() += 1;
    }
    let Some(first_choice) =
        alternatives.iter().find(|(_, count)| **count > 1).map(|(sentence, _)| *sentence)
    else {
        return;
    };
    let is_alone = |charge: &Charge| charge.either && alternatives.get(&charge.sentence) == Some(&1);
    for charge in charges.iter_mut().filter(|charge| charge.sentence > first_choice && is_alone(charge)) {
        charge.doubts.push(Doubt::Alternative);
    }
}

/// "$5,000 a month for 6 months, then $4,000 a month": a charge that begins later is not one of a table.
fn question_later_charges(charges: &mut [Charge]) {
    for index in 1..charges.len() {
        let before = charges
            .get(index - 1)
            .filter(|before| before.cycles.is_some())
            .map(|before| (before.cadence, before.sentence));
        if let Some(charge) = charges.get_mut(index)
            && charge.name.is_empty()
            && before == Some((charge.cadence, charge.sentence))
        {
            charge.doubts.push(Doubt::Duration);
        }
    }
}

/// "Stove 2,950, optional, shed 430": the words do not say which of the two is optional.
fn question_shared_options(charges: &mut [Charge]) {
    for index in 1..charges.len() {
        if let Some([before, charge]) = charges.get_mut(index - 1..=index)
            && before.optional
            && charge.optional
            && before.sentence == charge.sentence
            && before.span.end > charge.span.start
        {
            before.doubts.push(Doubt::Condition);
            charge.doubts.push(Doubt::Condition);
        }
    }
}

/// "5,000 for the film, in three payments of 1,500": parts of another amount, which they must add up to; by
/// themselves they are the price.
fn settle_parts(charges: &mut [Charge], doubts: &mut Vec<Doubt>) {
    for index in 0..charges.len() {
        let is_parts = |charge: &&Charge| {
            let unnamed =
                charge.name.is_empty() && charge.quantity > Decimal::ONE && charge.cadence == Cadence::Once;
            charge.role == Role::Parts || (charge.role == Role::Price && unnamed && !charge.either)
        };
        let Some(parts) = charges.get(index).filter(is_parts).cloned() else { continue };
        let mut of_sentence =
            charges.iter().take(index).rev().take_while(|charge| charge.sentence == parts.sentence);
        let whole = of_sentence.find(|charge| charge.role == Role::Price);
        match whole.map(|whole| amount(whole) == amount(&parts)) {
            Some(true) => {
                if let Some(charge) = charges.get_mut(index) {
                    charge.role = Role::Parts;
                }
            }
            Some(false) => doubts.push(Doubt::Total),
            None => {
                if let Some(charge) = charges.get_mut(index) {
                    charge.role = Role::Price;
                }
            }
        }
    }
}

/// "7,600. Deposit 2,000, the remaining 5,600 on delivery": both must add up to the price; without a deposit
/// what is left is open.
fn settle_rest(charges: &mut [Charge], doubts: &mut Vec<Doubt>) {
    let sum = |role: Role| total(charges.iter().filter(|charge| charge.role == role).map(amount));
    let (rest, deposit) = (sum(Role::Rest), sum(Role::Deposit));
    if rest.is_zero() {
        return;
    }
    let fits = charges
        .iter()
        .any(|charge| charge.role == Role::Price && amount(charge) == rest.saturating_add(deposit))
        || sum(Role::Price) == rest.saturating_add(deposit);
    if deposit.is_zero() || !fits {
        doubts.push(Doubt::Total);
    }
}

/// "SEO audit: before 690, now 490": the new price has the name of the old one.
fn inherit_names(charges: &mut [Charge]) {
    for index in 1..charges.len() {
        let before = charges
            .get(index - 1)
            .filter(|charge| charge.role == Role::Mention)
            .map(|charge| (charge.sentence, charge.name.clone()));
        if let (Some((sentence, name)), Some(charge)) = (before, charges.get_mut(index))
            && charge.name.is_empty()
            && charge.sentence == sentence
        {
            charge.name = name;
        }
    }
}

#[cfg(test)]
mod tests;
