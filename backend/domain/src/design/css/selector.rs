//! Selectors and media queries: a style may select only elements inside the document.

use std::fmt::Write as _;

use cssparser::{Delimiter, Parser, Token, parse_nth};

use super::{NOT_READ, Parsed, Reason, is_broken, refused};
use crate::document::{BlockKind, allow_list};

const STATES: [&str; 7] =
    ["first-child", "last-child", "only-child", "first-of-type", "last-of-type", "hover", "focus-visible"];
const PLACES: [&str; 4] = ["nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type"];
const PARTS: [&str; 3] = ["marker", "first-line", "first-letter"];
/// More parts than a document has nesting levels.
const PARTS_MAX: usize = 12;

const OUTSIDE: Reason = "A design applies only inside the document.";
const NOT_THIS: Reason =
    "A selector can contain elements, classes that begin with .pricing-, and [data-kind=…].";
const GENERATED: Reason = "A design adds no text of its own, so ::before and ::after are not possible.";

/// The selectors of a rule; invalid ones are reported one by one. It is an error if none is valid.
pub fn list(input: &mut Parser<'_>, mut refuse: impl FnMut(&str, Reason)) -> Parsed<Vec<String>> {
    let mut kept: Vec<String> = Vec::new();
    let mut missed: Vec<(String, Reason)> = Vec::new();
    loop {
        let start = input.position();
        match input.parse_until_before(Delimiter::Comma, one) {
            Ok(selector) if kept.contains(&selector) => {}
            Ok(selector) => kept.push(selector),
            Err(error) => missed.push((input.slice_from(start).trim().to_owned(), super::reason_of(&error))),
        }
        if input.next().is_err() {
            break;
        }
    }
    if kept.is_empty() {
        return refused(missed.first().map_or(NOT_READ, |(_, reason)| *reason));
    }
    for (piece, reason) in missed {
        refuse(&piece, reason);
    }
    Ok(kept)
}

/// A selector while it is parsed.
#[derive(Default)]
struct PartialSelector {
    out: String,
    parts: usize,
    /// The combinator before the next compound.
    between: Option<char>,
    /// Whether the last compound can take another simple selector.
    open: bool,
    /// Whether the last compound is the document itself.
    at_root: bool,
    /// Whether a pseudo-element was named, which ends a selector.
    over: bool,
}

impl PartialSelector {
    /// Prepares for the next simple selector; `starts` if it can only begin a compound.
    fn room(&mut self, starts: bool) -> Parsed<()> {
        if self.over || self.parts >= PARTS_MAX {
            return refused(NOT_THIS);
        }
        if self.open {
            return if starts || self.at_root { refused(NOT_THIS) } else { Ok(()) };
        }
        match self.between.take() {
            Some(' ') => self.out.push(' '),
            Some('+' | '~') if self.at_root => return refused(OUTSIDE),
            // Writing to a string cannot fail.
            Some(sign) => drop(write!(self.out, " {sign} ")),
            None => {}
        }
        self.open = true;
        self.at_root = false;
        self.parts += 1;
        Ok(())
    }

    fn combine(&mut self, sign: char) -> Parsed<()> {
        if self.out.is_empty() && sign != ' ' {
            return refused(OUTSIDE);
        }
        match self.between {
            None if self.out.is_empty() => {}
            None | Some(' ') => self.between = Some(sign),
            Some(_) if sign == ' ' => {}
            Some(_) => return refused(NOT_THIS),
        }
        self.open = false;
        Ok(())
    }
}

fn one(input: &mut Parser<'_>) -> Parsed<String> {
    let mut building = PartialSelector::default();
    while let Ok(token) = input.next_including_whitespace().cloned() {
        match token {
            Token::WhiteSpace(_) => building.combine(' ')?,
            Token::Delim(sign @ ('>' | '+' | '~')) => building.combine(sign)?,
            Token::Ident(name) => element(&mut building, &name.to_ascii_lowercase())?,
            Token::Delim('*') => {
                building.room(true)?;
                building.out.push('*');
            }
            Token::Delim('.') => {
                let class = input.expect_ident()?.to_string();
                self::class(&mut building, &class)?;
            }
            Token::SquareBracketBlock => {
                building.room(false)?;
                let kind = input.parse_nested_block(kind)?;
                let _ = write!(building.out, "[data-kind=\"{}\"]", kind.name());
            }
            Token::Colon => pseudo(&mut building, input)?,
            token if is_broken(&token) => return refused(NOT_READ),
            _ => return refused(NOT_THIS),
        }
    }
    if building.out.is_empty() || !matches!(building.between, None | Some(' ')) {
        return refused(NOT_READ);
    }
    Ok(if building.out == ".doc" || building.out.starts_with(".doc ") {
        building.out
    } else {
        format!(".doc {}", building.out)
    })
}

