//! Reads a meeting recap: what the client needs, what is proposed, what it costs and when.
//!
//! These rules work without a model, on any recap. They sort the recap's own sentences and remove labels and
//! fillers; they never add a fact. [`model`] contains the schema and prompt for the same task by a model.

use std::borrow::Cow;
use std::collections::HashSet;

use serde::Serialize;

use crate::field_error::{FieldError, TextField, nul, too_long};

mod amounts;
mod charge;
pub(crate) mod cues;
mod figures;
mod hint;
mod labels;
mod lexicon;
pub mod model;
pub(crate) mod money;
mod narration;
mod quantity;
mod roles;
pub(crate) mod sentences;
mod settle;
mod tables;
mod tidy;
pub(crate) mod time;
mod turns;
pub(crate) mod words;

pub use amounts::{AmountRole, MentionReason, RecapAmount, amounts};
pub use charge::as_item;
pub use hint::{RecapMention, mentions};
pub use turns::speakers;

use cues::{Score, Side};
use sentences::{QuestionReply, Sentence, Topic};

/// The shortest recap, in characters once trimmed.
pub const RECAP_MIN: usize = 50;
/// The longest recap, in characters.
pub const RECAP_MAX: usize = 100_000;
/// The longest text for one field of the wizard, in characters; the field itself accepts more.
const FIELD_MAX: usize = 8_000;
/// The shortest text that a field of the wizard accepts, in characters.
const FIELD_MIN: usize = 10;

const RECAP: TextField = TextField::long("meetingRecap", "Meeting recap", RECAP_MAX);

/// Put before a solution if nothing was proposed. Drafting recognises it.
pub(crate) const APPROACH_OPEN: &str = "The approach is still to be agreed. It would address the following:";
/// Put before needs if nothing was asked for explicitly.
const REQUEST: &str = "The request, as discussed:";
/// Put before a fragment that is too short for the wizard.
const ASKED_FOR: &str = "The client asked for:";
const WE_PROPOSE: &str = "We propose:";
/// All of these: phrases of the product, not of the recap.
pub(crate) const OPENINGS: [&str; 4] = [APPROACH_OPEN, REQUEST, ASKED_FOR, WE_PROPOSE];

/// A recap, sorted into the fields of the wizard.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Extraction {
    /// What the client needs, one sentence per line.
    pub client_needs: String,
    /// What is proposed, one sentence per line.
    pub proposed_solution: String,
    /// The prices in the recap's words, one clause per line; empty if none was mentioned.
    pub pricing_hint: String,
    /// The desired dates, if the recap states any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeline: Option<String>,
}

/// Checks a recap's length: 50 to 100,000 characters, codes `recap_too_short` and `recap_too_long`. Returns
/// it trimmed.
pub fn validate(text: &str) -> Result<&str, FieldError> {
    let trimmed = text.trim();
    let length = trimmed.chars().count();
    if length < RECAP_MIN {
        Err(FieldError::new(RECAP.name, "recap_too_short", "Please enter more details about your meeting."))
    } else if length > RECAP_MAX {
        Err(FieldError { code: "recap_too_long", ..too_long(RECAP) })
    } else if trimmed.contains('\0') {
        Err(nul(RECAP))
    } else {
        Ok(trimmed)
    }
}

/// Sorts the sentences of a recap by rules. Needs and solution have at least 10 characters if the recap says
/// anything about work; if nothing was proposed, the solution says so.
#[must_use]
pub fn extract(text: &str) -> Extraction {
    extract_for(text, None)
}

/// The same, if the name of the speaker on our side is known: one of [`speakers`].
#[must_use]
pub fn extract_for(text: &str, our_speaker: Option<&str>) -> Extraction {
    let scored: Vec<(Sentence, Score)> = sentences::split(text)
        .into_iter()
        .map(|sentence| {
            let score = cues::score(&sentence);
            (sentence, score)
        })
        .collect();
    let sides = cues::sides(&scored);
    let mut sorted = Sorted::default();
    let mut seen: HashSet<String> = HashSet::new();
    for (at, (sentence, score)) in scored.iter().enumerate() {
        if seen.insert(words::voiceless(&sentence.text)) {
            let side = sentence.speaker.as_deref().and_then(|speaker| sides.get(speaker).copied());
            // A question is answered by another speaker, if speakers are named.
            let answers = scored.iter().skip(at + 1).take(4).map(|(next, _)| next);
            let answer = answers.clone().find(|next| next.speaker != sentence.speaker).or_else(|| answers.clone().next());
            let answer = answer.map_or(QuestionReply::Neither, |next| next.answer);
            sorted.put(sentence, *score, side.unwrap_or(Side::Unknown), answer);
        }
    }
    sorted.into_extraction(hint::hint(text, our_speaker))
}

