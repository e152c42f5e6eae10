//! The sentences of a recap by topic, and the fields that they fill.

use std::borrow::Cow;
use std::collections::HashSet;

use super::context::{OneSentence, ReadSentence};
use super::cues::{self, Score, Side};
use super::fragments::{is_main_clause, stands_alone};
use super::lexicon::Cue;
use super::money::NamedMoney;
use super::needs::{self, Need};
use super::phrasing;
use super::purpose::{Odds, Purpose, offered_work, timed};
use super::sentences::{QuestionReply, Topic};
use super::stated::StatedMoney;
use super::{Extraction, FIELD_MAX, FIELD_MIN, money, narration, tidy, time, words};
use crate::draft::frame::{Frame, Line};
use crate::reading::amounts::amounts as amounts_in;
use crate::reading::lexicon::{Language, lexicon};
use crate::reading::token::tokens;

/// What stands beside the money of others and has no more words than these says little: "she showed me the
/// slide".
const ASIDE: usize = 5;

/// From this logarithm of the odds on, in hundredths, a sentence may be a need where no other one is.
const BACKGROUND: i32 = -250;
/// Added for an entry of a list of notes, which is likelier a wish: "sync w/ Xero".
const ENTRY: i32 = 120;

/// Sentences by topic; one can be in several lists.
#[derive(Default)]
pub(super) struct Sorted<'a> {
    needs: Vec<Need<'a>>,
    solution: Vec<Cow<'a, str>>,
    exclusions: Vec<String>,
    from_client: Vec<String>,
    price: Vec<(&'a str, Option<Topic>)>,
    time: Vec<String>,
    /// Terms of payment.
    payment: Vec<String>,
    /// Background, used if there are few needs.
    other: Vec<Need<'a>>,
    /// The subject of the meeting, used if no other sentence names it.
    narrated: Vec<Cow<'a, str>>,
    /// Whether an entry below a heading of the offer named no more than what is charged.
    has_bare_entries: bool,
    /// The previous sentence, if it was sorted: "The boiler is in the hall." explains "It leaks."
    before: Option<Cow<'a, str>>,
}

impl<'a> Sorted<'a> {
    pub(super) fn put(&mut self, read: &ReadSentence<'a>, odds: Odds) {
        let ReadSentence { own: OneSentence { sentence, score, left, money }, side, answer, gone, .. } =
            *read;
        let before = self.before.take();
        let whole = sentence.text.as_str();
        let prices = sentence.topic == Some(Topic::Price);
        let names = NamedMoney::of(whole);
        let names_price = names.price || !money.ours.is_empty();
        if names_price || prices || names.terms {
            self.price.push((whole, sentence.topic));
        }
        if sentence.topic == Some(Topic::Title) {
            self.narrated.push(Cow::Borrowed(whole));
        }
        let mut purpose = odds.purpose(sentence.topic);
        if gone || (prices && purpose != Purpose::Excluded) {
            return;
        }
        if purpose == Purpose::Excluded {
            let said = left.map_or(whole, |left| &left.said);
            self.exclusions.extend(excluded_words(said, money, names_price));
            if left.is_none_or(|left| left.kept.is_none()) {
                return;
            }
            purpose = odds.purpose_of_rest();
        }
        // What the client says that it does is no work of ours.
        if purpose == Purpose::FromClient
            || (purpose == Purpose::Work && side == Side::Client && score.commits)
        {
            self.from_client.extend(without_amounts(whole));
            return;
        }
        // What was merely declined is told nowhere.
        let is_declined = left.is_some_and(|left| !left.listed && left.kept.is_none());
        if is_declined
            || matches!(sentence.topic, Some(Topic::Internal | Topic::Title | Topic::Quoted))
            || (names.terms && !names_price && !score.work)
        {
            return;
        }
        if let Some(row) = sentence.row.as_ref().filter(|_| sentence.topic.is_none()) {
            if row.is_item() {
                self.solution.push(Cow::Owned(row.named()));
            }
            return;
        }
        let whole = left.and_then(|left| left.kept.as_deref()).unwrap_or(whole);
        let names = Some(names).filter(|_| left.is_none());
        let Some((said, score)) = without_money(whole, money, names, score, sentence.topic) else {
            self.has_bare_entries |= sentence.topic == Some(Topic::Solution);
            return;
        };
        let Some((said, score)) = self.about_the_work(said, score, sentence.topic) else { return };
        if matches!(purpose, Purpose::Aside | Purpose::Date) && score.price && score.time && !score.work {
            // The date of a payment is not a date of the work.
            self.payment.push(said.into_owned());
            return;
        }
        let purpose = offered_work(purpose, score, side, sentence.topic);
        let purpose = timed(purpose, &said, score, odds);
        let is_entry = sentence.bullet && sentence.topic.is_none() && side == Side::Unknown;
        let wish = odds.need() + if is_entry { ENTRY } else { 0 };
        let purpose = if purpose == Purpose::Aside && is_entry && wish > odds.aside() {
            Purpose::Need
        } else {
            purpose
        };
        if purpose == Purpose::Aside {
            self.put_aside(said, score, wish);
            return;
        }
        self.note_time(&said, score, purpose, answer);
        let said = match time::without_time(&said) {
            Some(rest) if score.time => Cow::Owned(rest),
            _ => said,
        };
        let at = self.needs.len() + self.other.len();
        match purpose {
            Purpose::Need => {
                let before = before.filter(|_| refers_back(&said));
                self.needs.push(Need { at, value: odds.need(), before, said });
            }
            Purpose::Work => self.solution.push(said),
            _ if said.ends_with('?') => {}
            _ => self.other.push(Need { at, value: odds.need(), before: None, said }),
        }
    }