fn element(building: &mut PartialSelector, name: &str) -> Parsed<()> {
    if matches!(name, "html" | "body") {
        return refused(OUTSIDE);
    }
    if !allow_list::is_element(name) {
        return refused(NOT_THIS);
    }
    building.room(true)?;
    building.out.push_str(name);
    Ok(())
}

fn class(building: &mut PartialSelector, name: &str) -> Parsed<()> {
    if name == "doc" && building.out.is_empty() {
        building.room(true)?;
        building.at_root = true;
    } else if name == "doc-table" || is_pricing(name) {
        building.room(false)?;
    } else {
        return refused(if name.starts_with("doc") { OUTSIDE } else { NOT_THIS });
    }
    let _ = write!(building.out, ".{name}");
    Ok(())
}

fn is_pricing(class: &str) -> bool {
    class.strip_prefix("pricing-").is_some_and(|name| {
        (1..=40).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
    })
}

fn kind(input: &mut Parser<'_>) -> Parsed<BlockKind> {
    input.expect_ident_matching("data-kind").or_else(|_| refused(NOT_THIS))?;
    input.expect_delim('=')?;
    let name = input.expect_ident_or_string()?.to_string();
    BlockKind::from_name(&name).map_or_else(|| refused("There is no such kind of section."), Ok)
}

fn pseudo(building: &mut PartialSelector, input: &mut Parser<'_>) -> Parsed<()> {
    match input.next_including_whitespace()?.clone() {
        Token::Colon => {
            let part = input.expect_ident()?.to_ascii_lowercase();
            if matches!(part.as_str(), "before" | "after") {
                return refused(GENERATED);
            }
            if !PARTS.contains(&part.as_str()) {
                return refused(NOT_THIS);
            }
            building.room(false)?;
            building.over = true;
            let _ = write!(building.out, "::{part}");
        }
        Token::Ident(state) => {
            let state = state.to_ascii_lowercase();
            if matches!(state.as_str(), "before" | "after") {
                return refused(GENERATED);
            }
            if !STATES.contains(&state.as_str()) {
                return refused(if matches!(state.as_str(), "root" | "host") { OUTSIDE } else { NOT_THIS });
            }
            building.room(false)?;
            let _ = write!(building.out, ":{state}");
        }
        Token::Function(name) => {
            let name = name.to_ascii_lowercase();
            if !PLACES.contains(&name.as_str()) {
                return refused(NOT_THIS);
            }
            building.room(false)?;
            let (step, from) = input
                .parse_nested_block(|input| Ok::<_, cssparser::ParseError<Reason>>(parse_nth(input)?))?;
            if step.unsigned_abs() > 1000 || from.unsigned_abs() > 1000 {
                return refused(NOT_THIS);
            }
            let _ = write!(building.out, ":{name}({step}n{from:+})");
        }
        _ => return refused(NOT_THIS),
    }
    Ok(())
}

/// `print`, `screen`, or a width, such as `(min-width: 600px)`.
pub fn media(input: &mut Parser<'_>) -> Parsed<String> {
    const ONLY: Reason = "Only @media print and widths such as (min-width: 600px) are supported.";
    let mut parts: Vec<String> = Vec::new();
    loop {
        match input.next().cloned() {
            Ok(Token::Ident(name))
                if parts.is_empty()
                    && (name.eq_ignore_ascii_case("print") || name.eq_ignore_ascii_case("screen")) =>
            {
                parts.push(name.to_ascii_lowercase());
            }
            Ok(Token::ParenthesisBlock) => parts.push(input.parse_nested_block(width)?),
            _ => return refused(ONLY),
        }
        if input.is_exhausted() {
            return Ok(parts.join(" and "));
        }
        if parts.len() >= 3 || input.expect_ident_matching("and").is_err() {
            return refused(ONLY);
        }
    }
}

fn width(input: &mut Parser<'_>) -> Parsed<String> {
    const WIDTH: Reason = "Only (min-width: …px) and (max-width: …px) are supported.";
    let feature = input.expect_ident()?.to_ascii_lowercase();
    input.expect_colon()?;
    match (feature.as_str(), input.next()?) {
        ("min-width" | "max-width", Token::Dimension { int_value: Some(pixels @ 0..=9999), unit, .. })
            if unit.eq_ignore_ascii_case("px") =>
        {
            Ok(format!("({feature}: {pixels}px)"))
        }
        _ => refused(WIDTH),
    }
}
