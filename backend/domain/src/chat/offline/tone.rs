//! A formal tone by fixed rules: contractions are written out, informal words replaced, exclamation marks and
//! emoji removed. Figures, names, quotations, testimonials and legal terms are kept word for word.

use std::ops::Range;

use super::EditState;
use super::find::heading;
use super::html::{Piece, pieces};
use crate::chat::Edit;
use crate::document::{self, BlockKind};
use crate::draft::phrase::expanded;
use crate::reading::lexicon::{Language, PairList, lexicon};
use crate::recap::words::capitalised;

const GREETINGS: [&str; 6] = ["hey there", "hi there", "hey", "hi", "hello there", "hiya"];

/// Changes the tone of every section that may be changed.
pub(super) fn formal(desk: &mut EditState<'_>) {
    let mut tone = Tone::keeping(names(desk));
    let mut changed = Vec::new();
    let mut foreign = false;
    for section in desk.content.sections.clone() {
        if matches!(section.kind, BlockKind::Pricing | BlockKind::Testimonials | BlockKind::Terms) {
            continue;
        }
        // "Super" and "Info" are plain words in German; the replacements are English.
        if Language::of(&document::text(&section.html)) != Language::English {
            foreign = true;
            continue;
        }
        let html = tone.html(&section.html);
        tone.paragraph();
        let title = Some(tone.text(&section.title)).filter(|title| *title != section.title);
        if html != section.html || title.is_some() {
            changed.push(format!("\"{}\"", heading(&section)));
            desk.edit(Edit::Replace { block: section.id, title, html });
        }
    }
    desk.say(match changed.as_slice() {
        [] if foreign => "My rules change the tone of English text only, so I left this proposal as it is. Another language needs a language model.".to_owned(),
        [] => "By my rules the text is formal already: no contractions, informal words, exclamation marks or emoji outside names and quotations. A finer change of tone needs a language model.".to_owned(),
        some => format!(
            "I made the tone more formal in {}. Figures, names, quotations and testimonials are word for word as they were. I replaced:\n\n{}",
            some.join(", "),
            tone.replaced()
        ),
    });
}

/// The names of the client, the company and the items, and informal words that the inputs use as names.
fn names(desk: &EditState<'_>) -> Vec<String> {
    let (client, pricing) = (&desk.input.client, &desk.content.pricing);
    let mut names = vec![
        desk.input.company.name.clone(),
        client.company_name.clone(),
        client.first_name.clone(),
        client.last_name.clone(),
    ];
    for group in &pricing.groups {
        names.push(group.name.clone());
        names.extend(group.items.iter().map(|item| item.name.clone()));
    }
    names.extend(desk.input.team_words().into_iter().flat_map(capitalised_inside));
    names
}

/// The informal words that a text capitalises inside a sentence: "Stuff" of "We sell with Stuff".
fn capitalised_inside(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let inside = words.windows(2).filter(
        |pair| matches!(pair, [before, _] if before.ends_with(|c: char| c.is_alphanumeric() || c == ',')),
    );
    let named =
        inside.filter_map(|pair| pair.last()).map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    let known =
        |word: &str| PairList::Informal.pairs().any(|(informal, _)| informal.eq_ignore_ascii_case(word));
    named.filter(|word| word.starts_with(char::is_uppercase) && known(word)).map(str::to_owned).collect()
}

/// The state of a change of tone: the protected names, the replacements so far, and the position in the
/// paragraph.
#[derive(Default)]
struct Tone {
    /// In lower case, in every spelling.
    names: Vec<String>,
    /// The replacements and how often each was made, in the order of the text.
    replaced: Vec<(String, String, usize)>,
    /// Whether the text is inside quotation marks, which are balanced within a paragraph.
    quoted: bool,
    /// Whether a sentence begins here.
    starts: bool,
    /// Whether the last word is capitalised inside a sentence and so is a name.
    after_name: bool,
}

impl Tone {
    fn keeping(names: Vec<String>) -> Self {
        let mut all = Vec::new();
        for name in names {
            let name = name.trim().to_ascii_lowercase();
            let escaped = name.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
            for written in [name, escaped] {
                all.extend([written.replace('\'', "’"), written.replace('’', "'"), written]);
            }
        }
        all.retain(|name| !name.is_empty());
        Self { names: all, ..Self::default() }
    }

    fn paragraph(&mut self) {
        (self.quoted, self.starts, self.after_name) = (false, true, false);
    }

    fn note(&mut self, old: &str, new: &str) {
        match self.replaced.iter_mut().find(|(before, after, _)| before == old && after == new) {
            Some((.., count)) => *count += 1,
            None => self.replaced.push((old.to_owned(), new.to_owned(), 1)),
        }
    }