    /// Keeps what is told only where nothing else is, or where the next sentence refers to it.
    fn put_aside(&mut self, said: Cow<'a, str>, score: Score, value: i32) {
        if value > BACKGROUND && score.words > 1 && !score.idle && !said.contains(['$', '€', '£']) {
            self.before = Some(said.clone());
            let at = self.needs.len() + self.other.len();
            self.other.push(Need { at, value, before: None, said });
        }
    }

    /// The part of a sentence that is not about the meeting, scored again if words were left out.
    fn about_the_work(
        &mut self,
        said: Cow<'a, str>,
        score: Score,
        topic: Option<Topic>,
    ) -> Option<(Cow<'a, str>, Score)> {
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
    fn note_time(&mut self, said: &str, score: Score, purpose: Purpose, answer: QuestionReply) {
        let says_more = matches!(purpose, Purpose::Need | Purpose::Work);
        if !score.time && says_more {
            return;
        }
        let told = if said.ends_with('?') {
            let wish = match answer {
                QuestionReply::No => None,
                answer => time::asked(said, answer == QuestionReply::Yes),
            };
            // A request for work belongs to the needs; only its time is recorded here.
            if says_more { Some(time::time_part(said)).filter(|_| answer != QuestionReply::No) } else { wish }
        } else if says_more {
            Some(time::time_part(said)).filter(|part| part.len() < said.len())
        } else {
            Some(said.to_owned())
        };
        self.time.extend(told);
    }

    /// The fields. Where nothing else is offered, the solution is what `prices` charges, without what is
    /// `left_out`, if its text `names_work` apart from other words.
    pub(super) fn into_extraction(
        mut self,
        frame: Frame,
        left_out: &[String],
        names_work: bool,
        prices: impl Fn(&[String]) -> String,
    ) -> Extraction {
        // If little is asked for, the background is used, and otherwise the meeting's subject.
        needs::top_up(&mut self.needs, self.other);
        if self.needs.is_empty() && self.solution.is_empty() {
            let narrated = self.narrated.into_iter().enumerate();
            self.needs = narrated.map(|(at, said)| Need::background(at, said)).collect();
        }
        if self.solution.is_empty() {
            for need in &mut self.needs {
                if let Some((rest, offer)) = offered(&need.said) {
                    need.said = Cow::Owned(rest);
                    self.solution.push(Cow::Owned(offer));
                }
            }
        }
        let needs = needs::chosen(self.needs);
        let mut aside = unpriced(&self.price);
        aside.append(&mut self.payment);
        let prices = prices(&aside);
        // What the amounts are for has been decided: where none is ours, a sentence that would be read as a
        // price is left out.
        aside.retain(|sentence| phrasing::read(sentence).groups.is_empty());
        let pricing_hint = if prices.is_empty() { joined(&aside) } else { prices };
        let client_needs = if needs.is_empty() && !self.solution.is_empty() {
            restated(frame.text(Line::RecapRequest), &self.solution)
        } else {
            joined(&needs)
        };
        let is_list = self.has_bare_entries && !self.solution.iter().any(|said| cues::is_finite(said));
        let charged = if (is_list || self.solution.is_empty()) && names_work {
            charged_work(&pricing_hint, left_out)
        } else {
            Vec::new()
        };
        if !self.solution.is_empty() {
            // Entries that named no more than a price.
            let told = words::normal(&self.solution.join(" "));
            let untold = charged.iter().filter(|name| !told.contains(&words::normal(name)));
            self.solution.extend(untold.cloned().map(Cow::Owned));
        }
        // One price alone is seldom the whole work: "hosting 45 a month is ok".
        let proposed_solution = if self.solution.is_empty() && charged.len() > 1 {
            restated(frame.text(Line::RecapWePropose), &charged)
        } else if self.solution.is_empty() && !needs.is_empty() {
            restated(frame.text(Line::RecapOpen), &needs)
        } else {
            joined(&self.solution)
        };
        let mut told = HashSet::new();
        self.time.retain(|time| told.insert(words::voiceless(time)));
        Extraction {
            client_needs: long_enough(client_needs, frame.text(Line::RecapAskedFor)),
            proposed_solution: long_enough(proposed_solution, frame.text(Line::RecapWePropose)),
            pricing_hint,
            timeline: (!self.time.is_empty()).then(|| joined(&self.time)),
            exclusions: (!self.exclusions.is_empty())
                .then(|| restated(frame.text(Line::RecapNotIncluded), &self.exclusions)),
            from_client: (!self.from_client.is_empty())
                .then(|| restated(frame.text(Line::RecapFromClient), &self.from_client)),
        }
    }
}

/// What is left out, without the money in it.
fn excluded_words(said: &str, money: &StatedMoney, names_price: bool) -> Option<String> {
    let all = [&*money.ours, &money.theirs].concat();
    match (all.is_empty(), names_price) {
        (true, false) => Some(said.to_owned()),
        (true, true) => money::without_price(said),
        // A short one is kept, too: "No skylights."
        _ => money::without_clauses(said, &all),
    }
}

/// A sentence without the clauses that name amounts. `None` if nothing is left.
fn without_amounts(said: &str) -> Option<String> {
    let amounts: Vec<String> = amounts_in(said).into_iter().map(|amount| amount.text).collect();
    if amounts.is_empty() { Some(said.to_owned()) } else { money::without_clauses(said, &amounts) }
}

/// A sentence without the money in it, which belongs to the prices or into no proposal. `names` is what the
/// whole sentence says of money, if these are all of its words. `None` if nothing is left that reads as a
/// whole.
fn without_money<'a>(
    whole: &'a str,
    money: &StatedMoney,
    names: Option<NamedMoney>,
    score: Score,
    topic: Option<Topic>,
) -> Option<(Cow<'a, str>, Score)> {
    // What the client loses is kept where it says what the client needs.
    let is_kept = || !money.is_secret && cues::score_text(whole, None).needs >= 3;
    let says_enough = |rest: &str| {
        is_main_clause(rest) && (cues::score_text(rest, None).needs > 0 || rest.split(' ').count() > ASIDE)
    };
    let theirs =
        || money::without_clauses(whole, &money.theirs).filter(|rest| says_enough(rest)).map(Cow::Owned);
    let whole = if money.theirs.is_empty() {
        Cow::Borrowed(whole)
    } else {
        theirs().or_else(|| is_kept().then_some(Cow::Borrowed(whole)))?
    };
    let names = names.filter(|_| money.theirs.is_empty());
    let score = if names.is_none() { cues::score_text(&whole, topic) } else { score };
    let names = names.unwrap_or_else(|| NamedMoney::of(&whole));
    let has_money = names.price || !money.ours.is_empty() || (names.terms && !score.work);
    if !has_money {
        return Some((whole, score));
    }
    let rest = money::without_price_of(&whole, &money.ours)
        .filter(|rest| rest.len() + 1 >= whole.len() || stands_alone(rest));
    // Words of a need that look like a price, without any currency, are not a price alone; nor are those of a
    // dictated need.
    let is_need = score.needs >= 3 && !whole.contains(['$', '€', '£', ',']);
    Some((rest.map(Cow::Owned).or_else(|| is_need.then_some(whole))?, score))
}

/// The names of what is charged, without what is left out.
fn charged_work(pricing: &str, left_out: &[String]) -> Vec<String> {
    let table = phrasing::read(pricing);
    let mut seen = HashSet::new();
    let names = table.groups.iter().flat_map(|group| &group.items).map(|item| item.name.trim());
    let is_excluded = |name: &str| left_out.iter().any(|subject| words::normal(name).contains(subject));
    let is_thing =
        |name: &str| !cues::is_finite(name) && !money::talks_of_price(name) && !is_said_of_prices(name);
    names
        .filter(|name| is_thing(name) && !is_excluded(name) && seen.insert(words::voiceless(name)))
        .map(tidy::tidy)
        .collect()
}

/// "Told", "Agreed": words about prices that name nothing.
fn is_said_of_prices(name: &str) -> bool {
    let language = Language::of(name);
    let tokens = tokens(name, language);
    Cue::FillerComma.has(&name.to_lowercase())
        || lexicon(language).cues_at(&tokens).any(|(_, length)| length == tokens.len())
}

pub(super) fn refers_back(text: &str) -> bool {
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
        .filter(|(text, topic)| {
            *topic == Some(Topic::Price) && amounts_in(text).is_empty() && !NamedMoney::of(text).terms
        })
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
