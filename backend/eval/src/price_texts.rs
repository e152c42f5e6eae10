//! The price field: free text to a price table.

use std::collections::BTreeMap;

use proffer_domain::{
    money::Currency,
    pricing::{self, Adjustment, AdjustmentKind, Cadence, Choice, PricingTable, TaxMode},
    reading,
};
use rust_decimal::Decimal;
use serde::Deserialize;
use uuid::Uuid;

use crate::{
    corpus::{self, Expect, Half, Item},
    score::{Count, Report},
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    id: String,
    #[expect(dead_code, reason = "for people who read the corpus")]
    language: String,
    phrasing: String,
    text: String,
    expect: Expect,
    currency: Option<String>,
    discount: Option<String>,
    deposit: Option<String>,
    tax: Option<String>,
    tax_included: Option<bool>,
    schedule: Option<Vec<String>>,
    #[expect(dead_code, reason = "for people who read the corpus")]
    note: Option<String>,
    #[serde(default, rename = "item")]
    items: Vec<Item>,
}

/// Whether a table blocks sending until a person decides.
pub fn asks(table: &PricingTable) -> bool {
    table.groups.iter().flat_map(|group| &group.items).any(|item| !item.confirmed)
}

/// The currency of the workspace in which a case is read: that of its label, since there a text may leave it
/// out.
pub fn workspace_currency(label: Option<&str>) -> Currency {
    label.and_then(|code| code.parse().ok()).unwrap_or_default()
}

/// Reads and compares every price text.
pub fn score(half: Half) -> anyhow::Result<Report> {
    let [mut exact, mut named, mut asked, mut wrong] = [Count::default(); 4];
    let mut kinds: BTreeMap<String, Count> = BTreeMap::new();
    let mut worst = Vec::new();
    let mut minor = Vec::new();
    for case in corpus::load::<Case>("price-texts", half)? {
        let mut last = 0u128;
        let reading = reading::prices(&case.text, workspace_currency(case.currency.as_deref()), &mut || {
            last += 1;
            Uuid::from_u128(last)
        });
        let table = reading.table.clone();
        let asking = !reading.is_certain();
        if case.expect == Expect::Table && !asking && same(&case, &table) {
            let fits = names_match(&case, &table);
            named.add(fits);
            if !fits {
                minor.push(format!("{} NAME {:?} => {}", case.id, case.text, shown(&table)));
            }
        }
        let right = match case.expect {
            Expect::Table => same(&case, &table) && !asking,
            Expect::Ask | Expect::None => asking,
        };
        match case.expect {
            Expect::Table => exact.add(right),
            Expect::Ask | Expect::None => asked.add(right),
        }
        let silent = !right && !asking;
        wrong.add(silent);
        kinds.entry(case.phrasing.clone()).or_default().add(right);
        if !right && asking {
            let why: Vec<String> =
                reading.questions.iter().map(|question| format!("{:?}", question.doubt)).collect();
            // A question about a table that is as labelled is asked without need.
            let asked = if same(&case, &table) { "ASKED, table right," } else { "ASKED" };
            minor.push(format!(
                "{} [{}] {asked} {} {:?} => {}",
                case.id,
                case.phrasing,
                why.join(","),
                case.text,
                shown(&table)
            ));
        }
        if silent {
            worst.push(format!("{} [{}] {:?} => {}", case.id, case.phrasing, case.text, shown(&table)));
        }
    }
    worst.extend(minor);
    let figures = vec![
        ("read exactly, of clear texts", exact),
        ("named well, of those", named),
        ("asked, of open texts", asked),
        ("wrong without a question", wrong),
    ];
    Ok(Report { corpus: "price-texts", figures, kinds, worst })
}

/// A table in one line.
pub fn shown(table: &PricingTable) -> String {
    let item = |item: &pricing::Item| {
        let cadence = if item.cadence == Cadence::Once { "" } else { item.cadence.label() };
        let cycles = item.cycles.map(|cycles| format!(" x{cycles}")).unwrap_or_default();
        let marks = [(item.optional, " optional"), (!item.confirmed, " ?")]
            .map(|(is, mark)| if is { mark } else { "" })
            .concat();
        format!(
            "{}: {} x {} {cadence}{cycles}{marks}",
            item.name,
            item.quantity.normalize(),
            item.unit_price.normalize()
        )
    };
    let items: Vec<String> = table.groups.iter().flat_map(|group| &group.items).map(item).collect();
    let terms = [
        table.discount.map(|off| format!(" off {}", off.value)),
        table.deposit.map(|deposit| format!(" deposit {}", deposit.value)),
    ];
    let stages = table.milestones.iter().map(|milestone| format!(" stage {}", milestone.share.value));
    let terms: Vec<String> = terms.into_iter().flatten().chain(stages).collect();
    format!("{} [{}]{}", table.currency.code(), items.join("; "), terms.concat())
}

