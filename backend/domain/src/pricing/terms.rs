//! The figures of a price text that are not charges: discounts, deposits, taxes, sums and prices mentioned
//! for comparison.

use std::ops::Range;

use rust_decimal::Decimal;

use super::{
    Adjustment, AdjustmentKind, MAX_MILESTONES, MAX_TAXES, Tax,
    clause::{Clause, Side, near},
    scan::{Kind, Token},
    words,
};

/// The greatest distance between a word and its percentage, in tokens.
const REACH: usize = 4;

/// What a text says about the whole table. The first of each kind counts; combining it with a second one
/// would be a guess.
#[derive(Debug, Clone, Default)]
pub(super) struct Terms {
    pub(super) discount: Option<Adjustment>,
    pub(super) deposit: Option<Adjustment>,
    /// Taxes on everything.
    pub(super) taxes: Vec<Tax>,
    /// Whether the prices include them, as the first of them says.
    pub(super) inclusive: bool,
    /// Some taxes are included and some added, which a table cannot express.
    pub(super) mixed: bool,
    /// Percentages off single items ("10% off hosting"), with the words that name the items.
    pub(super) item_discounts: Vec<(Decimal, Vec<String>)>,
    pub(super) milestones: Vec<(Decimal, String)>,
    /// The tokens they were read from, in order.
    pub(super) used: Vec<usize>,
}

/// The role of an amount in its clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Charge,
    /// "$500 off".
    Discount,
    /// "$1,000 deposit".
    Deposit,
    /// The sum of the others: "total $5,000".
    Total,
    /// What the client can spend; a price only if the text names no other.
    Budget,
    /// Mentioned for comparison: "normally $5,000".
    Comparison,
}

