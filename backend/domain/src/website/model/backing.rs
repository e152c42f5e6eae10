//! The text of the pages, for verifying a model's answer.

use std::collections::HashSet;

use rust_decimal::Decimal;

use crate::prompt::without_orders;
use crate::reading::{amounts, lexicon::WordList};
use crate::website::phone::{self, digits, is_phone, is_same};
use crate::website::text::{cut, sentences, spaced, words};
use crate::website::view::View;
use crate::website::{PAGES_MAX, Page, TESTIMONIALS_MAX, TEXT_MAX};

const NAME_MAX: usize = 120;
/// The most text of a page that is used, in characters.
const PAGE_MAX: usize = 400_000;
const INDUSTRY_MAX: usize = 40;
/// Fewer words are a term, not a statement.
const QUOTED_MIN: usize = 4;
/// The percentage of a sentence's longer words that must occur on the pages.
const OWN_WORDS: usize = 80;
const LONG: usize = 4;

/// The folded texts of the pages.
pub(super) struct Backing {
    pages: Vec<PageText>,
    /// Every word of every page.
    words: HashSet<String>,
    /// The numbers of every page, and whether they are percentages.
    numbers: HashSet<(Decimal, bool)>,
    faxes: Vec<String>,
}

struct PageText {
    /// All its words, with one space around each and no punctuation.
    spaced: String,
    phones: Vec<String>,
}

impl Backing {
    pub(super) fn new(pages: &[Page]) -> Self {
        let views: Vec<View> = pages.iter().take(PAGES_MAX).map(View::new).collect();
        let mut backing =
            Self { pages: Vec::new(), words: HashSet::new(), numbers: HashSet::new(), faxes: Vec::new() };
        for view in &views {
            let all = view.everything();
            let all = &without_orders(cut(&all, PAGE_MAX));
            backing.words.extend(words(all));
            backing.numbers.extend(numbers(all));
            backing.faxes.extend(phone::faxes(view));
            let stated =
                view.items.0.iter().filter_map(|item| view.items.text(item, "telephone")).map(digits);
            let linked = view.links.iter().filter_map(|link| link.href.strip_prefix("tel:")).map(digits);
            let shown = phone::numbers(view).into_iter().map(|number| number.digits);
            let phones = shown.chain(stated).chain(linked).collect();
            backing.pages.push(PageText { spaced: spaced(all), phones });
        }
        backing
    }

    /// A name that is on the page.
    pub(super) fn name(&self, text: &str, page: usize) -> Option<String> {
        let page = self.pages.get(page)?;
        (text.chars().count() <= NAME_MAX && page.has(text)).then(|| text.to_owned())
    }

    /// A number whose digits are consecutive on the page, and that is no fax number.
    pub(super) fn phone(&self, text: &str, page: usize) -> Option<String> {
        let page = self.pages.get(page)?;
        let own = digits(text);
        let stands = page.phones.contains(&own);
        (is_phone(text) && stands && !self.faxes.iter().any(|fax| is_same(fax, &own)))
            .then(|| text.to_owned())
    }

    /// One to three words without figures.
    pub(super) fn industry(&self, text: &str, page: usize) -> Option<String> {
        self.pages.get(page)?;
        let plain = text.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '-' | '&' | '/' | '\''));
        (plain && text.chars().count() <= INDUSTRY_MAX && (1..=3).contains(&words(text).len()))
            .then(|| text.to_owned())
    }

    /// The sentences that the pages back, in their paragraphs.
    pub(super) fn prose(&self, text: &str, page: usize) -> Option<String> {
        self.pages.get(page)?;
        let mut out = String::new();
        for paragraph in cut(text, TEXT_MAX * 3).split("\n\n") {
            let mut lines = Vec::new();
            for line in paragraph.lines() {
                let kept: Vec<&str> =
                    sentences(line).into_iter().filter(|sentence| self.backs(sentence)).collect();
                if !kept.is_empty() {
                    lines.push(kept.join(" "));
                }
            }
            if !lines.is_empty() {
                if !out.is_empty() {
                    out.push_str("\n\n");
                }
                out.push_str(&lines.join("\n"));
            }
        }
        (!out.is_empty()).then(|| cut(&out, TEXT_MAX).to_owned())
    }

    /// Whether the pages back a sentence: it adds no number, no distinction, hardly a word.
    fn backs(&self, sentence: &str) -> bool {
        let text = spaced(sentence);
        if self.pages.iter().any(|page| page.spaced.contains(&text)) {
            return true;
        }
        let own = words(sentence);
        let known = |word: &String| self.words.contains(word);
        let long: Vec<&String> = own
            .iter()
            .filter(|word| word.chars().count() >= LONG && word.chars().all(char::is_alphabetic))
            .collect();
        let backed = long.iter().filter(|word| known(word)).count();
        !WordList::Honour.stands_in(&text)
            && numbers(sentence).all(|number| self.numbers.contains(&number))
            && own.iter().filter(|word| WordList::LooseNumber.has(word)).all(known)
            && backed * 100 >= long.len() * OWN_WORDS
    }

    /// The testimonials whose words and names are on the page.
    pub(super) fn testimonials(&self, text: &str, page: usize) -> Option<String> {
        let page = self.pages.get(page)?;
        let mut out = String::new();
        for paragraph in text.split("\n\n").flat_map(split_voices) {
            let Some((quoted, who)) = voice(paragraph.trim()) else { continue };
            if words(quoted).len() < QUOTED_MIN
                || !page.has(quoted)
                || !who.split([',', '\n']).all(|part| page.has(part))
            {
                continue;
            }
            if out.chars().count() + paragraph.chars().count() > TESTIMONIALS_MAX {
                break;
            }
            if !out.is_empty() {
                out.push_str("\n\n");
            }
            out.push_str(paragraph.trim());
        }
        (!out.is_empty()).then_some(out)
    }
}

impl PageText {
    /// Whether these words are consecutive on the page, ignoring punctuation.
    fn has(&self, text: &str) -> bool {
        let text = spaced(text);
        text.trim().is_empty() || self.spaced.contains(&text)
    }
}

/// A line that begins with a quotation mark begins another testimonial.
fn split_voices(paragraph: &str) -> Vec<&str> {
    let mut starts: Vec<usize> = vec![0];
    starts.extend(
        paragraph
            .match_indices('\n')
            .map(|(at, _)| at + 1)
            .filter(|at| paragraph.get(*at..).is_some_and(|rest| rest.starts_with(['"', '“', '„', '«']))),
    );
    let ends = starts.iter().skip(1).copied().chain([paragraph.len()]);
    starts.iter().zip(ends).filter_map(|(start, end)| paragraph.get(*start..end)).collect()
}

/// The quoted words of a testimonial and the name after them. Text without quotation marks or a name is
/// ignored.
fn voice(text: &str) -> Option<(&str, &str)> {
    let open = text.chars().next().filter(|c| matches!(c, '"' | '“' | '„' | '«' | '»'))?;
    let body = text.get(open.len_utf8()..)?;
    let end = body.rfind(['"', '”', '“', '»', '«'])?;
    let who = body.get(end..)?.trim_start_matches(|c: char| !c.is_alphanumeric());
    (!who.is_empty()).then_some((body.get(..end)?, who))
}

/// The numbers of a text in digits and words; "one" and "a" are mostly articles.
fn numbers(text: &str) -> impl Iterator<Item = (Decimal, bool)> {
    let found = amounts::numbers(text).into_iter().map(|number| (number.value, number.is_percent));
    found.filter(|number| *number != (Decimal::ONE, false))
}
