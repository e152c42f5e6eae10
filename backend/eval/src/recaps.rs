//! A meeting recap, as the wizard takes it: the recap's prices become the price field's text, and that a
//! table.

use std::collections::BTreeMap;

use proffer_domain::{
    pricing::{self, Cadence, Item, PricingTable},
    recap::{Extraction, Seller},
};
use rust_decimal::Decimal;
use serde::Deserialize;

use crate::{
    corpus::{self, Expect, Half},
    price_texts::{asks, shown, workspace_currency},
    reader::{ReadRecap, Reader},
    score::{Count, Report},
    sentences::Labels,
};

/// The most words of a line item's name beside those of its label.
pub const WORDS_BESIDE_NAME: usize = 4;

/// A labelled recap.
#[derive(Deserialize)]
pub struct Case {
    id: String,
    style: String,
    /// Who speaks for the seller.
    pub us: Option<String>,
    pub text: String,
    expect: Expect,
    currency: Option<String>,
    once: Option<Decimal>,
    monthly: Option<Decimal>,
    quarterly: Option<Decimal>,
    yearly: Option<Decimal>,
    #[serde(default)]
    needs: Vec<String>,
    #[serde(default)]
    excluded: Vec<String>,
    #[serde(default, rename = "amount")]
    pub amounts: Vec<Amount>,
    pub sentences: Option<Labels>,
}

impl Case {
    /// Who sells: the wizard has asked which speaker is ours.
    pub fn seller(&self) -> Seller<'_> {
        Seller { speaker: self.us.as_deref(), currency: workspace_currency(self.currency.as_deref()) }
    }
}

/// A labelled amount of a recap.
#[derive(Clone, Deserialize)]
pub struct Amount {
    pub value: Decimal,
    pub role: String,
    pub quantity: Option<Decimal>,
    /// What the line item would be called.
    pub name: Option<String>,
}

impl Amount {
    /// Whether it belongs into the table of prices.
    pub fn is_price(&self) -> bool {
        matches!(self.role.as_str(), "price" | "option" | "alternative")
    }

    /// Whether it belongs neither into the table nor to its terms.
    pub fn is_mention(&self) -> bool {
        !self.is_price() && !matches!(self.role.as_str(), "discount" | "deposit" | "cap")
    }
}

/// Whether a name holds the labelled one, with no more than some words beside it.
pub fn is_named_by(name: &str, label: &str, beside: usize) -> bool {
    let [name, label] =
        [name, label].map(|words| words.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase());
    let words = |name: &str| name.split_whitespace().count();
    name.contains(&label) && words(&name) <= words(&label) + beside
}

/// Counts the needs that are found and the exclusions that are told as needs or solution, and names what is
/// amiss.
fn sorted(case: &Case, extraction: &Extraction, needs: &mut Count, excluded: &mut Count) -> Vec<String> {
    let mut amiss = Vec::new();
    let client_needs = extraction.client_needs.to_lowercase();
    for need in &case.needs {
        let is_found = client_needs.contains(&need.to_lowercase());
        needs.add(is_found);
        if !is_found {
            amiss.push(format!("{} need missing {need:?}", case.id));
        }
    }
    let told = format!("{client_needs}\n{}", extraction.proposed_solution.to_lowercase());
    for words in &case.excluded {
        let is_told = told.contains(&words.to_lowercase());
        excluded.add(is_told);
        if is_told {
            amiss.push(format!("{} exclusion told {words:?}", case.id));
        }
    }
    amiss
}

/// How the labelled amounts of the recaps are read.
#[derive(Default)]
struct Prices {
    found: Count,
    named: Count,
    quantities: Count,
    charged: Count,
    proposed: Count,
}

impl Prices {
    /// Compares the amounts of a recap with its table. Returns those of others that it charges, and adds the
    /// prices with another name to `misnamed`.
    fn compare(&mut self, case: &Case, table: &PricingTable, misnamed: &mut Vec<String>) -> Vec<String> {
        let items: Vec<&Item> = table.groups.iter().flat_map(|group| &group.items).collect();
        let holds = |amount: &Amount, confirmed: Option<bool>| {
            items.iter().any(|item| {
                item.unit_price == amount.value
                    && confirmed.is_none_or(|confirmed| item.confirmed == confirmed)
            })
        };
        let is_also_price = |amount: &Amount| {
            case.amounts.iter().any(|other| other.is_price() && other.value == amount.value)
        };
        let mut taken = Vec::new();
        for amount in &case.amounts {
            if amount.is_price() {
                self.found.add(holds(amount, None));
                if let Some(name) = amount.name.as_deref().filter(|_| holds(amount, None)) {
                    let is_named = items.iter().any(|item| {
                        item.unit_price == amount.value && is_named_by(&item.name, name, WORDS_BESIDE_NAME)
                    });
                    self.named.add(is_named);
                    if !is_named {
                        let read = items
                            .iter()
                            .filter(|item| item.unit_price == amount.value)
                            .map(|item| item.name.as_str());
                        misnamed.push(format!(
                            "{} name {name:?} read {:?}",
                            case.id,
                            read.collect::<Vec<_>>()
                        ));
                    }
                }
                let quantity = amount.quantity.unwrap_or(Decimal::ONE);
                self.quantities.add(items.iter().any(|item| {
                    item.unit_price == amount.value && (item.quantity == quantity || !item.confirmed)
                }));
            } else if amount.is_mention() && !is_also_price(amount) {
                self.charged.add(holds(amount, Some(true)));
                self.proposed.add(holds(amount, Some(false)));
                if holds(amount, None) {
                    taken.push(format!("{} ({})", amount.value.normalize(), amount.role));
                }
            }
        }
        taken
    }
}

