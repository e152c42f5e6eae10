//! A proposal's text, checked as before sending: which claims are found unbacked, and which alarms are false.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use proffer_domain::{
    claims::{self, Change, Claim, ClientEntry, Inputs},
    company::CompanyInput,
    document::{BlockKind, Section, escape, patch::Content},
    money::Currency,
    pricing::PricingTable,
    reading,
};
use serde::Deserialize;
use uuid::Uuid;

use crate::{
    corpus::{self, Half},
    score::{Count, Report},
};

#[derive(Deserialize)]
struct Case {
    id: String,
    #[serde(default)]
    recap: String,
    #[serde(default)]
    profile: String,
    #[serde(default)]
    client: String,
    #[serde(default)]
    prices: String,
    #[serde(default)]
    typed: String,
    text: String,
    #[serde(default, rename = "claim")]
    claims: Vec<Label>,
    #[serde(default, rename = "quiet")]
    quiet: Vec<Quiet>,
}

#[derive(Deserialize)]
struct Label {
    text: String,
    kind: String,
    #[serde(default)]
    backed: bool,
    derived: Option<String>,
}

impl Label {
    fn is_backed(&self) -> bool {
        self.backed || self.derived.is_some()
    }
}

#[derive(Deserialize)]
struct Quiet {
    text: String,
}

/// Checks every proposal text.
pub fn score(half: Half) -> anyhow::Result<Report> {
    let [mut found, mut stopped, mut precise] = [Count::default(); 3];
    let [mut sums, mut backed, mut quiet] = [Count::default(); 3];
    let mut kinds: BTreeMap<String, Count> = BTreeMap::new();
    let mut worst = Vec::new();
    for case in corpus::load::<Case>("proposals", half)? {
        let (alarms, backed_claims): (Vec<Claim>, Vec<Claim>) = claims(&case)?
            .into_iter()
            .partition(|claim| claim.backing.is_none() || claim.contradiction.is_some());
        let over = |words: &str| alarms.iter().find(|alarm| overlap(&case.text, words, &alarm.text));
        for label in &case.claims {
            let alarm = over(&label.text);
            if label.is_backed() {
                let count = if label.derived.is_some() { &mut sums } else { &mut backed };
                count.add(alarm.is_some());
                if let Some(alarm) = alarm {
                    worst.push(format!(
                        "{} false alarm on {:?} [{}]: {:?}",
                        case.id, label.text, label.kind, alarm.text
                    ));
                }
            } else {
                found.add(alarm.is_some());
                stopped.add(alarm.is_some());
                kinds.entry(label.kind.clone()).or_default().add(alarm.is_some());
                if alarm.is_none() {
                    let backings =
                        backed_claims.iter().filter(|claim| overlap(&case.text, &label.text, &claim.text));
                    let because: Vec<&str> =
                        backings.filter_map(|claim| Some(claim.backing.as_ref()?.excerpt.as_str())).collect();
                    worst.push(format!(
                        "{} silent about {:?} [{}] {because:?}",
                        case.id, label.text, label.kind
                    ));
                }
            }
        }
        for words in &case.quiet {
            quiet.add(over(&words.text).is_some());
        }
        for alarm in &alarms {
            let is_right = case
                .claims
                .iter()
                .any(|label| !label.is_backed() && overlap(&case.text, &label.text, &alarm.text));
            precise.add(is_right);
            if !is_right && !case.claims.iter().any(|label| overlap(&case.text, &label.text, &alarm.text)) {
                worst.push(format!(
                    "{} false alarm on {:?} [{}] {}",
                    case.id,
                    alarm.text,
                    alarm.kind.name(),
                    alarm.contradiction.clone().unwrap_or_default()
                ));
            }
        }
    }
    let figures = vec![
        ("unbacked claims found", found),
        ("unbacked claims that stop sending", stopped),
        ("precision of alarms", precise),
        ("false alarms on backed claims", backed),
        ("false alarms on sums and products", sums),
        ("false alarms on quiet words", quiet),
    ];
    Ok(Report { corpus: "proposals", figures, kinds, worst })
}

/// The claims of the text with their backing.
fn claims(case: &Case) -> anyhow::Result<Vec<Claim>> {
    let pricing = reading::prices(&case.prices, Currency::USD, &mut Uuid::nil).table;
    let sections = sections(&case.text);
    let profile = CompanyInput {
        name: Some("The seller".to_owned()),
        about_us: Some(case.profile.clone()),
        ..CompanyInput::default()
    };
    let company = profile.validate().map_err(|errors| anyhow::anyhow!("{}: {errors:?}", case.id))?;
    let at = DateTime::<Utc>::UNIX_EPOCH + chrono::Days::new(20_750);
    let inputs = Inputs {
        client_context: &case.recap,
        proposed_solution: "",
        pricing_details: &case.prices,
        additional_notes: None,
        company: Some(&company),
        client: ClientEntry { description: Some(&case.client), ..ClientEntry::default() },
        pricing: &pricing,
        created_at: at,
        valid_until: None,
        chat: Vec::new(),
        changes: typed(case, at),
    };
    Ok(claims::read(&sections, inputs.sources(), &pricing))
}

/// The person's own typing, as the change that brought it.
fn typed(case: &Case, at: DateTime<Utc>) -> Vec<Change> {
    let content = |text: &str| Content {
        title: String::new(),
        subtitle: None,
        sections: sections(text),
        pricing: PricingTable::default(),
    };
    let claims = claims::typed(&content(""), &content(&case.typed));
    vec![Change { author: "Dana".to_owned(), at, typed: true, claims }]
}

/// The text as blocks: a line that begins with "# " is a heading, one with bars a row of a table.
fn sections(text: &str) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let section = |title: &str, number: usize| Section {
        id: Uuid::from_u128(number as u128 + 1),
        kind: BlockKind::Notes,
        title: title.to_owned(),
        html: String::new(),
    };
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if let Some(title) = line.strip_prefix("# ") {
            sections.push(section(title, sections.len()));
            continue;
        }
        if sections.is_empty() {
            sections.push(section("", 0));
        }
        let Some(last) = sections.last_mut() else { continue };
        if let Some(row) = line.strip_prefix('|') {
            last.html.push_str("<table><tbody><tr>");
            for cell in row.trim_end_matches('|').split('|') {
                last.html.extend(["<td><p>", &escape(cell.trim()), "</p></td>"]);
            }
            last.html.push_str("</tr></tbody></table>");
        } else {
            last.html.extend(["<p>", &escape(line), "</p>"]);
        }
    }
    sections
}

/// Whether two pieces of the text share a place in it: an alarm over "ten" says nothing of "forgotten".
fn overlap(text: &str, one: &str, other: &str) -> bool {
    let places = |piece: &str| {
        let piece = piece.trim();
        let cuts = |at: usize| {
            let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
            is_letter(text.get(..at).and_then(|before| before.chars().next_back()))
                && is_letter(text.get(at..).and_then(|after| after.chars().next()))
        };
        let places = text.match_indices(piece).map(|(at, found)| at..at + found.len());
        places.filter(|place| !cuts(place.start) && !cuts(place.end)).collect::<Vec<_>>()
    };
    let (ones, others) = (places(one), places(other));
    ones.iter().any(|one| others.iter().any(|other| one.start < other.end && other.start < one.end))
}
