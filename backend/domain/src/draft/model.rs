//! Drafting by a model: prompt, answer schema, and the parser that turns an answer into a [`Draft`] or into
//! reasons for refusal.
//!
//! The answer is data. Bodies are Markdown that is converted to clean HTML; prices become table items whose
//! amounts are traced to the user's words; anything unbacked is refused or marked unconfirmed.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{Draft, DraftInput, SUBTITLE_MAX, TITLE_MAX, limits};
use crate::document::{self, BlockKind, Section, addresses::Addresses, placeholders};
use crate::pricing;
use crate::prompt::{Answer, DataClient, DataCompany, DefaultPrompt, Prompt};
use crate::reading::amounts::amounts;
use crate::recap::words::normal;

mod prices;
mod stage;

pub use stage::stage_of;

/// The instructions for drafting.
pub const PROMPT: DefaultPrompt = DefaultPrompt {
    key: "proposal_drafting_prompt",
    name: "Proposal drafting",
    version: 4,
    text: "You write business proposals that clients enjoy reading: specific, warm, plain, in full sentences, without filler.\n\
\n\
Write for the client named in the data, in the language of clientContext. Address the client as \"you\" and the company as \"we\".\n\
\n\
Fields of the answer:\n\
- title: the work, for whom; at most 100 characters. subtitle: one line, or null.\n\
- sections: in reading order. Start with kind summary, needs, solution and scope. Add assumptions and exclusions only where the user's words say what is \
taken as given or not included. Add what-we-offer, how-we-work, why-work-with-us, testimonials, team (aboutUs, teamSize) and case-study (caseStudiesLink) \
only where the company data has them, and keep testimonials word for word. parts are its paragraphs and list entries in order; text is Markdown without \
headings of level 1 or 2, images or HTML. In needs, solution and scope, source is the exact stretch of the user's words that the part rests on, copied word \
for word; a part without one is left out. Elsewhere source is null.\n\
- pricing: the items of pricingDetails, grouped sensibly. unitPrice and quantity are decimal strings without currency sign or separators. cadence says how \
often it is paid. source is the exact stretch of pricingDetails that names the amount, or null where there is none. Never work out, round, add or convert amounts. \
currency is the one that pricingDetails names, else that of the company, which is also what \"$\" means if it is a dollar.\n\
- timeline: Markdown with the dates, durations and milestones that the data names, or null when it names none.\n\
- nextSteps: Markdown; how the client answers on the proposal's page: with a signature, a wish for changes, or a no.\n\
\n\
Rules: use only what the data says. Never invent a figure, date, deadline, name, certificate, guarantee, reference, result or promise. No prices outside \
the pricing field. No placeholders such as [Name] or TBD. additionalNotes are the company's wishes for this proposal: follow them where they concern \
tone and emphasis, and never quote notes that are meant for the writer. writingRules are the company's style rules.",
};

/// The name of the answer's schema.
pub const SCHEMA_NAME: &str = "proposal_draft";

/// The longest body of a section, in bytes of Markdown.
const BODY_MAX: usize = 40_000;
const SECTIONS_MAX: usize = 30;
/// How much of a part that was left out is quoted, in characters.
const EXCERPT_MAX: usize = 200;

/// The kinds a model may use; pricing, timeline and next steps have fields of their own.
const KINDS: [BlockKind; 14] = [
    BlockKind::Summary,
    BlockKind::Needs,
    BlockKind::Solution,
    BlockKind::Scope,
    BlockKind::Assumptions,
    BlockKind::Exclusions,
    BlockKind::WhatWeOffer,
    BlockKind::HowWeWork,
    BlockKind::WhyWorkWithUs,
    BlockKind::Testimonials,
    BlockKind::CaseStudy,
    BlockKind::Team,
    BlockKind::Notes,
    BlockKind::Free,
];

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Data<'a> {
    client: DataClient<'a>,
    company: DataCompany<'a>,
    client_context: &'a str,
    proposed_solution: &'a str,
    pricing_details: &'a str,
    additional_notes: Option<&'a str>,
    writing_rules: Option<&'a str>,
}