/// Sentences by topic; one can be in several lists.
#[derive(Default)]
struct Sorted<'a> {
    needs: Vec<Cow<'a, str>>,
    solution: Vec<Cow<'a, str>>,
    price: Vec<(&'a str, Option<Topic>)>,
    time: Vec<String>,
    /// Terms of payment.
    payment: Vec<String>,
    other: Vec<Cow<'a, str>>,
    /// The subject of the meeting, used if no other sentence names it.
    narrated: Vec<Cow<'a, str>>,
    /// The previous sentence, if it was sorted: "The boiler is in the hall." explains "It leaks."
    before: Option<Cow<'a, str>>,
}

/// The topic of a sentence by its own words, ignoring time and price.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Needs,
    Solution,
    Other,
    Nowhere,
}

impl<'a> Sorted<'a> {
    fn put(&mut self, sentence: &'a Sentence, score: Score, side: Side, answer: QuestionReply) {
        let before = self.before.take();
        let whole = sentence.text.as_str();
        let prices = sentence.topic == Some(Topic::Price);
        let names_price = money::names_price(whole);
        let terms = money::names_terms(whole);
        if names_price || prices || terms {
            self.price.push((whole, sentence.topic));
        }
        if prices
            || (terms && !names_price && !score.work)
            || sentence.topic == Some(Topic::Internal)
            || (score.idle && sentence.topic.is_none())
        {
            return;
        }
        // The description of the work is kept without its prices, which belong to the pricing.
        let said =
            if names_price || (terms && !score.work) { money::without_price(whole).map(Cow::Owned) } else { Some(Cow::Borrowed(whole)) };
        let Some(said) = said else { return };
        let Some((said, score)) = self.about_the_work(said, score, sentence.topic) else { return };
        let place = place(sentence, &said, score, side);
        if place == Target::Nowhere && score.price && score.time && !score.work {
            // The date of a payment is not a date of the work.
            self.payment.push(said.into_owned());
            return;
        }
        self.note_time(&said, score, place, answer);
        let said = match time::without_time(&said) {
            Some(rest) if place != Target::Nowhere && score.time => Cow::Owned(rest),
            _ => said,
        };
        match place {
            Target::Needs => {
                if refers_back(&said) {
                    self.needs.extend(before);
                }
                self.needs.push(said);
            }
            Target::Solution => self.solution.push(said),
            Target::Other => {
                self.before = Some(said.clone());
                self.other.push(said);
            }
            Target::Nowhere => {}
        }
    }

    /// The part of a sentence that is not about the meeting, scored again if words were left out.
    fn about_the_work(&mut self, said: Cow<'a, str>, score: Score, topic: Option<Topic>) -> Option<(Cow<'a, str>, Score)> {
        let said = match narration::without_narration(&said) {
            Some(rest) if rest.len() == said.len() => said,
            Some(rest) => Cow::Owned(tidy::tidy(rest)),
            None => {
                self.narrated.push(said);
                return None;
            }
        };
        let score = if matches!(said, Cow::Owned(_)) { cues::score_text(&said, topic) } else { score };
        Some((said, score))
    }

    /// Records dates: the whole sentence if it says nothing else, otherwise only its words about the time.
    fn note_time(&mut self, said: &str, score: Score, place: Target, answer: QuestionReply) {
        if !score.time {
            return;
        }
        let told = match place {
            _ if said.ends_with('?') => {
                let wish = match answer {
                    QuestionReply::No => None,
                    answer => time::asked(said, answer == QuestionReply::Yes),
                };
                // A request for work belongs to the needs; only its time is recorded here.
                if place == Target::Nowhere { wish } else { Some(time::time_part(said)).filter(|_| answer != QuestionReply::No) }
            }
            Target::Nowhere | Target::Other => Some(said.to_owned()),
            Target::Needs | Target::Solution => Some(time::time_part(said)).filter(|part| part.len() < said.len()),
        };
        self.time.extend(told);
    }

