//! What charges say of each other: parts of a whole, amounts said twice, a choice between them.

use rust_decimal::Decimal;

use super::charge::{Charge, Doubt, Role};
use crate::pricing::{Cadence, Tax, TaxMode};

/// The highest rate of a tax on sales, in percent.
const MOST_TAX: Decimal = Decimal::from_parts(27, 0, 0, false, 0);

/// Settles the roles of all charges of a text, and adds what stays open to `doubts`.
pub fn charges(charges: &mut Vec<Charge>, all_either: bool, doubts: &mut Vec<Doubt>) {
    settle_stages(charges);
    settle_sums(charges);
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
    if is_sum_of_others(charges) {
        doubts.push(Doubt::Total);
    }
}

/// "2,500 in total: 1,000 on signing, 1,000 halfway, 500 at the end": amounts that say when they are due and add up to the price before
/// them are its stages.
fn settle_stages(charges: &mut [Charge]) {
    for whole in 0..charges.len() {
        let Some(price) = charges.get(whole).filter(|charge| is_plain_price(charge) || charge.role == Role::Total).map(amount) else {
            continue;
        };
        let rest = charges.get(whole + 1..).unwrap_or_default();
        let Some(count) = adding_up(price, rest.iter().take_while(|charge| is_stage(charge)).map(amount)) else { continue };
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
    let is_open = charge.doubts.iter().any(|doubt| matches!(doubt, Doubt::Figure | Doubt::Estimate));
    let is_part = matches!(charge.role, Role::Price | Role::Deposit | Role::Rest | Role::Parts);
    is_part && charge.cadence == Cadence::Once && !charge.optional && !charge.either && !is_open
}

/// What a charge comes to; figures without end are the largest number.
fn amount(charge: &Charge) -> Decimal {
    charge.value.saturating_mul(charge.quantity)
}

fn total(amounts: impl Iterator<Item = Decimal>) -> Decimal {
    amounts.fold(Decimal::ZERO, Decimal::saturating_add)
}

/// "1.600 € netto, das sind 1.904 € brutto": the rate of the tax that the figures prove. The gross amount is no second charge.
pub fn net_and_gross(charges: &mut [Charge], taxes: &[Tax]) -> Option<Decimal> {
    let mut proven = None;
    for at in 1..charges.len() {
        let Some([net, gross]) = charges.get_mut(at - 1..=at) else { continue };
        let is_pair = net.role == Role::Price
            && matches!(gross.role, Role::Price | Role::Total)
            && gross.tax_mode == Some(TaxMode::Inclusive)
            && net.tax_mode != Some(TaxMode::Inclusive)
            && net.cadence == gross.cadence
            && net.line == gross.line
            && !net.value.is_zero();
        if !is_pair {
            continue;
        }
        let Some(share) = gross.value.checked_div(net.value) else { continue };
        let rate = share.saturating_sub(Decimal::ONE).saturating_mul(Decimal::ONE_HUNDRED).round_dp(2).normalize();
        let is_rate = rate > Decimal::ONE && rate <= MOST_TAX && rate.scale() <= 1;
        let is_exact = net.value.saturating_mul(Decimal::ONE + rate / Decimal::ONE_HUNDRED).round_dp(2) == gross.value.round_dp(2);
        let agrees = taxes.iter().map(|tax| tax.rate).sum::<Decimal>() == rate || taxes.is_empty();
        if is_rate && is_exact && agrees && proven.is_none_or(|other| other == rate) {
            gross.role = Role::Restated;
            gross.doubts.clear();
            net.doubts.retain(|doubt| !matches!(doubt, Doubt::Terms | Doubt::Alternative));
            proven = Some(rate);
        }
    }
    proven
}

/// "= 835", "i.e. £900 per depot", "das sind 1.904 € brutto": an amount that says others again is no charge if the figures prove it. One
/// that only says so is a sum, which must agree with the table.
fn settle_sums(charges: &mut [Charge]) {
    for at in 1..charges.len() {
        let (before, rest) = charges.split_at_mut(at);
        let Some(charge) = rest.first_mut().filter(|charge| charge.role == Role::Price) else { continue };
        let prices: Vec<&Charge> = before.iter().filter(|other| other.role == Role::Price).collect();
        let Some(last) = prices.last() else { continue };
        let sum = total(prices.iter().map(|other| amount(other)));
        let of_last = [last.cycles.map(|cycles| amount(last).saturating_mul(Decimal::from(cycles))), Some(amount(last))];
        let times = |count: u32| charge.value.checked_mul(Decimal::from(count));
        let per_period = last.cadence == Cadence::Yearly && charge.cadence == Cadence::Monthly && times(12) == Some(last.value);
        let is_said_again = charge.restates
            && (charge.value == sum
                || of_last.contains(&Some(charge.value))
                || of_last.contains(&Some(amount(charge)))
                || per_period
                || (charge.quantity == Decimal::ONE
                    && charge.unit.is_some()
                    && last.counts.iter().any(|count| charge.value.saturating_mul(*count) == last.value)));
        let is_sum = charge.follows_total && prices.len() >= 2 && charge.cadence == Cadence::Once && charge.quantity == Decimal::ONE;
        if is_said_again {
            charge.role = Role::Restated;
            charge.doubts.clear();
        } else if is_sum {
            charge.role = Role::Total;
        }
    }
}

/// Whether one price is what two or more others add up to: most likely it is their sum or their whole.
fn is_sum_of_others(charges: &[Charge]) -> bool {
    charges.iter().enumerate().any(|(at, charge)| {
        let is_part = |other: &&Charge| matches!(other.role, Role::Price | Role::Deposit | Role::Rest) && other.cadence == charge.cadence;
        let of = |side: &[Charge]| side.iter().filter(is_part).map(amount).collect::<Vec<_>>();
        let sides = [of(charges.get(..at).unwrap_or_default()), of(charges.get(at + 1..).unwrap_or_default())];
        let adds_up = |side: &Vec<Decimal>| side.len() >= 2 && total(side.iter().copied()) == amount(charge);
        charge.role == Role::Price && sides.iter().any(adds_up)
    })
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
    let mut at = 1;
    while at < charges.len() {
        let repeated = match (charges.get(at - 1), charges.get(at)) {
            (Some(before), Some(charge)) => {
                charge.name.is_empty()
                    && (charge.value == before.value || charge.value == amount(before))
                    && charge.sentence == before.sentence
                    && charge.quantity == Decimal::ONE
            }
            _ => false,
        };
        if repeated {
            charges.remove(at);
        } else {
            at += 1;
        }
    }
}

/// "Either A at 700 or B at 1,450", "A 39, B 59 or C 99 a month: you choose".
fn settle_choices(charges: &mut [Charge], all_either: bool) {
    for index in 0..charges.len() {
        let before = index.checked_sub(1).and_then(|before| charges.get(before));
        let begun =
            before.is_some_and(|before| before.either && charges.get(index).is_some_and(|charge| charge.sentence == before.sentence));
        if let Some(charge) = charges.get_mut(index)
            && (all_either || begun)
            && let Some(or) = charge.doubts.iter().position(|doubt| *doubt == Doubt::Alternative)
        {
            charge.either = true;
            charge.doubts.remove(or);
            mark_alternatives(charges, index);
        }
    }
}

/// The amounts of a sentence whose last one begins with "or" are alternatives.
fn mark_alternatives(charges: &mut [Charge], last: usize) {
    let Some((head, charge)) = charges.get_mut(..=last).and_then(<[Charge]>::split_last_mut).map(|(charge, head)| (head, charge)) else {
        return;
    };
    let alternatives = head.iter_mut().rev().take_while(|other| other.sentence == charge.sentence && other.role == Role::Price);
    alternatives.for_each(|other| other.either = true);
}

/// "A 39, B 59 or C 99 a month": a frequency behind the last of several alternatives may be that of all.
fn question_frequencies(charges: &mut [Charge], all_either: bool) {
    let chosen: Vec<usize> = charges.iter().filter(|charge| charge.either).map(|charge| charge.line).collect();
    let mut behind: Option<usize> = None;
    for charge in charges.iter_mut().rev().filter(|charge| charge.role == Role::Price && (all_either || chosen.contains(&charge.line))) {
        if charge.cadence != Cadence::Once {
            behind = Some(charge.sentence);
        } else if behind == Some(charge.sentence) {
            charge.doubts.push(Doubt::Frequency);
        }
    }
}

/// "Either A at 700 or B at 1,450. Whichever they take, C is 15": what follows a complete choice may be no part of it.
fn question_beside_choices(charges: &mut [Charge]) {
    let of_sentence =
        |charges: &[Charge], sentence: usize| charges.iter().filter(|charge| charge.either && charge.sentence == sentence).count();
    for at in 0..charges.len() {
        let Some(sentence) = charges.get(at).map(|charge| charge.sentence) else { continue };
        let is_alone = of_sentence(charges, sentence) == 1;
        let follows_choice = charges.iter().take(at).any(|before| before.sentence < sentence && of_sentence(charges, before.sentence) > 1);
        if let Some(charge) = charges.get_mut(at).filter(|charge| charge.either && is_alone && follows_choice) {
            charge.doubts.push(Doubt::Alternative);
        }
    }
}

/// "$5,000 a month for 6 months, then $4,000 a month": a charge that begins later is not one of a table.
fn question_later_charges(charges: &mut [Charge]) {
    for index in 1..charges.len() {
        let before = charges.get(index - 1).filter(|before| before.cycles.is_some()).map(|before| (before.cadence, before.sentence));
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
            let unnamed = charge.name.is_empty() && charge.quantity > Decimal::ONE && charge.cadence == Cadence::Once;
            charge.role == Role::Parts || (charge.role == Role::Price && unnamed && !charge.either)
        };
        let Some(parts) = charges.get(index).filter(is_parts).cloned() else { continue };
        let whole = charges.iter().take(index).rev().find(|charge| charge.role == Role::Price && charge.sentence == parts.sentence);
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

/// "7,600. Deposit 2,000, the remaining 5,600 on delivery": both must add up to the price; without a deposit what
/// is left is open.
fn settle_rest(charges: &mut [Charge], doubts: &mut Vec<Doubt>) {
    let sum = |role: Role| total(charges.iter().filter(|charge| charge.role == role).map(amount));
    let (rest, deposit) = (sum(Role::Rest), sum(Role::Deposit));
    if rest.is_zero() {
        return;
    }
    let fits = charges.iter().any(|charge| charge.role == Role::Price && amount(charge) == rest.saturating_add(deposit))
        || sum(Role::Price) == rest.saturating_add(deposit);
    if deposit.is_zero() || !fits {
        doubts.push(Doubt::Total);
    }
}

/// "SEO audit: before 690, now 490": the new price has the name of the old one.
fn inherit_names(charges: &mut [Charge]) {
    for index in 1..charges.len() {
        let before =
            charges.get(index - 1).filter(|charge| charge.role == Role::Mention).map(|charge| (charge.sentence, charge.name.clone()));
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