/// The request for a draft; `instructions` is the text of [`PROMPT`] or the administrator's version of it,
/// `rules` the company's own style rules, if they are enabled.
#[must_use]
pub fn prompt(instructions: &str, rules: Option<&str>, input: &DraftInput) -> Prompt {
    Prompt::in_style(
        instructions,
        &Data {
            client: DataClient::of(&input.client),
            company: DataCompany::of(&input.company),
            client_context: &input.client_context,
            proposed_solution: &input.proposed_solution,
            pricing_details: &input.pricing_details,
            additional_notes: input.additional_notes.as_deref(),
            writing_rules: rules,
        },
        rules,
    )
}

/// The JSON schema of the answer, strict in the sense of OpenAI's structured output. A model streams the
/// properties in the schema's order, which [`stage_of`] relies on; this crate makes `serde_json` keep it.
#[must_use]
pub fn schema() -> Value {
    let kinds: Vec<&str> = KINDS.iter().map(|kind| kind.name()).collect();
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["title", "subtitle", "sections", "pricing", "timeline", "nextSteps"],
        "properties": {
            "title": { "type": "string" },
            "subtitle": { "type": ["string", "null"] },
            "sections": {
                "type": "array",
                "items": {
                    "type": "object",
                    "additionalProperties": false,
                    "required": ["kind", "title", "parts"],
                    "properties": {
                        "kind": { "type": "string", "enum": kinds },
                        "title": { "type": "string" },
                        "parts": {
                            "type": "array",
                            "items": {
                                "type": "object",
                                "additionalProperties": false,
                                "required": ["text", "source"],
                                "properties": { "text": { "type": "string" }, "source": { "type": ["string", "null"] } }
                            }
                        }
                    }
                }
            },
            "pricing": prices::schema(),
            "timeline": { "type": ["string", "null"] },
            "nextSteps": { "type": "string" }
        }
    })
}