impl Terms {
    /// Reads the percentages of a text.
    pub(super) fn read(tokens: &[Token<'_>]) -> Self {
        let mut terms = Self::default();
        for (at, token) in tokens.iter().enumerate() {
            let next = tokens.get(at + 1);
            if let Some(percent) = token.number() {
                if next.is_some_and(|next| next.is_sign('%') || next.is_word("percent") || next.is_word("pct")) {
                    terms.read_percent(tokens, at, at + 2, percent);
                }
            } else if token.is_word("half") {
                terms.read_percent(tokens, at, at + 1, Decimal::from(50));
            }
        }
        terms.used.sort_unstable();
        terms.settle_milestones();
        terms
    }

    fn read_percent(&mut self, tokens: &[Token<'_>], at: usize, end: usize, percent: Decimal) {
        let percent = percent.normalize();
        if percent.is_zero() || percent > Decimal::ONE_HUNDRED || percent.scale() > super::MAX_DECIMALS {
            return;
        }
        if let Some(stop) = due_until(tokens, end) {
            if self.milestones.len() < MAX_MILESTONES {
                self.milestones.push((percent, phrase(tokens, end..stop)));
            }
            self.used.extend(at..stop);
            return;
        }
        let after = (end..).take(REACH).take_while(|at| reaches_over(tokens, *at));
        let before = (0..at).rev().take(REACH).take_while(|at| reaches_over(tokens, *at));
        let Some((word, meaning)) = after.chain(before).find_map(|at| Some((at, meaning(tokens, at)?))) else {
            return;
        };
        let condition = condition(tokens, end);
        match meaning {
            // A conditional discount is not part of the price.
            Meaning::Discount if condition.is_some() => self.used.extend(condition.into_iter().flatten()),
            Meaning::Discount if item_words(tokens, end.max(word + 1)).is_some() => {
                if let Some((words, range)) = item_words(tokens, end.max(word + 1)) {
                    self.item_discounts.push((percent, words));
                    // Before an amount they are also its name: "10% off the website ($4,500)".
                    let ends = tokens.get(range.end).is_none_or(|next| {
                        matches!(next.kind, Kind::Break | Kind::Sign(',' | ';' | '.' | '!' | ')'))
                            || matches!(next.lower.as_str(), "and" | "then" | "plus")
                    });
                    self.used.extend(range.filter(|_| ends));
                }
            }
            Meaning::Discount if self.discount.is_none() => self.discount = Some(Adjustment::percent(percent)),
            Meaning::Deposit if self.deposit.is_none() => self.deposit = Some(Adjustment::percent(percent)),
            Meaning::Tax => {
                let same_clause =
                    |at: &usize| !tokens.get(*at).is_none_or(|token| matches!(token.kind, Kind::Break | Kind::Sign(',' | ';')));
                let before = (0..at).rev().take(REACH).take_while(same_clause);
                let around = before.chain((end..).take(REACH).take_while(same_clause));
                let inclusive = around.filter_map(|at| tokens.get(at)).any(|token| words::is_inclusive(&token.lower));
                self.read_tax(Tax { name: tax_name(tokens, word), rate: percent }, inclusive);
            }
            Meaning::Discount | Meaning::Deposit => {}
        }
        self.used.extend(at.min(word)..end.max(word + 1));
    }

    fn read_tax(&mut self, tax: Tax, inclusive: bool) {
        if self.taxes.contains(&tax) || self.taxes.len() == MAX_TAXES {
            return;
        }
        // "Incl. 5% GST and 7% PST" states it once for both.
        if self.taxes.is_empty() {
            self.inclusive = inclusive;
        } else if inclusive && !self.inclusive {
            self.mixed = true;
        }
        self.taxes.push(tax);
    }

    /// A deposit among several payments is the first of them; next to a single one it is complete by itself.
    /// Payments of more than 100 percent are ignored.
    fn settle_milestones(&mut self) {
        let deposit = self.deposit.filter(|deposit| deposit.kind == AdjustmentKind::Percent).map(|deposit| deposit.value);
        let sum: Decimal = self.milestones.iter().map(|(percent, _)| *percent).sum::<Decimal>() + deposit.unwrap_or_default();
        if sum > Decimal::ONE_HUNDRED || (self.deposit.is_some() && self.milestones.len() < 2) {
            self.milestones.clear();
        } else if let Some(percent) = deposit.filter(|_| !self.milestones.is_empty()) {
            self.milestones.insert(0, (percent, "Deposit".to_owned()));
            self.deposit = None;
        }
    }

    /// Records an amount that is a discount or a deposit. Returns whether it was the first of its kind, which
    /// is the one that counts.
    pub(super) fn note(&mut self, role: Role, amount: Decimal) -> bool {
        let place = match role {
            Role::Discount => &mut self.discount,
            Role::Deposit => &mut self.deposit,
            Role::Charge | Role::Total | Role::Budget | Role::Comparison => return false,
        };
        let first = place.is_none();
        place.get_or_insert(Adjustment { kind: AdjustmentKind::Amount, value: amount });
        first
    }

    pub(super) fn uses(&self, token: usize) -> bool {
        self.used.binary_search(&token).is_ok()
    }
}

enum Meaning {
    Discount,
    Deposit,
    Tax,
}

fn meaning(tokens: &[Token<'_>], at: usize) -> Option<Meaning> {
    let token = tokens.get(at)?;
    Some(match token.lower.as_str() {
        "off" | "discount" | "rebate" | "reduction" | "less" | "minus" => Meaning::Discount,
        "deposit" | "upfront" | "up-front" | "front" | "down" | "downpayment" | "advance" => Meaning::Deposit,
        word if words::is_tax(word) => Meaning::Tax,
        _ => return None,
    })
}

/// The name of a tax, by the word for it.
fn tax_name(tokens: &[Token<'_>], word: usize) -> String {
    let Some(token) = tokens.get(word) else { return String::new() };
    let before = word.checked_sub(1).and_then(|before| tokens.get(before));
    match token.lower.as_str() {
        "tax" | "taxes" if before.is_some_and(|before| before.is_word("sales")) => "Sales tax".to_owned(),
        "tax" | "taxes" => String::new(),
        "mwst" => "MwSt".to_owned(),
        name => name.to_uppercase(),
    }
}

/// Words for project stages at which payments are due.
const EVENTS: &[&str] = &[
    "acceptance",
    "agreement",
    "approval",
    "beginning",
    "beta",
    "booking",
    "commencement",
    "completion",
    "contract",
    "delivery",
    "deployment",
    "design",
    "designs",
    "draft",
    "end",
    "finish",
    "go-live",
    "halfway",
    "handover",
    "invoice",
    "kick-off",
    "kickoff",
    "launch",
    "live",
    "midpoint",
    "milestone",
    "order",
    "phase",
    "project",
    "prototype",
    "release",
    "sign-off",
    "signature",
    "signing",
    "signoff",
    "staging",
    "start",
    "testing",
];

/// Where a payment's due date ends in the text: "on delivery", "after approval of the design". `None` if
/// there is no due date.
fn due_until(tokens: &[Token<'_>], from: usize) -> Option<usize> {
    let opens =
        |at: usize| tokens.get(at).is_some_and(|token| matches!(token.lower.as_str(), "on" | "upon" | "at" | "after" | "before" | "when"));
    let from =
        if tokens.get(from).is_some_and(|token| matches!(token.lower.as_str(), "due" | "payable" | "paid")) { from + 1 } else { from };
    if !opens(from) {
        return None;
    }
    let ends = |at: usize| {
        tokens.get(at).is_none_or(|token| {
            matches!(
                token.kind,
                Kind::Break | Kind::Sign(',' | ';' | '.' | '!' | '?' | '|' | '+' | '&' | '%' | '(' | ')') | Kind::Number { .. }
            ) || matches!(token.lower.as_str(), "and" | "then" | "plus")
        })
    };
    let end = (from + 1..).take(2 * REACH).find(|at| ends(*at)).unwrap_or(from + 1 + 2 * REACH).min(tokens.len());
    let names_event = tokens.get(from + 1..end)?.iter().any(|token| EVENTS.contains(&token.lower.as_str()));
    names_event.then_some(end)
}

/// Tokens as a name: "On delivery".
fn phrase(tokens: &[Token<'_>], range: Range<usize>) -> String {
    let words: Vec<&str> = tokens
        .get(range)
        .unwrap_or_default()
        .iter()
        .filter(|token| matches!(token.kind, Kind::Word) && !matches!(token.lower.as_str(), "due" | "payable" | "paid"))
        .map(|token| token.text)
        .collect();
    let text: String = words.join(" ").chars().take(200).collect();
    let mut characters = text.chars();
    characters.next().map(|first| first.to_uppercase().chain(characters).collect()).unwrap_or_default()
}

/// The words that name the discounted items, and their tokens: "discount on hosting", "off the website".
/// `None` if the discount is on everything.
fn item_words(tokens: &[Token<'_>], from: usize) -> Option<(Vec<String>, Range<usize>)> {
    let link = tokens.get(from).is_some_and(|token| matches!(token.lower.as_str(), "on" | "for" | "off"));
    let after_off = from.checked_sub(1).and_then(|before| tokens.get(before)).is_some_and(|token| token.is_word("off"));
    if !link && !after_off {
        return None;
    }
    let start = if link { from + 1 } else { from };
    let ends = |token: &Token<'_>| matches!(token.lower.as_str(), "and" | "then" | "plus" | "if" | "when" | "with" | "until");
    let phrase: Vec<&Token<'_>> =
        tokens.iter().skip(start).take(REACH).take_while(|token| token.kind == Kind::Word && !ends(token)).collect();
    let range = from..start + phrase.len();
    let filler = |word: &str| matches!(word, "the" | "our" | "your" | "a" | "an" | "all" | "of");
    let words: Vec<String> = phrase.iter().map(|token| token.lower.clone()).filter(|word| !filler(word)).collect();
    let everything =
        |word: &String| matches!(word.as_str(), "everything" | "total" | "price" | "prices" | "quote" | "sum" | "project" | "order");
    (!words.is_empty() && !words.iter().any(everything)).then_some((words, range))
}

fn reaches_over(tokens: &[Token<'_>], at: usize) -> bool {
    tokens.get(at).is_some_and(|token| {
        !matches!(token.kind, Kind::Break | Kind::Sign(',' | ';' | '.' | '!' | '?' | '|' | '+' | '%') | Kind::Number { .. })
            && !token.is_word("plus")
    })
}

/// The words of a condition that follows: "if paid in full".
fn condition(tokens: &[Token<'_>], from: usize) -> Option<Range<usize>> {
    let same_sentence =
        |at: &usize| tokens.get(*at).is_some_and(|token| !matches!(token.kind, Kind::Break | Kind::Sign(',' | ';' | '.' | '!' | '?')));
    let words = || (from..).take(2 * REACH).take_while(same_sentence);
    let start =
        words().find(|at| tokens.get(*at).is_some_and(|token| matches!(token.lower.as_str(), "if" | "when" | "unless" | "provided")))?;
    Some(start..words().last().map_or(start, |last| last + 1))
}

/// The role of a clause's amount.
pub(super) fn role(tokens: &[Token<'_>], clause: &Clause, terms: &Terms) -> Role {
    let find = |side, reach, list: &[&str]| {
        near(tokens, clause, side, reach, |token| token.kind == Kind::Word && list.contains(&token.lower.as_str()))
            .filter(|at| !terms.uses(*at))
    };
    let is_after = |at: usize, word: &str| at.checked_sub(1).and_then(|before| tokens.get(before)).is_some_and(|token| token.is_word(word));

    // "one off" is a frequency.
    let taken_off = find(Side::After, 2, &["off", "discount", "rebate"]).is_some_and(|at| !is_after(at, "one"));
    if taken_off || find(Side::Before, 3, &["discount", "rebate", "minus"]).is_some() || find(Side::Before, 1, &["less"]).is_some() {
        return Role::Discount;
    }
    let deposit = &["deposit", "downpayment"];
    let down = find(Side::After, 2, &["down"]).or_else(|| find(Side::Before, 4, &["down"]));
    let down_payment = down.is_some_and(|at| tokens.get(at + 1).is_some_and(|next| next.is_word("payment")));
    if down_payment || find(Side::After, 3, deposit).is_some() || find(Side::Before, 3, deposit).is_some() {
        return Role::Deposit;
    }
    let compared = near(tokens, clause, Side::Before, 2, |token| words::is_comparison(&token.lower));
    if compared.is_some_and(|at| !terms.uses(at)) {
        return Role::Comparison;
    }
    let equals = near(tokens, clause, Side::Before, 2, |token| token.is_sign('=')).is_some();
    let total = &["total", "totals", "totaling", "totalling", "altogether", "overall", "subtotal", "sum"];
    if equals || find(Side::Before, 3, total).is_some() || find(Side::After, 2, total).is_some() {
        return Role::Total;
    }
    let budget = find(Side::Before, 4, &["budget"]).or_else(|| find(Side::After, 1, &["budget"]));
    // "Ad budget: $500" is a charge.
    let spent = ["ad", "ads", "advertising", "media", "marketing"];
    if budget.is_some_and(|at| !spent.iter().any(|word| is_after(at, word))) {
        return Role::Budget;
    }
    Role::Charge
}
