//! Writes a draft without a model: the user's own sentences, sorted, addressed to the client and framed.
//!
//! The frame states only what is true of every proposal (its client, the content of the page); every figure,
//! date, name and promise in a draft is the user's.

use std::collections::HashSet;

use rust_decimal::Decimal;
use uuid::Uuid;

use super::phrase::{addressed, entries, formal, is_sentence, list, paragraph, prose};
use super::refresh::company_blocks;
use super::title::work_named;
use super::{Draft, DraftInput, SUBTITLE_MAX, TITLE_MAX};
use super::{limits, scope};
use crate::document::{BlockKind, Section, addresses::Addresses};
use crate::pricing::{self, PricingTable};
use crate::reading::amounts::{amounts, priced};
use crate::reading::lexicon::WordList;
use crate::recap::cues::{self, Score};
use crate::recap::{APPROACH_OPEN, OPENINGS, money, sentences, time, words};

/// With more times than this they are no longer compared with each other.
const TIMES_MAX: usize = 50;

/// Drafts a proposal by rules. Always succeeds; different input gives a different draft.
#[must_use]
pub fn offline(input: &DraftInput, ids: &mut dyn FnMut() -> Uuid) -> Draft {
    let addresses = Addresses::of(&input.company, Some(&input.client));
    let pricing = addresses.in_table(pricing::table_from_text(&input.pricing_details, ids));
    let material = Material::read(input);
    let mut sections = Sections { list: Vec::new(), addresses, ids };
    sections.add(BlockKind::Summary, "Overview", summary(input, &material));
    sections.add(BlockKind::Needs, "Your needs", needs(&material));
    sections.add(BlockKind::Solution, "Our proposed solution", solution(&material));
    sections.add(BlockKind::Scope, "Scope of work", if material.open { String::new() } else { scope::of(&material.solution) });
    sections.add(BlockKind::Assumptions, "Assumptions", bullets("", &material.assumptions));
    sections.add(BlockKind::Exclusions, "Not included", bullets("", &material.exclusions));
    sections.add(BlockKind::Timeline, "Timeline", timeline(&material));
    add_prices(&mut sections, input, &pricing);
    for (kind, title, html) in company_blocks(&input.company) {
        sections.add(kind, title, html);
    }
    sections.add(BlockKind::Notes, "Further details", bullets("", &material.notes));
    sections.add(BlockKind::NextSteps, "Next steps", next_steps(input));
    let title = sections.addresses.in_text(&title(input, &material));
    Draft { title, subtitle: Some(subtitle(input)), sections: sections.list, pricing, left_out: Vec::new() }
}

struct Sections<'a> {
    list: Vec<Section>,
    addresses: Addresses,
    ids: &'a mut dyn FnMut() -> Uuid,
}

impl Sections<'_> {
    /// Adds a block unless it would be empty.
    fn add(&mut self, kind: BlockKind, title: &str, html: String) {
        let html = if kind == BlockKind::Pricing { html } else { self.addresses.in_html(&html) };
        if !html.is_empty() {
            self.list.push(Section { id: (self.ids)(), kind, title: title.to_owned(), html });
        }
    }
}

/// The user's sentences, each in the list of the block it belongs to, already addressed to the client.
struct Material {
    needs: Vec<String>,
    solution: Vec<String>,
    /// The recap's placeholder if nothing was proposed: the solution is still open.
    open: bool,
    assumptions: Vec<String>,
    exclusions: Vec<String>,
    timeline: Vec<String>,
    notes: Vec<String>,
    /// The work named in the solution, else in the needs; for the title.
    work: Option<String>,
}