    fn replaced(&self) -> String {
        let lines = self.replaced.iter().map(|(old, new, count)| match count {
            1 => format!("- {old} -> {new}"),
            count => format!("- {old} -> {new} ({count} times)"),
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    fn html(&mut self, html: &str) -> String {
        let mut out = String::with_capacity(html.len());
        let (mut quotations, mut code) = (0_usize, 0_usize);
        let mut begins = true;
        self.paragraph();
        for piece in pieces(html) {
            match piece {
                Piece::Tag(tag) => {
                    match piece.tag() {
                        Some("blockquote") => quotations += 1,
                        Some("/blockquote") => quotations = quotations.saturating_sub(1),
                        Some("code") => code += 1,
                        Some("/code") => code = code.saturating_sub(1),
                        Some("p" | "li" | "td" | "th" | "h3" | "h4" | "h5" | "h6" | "dd" | "dt") => {
                            self.paragraph();
                            begins = true;
                        }
                        _ => {}
                    }
                    out.push_str(tag);
                }
                Piece::Text(text) if quotations > 0 || code > 0 => out.push_str(text),
                Piece::Text(text) => {
                    let rest = if begins { self.greeting(text, &mut out) } else { text };
                    begins = false;
                    out.push_str(&self.text(rest));
                }
            }
        }
        out
    }

    /// "Hi Maria," becomes "Dear Maria,". Writes the formal greeting if there is an informal one, and returns
    /// the text after it.
    fn greeting<'a>(&mut self, text: &'a str, out: &mut String) -> &'a str {
        let lower = text.to_ascii_lowercase();
        for greeting in GREETINGS {
            let Some(rest) = lower.strip_prefix(greeting).and_then(|_| text.get(greeting.len()..)) else {
                continue;
            };
            if !self.protected(text).iter().any(|name| name.start == 0) {
                // Only a greeting that is followed by a comma addresses a person: "Hi Fi Ltd builds
                // loudspeakers" does not.
                let name = rest
                    .strip_prefix(' ')
                    .and_then(|after| after.split_once([',', '!']))
                    .map(|(name, _)| name);
                let formal = match name {
                    Some(name) if name.split(' ').all(|word| word.starts_with(char::is_uppercase)) => "Dear",
                    _ if rest.starts_with([',', '!']) => "Good day",
                    _ => continue,
                };
                self.note(text.get(..greeting.len()).unwrap_or_default(), formal);
                self.starts = false;
                out.push_str(formal);
                return rest;
            }
        }
        text
    }

    /// The positions of all names in a text, including overlapping ones.
    fn protected(&self, text: &str) -> Vec<Range<usize>> {
        let lower = text.to_ascii_lowercase();
        let mut found = Vec::new();
        for name in &self.names {
            let ends = |at: usize| {
                let before = lower.get(..at).and_then(|start| start.chars().next_back());
                let after = lower.get(at + name.len()..).and_then(|rest| rest.chars().next());
                let whole = |inner: Option<char>, outer: Option<char>| {
                    !(inner.is_some_and(char::is_alphanumeric) && outer.is_some_and(char::is_alphanumeric))
                };
                whole(name.chars().next(), before) && whole(name.chars().next_back(), after)
            };
            let mut from = 0;
            while let Some(at) =
                lower.get(from..).and_then(|rest| rest.find(name.as_str())).map(|at| from + at)
            {
                if ends(at) {
                    found.push(at..at + name.len());
                }
                from = at + name.chars().next().map_or(1, char::len_utf8);
            }
        }
        found
    }

    /// One text, outside quotations.
    fn text(&mut self, text: &str) -> String {
        let names = self.protected(text);
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        let mut before = ' ';
        while let Some(sign) = rest.chars().next() {
            let at = text.len() - rest.len();
            let touches = |length: usize| names.iter().any(|name| name.start < at + length && at < name.end);
            let marks = if rest.starts_with("&quot;") { '"' } else { sign };
            match marks {
                '"' => self.quoted = !self.quoted,
                '“' | '„' | '«' => self.quoted = true,
                '”' | '»' => self.quoted = false,
                _ => {}
            }
            let mut taken = sign.len_utf8();
            if self.quoted || touches(taken) {
                out.push(sign);
                (self.starts, self.after_name) = (self.starts && !sign.is_alphanumeric(), true);
            } else if sign == '!' {
                taken = self.exclamation(rest, before, &mut out);
            } else if is_emoji(sign) {
                if out.ends_with(' ')
                    && rest
                        .get(taken..)
                        .is_some_and(|after| after.is_empty() || after.starts_with([' ', '.', ',']))
                {
                    out.pop();
                }
                self.note(&sign.to_string(), "(removed)");
            } else if sign.is_alphabetic()
                && !before.is_alphanumeric()
                && !matches!(before, '&' | '@' | '/' | '.' | '-' | '_' | '#')
            {
                let (words, length) = formal_words(rest);
                let old = rest.get(..length).unwrap_or_default();
                if words == old
                    || touches(length)
                    || self.is_name(old, rest.get(length..).unwrap_or_default())
                {
                    // Advances by the name's first word, so that the next word is checked too.
                    taken = old
                        .find(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’')
                        .unwrap_or(length)
                        .max(taken);
                    out.push_str(rest.get(..taken).unwrap_or_default());
                } else {
                    self.note(old, &words);
                    out.push_str(&words);
                    taken = length;
                }
                self.after_name = !self.starts && sign.is_uppercase();
                self.starts = false;
            } else {
                out.push(sign);
                match sign {
                    '.' => self.starts = !ends_an_abbreviation(&out),
                    '?' | '…' => self.starts = true,
                    _ if sign.is_alphanumeric() => self.starts = false,
                    _ => {}
                }
            }
            before = rest.get(..taken).and_then(|done| done.chars().next_back()).unwrap_or(sign);
            rest = rest.get(taken..).unwrap_or_default();
        }
        out
    }

    /// Ends a sentence without an exclamation mark; returns how many bytes of the text were consumed.
    fn exclamation(&mut self, rest: &str, before: char, out: &mut String) -> usize {
        let run: String = rest.chars().take_while(|c| matches!(c, '!' | '?')).collect();
        // "Yahoo! Mail" is a name.
        let goes_on = rest
            .get(run.len()..)
            .and_then(|after| after.trim_start().chars().next())
            .is_some_and(char::is_alphabetic);
        if self.after_name && goes_on && run == "!" {
            out.push('!');
            return run.len();
        }
        // A question mark is already there.
        let quiet = match before {
            '?' | '.' => "",
            _ if run.contains('?') => "?",
            _ => ".",
        };
        self.note(&run, if quiet.is_empty() { "(removed)" } else { quiet });
        out.push_str(quiet);
        (self.starts, self.after_name) = (true, false);
        run.len()
    }

    /// Whether words that could be replaced are capitalised as a name: inside a sentence one capital is
    /// enough, at its beginning a second one is needed.
    fn is_name(&self, words: &str, after: &str) -> bool {
        let i_am =
            |text: &str| text.strip_prefix('I').is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
        let mut letters = words.chars();
        let capital = letters.next().is_some_and(char::is_uppercase) && !i_am(words);
        if letters.any(char::is_uppercase) {
            return true;
        }
        // The text after a tag may continue the name.
        let followed =
            after.strip_prefix(' ').is_some_and(|next| next.starts_with(char::is_uppercase) && !i_am(next));
        let cut_off = after.trim().is_empty() && !words.contains(['\'', '’']);
        capital && (!self.starts || followed || cut_off)
    }
}

/// Whether a text ends with an abbreviation, whose full stop does not end a sentence.
fn ends_an_abbreviation(text: &str) -> bool {
    let word =
        text.trim_end_matches('.').rsplit([' ', '(', '\u{a0}']).next().unwrap_or_default().to_lowercase();
    lexicon(Language::English).is_abbreviation(&word) || word.chars().count() == 1
}

/// The formal replacement of the first word or phrase of a text, and how many bytes that phrase has.
fn formal_words(text: &str) -> (String, usize) {
    let starts = |phrase: &str| {
        let start = text.get(..phrase.len())?;
        let ends = text.get(phrase.len()..)?.chars().next();
        // "Super-fast" and "info@..." are single words.
        let whole = ends.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '\'' | '’' | '-' | '@' | '_'));
        (start.replace('’', "'").eq_ignore_ascii_case(phrase) && whole).then_some(start)
    };
    for (informal, formal) in PairList::Informal.pairs() {
        // A typographic apostrophe is longer than the plain one.
        let curly = informal.replace('\'', "’");
        let found = starts(informal).map(str::len).or_else(|| {
            let start = text.get(..curly.len())?;
            let ends = text.get(curly.len()..)?.chars().next();
            (informal.contains('\'')
                && start.eq_ignore_ascii_case(&curly)
                && ends.is_none_or(|c| !c.is_alphanumeric()))
            .then_some(curly.len())
        });
        if let Some(length) = found {
            let capital = text.starts_with(char::is_uppercase);
            return (if capital { capitalised(formal) } else { formal.to_owned() }, length);
        }
    }
    let end = text.find(|c: char| !c.is_alphabetic() && c != '\'' && c != '’').unwrap_or(text.len());
    let word = text.get(..end).unwrap_or_default();
    if !word.contains(['\'', '’']) {
        return (word.to_owned(), end.max(1));
    }
    let plain = word.replace('’', "'");
    // "It's been" is not "it is been".
    let next = text
        .get(end..)
        .unwrap_or_default()
        .trim_start()
        .split(|c: char| !c.is_alphabetic())
        .next()
        .unwrap_or_default();
    let perfect = plain.ends_with("'s") && matches!(next, "been" | "got" | "had" | "become" | "taken");
    if perfect {
        let bare = plain.trim_end_matches("'s");
        let known = ["it", "that", "there", "he", "she", "who", "what"]
            .iter()
            .any(|known| known.eq_ignore_ascii_case(bare));
        return (if known { format!("{bare} has") } else { word.to_owned() }, end);
    }
    let written = expanded(&plain);
    (if written == plain { word.to_owned() } else { written }, end)
}

