//! The allow-list for custom CSS.
//!
//! Nothing of the source is copied: recognised parts are written anew, everything else is rejected and
//! reported. A style may set type, colour, lines and space inside the document; it cannot load anything, and
//! it cannot hide, move or replace what a client is asked to sign. Sanitising twice changes nothing.

mod property;
mod selector;

use std::fmt::Write as _;

use cssparser::{
    AtRuleParser, CowRcStr, DeclarationParser, ParseError, ParseErrorKind, Parser, ParserState,
    QualifiedRuleParser, RuleBodyItemParser, RuleBodyParser, StyleSheetParser, Token, parse_important,
};

/// The maximum size of the input, in bytes.
pub const CSS_MAX_BYTES: usize = 20 * 1024;
/// The most rejected parts that are listed.
const REFUSALS_MAX: usize = 50;
/// The most characters of a rejected part that are shown.
const SHOWN_MAX: usize = 120;

const NOT_READ: &str = "This is not valid CSS.";
const NESTED: &str = "Nested rules are not supported. Write the complete selector of each rule.";

/// A rejected part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The part, as written.
    pub css: String,
    /// Why, in a sentence.
    pub message: &'static str,
}

/// The result of sanitising custom CSS.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sanitised {
    /// The accepted CSS, scoped to the document.
    pub css: String,
    /// The rejected parts.
    pub refusals: Vec<Refusal>,
}

/// Keeps what is on the allow-list. Callers refuse more than [`CSS_MAX_BYTES`]; here such input is rejected
/// as a whole.
#[must_use]
pub fn sanitise(css: &str) -> Sanitised {
    let mut sheet = Sheet { refusals: Vec::new(), in_media: false };
    if css.len() > CSS_MAX_BYTES {
        sheet.refuse(css, "CSS must be at most 20 KB.");
        return Sanitised { css: String::new(), refusals: sheet.refusals };
    }
    let css = rules(&mut Parser::new(css), &mut sheet);
    Sanitised { css, refusals: sheet.refusals }
}

/// Why a part is rejected.
type Reason = &'static str;
type Parsed<T> = Result<T, ParseError<Reason>>;

fn refused<T>(reason: Reason) -> Parsed<T> {
    Err(ParseError::custom(reason))
}

fn reason_of(error: &ParseError<Reason>) -> Reason {
    match &error.kind {
        ParseErrorKind::Custom(reason) => reason,
        ParseErrorKind::Basic(_) => NOT_READ,
    }
}

/// The rules of a style sheet or of the block of a media query.
fn rules(input: &mut Parser<'_>, sheet: &mut Sheet) -> String {
    let mut css = String::new();
    let mut missed = Vec::new();
    for rule in StyleSheetParser::new(input, sheet) {
        match rule {
            Ok(rule) => css.push_str(&rule),
            Err((error, piece, _)) => missed.push((piece, reason_of(&error))),
        }
    }
    for (piece, reason) in missed {
        sheet.refuse(piece, reason);
    }
    css
}

struct Sheet {
    refusals: Vec<Refusal>,
    in_media: bool,
}

impl Sheet {
    fn refuse(&mut self, piece: &str, message: Reason) {
        if self.refusals.len() >= REFUSALS_MAX {
            return;
        }
        let line = piece.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut css: String =
            line.chars().filter(|character| !character.is_control()).take(SHOWN_MAX).collect();
        if line.chars().count() > SHOWN_MAX {
            css.push('…');
        }
        self.refusals.push(Refusal { css, message });
    }
}

impl<'i> QualifiedRuleParser<'i> for Sheet {
    type Prelude = Vec<String>;
    type QualifiedRule = String;
    type Error = Reason;

    fn parse_prelude(&mut self, input: &mut Parser<'i>) -> Parsed<Vec<String>> {
        selector::list(input, |piece, reason| self.refuse(piece, reason))
    }

