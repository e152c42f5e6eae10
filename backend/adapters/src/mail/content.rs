//! The content of a mail and its two forms, plain text and HTML, with the sender's branding.

use askama::Template;
use proffer_domain::design::color::{Color, TEXT};
use serde::{Deserialize, Serialize};

use super::MailBrand;

/// A button in a mail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Action {
    pub label: String,
    /// Its target.
    pub url: String,
}

/// The texts of a mail; the templates escape them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailContent {
    /// The subject line.
    pub subject: String,
    /// The first line of the mail itself.
    pub heading: String,
    /// The body.
    pub paragraphs: Vec<String>,
    /// The button, if there is one.
    pub action: Option<Action>,
}

/// The product's own name and colour, for mails without company branding.
const PRODUCT: &str = "Proffer";
const PINE: Color = Color::new(0x0f, 0x5b, 0x48);
/// The contrast that WCAG requires for the outline of a button.
const OUTLINE: f64 = 3.0;
/// The luminance at which an outline reaches that contrast on the dark background.
const LIGHT_OUTLINE: f64 = 0.15;

#[derive(Template)]
#[template(path = "mail/mail.txt", escape = "none")]
struct Text<'a> {
    content: &'a MailContent,
    branding: &'a Branding<'a>,
    unsubscribe: Option<&'a str>,
}

#[derive(Template)]
#[template(path = "mail/mail.html")]
struct Html<'a> {
    content: &'a MailContent,
    branding: &'a Branding<'a>,
    unsubscribe: Option<&'a str>,
}

/// The sender's branding: a name and colours. Never a remote image, which would reveal that the mail was
/// opened.
struct Branding<'a> {
    company: Option<&'a str>,
    name: &'a str,
    initial: String,
    button: String,
    on_button: String,
    /// The button's outline on the light background, visible with any colour.
    outline: String,
    /// The same on the dark background.
    dark_outline: String,
}

impl<'a> Branding<'a> {
    fn of(brand: Option<&'a MailBrand>) -> Self {
        let company = brand.map(|brand| brand.company.trim()).filter(|name| !name.is_empty());
        let name = company.unwrap_or(PRODUCT);
        let button = brand.and_then(|brand| Color::parse(&brand.primary_color)).unwrap_or(PINE);
        // One of the two is readable on any colour.
        let on_button = if button.contrast(Color::WHITE) >= TEXT { Color::WHITE } else { Color::BLACK };
        Self {
            company,
            name,
            initial: name
                .chars()
                .find(|character| character.is_alphanumeric())
                .map(|first| first.to_uppercase().collect())
                .unwrap_or_default(),
            button: button.to_string(),
            on_button: on_button.to_string(),
            outline: button.dark_enough(Color::WHITE.luminance(), OUTLINE).to_string(),
            dark_outline: button.light_enough(LIGHT_OUTLINE).to_string(),
        }
    }
}

impl MailContent {
    /// The plain text and the HTML, with the unsubscribe address, if there is one.
    pub(super) fn render(
        &self,
        brand: Option<&MailBrand>,
        unsubscribe: Option<&str>,
    ) -> Result<(String, String), askama::Error> {
        let (content, branding) = (self, &Branding::of(brand));
        Ok((
            Text { content, branding, unsubscribe }.render()?,
            Html { content, branding, unsubscribe }.render()?,
        ))
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failed test should stop at once")]
    use super::*;

    fn content() -> MailContent {
        MailContent {
            subject: "Subject".to_owned(),
            heading: "Ada & <Bob>".to_owned(),
            paragraphs: vec!["First.".to_owned(), "Second.".to_owned()],
            action: Some(Action { label: "Open".to_owned(), url: "https://example.org/?a=1&b=2".to_owned() }),
        }
    }

    fn brand(company: &str, primary_color: &str) -> MailBrand {
        MailBrand { company: company.to_owned(), primary_color: primary_color.to_owned() }
    }

    #[test]
    fn both_forms_say_the_same_and_html_is_escaped() {
        let brand = brand("Smith <& Sons>", "#123456");
        let (text, html) = content().render(Some(&brand), Some("https://example.org/stop?token=1")).unwrap();
        for words in [
            "Ada & <Bob>",
            "First.",
            "Second.",
            "https://example.org/?a=1&b=2",
            "Smith <& Sons>",
            "https://example.org/stop?token=1",
        ] {
            assert!(text.contains(words), "{words} missing in {text}");
        }
        assert!(!html.contains("<Bob>") && !html.contains("<& Sons>"));
        assert!(
            html.contains("Second.")
                && html.contains("Open</a>")
                && html.contains("https://example.org/stop?token=1")
        );
        for form in [text, html] {
            assert!(form.contains("with Proffer"), "{form}");
        }
    }

    #[test]
    fn without_a_brand_it_is_the_products_own() {
        let (text, html) = content().render(None, None).unwrap();
        assert!(html.contains("#0f5b48") && !html.contains("Unsubscribe"), "{html}");
        assert!(!text.contains("Unsubscribe") && !text.contains("with Proffer"), "{text}");
    }

    #[test]
    fn nothing_is_fetched_from_elsewhere() {
        let (_, html) = content().render(Some(&brand("Northlight", "#ffd500")), None).unwrap();
        for part in ["<img", "src=", "url(", "<link", "@import"] {
            assert!(!html.contains(part), "{part}: {html}");
        }
    }

    #[test]
    fn a_button_can_be_read_and_seen_in_any_colour() {
        for color in [
            "#ffffff", "#000000", "#ffd500", "#0a0a40", "#777777", "#e0e0e0", "#ff0000", "#3498db",
            "nonsense",
        ] {
            let brand = brand("Northlight", color);
            let branding = Branding::of(Some(&brand));
            let [button, on_button, outline, dark] =
                [&branding.button, &branding.on_button, &branding.outline, &branding.dark_outline]
                    .map(|text| Color::parse(text).unwrap());
            assert!(button.contrast(on_button) >= TEXT, "{color}");
            assert!(outline.contrast(Color::WHITE) >= OUTLINE, "{color}");
            assert!(dark.contrast(Color::parse("#17201c").unwrap()) >= OUTLINE, "{color}");
        }
        assert_eq!(Branding::of(Some(&brand("\u{201c}äther\u{201d}", "#ffffff"))).initial, "Ä");
    }
}