fn is_emoji(sign: char) -> bool {
    matches!(sign, '\u{1f300}'..='\u{1faff}' | '\u{2600}'..='\u{27bf}' | '\u{fe0f}'
        | '\u{1f1e6}'..='\u{1f1ff}')
        && !matches!(sign, '✓' | '✔' | '✗' | '✘')
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    fn formal_html(html: &str) -> String {
        Tone::keeping(vec!["super kids dental".to_owned(), "Docs & specs".to_owned()]).html(html)
    }

    #[test]
    fn informal_text_becomes_formal() {
        for (text, formal) in [
            ("<p>We'll build it, and it's great!</p>", "<p>We will build it, and it is great.</p>"),
            ("<p>Hi Maria,</p>", "<p>Dear Maria,</p>"),
            ("<p>Hey there! We can't wait!!</p>", "<p>Good day. We cannot wait.</p>"),
            ("<p>It’s been a lot of stuff 🎉</p>", "<p>It has been a great deal of material</p>"),
            (
                "<p>Let’s kick off asap. I’m happy.</p>",
                "<p>Let us begin as soon as possible. I am happy.</p>",
            ),
            (
                "<p>So I'll send info, and folks can't wait.</p>",
                "<p>So I will send information, and people cannot wait.</p>",
            ),
            ("<p>Don't <strong>you're</strong></p>", "<p>Do not <strong>you are</strong></p>"),
            ("<p>Really?!</p>", "<p>Really?</p>"),
            ("<p>Thanks &amp; see info@firm.example</p>", "<p>Thank you &amp; see info@firm.example</p>"),
        ] {
            assert_eq!(formal_html(text), formal);
        }
    }

    #[test]
    fn quotations_and_figures_stay_word_for_word() {
        for text in [
            "<blockquote><p>It's awesome!</p></blockquote>",
            "<p>She said “it's awesome!” about it.</p>",
            "<p>She said \"we'll be back!\" twice.</p>",
            "<p>$4,500.00 for 3 days, 20% off, 12.5 hours, client's own.</p>",
            "<p><code>don't!</code></p>",
        ] {
            assert_eq!(formal_html(text), text);
        }
    }

    #[test]
    fn names_stay_word_for_word() {
        for text in [
            "<p>We work for Super Kids Dental with Google Docs.</p>",
            "<p>Super Kids is a client. Awesome Folks Ltd is another.</p>",
            "<p>Super <strong>Kids</strong> pays Thanks &amp; Co.</p>",
            "<p>We send docs &amp; specs to super kids dental.</p>",
            "<p>It runs on Yahoo! Mail, e.g. Info.</p>",
            "<p>Let's Encrypt signs it.</p>",
            "<p>Hi Fi Ltd builds it.</p>",
            "<p>She calls it &quot;awesome stuff&quot; now.</p>",
        ] {
            assert_eq!(formal_html(text), text);
        }
    }

    #[test]
    fn informal_words_that_the_inputs_capitalise_are_names() {
        assert_eq!(
            capitalised_inside("They sell with Stuff, our Docs and docs. Info follows."),
            ["Stuff", "Docs"]
        );
    }

    #[test]
    fn each_replacement_is_counted() {
        let mut tone = Tone::default();
        tone.html("<p>We can't and can't! It's super.</p>");
        assert_eq!(
            tone.replaced(),
            "- can't -> cannot (2 times)\n- ! -> .\n- It's -> It is\n- super -> very"
        );
    }
}
