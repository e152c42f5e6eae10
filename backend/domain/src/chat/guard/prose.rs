//! Checks a model's text: amounts, percentages and promises must have a source.

use std::collections::HashSet;

use rust_decimal::Decimal;

use crate::chat::{ChatInput, Speaker};
use crate::document;
use crate::pricing::totals;
use crate::prompt::{without_orders, without_overrides};
use crate::reading::amounts::{amounts, numbers, priced};
use crate::reading::lexicon::WordList;
use crate::recap::words::normal;

/// The sources that back a text.
#[derive(Debug)]
pub(super) struct Backing {
    amounts: HashSet<Decimal>,
    percentages: HashSet<Decimal>,
    /// All words of it, as normal words.
    words: String,
    /// What people said about the company and what the team wrote: the only sources of testimonials.
    said: String,
}

impl Backing {
    pub(super) fn of(input: &ChatInput) -> Self {
        let company = &input.company;
        let mut texts: Vec<String> =
            input.team_words().into_iter().map(|text| without_overrides(text).into_owned()).collect();
        let profile = [
            &company.about_us,
            &company.what_we_offer,
            &company.how_we_work,
            &company.why_work_with_us,
            &company.testimonials,
            &company.success_metrics,
            &company.guarantees_offered,
            &company.industry_recognitions,
            &company.years_in_business,
            &company.team_size,
            &company.terms_and_conditions,
        ];
        texts.extend(profile.into_iter().flatten().map(|text| without_orders(text).into_owned()));
        texts.extend(company.certifications.iter().chain(&company.awards).cloned());
        texts.push(input.content.title.clone());
        texts.extend(input.content.subtitle.clone());
        let mut quoted = company.testimonials.clone().unwrap_or_default();
        for section in &input.content.sections {
            texts.push(section.title.clone());
            texts.push(document::text(&section.html));
            if section.kind == document::BlockKind::Testimonials {
                quoted.push('\n');
                quoted.push_str(&document::text(&section.html));
            }
        }
        let history =
            input.history.iter().filter(|said| said.who == Speaker::Team).map(|said| said.text.as_str());
        let notes = input.additional_notes.as_deref().unwrap_or_default();
        let written: Vec<&str> = std::iter::once(input.message.as_str()).chain(history).collect();
        let written = written.join("\n");
        let mut amounts: HashSet<Decimal> =
            texts.iter().flat_map(|text| priced(text)).map(|amount| amount.value).collect();
        amounts.extend(table_figures(input));
        Self {
            amounts,
            percentages: texts.iter().flat_map(|text| percentages(text)).collect(),
            words: normal(&texts.join("\n")),
            said: normal(&format!("{quoted}\n{notes}\n{written}")),
        }
    }

    /// The first part of a text that no source backs, in words for people.
    pub(super) fn unbacked(&self, text: &str) -> Option<String> {
        let amount = amounts(text)
            .into_iter()
            .find(|amount| amount.currency.is_some() && !self.amounts.contains(&amount.value));
        if let Some(amount) = amount {
            return Some(format!("{}, which nobody on your team has written", amount.text));
        }
        if let Some(percent) =
            percentages(text).into_iter().find(|percent| !self.percentages.contains(percent))
        {
            return Some(format!("{percent}%, which nobody on your team has written"));
        }
        let words = normal(text);
        let known: Vec<&str> = WordList::Promise.found_in(&self.words).map(|(_, promise)| promise).collect();
        let (_, promise) =
            WordList::Promise.found_in(&words).filter(|(_, promise)| !known.contains(promise)).min()?;
        Some(format!("something about \"{promise}\", which neither you nor your company profile say"))
    }

    /// Whether every line of a testimonial is a quotation from the sources. Names and short lines between
    /// quotations are not checked.
    pub(super) fn has_said(&self, text: &str) -> bool {
        text.lines().map(normal).all(|line| line.split_whitespace().count() < 5 || self.said.contains(&line))
    }
}

fn percentages(text: &str) -> Vec<Decimal> {
    numbers(text).into_iter().filter(|number| number.is_percent).map(|number| number.value).collect()
}

/// The prices and their totals.
fn table_figures(input: &ChatInput) -> Vec<Decimal> {
    let table = &input.content.pricing;
    let mut figures: Vec<Decimal> =
        table.groups.iter().flat_map(|group| &group.items).map(|item| item.unit_price.normalize()).collect();
    if let Ok(totals) = totals(table) {
        figures.push(totals.total_amount.normalize());
    }
    figures
}