impl Material {
    fn read(input: &DraftInput) -> Self {
        let notes = input.additional_notes.as_deref().unwrap_or_default();
        let mut told = UsedSentences::default();
        let priced: Vec<_> = priced(&input.pricing_details).into_iter().map(|amount| amount.value).collect();
        let context = read(&input.client_context, &priced);
        let proposed = read(&input.proposed_solution, &priced);
        let named = |said: &[(String, Score)]| said.iter().find_map(|(text, _)| work_named(text));
        let work = named(&proposed).or_else(|| named(&context));
        let open = input.proposed_solution.contains(APPROACH_OPEN);
        let mut needs = Vec::new();
        for (text, score) in &context {
            let said = addressed(text, &input.client);
            if told.take(&said, *score, score.needs >= 2 && !time::states_only_a_time(&said)) {
                needs.push(said);
            }
        }
        let (mut assumptions, mut exclusions) = (Vec::new(), Vec::new());
        // The assumptions and exclusions of the offer in the user's words; statements by the client belong to
        // the needs.
        let mut sort_out = |told: &mut UsedSentences, text: &str, score: Score| {
            let list = match limits::of(text) {
                Some(BlockKind::Assumptions) => &mut assumptions,
                Some(_) => &mut exclusions,
                None => return false,
            };
            let said = formal(text);
            if told.take(&said, score, true) {
                list.push(said);
            }
            true
        };
        let mut solution = Vec::new();
        for (text, score) in &proposed {
            if !open && sort_out(&mut told, text, *score) {
                continue;
            }
            let said = if open { addressed(text, &input.client) } else { formal(text) };
            if told.take(&said, *score, score.commits || score.work) {
                solution.push(said);
            }
        }
        // True even if the field contained nothing but dates.
        if needs.is_empty() {
            needs = context.iter().map(|(text, _)| addressed(text, &input.client)).collect();
        }
        if solution.is_empty() && !open {
            solution = proposed.iter().map(|(text, _)| formal(text)).collect();
        }
        let mut further = Vec::new();
        for (text, score) in read(notes, &[]) {
            let words = words::normal(&text);
            if WordList::NoteToWriter.stands_in(&words) {
                continue;
            }
            if sort_out(&mut told, &text, score) {
                continue;
            }
            let said = addressed_time(&text, score, input);
            if told.take(&said, score, false) {
                further.push(said);
            }
        }
        for text in limits::beside_prices(&input.pricing_details) {
            let score = Score { time: false, ..cues::score_text(&text, None) };
            sort_out(&mut told, &text, score);
        }
        Self { needs, solution, open, assumptions, exclusions, timeline: told.times(), notes: further, work }
    }
}

/// A note in the writer's voice, but a time in the client's ("They want to launch in March.").
fn addressed_time(text: &str, score: Score, input: &DraftInput) -> String {
    if score.time { addressed(text, &input.client) } else { formal(text) }
}

/// The sentences already used, so that none is repeated in another person's voice; and those about time,
/// which belong to the timeline and appear elsewhere only if they also say something else.
#[derive(Default)]
struct UsedSentences {
    said: HashSet<String>,
    times: Vec<String>,
}

impl UsedSentences {
    /// Registers a sentence. Returns whether it belongs in its own block: because it is new and not about
    /// time, or because it `says_more`.
    fn take(&mut self, said: &str, score: Score, says_more: bool) -> bool {
        if !self.said.insert(words::voiceless(said)) {
            return false;
        }
        if !score.time {
            return true;
        }
        let time = if says_more { time::time_part(said) } else { said.to_owned() };
        // A sentence that its own block contains in full is not repeated in full.
        if !says_more || time.len() < said.len() {
            self.said.insert(words::voiceless(&time));
            self.times.push(time);
        }
        says_more
    }

    /// The times, without those that only repeat the words of another ("From January." next to "Payroll runs
    /// from January.").
    fn times(self) -> Vec<String> {
        let keys: Vec<String> = self.times.iter().map(|time| format!(" {} ", words::voiceless(time))).collect();
        let repeats = |at: usize, key: &str| {
            keys.iter().take(TIMES_MAX).enumerate().any(|(other, longer)| other != at && longer.len() > key.len() && longer.contains(key))
        };
        let new = keys.iter().enumerate().map(|(at, key)| !repeats(at, key)).collect::<Vec<_>>();
        let mut seen = HashSet::new();
        self.times
            .into_iter()
            .zip(new)
            .zip(&keys)
            .filter(|((_, new), key)| *new && seen.insert(key.as_str()))
            .map(|((time, _), _)| time)
            .collect()
    }
}

