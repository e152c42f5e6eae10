//! What a mail says, and its two forms: plain text and HTML, from the same words.

use askama::Template;
use serde::{Deserialize, Serialize};

/// A button in a mail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Action {
    /// What it says.
    pub label: String,
    /// Where it leads.
    pub url: String,
}

/// A mail's words. Everything is text: the templates escape it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Letter {
    /// The subject line.
    pub subject: String,
    /// The first line of the mail itself.
    pub heading: String,
    /// The body.
    pub paragraphs: Vec<String>,
    /// What to do next, if anything.
    pub action: Option<Action>,
}

#[derive(Template)]
#[template(path = "mail/letter.txt", escape = "none")]
struct Text<'a> {
    heading: &'a str,
    paragraphs: &'a [String],
    action: Option<&'a Action>,
}

#[derive(Template)]
#[template(path = "mail/letter.html")]
struct Html<'a> {
    heading: &'a str,
    paragraphs: &'a [String],
    action: Option<&'a Action>,
}

impl Letter {
    /// The plain text and the HTML.
    pub(super) fn render(&self) -> Result<(String, String), askama::Error> {
        let (heading, paragraphs, action) = (self.heading.as_str(), self.paragraphs.as_slice(), self.action.as_ref());
        Ok((Text { heading, paragraphs, action }.render()?, Html { heading, paragraphs, action }.render()?))
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failed test should stop at once")]
    use super::*;

    #[test]
    fn both_forms_say_the_same_and_html_is_escaped() {
        let letter = Letter {
            subject: "Subject".to_owned(),
            heading: "Ada & <Bob>".to_owned(),
            paragraphs: vec!["First.".to_owned(), "Second.".to_owned()],
            action: Some(Action { label: "Open".to_owned(), url: "https://example.org/?a=1&b=2".to_owned() }),
        };
        let (text, html) = letter.render().unwrap();
        for words in ["Ada & <Bob>", "First.", "Second.", "https://example.org/?a=1&b=2"] {
            assert!(text.contains(words), "{words} missing in {text}");
        }
        assert!(!html.contains("<Bob>"));
        assert!(html.contains("Second.") && html.contains("Open</a>"));
    }
}
