//! Writes a draft without a model: the user's own sentences, sorted, addressed to the client and framed.
//!
//! The frame states only what is true of every proposal (its client, the content of the page); every figure,
//! date, name and promise in a draft is the user's.

use std::collections::HashSet;

use rust_decimal::Decimal;
use uuid::Uuid;

use super::frame::{Frame, Line, is_open, without_openings};
use super::phrase::{addressed, asked_of, entries, formal, is_sentence, list, paragraph, prose};
use super::refresh::company_blocks;
use super::title::named_work;
use super::{Draft, DraftInput, SUBTITLE_MAX, TITLE_MAX};
use super::{limits, scope};
use crate::document::{BlockKind, Section, addresses::Addresses};
use crate::pricing::{self, PricingTable};
use crate::reading::amounts::{amounts, priced};
use crate::reading::lexicon::WordList;
use crate::recap::cues::{self, Score};
use crate::recap::sentences::Topic;
use crate::recap::{money, sentences, time, words};

/// With more times than this they are no longer compared with each other.
const TIMES_MAX: usize = 50;

/// Drafts a proposal by rules. Always succeeds; different input gives a different draft.
#[must_use]
pub fn offline(input: &DraftInput, ids: &mut dyn FnMut() -> Uuid) -> Draft {
    let addresses = Addresses::of(&input.company, Some(&input.client));
    let pricing =
        addresses.in_table(pricing::table_from_text(&input.pricing_details, input.company.currency, ids));
    let material = Material::read(input, &pricing);
    let frame = material.frame;
    let mut sections = Sections { list: Vec::new(), addresses, ids };
    sections.add(BlockKind::Summary, frame.text(Line::Overview), summary(input, &material));
    sections.add(
        BlockKind::Needs,
        frame.text(Line::Needs),
        bullets(frame.text(Line::NeedsIntro), &material.needs),
    );
    sections.add(BlockKind::Solution, frame.text(Line::Solution), solution(&material));
    let scope = if material.open { String::new() } else { scope::of(&material.solution, frame) };
    sections.add(BlockKind::Scope, frame.text(Line::Scope), scope);
    sections.add(BlockKind::Assumptions, frame.text(Line::Assumptions), bullets("", &material.assumptions));
    sections.add(BlockKind::Exclusions, frame.text(Line::Exclusions), bullets("", &material.exclusions));
    sections.add(BlockKind::Free, frame.text(Line::FromClient), bullets("", &material.from_client));
    sections.add(
        BlockKind::Timeline,
        frame.text(Line::Timeline),
        bullets(frame.text(Line::TimelineIntro), &material.timeline),
    );
    add_prices(&mut sections, input, &pricing, frame);
    for (kind, title, html) in company_blocks(&input.company, frame) {
        sections.add(kind, title, html);
    }
    sections.add(BlockKind::Notes, frame.text(Line::Notes), bullets("", &material.notes));
    sections.add(BlockKind::NextSteps, frame.text(Line::NextSteps), next_steps(input, frame));
    let title = sections.addresses.in_text(&title(input, &material));
    Draft {
        title,
        subtitle: Some(subtitle(input, frame)),
        sections: sections.list,
        pricing,
        left_out: Vec::new(),
    }
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
    /// What the client is to give.
    from_client: Vec<String>,
    timeline: Vec<String>,
    notes: Vec<String>,
    /// What the title names.
    work: Option<String>,
    frame: Frame,
}

