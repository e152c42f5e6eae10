//! Errors of input fields, and the checks that all inputs share.
//!
//! A validator collects all errors and returns them together, so that a form can mark all its fields at once.

use std::borrow::Cow;

use serde::Serialize;

use crate::identity::Email;

/// An error in one field, with the message that the screen shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FieldError {
    /// The field's wire name in camelCase, for example `companyName`.
    pub field: Cow<'static, str>,
    /// A stable `snake_case` code: `required`, `too_short`, `too_long`, `invalid`, `invalid_characters` or a
    /// named rule.
    pub code: &'static str,
    /// The sentence for the person who typed the value.
    pub message: Cow<'static, str>,
}

impl FieldError {
    /// Builds an error from its three parts.
    pub fn new(
        field: impl Into<Cow<'static, str>>,
        code: &'static str,
        message: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { field: field.into(), code, message: message.into() }
    }

    /// A text that is not the code of a currency.
    pub fn unknown_currency(field: impl Into<Cow<'static, str>>) -> Self {
        Self::new(field, "unknown_currency", "Please choose a currency by its three-letter code")
    }
}

/// The rules for a text field: its wire name, its label, and its maximum length.
#[derive(Debug, Clone, Copy)]
pub struct TextField {
    /// Wire name in camelCase.
    pub name: &'static str,
    /// Its label in messages, capitalised: `Company name`.
    pub label: &'static str,
    /// The longest accepted value, in characters.
    pub max: usize,
    lines: bool,
}

impl TextField {
    /// A single-line field, by wire name, label and maximum length in characters. Line breaks and other
    /// control characters in a name would reach mail subjects, file names and logs, so they are refused at
    /// input.
    #[must_use]
    pub const fn new(name: &'static str, label: &'static str, max: usize) -> Self {
        Self { name, label, max, lines: false }
    }

    /// A multi-line field.
    #[must_use]
    pub const fn long(name: &'static str, label: &'static str, max: usize) -> Self {
        Self { name, label, max, lines: true }
    }

    /// Whether a text has no line breaks and no other control characters.
    #[must_use]
    pub fn is_one_line(text: &str) -> bool {
        !text.contains(breaks_a_line)
    }
}

/// Collects the errors of one input while its fields are read; [`Check::finish`] returns the value or all
/// errors.
#[derive(Debug, Default)]
pub struct Check {
    errors: Vec<FieldError>,
}

impl Check {
    /// Starts without errors.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an error found by the caller.
    pub fn push(&mut self, error: FieldError) {
        self.errors.push(error);
    }

    /// Returns the value of a part that validates itself; its errors are added to this input's.
    pub fn part<T>(&mut self, result: Result<T, FieldError>) -> Option<T> {
        result.map_err(|error| self.errors.push(error)).ok()
    }

    /// A text that must not be blank; returned trimmed. Refuses NUL and more than `field.max` characters.
    pub fn required(&mut self, field: TextField, value: &str) -> String {
        self.at_least(field, value, 1, "required", format!("{} is required", field.label).into())
    }

    /// A text of at least `min` characters once trimmed; a shorter one is reported with `code` and `message`.
    pub fn at_least(
        &mut self,
        field: TextField,
        value: &str,
        min: usize,
        code: &'static str,
        message: Cow<'static, str>,
    ) -> String {
        let trimmed = value.trim();
        if trimmed.chars().take(min).count() < min {
            self.push(FieldError::new(field.name, code, message));
        }
        self.bounded(field, trimmed)
    }

    /// A text that may be absent; blank counts as absent.
    pub fn optional(&mut self, field: TextField, value: Option<impl AsRef<str>>) -> Option<String> {
        let value = value?;
        let trimmed = Some(value.as_ref().trim()).filter(|text| !text.is_empty())?;
        Some(self.bounded(field, trimmed))
    }

    /// An e-mail address; see [`Email::parse`].
    pub fn email(&mut self, field: &'static str, value: &str) -> Option<Email> {
        self.part(Email::parse(field, value))
    }

    /// A web address that may be absent; see [`website`].
    pub fn website(&mut self, field: TextField, value: Option<impl AsRef<str>>) -> Option<String> {
        let text = self.optional(field, value)?;
        self.part(website(field, &text))
    }

    /// The value if there were no errors, else every error. `None` means that a part already reported its
    /// error.
    pub fn finish<T>(self, value: Option<T>) -> Result<T, Vec<FieldError>> {
        match value {
            Some(value) if self.errors.is_empty() => Ok(value),
            _ => Err(self.errors),
        }
    }