    fn parse_block(
        &mut self,
        selectors: Vec<String>,
        _: &ParserState,
        input: &mut Parser<'i>,
    ) -> Parsed<String> {
        let mut body = Body { important: Vec::new() };
        let (mut kept, mut missed): (Vec<String>, Vec<_>) = (Vec::new(), Vec::new());
        for declaration in RuleBodyParser::new(input, &mut body) {
            match declaration {
                Ok(declaration) => kept.push(declaration),
                Err((error, piece, _)) => missed.push((piece, reason_of(&error))),
            }
        }
        for name in body.important {
            self.refuse(
                &format!("{name}: … !important"),
                "!important is removed; the rest of the line is kept.",
            );
        }
        for (piece, reason) in missed {
            self.refuse(piece, reason);
        }
        if kept.is_empty() {
            return Ok(String::new());
        }
        let indent = if self.in_media { "  " } else { "" };
        let selectors = selectors.join(&format!(",\n{indent}"));
        let mut css = format!("{indent}{selectors} {{\n");
        for declaration in kept {
            // Writing to a string cannot fail.
            let _ = writeln!(css, "{indent}  {declaration};");
        }
        css.push_str(indent);
        css.push_str("}\n");
        Ok(css)
    }
}

impl<'i> AtRuleParser<'i> for Sheet {
    type Prelude = String;
    type AtRule = String;
    type Error = Reason;

    fn parse_prelude(&mut self, name: CowRcStr<'i>, input: &mut Parser<'i>) -> Parsed<String> {
        match name.to_ascii_lowercase().as_str() {
            "media" if self.in_media => refused("Media queries cannot be nested."),
            "media" => selector::media(input),
            "import" | "font-face" | "namespace" => refused("A design cannot load external resources."),
            "keyframes" | "-webkit-keyframes" => refused("Animations are not supported."),
            _ => refused("Of the @ rules, only @media is supported."),
        }
    }

    fn rule_without_block(&mut self, _: String, _: &ParserState) -> Result<String, ()> {
        Err(())
    }

    fn parse_block(&mut self, query: String, _: &ParserState, input: &mut Parser<'i>) -> Parsed<String> {
        self.in_media = true;
        let inside = rules(input, self);
        self.in_media = false;
        Ok(if inside.is_empty() { inside } else { format!("@media {query} {{\n{inside}}}\n") })
    }
}

/// The declarations of one rule.
struct Body {
    important: Vec<String>,
}

impl<'i> DeclarationParser<'i> for Body {
    type Declaration = String;
    type Error = Reason;

    fn parse_value(&mut self, name: CowRcStr<'i>, input: &mut Parser<'i>, _: &ParserState) -> Parsed<String> {
        let name = name.to_ascii_lowercase();
        let value = property::value(&name, input)?;
        if input.try_parse(parse_important).is_ok() {
            self.important.push(name.clone());
        }
        if !input.is_exhausted() {
            return refused(property::NOT_THIS_VALUE);
        }
        Ok(format!("{name}: {value}"))
    }
}

impl<'i> QualifiedRuleParser<'i> for Body {
    type Prelude = ();
    type QualifiedRule = String;
    type Error = Reason;

    fn parse_prelude(&mut self, input: &mut Parser<'i>) -> Parsed<()> {
        while input.next().is_ok() {}
        refused(NESTED)
    }
}

impl<'i> AtRuleParser<'i> for Body {
    type Prelude = ();
    type AtRule = String;
    type Error = Reason;

    fn parse_prelude(&mut self, _: CowRcStr<'i>, input: &mut Parser<'i>) -> Parsed<()> {
        while input.next().is_ok() {}
        refused(NESTED)
    }
}

impl RuleBodyItemParser<'_, String, Reason> for Body {
    fn parse_declarations(&self) -> bool {
        true
    }

    fn parse_qualified(&self) -> bool {
        false
    }
}

/// A token that cannot be part of any allowed value.
fn is_broken(token: &Token<'_>) -> bool {
    token.is_parse_error()
}

#[cfg(test)]
mod tests;