impl Material {
    fn read(input: &DraftInput, pricing: &PricingTable) -> Self {
        let notes = input.additional_notes.as_deref().unwrap_or_default();
        let mut told = UsedSentences::default();
        let priced: Vec<_> = priced(&input.pricing_details).into_iter().map(|amount| amount.value).collect();
        let context = read(&input.client_context, &priced);
        let proposed = read(&input.proposed_solution, &priced);
        let work = named_work(&of_work(&proposed), &of_work(&context), pricing);
        let open = is_open(&input.proposed_solution);
        let frame = Frame::of(&without_openings(&format!(
            "{}\n{}\n{notes}",
            input.client_context, input.proposed_solution
        )));
        let [mut assumptions, mut exclusions, mut from_client, mut needs] = [const { Vec::new() }; 4];
        for Said { text, score, topic } in &context {
            match topic {
                Some(Topic::Excluded) => {
                    exclusions.push(formal(text));
                    continue;
                }
                Some(Topic::FromClient) => {
                    from_client.push(asked_of(text, &input.client));
                    continue;
                }
                _ => {}
            }
            let said = addressed(text, &input.client);
            // "Four left within three months" is no plan.
            let time = score.time && (score.needs >= 2 || time::names_month(&said));
            if told.take(&said, Score { time, ..*score }, !time::states_only_a_time(&said)) {
                needs.push(said);
            }
        }
        // The assumptions and exclusions of the offer in the user's words; statements by the client belong to
        // the needs.
        let mut sort_out = |told: &mut UsedSentences, text: &str, score: Score, topic: Option<Topic>| {
            let (list, said) = match (topic, limits::of(text)) {
                (Some(Topic::FromClient), _) => (&mut from_client, asked_of(text, &input.client)),
                (Some(Topic::Excluded), _) | (_, Some(BlockKind::Exclusions)) => {
                    (&mut exclusions, formal(text))
                }
                (_, Some(_)) => (&mut assumptions, formal(text)),
                (_, None) => return false,
            };
            if told.take(&said, score, true) {
                list.push(said);
            }
            true
        };
        let mut solution = Vec::new();
        for sentence in &proposed {
            let Said { text, score, topic } = sentence;
            if (!open || !sentence.is_of_work()) && sort_out(&mut told, text, *score, *topic) {
                continue;
            }
            let said = if open { addressed(text, &input.client) } else { formal(text) };
            if told.take(&said, *score, score.commits || score.work) {
                solution.push(said);
            }
        }
        // True even if the field contained nothing but dates.
        if needs.is_empty() {
            needs = context
                .iter()
                .filter(|said| said.is_of_work())
                .map(|said| addressed(&said.text, &input.client))
                .collect();
        }
        if solution.is_empty() && !open {
            solution =
                proposed.iter().filter(|said| said.is_of_work()).map(|said| formal(&said.text)).collect();
        }
        let mut further = Vec::new();
        for Said { text, score, topic } in read(notes, &[]) {
            let words = words::normal(&text);
            if WordList::NoteToWriter.stands_in(&words) {
                continue;
            }
            if sort_out(&mut told, &text, score, topic) {
                continue;
            }
            let said = addressed_time(&text, score, input);
            if told.take(&said, score, false) {
                further.push(said);
            }
        }
        for text in limits::beside_prices(&input.pricing_details) {
            let score = Score { time: false, ..cues::score_text(&text, None) };
            sort_out(&mut told, &text, score, None);
        }
        Self {
            needs,
            solution,
            open,
            assumptions,
            exclusions,
            from_client,
            timeline: told.times(),
            notes: further,
            work,
            frame,
        }
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
        let keys: Vec<String> =
            self.times.iter().map(|time| format!(" {} ", words::voiceless(time))).collect();
        let repeats = |at: usize, key: &str| {
            keys.iter()
                .take(TIMES_MAX)
                .enumerate()
                .any(|(other, longer)| other != at && longer.len() > key.len() && longer.contains(key))
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

/// A sentence of the user's.
struct Said {
    text: String,
    score: Score,
    /// Named by a heading such as "Not included".
    topic: Option<Topic>,
}

impl Said {
    /// Whether it is about the work, not about what others do or give.
    fn is_of_work(&self) -> bool {
        !matches!(self.topic, Some(Topic::Excluded | Topic::FromClient))
    }
}

/// The sentences that are about the work.
fn of_work(said: &[Said]) -> Vec<&str> {
    said.iter().filter(|said| said.is_of_work()).map(|said| said.text.as_str()).collect()
}

/// A text's sentences with their scores, without repetition and without the phrases that the recap extraction
/// adds. Prices are removed if they are in the price table.
fn read(text: &str, priced: &[Decimal]) -> Vec<Said> {
    let mut seen = HashSet::new();
    sentences::split(&without_openings(text))
        .into_iter()
        .filter(|sentence| seen.insert(sentence.text.clone()))
        .filter_map(|sentence| {
            let score = cues::score(&sentence);
            let amounts = amounts(&sentence.text);
            if amounts.is_empty() || !amounts.iter().all(|amount| priced.contains(&amount.value)) {
                return Some(Said { text: sentence.text, score, topic: sentence.topic });
            }
            let text = money::without_price(&sentence.text)?;
            let score = cues::score_text(&text, sentence.topic);
            Some(Said { text, score, topic: sentence.topic })
        })
        .collect()
}

fn title(input: &DraftInput, material: &Material) -> String {
    let client = input.client.company_name.as_str();
    let whole = material.frame.filled(Line::Title, &[("work", ""), ("client", "")]);
    let full = match &material.work {
        // A name that contains the client needs no "for"; one that has another "for" ends there.
        Some(work) if work.contains(client) => work.clone(),
        Some(work) => {
            let (name, _) = work.split_once(&whole).unwrap_or((work, ""));
            material.frame.filled(Line::Title, &[("work", name), ("client", client)])
        }
        None => material.frame.filled(Line::TitleOpen, &[("client", client)]),
    };
    full.chars().take(TITLE_MAX).collect()
}

fn person(input: &DraftInput) -> String {
    format!("{} {}", input.client.first_name, input.client.last_name)
}

fn subtitle(input: &DraftInput, frame: Frame) -> String {
    let company = input.company.name.as_str();
    let line = if company.is_empty() { Line::PreparedFor } else { Line::PreparedForBy };
    let full = frame.filled(line, &[("person", &person(input)), ("company", company)]);
    full.chars().take(SUBTITLE_MAX).collect()
}

fn summary(input: &DraftInput, material: &Material) -> String {
    let (frame, company) = (material.frame, input.company.name.as_str());
    let line = if company.is_empty() { Line::Opening } else { Line::OpeningBy };
    let opening = frame.filled(
        line,
        &[("person", &person(input)), ("client", &input.client.company_name), ("company", company)],
    );
    let mut html = paragraph(&format!("{opening} {}", frame.text(Line::Contents)));
    // A single sentence would only repeat the solution.
    let gist = material
        .solution
        .iter()
        .find(|said| is_sentence(said))
        .filter(|_| !material.open && material.solution.len() > 1);
    if let Some(gist) = gist {
        html.push_str(&paragraph(gist));
    }
    html
}

fn solution(material: &Material) -> String {
    let frame = material.frame;
    if material.open {
        let rest = bullets("", &material.solution);
        let opening = if rest.is_empty() { Line::SolutionOpen } else { Line::SolutionOpenIntro };
        return format!("{}{rest}", paragraph(frame.text(opening)));
    }
    let (told, listed): (Vec<&String>, Vec<&String>) =
        material.solution.iter().partition(|said| is_sentence(said));
    if told.is_empty() {
        return bullets(frame.text(Line::SolutionIntro), &material.solution);
    }
    // Fragments among sentences are entries of the scope.
    let mut html: String = told.iter().map(|said| paragraph(said)).collect();
    if listed.len() == 1 {
        html.push_str(&listed.iter().map(|said| paragraph(said)).collect::<String>());
    }
    html
}

/// The rendered pricing block; text without a figure is kept as written, since there is nothing to total.
fn add_prices(sections: &mut Sections<'_>, input: &DraftInput, pricing: &PricingTable, frame: Frame) {
    let title = frame.text(Line::Pricing);
    if pricing.groups.iter().any(|group| !group.items.is_empty()) {
        sections.add(BlockKind::Pricing, title, pricing::render::html(pricing));
    } else {
        sections.add(BlockKind::Free, title, prose(&input.pricing_details));
    }
}

fn next_steps(input: &DraftInput, frame: Frame) -> String {
    let questions = input
        .company
        .phone
        .as_ref()
        .map(|phone| paragraph(&frame.filled(Line::Questions, &[("value", phone)])));
    format!("{}{}", paragraph(frame.text(Line::WhatToDo)), questions.unwrap_or_default())
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