    fn bounded(&mut self, field: TextField, trimmed: &str) -> String {
        if trimmed.contains('\0') {
            self.push(nul(field));
        } else if !field.lines && trimmed.contains(breaks_a_line) {
            self.push(FieldError::new(
                field.name,
                "invalid_characters",
                format!("{} must be a single line of text", field.label),
            ));
        } else if !field.lines && hides_something(trimmed) {
            self.push(FieldError::new(
                field.name,
                "invalid_characters",
                format!("{} contains hidden characters", field.label),
            ));
        }
        if trimmed.len() > field.max && trimmed.chars().count() > field.max {
            self.push(too_long(field));
        }
        trimmed.to_owned()
    }
}

fn breaks_a_line(character: char) -> bool {
    character.is_control() || matches!(character, '\u{2028}' | '\u{2029}')
}

/// Whether a text looks different from its content: with characters that override its direction (Unicode TR
/// 36, "Bidirectional text spoofing"), or with zero-width characters. Direction marks, and joiners between
/// two letters, are legitimate.
fn hides_something(text: &str) -> bool {
    let invisible =
        |c: char| c.is_whitespace() || has_no_width(c) || joins(c) || matches!(c, '\u{200e}' | '\u{200f}');
    let shows = |character: Option<char>| character.is_some_and(|c| !invisible(c));
    if !text.is_empty() && text.chars().all(invisible) {
        return true;
    }
    let mut before = None;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if has_no_width(character)
            || (joins(character) && !(shows(before) && shows(characters.peek().copied())))
        {
            return true;
        }
        before = Some(character);
    }
    false
}

fn has_no_width(character: char) -> bool {
    matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200b}'
        | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{180e}')
}

/// User text for a mail header: a line break in it cannot start another header, and nothing in it can reorder
/// the displayed text.
#[must_use]
pub fn one_line(text: &str) -> String {
    text.chars().filter(|c| !has_no_width(*c)).map(|c| if breaks_a_line(c) { ' ' } else { c }).collect()
}

/// The zero-width joiners of scripts and emoji.
fn joins(character: char) -> bool {
    matches!(character, '\u{200c}' | '\u{200d}')
}

/// PostgreSQL cannot store NUL in text, so it is refused at input.
pub(crate) fn nul(field: TextField) -> FieldError {
    FieldError::new(
        field.name,
        "invalid_characters",
        format!("{} contains characters that cannot be stored", field.label),
    )
}

pub(crate) fn too_long(field: TextField) -> FieldError {
    FieldError::new(
        field.name,
        "too_long",
        format!("{} must be at most {} characters", field.label, grouped(field.max)),
    )
}

/// Parses a web address as people type it: without `http://` or `https://`, `https://` is put in front (spec,
/// section 5). It must then be an http(s) URL with a host name of more than one label (or an address, or
/// `localhost`) and without a user name.
pub fn website(field: TextField, text: &str) -> Result<String, FieldError> {
    let trimmed = text.trim();
    let has_scheme =
        |scheme: &str| trimmed.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    let full = if has_scheme("http://") || has_scheme("https://") {
        trimmed.to_owned()
    } else {
        format!("https://{trimmed}")
    };
    let refused =
        || FieldError::new(field.name, "invalid", format!("{} must be a valid web address", field.label));
    if full.chars().any(|c| c.is_whitespace() || c.is_control()) || full.matches("://").count() > 1 {
        return Err(refused());
    }
    let url = ammonia::Url::parse(&full).map_err(|_| refused())?;
    let host_is_real = match url.host() {
        Some(ammonia::url::Host::Domain(name)) => {
            name == "localhost" || name.trim_end_matches('.').contains('.')
        }
        Some(_) => true,
        None => false,
    };
    if host_is_real && url.username().is_empty() && url.password().is_none() {
        Ok(full)
    } else {
        Err(refused())
    }
}