impl Answer for Draft {
    fn written(&self) -> String {
        let subtitle = self.subtitle.as_deref().unwrap_or_default();
        format!("{}\n{subtitle}\n{}\n{}", self.title, document::text(&self.html()), self.left_out.join("\n"))
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ModelDraft {
    title: String,
    subtitle: Option<String>,
    sections: Vec<AnswerSection>,
    pricing: prices::ModelPrices,
    timeline: Option<String>,
    next_steps: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct AnswerSection {
    kind: String,
    title: String,
    parts: Vec<AnswerPart>,
}

/// A paragraph or an entry of a list, with the words of the input that it rests on.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AnswerPart {
    text: String,
    source: Option<String>,
}

/// Reads a model's answer. Errors list every reason, as sentences for one repair request (see
/// [`crate::prompt::repair`]). Amounts in the table that the user did not write are kept and marked
/// unconfirmed; amounts in the prose are refused.
pub fn parse_model(
    answer: &str,
    input: &DraftInput,
    ids: &mut dyn FnMut() -> Uuid,
) -> Result<Draft, Vec<String>> {
    let answer: ModelDraft = serde_json::from_str(json_object(answer))
        .map_err(|error| vec![format!("The answer is not the JSON object asked for: {error}.")])?;
    let mut reader = DraftReader {
        input,
        addresses: Addresses::of(&input.company, Some(&input.client)),
        words: normal(&input.words().join("\n")),
        left_out: Vec::new(),
        backed: backing(input).iter().flat_map(|text| amounts(text)).map(|amount| amount.value).collect(),
        reasons: Vec::new(),
        ids,
    };
    let title = reader.line("title", &answer.title, TITLE_MAX);
    if title.is_empty() {
        reader.reasons.push("title must not be empty.".to_owned());
    }
    let subtitle = answer
        .subtitle
        .map(|text| reader.line("subtitle", &text, SUBTITLE_MAX))
        .filter(|text| !text.is_empty());
    let written = reader.sections(&answer.sections);
    let timeline = reader.block(
        BlockKind::Timeline,
        "Timeline",
        "timeline",
        answer.timeline.as_deref().unwrap_or_default(),
    );
    let next_steps = reader.block(BlockKind::NextSteps, "Next steps", "nextSteps", &answer.next_steps);
    let pricing = prices::read(
        answer.pricing,
        &input.pricing_details,
        input.company.currency,
        reader.ids,
        &mut reader.reasons,
    );
    let pricing = reader.addresses.in_table(pricing);
    if !reader.reasons.is_empty() {
        return Err(reader.reasons);
    }
    let price_block = Section {
        id: (reader.ids)(),
        kind: BlockKind::Pricing,
        title: "Pricing".to_owned(),
        html: pricing::render::html(&pricing),
    };
    let (core, rest): (Vec<Section>, Vec<Section>) =
        written.into_iter().partition(|section| leads(section.kind));
    let sections = core
        .into_iter()
        .chain(timeline)
        .chain(Some(price_block).filter(|block| !block.html.is_empty()))
        .chain(rest)
        .chain(next_steps)
        .collect();
    let left_out = reader.left_out;
    Ok(Draft { title, subtitle, sections, pricing, left_out })
}

/// The blocks before timeline and pricing; those about the company come after.
fn leads(kind: BlockKind) -> bool {
    matches!(
        kind,
        BlockKind::Summary
            | BlockKind::Needs
            | BlockKind::Solution
            | BlockKind::Scope
            | BlockKind::Assumptions
            | BlockKind::Exclusions
            | BlockKind::Free
    )
}

/// The texts that may back an amount in the prose.
fn backing(input: &DraftInput) -> Vec<&str> {
    let company = &input.company;
    let mut texts = input.words();
    texts.extend(
        [
            &company.about_us,
            &company.what_we_offer,
            &company.how_we_work,
            &company.why_work_with_us,
            &company.testimonials,
            &company.success_metrics,
            &company.guarantees_offered,
            &company.industry_recognitions,
        ]
        .into_iter()
        .filter_map(|text| text.as_deref()),
    );
    texts
}

struct DraftReader<'a> {
    input: &'a DraftInput,
    addresses: Addresses,
    /// The user's words, as normal words.
    words: String,
    left_out: Vec<String>,
    backed: Vec<rust_decimal::Decimal>,
    reasons: Vec<String>,
    ids: &'a mut dyn FnMut() -> Uuid,
}

impl DraftReader<'_> {
    fn line(&mut self, name: &str, text: &str, max: usize) -> String {
        let line =
            self.addresses.in_text(&text.replace('\0', "").split_whitespace().collect::<Vec<_>>().join(" "));
        if line.chars().count() > max {
            self.reasons.push(format!("{name} must have at most {max} characters."));
        }
        self.check_words(name, &line);
        line
    }

    fn sections(&mut self, answers: &[AnswerSection]) -> Vec<Section> {
        if answers.is_empty() {
            self.reasons.push("sections must have at least one entry.".to_owned());
        }
        if answers.len() > SECTIONS_MAX {
            self.reasons.push(format!("sections must have at most {SECTIONS_MAX} entries."));
            return Vec::new();
        }
        let mut out: Vec<Section> = Vec::new();
        for (index, answer) in answers.iter().enumerate() {
            let name = format!("sections[{index}]");
            let Some(kind) = BlockKind::from_name(&answer.kind).filter(|kind| KINDS.contains(kind)) else {
                self.reasons.push(format!(
                    "{name}.kind \"{}\" is not one of the kinds.",
                    answer.kind.chars().take(40).collect::<String>()
                ));
                continue;
            };
            if !self.has_source(kind) {
                let silent = if leads(kind) {
                    "about which the user's words say nothing"
                } else {
                    "for which the company data has nothing"
                };
                self.reasons.push(format!("{name} is of kind {}, {silent}.", kind.name()));
                continue;
            }
            let title = self.line(&format!("{name}.title"), &answer.title, TITLE_MAX);
            let Some(body) = self.body(kind, &answer.parts) else { continue };
            let block = self.block(kind, &title, &format!("{name}.parts"), &body);
            if block.is_none() {
                self.reasons.push(format!("{name}.parts must not be empty."));
            }
            out.extend(block);
        }
        out
    }

