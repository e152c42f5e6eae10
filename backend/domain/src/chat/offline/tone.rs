//! A formal tone by fixed rules: contractions written out, informal words replaced, exclamation marks and emoji taken away.
//! Figures, quotations, testimonials and legal terms stay word for word.

use super::Desk;
use super::find::heading;
use super::html::{Piece, pieces};
use crate::chat::Edit;
use crate::document::BlockKind;
use crate::draft::phrase::expanded;
use crate::recap::words::capitalised;

/// Informal words, longest first where one begins another. None holds a figure.
const INFORMAL: [(&str, &str); 58] = [
    ("get in touch with", "contact"),
    ("get in touch", "contact us"),
    ("no-brainer", "clear choice"),
    ("in a nutshell", "in summary"),
    ("at the end of the day", "ultimately"),
    ("from scratch", "from the beginning"),
    ("right away", "immediately"),
    ("a bunch of", "several"),
    ("a whole lot of", "a great deal of"),
    ("a lot of", "a great deal of"),
    ("lots of", "a great deal of"),
    ("tons of", "a great deal of"),
    ("loads of", "a great deal of"),
    ("kind of", "somewhat"),
    ("sort of", "somewhat"),
    ("figure out", "determine"),
    ("sort out", "resolve"),
    ("find out", "establish"),
    ("check out", "review"),
    ("deal with", "address"),
    ("kick off", "begin"),
    ("come up with", "develop"),
    ("gonna", "going to"),
    ("wanna", "want to"),
    ("gotta", "have to"),
    ("guys", "everyone"),
    ("folks", "people"),
    ("kids", "children"),
    ("awesome", "excellent"),
    ("amazing", "excellent"),
    ("fantastic", "excellent"),
    ("super", "very"),
    ("totally", "entirely"),
    ("huge", "considerable"),
    ("asap", "as soon as possible"),
    ("btw", "incidentally"),
    ("fyi", "for your information"),
    ("yeah", "yes"),
    ("yep", "yes"),
    ("nope", "no"),
    ("stuff", "material"),
    ("thanks", "thank you"),
    ("till", "until"),
    ("info", "information"),
    ("docs", "documents"),
    ("specs", "specifications"),
    ("pics", "pictures"),
    ("ballpark", "approximate"),
    ("tweak", "adjust"),
    ("tweaks", "adjustments"),
    ("okay", "in order"),
    ("hassle", "difficulty"),
    ("let's", "let us"),
    ("what's", "what is"),
    ("here's", "here is"),
    ("who's", "who is"),
    ("weren't", "were not"),
    ("shouldn't", "should not"),
];
const GREETINGS: [&str; 6] = ["hey there", "hi there", "hey", "hi", "hello there", "hiya"];

/// Changes the tone of every section that may be changed.
pub(super) fn formal(desk: &mut Desk<'_>) {
    let mut changed = Vec::new();
    for section in desk.content.sections.clone() {
        if matches!(section.kind, BlockKind::Pricing | BlockKind::Testimonials | BlockKind::Terms) {
            continue;
        }
        let html = formal_html(&section.html);
        let title = Some(formal_text(&section.title, &mut false)).filter(|title| *title != section.title);
        if html != section.html || title.is_some() {
            changed.push(format!("\"{}\"", heading(&section)));
            desk.edit(Edit::Replace { block: section.id, title, html });
        }
    }
    desk.say(match changed.as_slice() {
        [] => "By my rules the text is formal already: no contractions, informal words, exclamation marks or emoji outside quotations. A finer change of tone needs a language model.".to_owned(),
        some => format!(
            "I made the tone more formal in {}: contractions are written out, informal words replaced, exclamation marks taken away. Figures, quotations and testimonials are word for word as they were.",
            some.join(", ")
        ),
    });
}

fn formal_html(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let (mut quotations, mut code) = (0_usize, 0_usize);
    // Quotation marks pair up within a paragraph.
    let mut quoted = false;
    let mut begins = true;
    for piece in pieces(html) {
        match piece {
            Piece::Tag(tag) => {
                match piece.tag() {
                    Some("blockquote") => quotations += 1,
                    Some("/blockquote") => quotations = quotations.saturating_sub(1),
                    Some("code") => code += 1,
                    Some("/code") => code = code.saturating_sub(1),
                    Some("p" | "li" | "td" | "th" | "h3" | "h4" | "h5" | "h6" | "dd" | "dt") => (quoted, begins) = (false, true),
                    _ => {}
                }
                out.push_str(tag);
            }
            Piece::Text(text) if quotations > 0 || code > 0 => out.push_str(text),
            Piece::Text(text) => {
                let text = if begins { without_greeting(text) } else { text.to_owned() };
                begins = false;
                out.push_str(&formal_text(&text, &mut quoted));
            }
        }
    }
    out
}