/// A charge as it is compared: net amount, cadence, bills, and whether the client may leave it out.
type Charge = (Decimal, Decimal, String, Option<u32>, bool);

fn same(case: &Case, table: &PricingTable) -> bool {
    let currency = case.currency.as_deref().is_none_or(|code| code == table.currency.code());
    // A discount of every item is one of the whole.
    let items = || table.groups.iter().flat_map(|group| &group.items);
    let common = items()
        .next()
        .and_then(|item| item.discount)
        .filter(|first| items().all(|item| item.discount == Some(*first)));
    let of_whole = table.discount.or(common.filter(|_| case.discount.is_some()));
    let discount = terms(case.discount.as_deref(), of_whole.as_ref());
    // A deposit may be the first of several stages.
    let first = table.milestones.first().map(|milestone| milestone.share);
    let deposit = terms(
        case.deposit.as_deref(),
        table.deposit.as_ref().or(first.as_ref().filter(|_| case.deposit.is_some())),
    ) || (case.schedule.is_some() && !table.milestones.is_empty());
    // Several taxes of one item add up.
    let rates: Vec<Decimal> =
        items().map(|item| item.taxes.iter().map(|tax| tax.rate).sum::<Decimal>()).collect();
    let label = case.tax.as_deref().map_or(Some(Decimal::ZERO), number);
    let tax = rates.iter().all(|read| Some(*read) == label);
    let mode =
        case.tax.is_none() || case.tax_included.unwrap_or_default() == (table.tax_mode == TaxMode::Inclusive);
    let schedule = case
        .schedule
        .as_ref()
        .is_none_or(|stages| stages.len() == table.milestones.len() || table.deposit.is_some());
    currency && discount && deposit && tax && mode && schedule && charges_match(case, table)
}

fn charges_match(case: &Case, table: &PricingTable) -> bool {
    let mut labelled: Vec<Charge> =
        case.items.iter().filter(|item| !item.price.is_zero()).map(labelled).collect();
    let mut read: Vec<Charge> = table
        .groups
        .iter()
        .flat_map(|group| group.items.iter().map(move |item| (group.choice, item)))
        .filter(|(_, item)| !item.unit_price.is_zero())
        .map(|(choice, item)| {
            let net = net(item.unit_price, item.discount.as_ref().filter(|_| case.discount.is_none()));
            let free = item.optional || choice != Choice::All;
            (
                net,
                item.quantity.normalize(),
                item.cadence.label().to_lowercase().replace("one-time", "once"),
                item.cycles,
                free,
            )
        })
        .collect();
    labelled.sort();
    read.sort();
    // A minimum term may be kept as words or as a number of bills.
    let open: Vec<bool> = case.items.iter().map(|item| item.min_cycles.is_some()).collect();
    if open.iter().any(|open| *open) {
        for charge in labelled.iter_mut().chain(&mut read) {
            charge.3 = None;
        }
    }
    labelled == read || (case.phrasing == "instalments" && whole(&labelled) == whole(&read))
}

fn labelled(item: &Item) -> Charge {
    let discount = item.discount.as_deref().and_then(adjustment);
    let free = item.optional || item.one_of.is_some();
    (
        net(item.price, discount.as_ref()),
        item.quantity.normalize(),
        item.cadence.clone(),
        item.cycles.or(item.min_cycles),
        free,
    )
}

/// Everything that is paid in the end: instalments may be a quantity or a number of bills.
fn whole(charges: &[Charge]) -> Decimal {
    charges
        .iter()
        .map(|(net, quantity, _, cycles, _)| *net * *quantity * Decimal::from(cycles.unwrap_or(1)))
        .sum::<Decimal>()
        .normalize()
}

fn net(price: Decimal, discount: Option<&Adjustment>) -> Decimal {
    let net = match discount {
        Some(Adjustment { kind: AdjustmentKind::Percent, value }) => {
            price - price * *value / Decimal::ONE_HUNDRED
        }
        Some(Adjustment { kind: AdjustmentKind::Amount, value }) => price - *value,
        None => price,
    };
    net.normalize()
}

fn names_match(case: &Case, table: &PricingTable) -> bool {
    let read: Vec<String> =
        table.groups.iter().flat_map(|group| &group.items).map(|item| item.name.to_lowercase()).collect();
    let text = read.join("\n");
    case.items.iter().filter_map(|item| item.name.as_deref()).all(|name| text.contains(&name.to_lowercase()))
}

fn number(text: &str) -> Option<Decimal> {
    text.trim_end_matches('%').trim().parse().ok()
}

fn adjustment(text: &str) -> Option<Adjustment> {
    let value = number(text)?;
    Some(if text.contains('%') { Adjustment::percent(value) } else { Adjustment::amount(value) })
}

fn terms(label: Option<&str>, read: Option<&Adjustment>) -> bool {
    match (label.and_then(adjustment), read) {
        (None, None) => true,
        (Some(label), Some(read)) => label.kind == read.kind && label.value == read.value,
        _ => false,
    }
}