/// A text's sentences with their scores, without repetition and without the phrases that the recap extraction
/// adds. Prices are removed if they are in the price table.
fn read(text: &str, priced: &[Decimal]) -> Vec<(String, Score)> {
    let mut seen = HashSet::new();
    let mut text = text.to_owned();
    for opening in OPENINGS {
        text = text.replace(opening, "\n\n");
    }
    sentences::split(&text)
        .into_iter()
        .filter(|sentence| seen.insert(sentence.text.clone()))
        .filter_map(|sentence| {
            let score = cues::score(&sentence);
            let amounts = amounts(&sentence.text);
            if amounts.is_empty() || !amounts.iter().all(|amount| priced.contains(&amount.value)) {
                return Some((sentence.text, score));
            }
            let said = money::without_price(&sentence.text)?;
            let score = cues::score_text(&said, sentence.topic);
            Some((said, score))
        })
        .collect()
}

fn title(input: &DraftInput, material: &Material) -> String {
    let client = &input.client.company_name;
    let full = match &material.work {
        // A name that contains the client needs no "for"; one that has another "for" ends there.
        Some(work) if work.contains(client.as_str()) => work.clone(),
        Some(work) => {
            let (name, _) = work.split_once(" for ").unwrap_or((work, ""));
            format!("{name} for {client}")
        }
        None => format!("Proposal for {client}"),
    };
    full.chars().take(TITLE_MAX).collect()
}

fn subtitle(input: &DraftInput) -> String {
    let client = &input.client;
    let by = match input.company.name.as_str() {
        "" => String::new(),
        name => format!(" by {name}"),
    };
    let full = format!("Prepared for {} {}{by}", client.first_name, client.last_name);
    full.chars().take(SUBTITLE_MAX).collect()
}

fn summary(input: &DraftInput, material: &Material) -> String {
    let client = &input.client;
    let whom = format!("{} {} at {}", client.first_name, client.last_name, client.company_name);
    let opening = match input.company.name.as_str() {
        "" => format!("This proposal has been prepared for {whom}."),
        name => format!("{name} has prepared this proposal for {whom}."),
    };
    let mut html = paragraph(&format!("{opening} It sets out how we understand your needs, what we propose and what it costs."));
    // A single sentence would only repeat the solution.
    let gist = material.solution.iter().find(|said| is_sentence(said)).filter(|_| !material.open && material.solution.len() > 1);
    if let Some(gist) = gist {
        html.push_str(&paragraph(gist));
    }
    html
}

fn needs(material: &Material) -> String {
    bullets("This is how we understand your situation and what you are asking for:", &material.needs)
}

fn solution(material: &Material) -> String {
    if material.open {
        let rest = bullets("", &material.solution);
        let opening = if rest.is_empty() {
            "The approach is still to be agreed with you. It would address the needs set out above."
        } else {
            "The approach is still to be agreed with you. It would address the following:"
        };
        return format!("{}{rest}", paragraph(opening));
    }
    let (told, listed): (Vec<&String>, Vec<&String>) = material.solution.iter().partition(|said| is_sentence(said));
    if told.is_empty() {
        return bullets("We propose the following:", &material.solution);
    }
    // Fragments among sentences are entries of the scope.
    let mut html: String = told.iter().map(|said| paragraph(said)).collect();
    if listed.len() == 1 {
        html.push_str(&listed.iter().map(|said| paragraph(said)).collect::<String>());
    }
    html
}

fn timeline(material: &Material) -> String {
    bullets("This is the timing as we understand it:", &material.timeline)
}

/// The rendered pricing block; text without a figure is kept as written, since there is nothing to total.
fn add_prices(sections: &mut Sections<'_>, input: &DraftInput, pricing: &PricingTable) {
    if pricing.groups.iter().any(|group| !group.items.is_empty()) {
        sections.add(BlockKind::Pricing, "Pricing", pricing::render::html(pricing));
    } else {
        sections.add(BlockKind::Free, "Pricing", prose(&input.pricing_details));
    }
}

fn next_steps(input: &DraftInput) -> String {
    let mut html = paragraph(
        "Please take the time you need to read this proposal. On its page you can accept it with your signature, ask for changes or decline it.",
    );
    if let Some(phone) = &input.company.phone {
        html.push_str(&paragraph(&format!("If you have any questions, you can reach us at {phone}.")));
    }
    html
}

/// One sentence as a paragraph, several as a list after an introduction.
fn bullets(opening: &str, said: &[String]) -> String {
    match said {
        [] => String::new(),
        [only] if is_sentence(only) => paragraph(only),
        several => {
            let opening = if opening.is_empty() { String::new() } else { paragraph(opening) };
            format!("{opening}{}", list(&entries(several)))
        }
    }
}