    fn into_extraction(mut self, prices: String) -> Extraction {
        if self.solution.is_empty() {
            for need in &mut self.needs {
                if let Some((rest, offer)) = offered(need) {
                    *need = Cow::Owned(rest);
                    self.solution.push(Cow::Owned(offer));
                }
            }
        }
        // If nothing is asked for explicitly, the background is used, and otherwise the meeting's subject.
        let background = if self.other.is_empty() && self.solution.is_empty() { &self.narrated } else { &self.other };
        let needs = if self.needs.is_empty() { background } else { &self.needs };
        let pricing_hint = if prices.is_empty() {
            let mut hint = unpriced(&self.price);
            hint.append(&mut self.payment);
            joined(&hint)
        } else {
            prices
        };
        let client_needs = if needs.is_empty() && !self.solution.is_empty() { restated(REQUEST, &self.solution) } else { joined(needs) };
        let proposed_solution =
            if self.solution.is_empty() && !needs.is_empty() { restated(APPROACH_OPEN, needs) } else { joined(&self.solution) };
        let mut told = HashSet::new();
        self.time.retain(|time| told.insert(words::voiceless(time)));
        Extraction {
            client_needs: long_enough(client_needs, ASKED_FOR),
            proposed_solution: long_enough(proposed_solution, WE_PROPOSE),
            pricing_hint,
            timeline: (!self.time.is_empty()).then(|| joined(&self.time)),
        }
    }
}

fn place(sentence: &Sentence, said: &str, score: Score, side: Side) -> Target {
    // A question by the writer asks for facts; a question by the client asks for work, which the cues have
    // found.
    let only_asks_when = score.time && time::asked(said, true).is_some() && !score.work;
    let asks = said.ends_with('?') && (score.needs < 3 || only_asks_when);
    // What the client will do is not part of the offer.
    let theirs = side == Side::Client && score.commits && score.needs == 0;
    // A sentence about money or dates alone does not describe work.
    let offers = score.solution >= 3 && score.work;
    let only_price = score.price && score.needs < 3 && !offers;
    let tells_more = offers || (score.starts_with_work && score.words > 4);
    let only_time = score.time && ((score.needs <= 1 && !tells_more) || time::states_only_a_time(said));
    let elsewhere = sentence.topic == Some(Topic::Timeline);
    if asks || theirs || only_price || only_time || elsewhere {
        return Target::Nowhere;
    }
    let solution = match side {
        Side::Client if sentence.topic != Some(Topic::Solution) => 0,
        Side::Vendor if score.work => score.solution + 2,
        _ => score.solution,
    };
    // "Scanner support" in a list of notes counts as requested, unless something says that it is offered.
    let wish = sentence.bullet && sentence.topic.is_none() && side == Side::Unknown && !score.commits && !score.starts_with_work;
    if solution > score.needs && (solution >= 2 || score.words > 1) && !wish {
        Target::Solution
    } else if score.needs > 0 || (wish && score.words > 1) {
        Target::Needs
    } else if score.words >= 4 {
        Target::Other
    } else {
        Target::Nowhere
    }
}

fn refers_back(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    matches!(first, "It" | "It's" | "It’s" | "Its" | "He" | "She" | "They" | "This" | "That" | "These")
}

/// Splits a mixed sentence into what is needed and what is offered: "The boiler leaks, we will replace it."
fn offered(sentence: &str) -> Option<(String, String)> {
    [", ", "; ", " and we ", " so we "].iter().find_map(|mark| {
        let at = sentence.rfind(mark)?;
        let (need, clause) = sentence.split_at(at);
        let clause = clause.trim_start_matches([',', ';', ' ']);
        let score = cues::score_text(clause, None);
        let offers = score.commits && score.solution > score.needs && score.words >= 3;
        offers.then(|| (tidy::tidy(need), tidy::tidy(clause)))
    })
}

/// The text under a price heading is relevant even without figures: "A fixed price is important."
fn unpriced(sentences: &[(&str, Option<Topic>)]) -> Vec<String> {
    sentences
        .iter()
        .filter(|(text, topic)| *topic == Some(Topic::Price) && !money::names_price(text) && !money::names_terms(text))
        .map(|(text, _)| (*text).to_owned())
        .collect()
}

/// One sentence per line, up to the field's length.
fn joined<S: AsRef<str>>(sentences: &[S]) -> String {
    let mut out = String::new();
    let mut length = 0;
    for sentence in sentences {
        let sentence = sentence.as_ref();
        length += sentence.chars().count() + 1;
        if length > FIELD_MAX {
            // A single sentence longer than the field is truncated rather than lost.
            if out.is_empty() {
                out = sentence.chars().take(FIELD_MAX).collect();
            }
            break;
        }
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(sentence);
    }
    out
}

fn restated<S: AsRef<str>>(opening: &str, sentences: &[S]) -> String {
    format!("{opening}\n{}", joined(sentences))
}

/// The wizard refuses fewer than ten characters, so a very short fragment is extended to a sentence.
fn long_enough(text: String, opening: &str) -> String {
    if text.is_empty() || text.chars().count() >= FIELD_MIN { text } else { format!("{opening} {text}") }
}

#[cfg(test)]
mod amount_tests;
#[cfg(test)]
pub(crate) mod tests;