/// Has every recap read and drafted, and compares.
pub fn score(half: Half, reader: &Reader) -> anyhow::Result<Report> {
    let [mut right, mut total, mut asked, mut none, mut wrong] = [Count::default(); 5];
    let mut prices = Prices::default();
    let [mut needs, mut excluded, mut placed, mut asides, mut titled, mut mistitled] = [Count::default(); 6];
    let mut kinds: BTreeMap<String, Count> = BTreeMap::new();
    let [mut worst, mut minor, mut leaked] = [const { Vec::new() }; 3];
    let cases = corpus::load::<Case>("recaps", half)?;
    let recaps: Vec<_> = cases.iter().map(|case| (case.text.as_str(), case.seller())).collect();
    let mut answered = Count::default();
    for (case, read) in cases.iter().zip(reader.read(&recaps)) {
        answered.add(read.is_ok());
        let ReadRecap { extraction, title, table } = match read {
            Ok(read) => read,
            Err(error) => {
                worst.push(format!("{} not read: {error:#}", case.id));
                continue;
            }
        };
        let asking = asks(&table) || table.groups.is_empty();
        let is_right = match case.expect {
            Expect::Table => totals_match(case, &table) && !asking,
            Expect::Ask => asking,
            Expect::None => table.groups.is_empty(),
        };
        match case.expect {
            Expect::Table => {
                right.add(is_right);
                total.add(totals_match(case, &table));
            }
            Expect::Ask => asked.add(is_right),
            Expect::None => none.add(is_right),
        }
        let silent = !is_right && !asking;
        wrong.add(silent);
        kinds.entry(case.style.clone()).or_default().add(is_right);

        let taken = prices.compare(case, &table, &mut leaked);
        leaked.extend(sorted(case, &extraction, &mut needs, &mut excluded));
        if let Some(labels) = &case.sentences {
            placed.add_all(labels.placed(&extraction));
            asides.add_all(labels.asides_told(&extraction));
            if let Some(is_named) = labels.is_named_in(&title) {
                titled.add(is_named);
                mistitled.add(!is_named && names_work(&title));
            }
        }
        if !is_right {
            let cases = if silent { &mut worst } else { &mut minor };
            cases.push(misread(case, &table, &extraction.pricing_hint, silent, &taken));
        }
    }
    worst.extend(minor);
    worst.extend(leaked);
    let figures = vec![
        ("read", answered),
        ("right total, of clear recaps", total),
        ("right total without a question, of those", right),
        ("asked, of open recaps", asked),
        ("nothing charged, of recaps without a price", none),
        ("wrong total without a question", wrong),
        ("prices found with their value", prices.found),
        ("named well, of those", prices.named),
        ("quantity right or asked", prices.quantities),
        ("wrong: mentions charged, confirmed", prices.charged),
        ("wrong: mentions proposed", prices.proposed),
        ("needs found", needs),
        ("wrong: exclusions among needs and solution", excluded),
        ("sentences told where they belong", placed),
        ("wrong: asides told", asides),
        ("titles that name the subject", titled),
        ("wrong: titles that name something else", mistitled),
    ];
    Ok(Report { corpus: "recaps", figures, kinds, worst })
}

/// Whether a title names any work, and not the client alone.
fn names_work(title: &str) -> bool {
    !["Proposal for", "Angebot für", "Proposition pour", "Propuesta para"]
        .iter()
        .any(|open| title.starts_with(open))
}

/// A recap that is not read as labelled, in one line. `taken` are the amounts of others that it charges.
fn misread(case: &Case, table: &PricingTable, hint: &str, silent: bool, taken: &[String]) -> String {
    let is_charged = |amount: &Amount| {
        table.groups.iter().flat_map(|group| &group.items).any(|item| item.unit_price == amount.value)
    };
    let missing = case.amounts.iter().filter(|amount| amount.is_price() && !is_charged(amount));
    let missing: Vec<String> = missing.map(|amount| amount.value.normalize().to_string()).collect();
    format!(
        "{} [{}]{} {:?}{}: missing [{}], taken [{}], {} from {:?}",
        case.id,
        case.style,
        if silent { "" } else { " ASKED" },
        case.expect,
        if totals_match(case, table) { ", total right" } else { "" },
        missing.join(", "),
        taken.join(", "),
        shown(table),
        hint.replace('\n', " / ")
    )
}

/// Whether what is charged without options is the labelled sum for each cadence.
fn totals_match(case: &Case, table: &PricingTable) -> bool {
    let Ok(totals) = pricing::totals(table) else { return false };
    let read = |cadence: Cadence| {
        let cadences = totals.cadences.iter().find(|of| of.cadence == cadence);
        cadences.map_or(Decimal::ZERO, |of| of.subtotal - of.discount)
    };
    let labels = [
        (Cadence::Once, case.once),
        (Cadence::Monthly, case.monthly),
        (Cadence::Quarterly, case.quarterly),
        (Cadence::Yearly, case.yearly),
    ];
    case.currency.as_deref().is_none_or(|code| code == table.currency.code())
        && labels.into_iter().all(|(cadence, label)| read(cadence) == label.unwrap_or_default())
}