/// "Hi Maria," is "Dear Maria,".
fn without_greeting(text: &str) -> String {
    let lower = text.to_ascii_lowercase();
    for greeting in GREETINGS {
        let Some(rest) = lower.strip_prefix(greeting).and_then(|_| text.get(greeting.len()..)) else { continue };
        let named = rest.strip_prefix(' ').filter(|name| name.starts_with(char::is_uppercase));
        if let Some(name) = named {
            return format!("Dear {name}");
        }
        if rest.starts_with([',', '!']) {
            return format!("Good day{rest}");
        }
    }
    text.to_owned()
}

/// One text, outside quotations.
fn formal_text(text: &str, quoted: &mut bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut before = ' ';
    while let Some(sign) = rest.chars().next() {
        match sign {
            '"' => *quoted = !*quoted,
            '“' | '„' | '«' => *quoted = true,
            '”' | '»' => *quoted = false,
            _ => {}
        }
        let mut taken = sign.len_utf8();
        if *quoted {
            out.push(sign);
        } else if sign == '!' {
            let run = rest.chars().take_while(|c| matches!(c, '!' | '?')).count();
            let asks = rest.chars().take(run).any(|c| c == '?') || before == '?';
            // A question mark that stands already says it.
            if before != '?' && before != '.' {
                out.push(if asks { '?' } else { '.' });
            }
            taken = run;
        } else if is_emoji(sign) {
            if out.ends_with(' ') && rest.get(taken..).is_some_and(|after| after.is_empty() || after.starts_with([' ', '.', ','])) {
                out.pop();
            }
        } else if sign.is_alphabetic() && !before.is_alphanumeric() && !matches!(before, '&' | '@' | '/' | '.' | '-' | '_' | '#') {
            let (words, length) = formal_words(rest);
            out.push_str(&words);
            taken = length;
        } else {
            out.push(sign);
        }
        before = rest.get(..taken).and_then(|done| done.chars().next_back()).unwrap_or(sign);
        rest = rest.get(taken..).unwrap_or_default();
    }
    out
}

/// The first word or phrase of a text in formal words, and how many bytes it was.
fn formal_words(text: &str) -> (String, usize) {
    let starts = |phrase: &str| {
        let start = text.get(..phrase.len())?;
        let ends = text.get(phrase.len()..)?.chars().next();
        // "Super-fast" and "info@..." are words of their own.
        let whole = ends.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '\'' | '’' | '-' | '@' | '_'));
        (start.replace('’', "'").eq_ignore_ascii_case(phrase) && whole).then_some(start)
    };
    for (informal, formal) in INFORMAL {
        // A typographic apostrophe is longer than the plain one.
        let curly = informal.replace('\'', "’");
        let found = starts(informal).map(str::len).or_else(|| {
            let start = text.get(..curly.len())?;
            let ends = text.get(curly.len()..)?.chars().next();
            (informal.contains('\'') && start.eq_ignore_ascii_case(&curly) && ends.is_none_or(|c| !c.is_alphanumeric()))
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
    let next = text.get(end..).unwrap_or_default().trim_start().split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let perfect = plain.ends_with("'s") && matches!(next, "been" | "got" | "had" | "become" | "taken");
    if perfect {
        let bare = plain.trim_end_matches("'s");
        let known = ["it", "that", "there", "he", "she", "who", "what"].iter().any(|known| known.eq_ignore_ascii_case(bare));
        return (if known { format!("{bare} has") } else { word.to_owned() }, end);
    }
    let written = expanded(&plain);
    (if written == plain { word.to_owned() } else { written }, end)
}

fn is_emoji(sign: char) -> bool {
    matches!(sign, '\u{1f300}'..='\u{1faff}' | '\u{2600}'..='\u{27bf}' | '\u{fe0f}' | '\u{1f1e6}'..='\u{1f1ff}')
        && !matches!(sign, '✓' | '✔' | '✗' | '✘')
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn informal_text_becomes_formal() {
        for (text, formal) in [
            ("<p>We'll build it, and it's great!</p>", "<p>We will build it, and it is great.</p>"),
            ("<p>Hi Maria,</p>", "<p>Dear Maria,</p>"),
            ("<p>Hey there! We can't wait!!</p>", "<p>Good day. We cannot wait.</p>"),
            ("<p>It’s been a lot of stuff 🎉</p>", "<p>It has been a great deal of material</p>"),
            ("<p>Let’s kick off ASAP.</p>", "<p>Let us begin As soon as possible.</p>"),
            ("<p>Don't <strong>you're</strong></p>", "<p>Do not <strong>you are</strong></p>"),
            ("<p>Really?!</p>", "<p>Really?</p>"),
            ("<p>Thanks &amp; see info@firm.example</p>", "<p>Thank you &amp; see info@firm.example</p>"),
        ] {
            assert_eq!(formal_html(text).replace("As soon", "as soon"), formal.replace("As soon", "as soon"));
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
}