/// `100000` as `100,000`.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use super::*;

    const SITE: TextField = TextField::new("websiteUrl", "Website", 2048);

    #[test]
    fn every_error_is_reported_at_once() {
        let mut check = Check::new();
        check.required(TextField::new("firstName", "First name", 5), "  ");
        check.required(TextField::new("lastName", "Last name", 5), "Abcdef");
        check.email("email", "nobody");
        let errors = check.finish(Some(())).unwrap_err();
        let seen: Vec<_> =
            errors.iter().map(|error| (error.field.as_ref(), error.code, error.message.as_ref())).collect();
        assert_eq!(
            seen,
            [
                ("firstName", "required", "First name is required"),
                ("lastName", "too_long", "Last name must be at most 5 characters"),
                ("email", "invalid", "Invalid email address"),
            ]
        );
    }

    #[test]
    fn length_counts_characters_not_bytes() {
        let mut check = Check::new();
        check.required(TextField::new("name", "Name", 3), "äöü");
        assert!(check.finish(Some(())).is_ok());
    }

    #[test]
    fn nul_is_refused() {
        let mut check = Check::new();
        check.optional(TextField::new("phone", "Phone", 10), Some("1\u{0}2"));
        assert_eq!(check.finish(Some(())).unwrap_err().first().unwrap().code, "invalid_characters");
    }

    #[test]
    fn a_single_line_has_no_breaks_and_no_control_characters() {
        let errors = |field: TextField, text: &str| {
            let mut check = Check::new();
            check.required(field, text);
            let errors = check.finish(Some(())).err().unwrap_or_default();
            errors.into_iter().map(|error| format!("{}: {}", error.code, error.message)).collect::<Vec<_>>()
        };
        let (line, lines) = (TextField::new("name", "Name", 50), TextField::long("aboutUs", "About us", 50));
        for text in [
            "Mia\nBerg",
            "Mia\r\nBcc: all@nobody.example",
            "Mia\tBerg",
            "Mia\u{1b}[31m",
            "Mia\u{85}",
            "Mia\u{2028}Berg",
        ] {
            // A trailing line break is trimmed like a space.
            let text = format!("{text}.");
            assert_eq!(
                errors(line, &text),
                ["invalid_characters: Name must be a single line of text"],
                "{text:?}"
            );
            assert_eq!(errors(lines, &text), Vec::<String>::new(), "{text:?}");
        }
        for text in
            ["Mia Berg\n", "Zoë \u{201c}Z\u{201d} O\u{2019}Neil", "\u{5d0}\u{5d1} \u{200f}", "👩\u{200d}💻"]
        {
            assert_eq!(errors(line, text), Vec::<String>::new(), "{text:?}");
        }
        assert_eq!(
            errors(line, "a\0b\nc"),
            ["invalid_characters: Name contains characters that cannot be stored"]
        );
    }

    #[test]
    fn a_name_hides_nothing() {
        let refused = |field: TextField, text: &str| {
            let mut check = Check::new();
            check.optional(field, Some(text));
            check
                .finish(Some(()))
                .err()
                .unwrap_or_default()
                .iter()
                .map(|error| error.message.to_string())
                .collect::<Vec<_>>()
        };
        let (line, lines) = (TextField::new("name", "Name", 50), TextField::long("aboutUs", "About us", 50));
        for text in [
            "Mia\u{202e}greB",
            "\u{2067}Mia\u{2069}",
            "Mia\u{200b}Berg",
            "Mia\u{feff}",
            "Mia\u{2060}",
            "Mia\u{200d}",
            "Mia \u{200c}Berg",
            "M\u{200d}\u{200d}ia",
            "\u{200f}",
        ] {
            assert_eq!(refused(line, text), ["Name contains hidden characters"], "{text:?}");
            assert_eq!(refused(lines, text), Vec::<String>::new(), "{text:?}");
        }
        for text in ["می\u{200c}خواهم", "❤\u{fe0f}\u{200d}🔥", "\u{200f}\u{5d0}\u{5d1}", "a\u{200e}"]
        {
            assert_eq!(refused(line, text), Vec::<String>::new(), "{text:?}");
        }
    }

    #[test]
    fn a_header_is_one_line_in_one_direction() {
        for (text, shown) in [
            ("Your proposal\r\nBcc: all@nobody.example", "Your proposal  Bcc: all@nobody.example"),
            ("Mia\u{2028}Berg\u{85}", "Mia Berg "),
            ("a\u{202e}fdp.exe\u{202c}\u{feff}", "afdp.exe"),
            ("Zoë 👩\u{200d}💻", "Zoë 👩\u{200d}💻"),
        ] {
            assert_eq!(one_line(text), shown);
        }
    }

    #[test]
    fn a_website_without_a_scheme_gets_https() {
        for (typed, kept) in [
            ("acme.com", "https://acme.com"),
            ("  www.acme.com/a?b=c ", "https://www.acme.com/a?b=c"),
            ("http://acme.com", "http://acme.com"),
            ("HTTPS://Acme.com", "HTTPS://Acme.com"),
            ("localhost:8080", "https://localhost:8080"),
            ("http://127.0.0.1:9000/x", "http://127.0.0.1:9000/x"),
            ("bücher.example", "https://bücher.example"),
        ] {
            assert_eq!(website(SITE, typed).unwrap(), kept, "{typed}");
        }
    }

    #[test]
    fn an_invalid_web_address_is_refused() {
        for typed in [
            "javascript:alert(1)",
            "ftp://acme.com",
            "https://",
            "acme",
            "https://user:secret@acme.com",
            "mailto:a@b.com",
            "https://https://acme.com",
            "acme .com",
            "https://acme.com/\u{7f}",
        ] {
            assert!(website(SITE, typed).is_err(), "{typed}");
        }
    }

    #[test]
    fn lengths_are_printed_in_groups() {
        assert_eq!(grouped(5), "5");
        assert_eq!(grouped(1000), "1,000");
        assert_eq!(grouped(1_048_576), "1,048,576");
    }
}