    /// The parts as one text, without those whose source is not among the user's words; none if none is left.
    fn body(&mut self, kind: BlockKind, parts: &[AnswerPart]) -> Option<String> {
        let is_cited = matches!(kind, BlockKind::Needs | BlockKind::Solution | BlockKind::Scope);
        let mut body = String::new();
        let mut was_entry = false;
        for part in parts {
            let source = normal(part.source.as_deref().unwrap_or_default());
            if is_cited && (source.trim().is_empty() || !self.words.contains(&source)) {
                let said: String = part.text.chars().take(EXCERPT_MAX).collect();
                self.left_out.push(format!("\u{201c}{}\u{201d}", self.addresses.in_text(said.trim())));
                continue;
            }
            let text = part.text.trim_end();
            let mark = text.split_once(' ').map_or("", |(mark, _)| mark);
            let is_entry = ["-", "*", "+"].contains(&mark)
                || mark.strip_suffix('.').is_some_and(|number| number.parse::<u16>().is_ok());
            body.push_str(if body.is_empty() {
                ""
            } else if was_entry && is_entry {
                "\n"
            } else {
                "\n\n"
            });
            body.push_str(text);
            was_entry = is_entry;
        }
        (!body.is_empty() || parts.is_empty()).then_some(body)
    }

    /// Testimonials and descriptions of the company must come from its profile; assumptions and exclusions,
    /// from the user's words.
    fn has_source(&self, kind: BlockKind) -> bool {
        let company = &self.input.company;
        match kind {
            BlockKind::Testimonials => company.testimonials.is_some(),
            BlockKind::WhatWeOffer => company.what_we_offer.is_some(),
            BlockKind::HowWeWork => company.how_we_work.is_some(),
            BlockKind::WhyWorkWithUs => company.why_work_with_us.is_some(),
            BlockKind::Team => company.about_us.is_some() || company.team_size.is_some(),
            BlockKind::CaseStudy => company.case_studies_link.is_some(),
            BlockKind::Assumptions | BlockKind::Exclusions => limits::is_said_in(&self.input.words(), kind),
            _ => true,
        }
    }

    fn block(&mut self, kind: BlockKind, title: &str, name: &str, body: &str) -> Option<Section> {
        if body.len() > BODY_MAX {
            self.reasons.push(format!("{name} must have at most {BODY_MAX} bytes."));
            return None;
        }
        let html = self.addresses.in_html(&document::markdown(body));
        if document::is_empty(&html) {
            return None;
        }
        self.check_words(name, &document::text(&html));
        Some(Section { id: (self.ids)(), kind, title: title.to_owned(), html })
    }

    fn check_words(&mut self, name: &str, text: &str) {
        for placeholder in placeholders(text) {
            self.reasons.push(format!("{name} contains the placeholder {placeholder}."));
        }
        for amount in amounts(text) {
            if amount.currency.is_some() && !self.backed.contains(&amount.value) {
                self.reasons
                    .push(format!("{name} names the amount {}, which the data does not.", amount.text));
            }
        }
    }
}

/// The JSON object in an answer: endpoints without structured output wrap it in a code fence or in text.
pub(crate) fn json_object(answer: &str) -> &str {
    let start = answer.find('{').unwrap_or(0);
    let end = answer.rfind('}').map_or(answer.len(), |at| at + 1);
    answer.get(start..end).unwrap_or(answer)
}

#[cfg(test)]
mod tests;
