//! The data that the templates print.

use chrono::{DateTime, Utc};
use proffer_domain::{
    design::{
        self,
        color::{Color, DARKEST_GROUND, LARGE_TEXT, TEXT},
    },
    evidence::{Evidence, sealed_pdf},
    revision::{Brand, Frozen},
    signature::EvidenceClass,
};
use serde_json::{Value, json};

use super::{certificate, html, prices};

/// Longest title in the footer, in characters.
const FOOTER_TITLE_MAX: usize = 60;
/// How many digits of a hash identify it within a document.
pub(super) const SHORT_HASH: usize = 12;
/// The serif fonts that a brand can choose.
const SERIF: [&str; 4] = ["Georgia", "Charter", "Palatino", "Rockwell"];

/// The template data of a proposal's evidence.
pub(super) fn of(evidence: &Evidence, frozen: &Frozen) -> Value {
    let company =
        frozen.company_snapshot.as_ref().map(|company| company.name.trim()).filter(|name| !name.is_empty());
    let short_hash: String = evidence.revision.sha256.chars().take(SHORT_HASH).collect();
    let terms: Vec<Value> = frozen.terms_and_conditions.as_deref().map(paragraphs).unwrap_or_default();
    json!({
        "meta": {
            "title": metadata(&frozen.title),
            "author": metadata(company.unwrap_or("Proffer")),
            "seal": sealed_pdf::placeholder(),
        },
        "style": style(frozen.brand.as_ref()),
        "head": {
            "title": line(&frozen.title),
            "titleSize": title_size(&frozen.title),
            "subtitle": frozen.subtitle.as_deref().map(line).unwrap_or_default(),
            "company": company.unwrap_or_default(),
            "client": frozen.client_name,
            "facts": facts(evidence, frozen, company),
        },
        "blocks": html::blocks(&frozen.html_content),
        "prices": prices::of(&evidence.pricing, &evidence.totals),
        "terms": terms,
        "certificate": certificate::of(evidence, frozen),
        "footer": { "title": shortened(&line(&frozen.title), FOOTER_TITLE_MAX), "hash": short_hash },
    })
}

/// The lines below the title: recipient, sender, revision and outcome.
fn facts(evidence: &Evidence, frozen: &Frozen, company: Option<&str>) -> Vec<Value> {
    let signature = &evidence.signature;
    let became = match signature.evidence_class {
        EvidenceClass::SignedByLink => "Signed",
        EvidenceClass::Countersigned => "Signed, countersigned",
        EvidenceClass::RecordedByTeam => "Acceptance recorded",
    };
    let mut facts = vec![json!({ "label": "Prepared for", "text": frozen.client_name })];
    if let Some(company) = company {
        facts.push(json!({ "label": "Prepared by", "text": company }));
    }
    facts.push(json!({
        "label": format!("Revision {}, sent", evidence.revision.number),
        "text": day(evidence.revision.sent_at)
    }));
    facts.push(json!({
        "label": became, "text": format!("{}\n{}", line(&signature.name), day(signature.signed_at))
    }));
    facts
}

/// `2026-03-02 09:00:00.000 UTC`.
pub(super) fn moment(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%d %H:%M:%S%.3f UTC").to_string()
}

/// `2 March 2026 (UTC)`.
fn day(at: DateTime<Utc>) -> String {
    at.format("%-d %B %Y (UTC)").to_string()
}

/// Text for the file's metadata: one line of printable characters, without anything that could be mistaken
/// for the seal.
fn metadata(text: &str) -> String {
    line(text)
        .replace(sealed_pdf::PREFIX, "proffer seal ")
        .chars()
        .filter(|character| !matches!(character, '\u{fffe}' | '\u{ffff}'))
        .collect()
}

/// Text on one line.
fn line(text: &str) -> String {
    text.split(|character: char| character.is_whitespace() || character.is_control())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

fn shortened(text: &str, length: usize) -> String {
    if text.chars().nth(length).is_none() {
        return text.to_owned();
    }
    let start: String = text.chars().take(length - 1).collect();
    format!("{}…", start.trim_end())
}

/// A long title gets a smaller size.
fn title_size(title: &str) -> u32 {
    match title.chars().count() {
        0..=40 => 28,
        41..=80 => 23,
        81..=140 => 19,
        _ => 16,
    }
}

/// Plain text as paragraphs. Line breaks are kept.
fn paragraphs(text: &str) -> Vec<Value> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n").replace('\t', " ");
    let mut paragraphs: Vec<String> = vec![String::new()];
    for line in text.lines() {
        match paragraphs.last_mut() {
            Some(last) if !line.trim().is_empty() => {
                if !last.is_empty() {
                    last.push('\n');
                }
                last.push_str(line.trim_end());
            }
            _ => paragraphs.push(String::new()),
        }
    }
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    let set = |text: String| {
        json!({
            "kind": "paragraph", "rtl": html::right_to_left(&text).unwrap_or_default(),
            "runs": [{ "text": text }]
        })
    };
    paragraphs.into_iter().map(set).collect()
}

/// The brand's colours, darkened to be readable on paper, and the kind of its font.
fn style(brand: Option<&Brand>) -> Value {
    let unchosen = design::Brand::unchosen();
    let pick = |chosen: Option<&str>, own: &str| {
        chosen.and_then(Color::parse).or_else(|| Color::parse(own)).unwrap_or(Color::BLACK)
    };
    let primary = pick(brand.map(|brand| brand.primary_color.as_str()), &unchosen.primary_color);
    let secondary = pick(
        brand.and_then(|brand| brand.secondary_color.as_deref()),
        unchosen.secondary_color.as_deref().unwrap_or(&unchosen.primary_color),
    );
    let ink = secondary.dark_enough(DARKEST_GROUND, 7.0);
    let serif =
        brand.and_then(|brand| brand.font_family.as_deref()).is_some_and(|font| SERIF.contains(&font));
    json!({
        "serif": serif,
        "ink": ink.to_string(),
        "heading": primary.dark_enough(DARKEST_GROUND, LARGE_TEXT).to_string(),
        "link": primary.dark_enough(DARKEST_GROUND, TEXT).to_string(),
        "band": primary.to_string(),
        "muted": ink.mixed(Color::WHITE, 0.3).dark_enough(DARKEST_GROUND, TEXT).to_string(),
        "line": ink.mixed(Color::WHITE, 0.82).to_string(),
        "tint": primary.mixed(Color::WHITE, 0.93).light_enough(DARKEST_GROUND).to_string(),
    })
}

#[cfg(test)]
mod tests {
    #![expect(clippy::indexing_slicing, reason = "a test stops at the first surprise")]

    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn terms_keep_their_lines() {
        let texts: Vec<Value> = paragraphs("One\r\ntwo\n\n\n  three\t.\n")
            .iter()
            .map(|paragraph| paragraph["runs"][0]["text"].clone())
            .collect();
        assert_eq!(texts, [json!("One\ntwo"), json!("  three .")]);
        assert_eq!(paragraphs(" \n\n").len(), 0);
    }

    #[test]
    fn metadata_carry_no_second_seal() {
        assert_eq!(
            metadata(&format!("A\n{}", sealed_pdf::placeholder())),
            format!("A proffer seal {}", "0".repeat(64))
        );
    }

    #[test]
    fn long_titles_end_in_an_ellipsis() {
        assert_eq!(shortened("abc", 3), "abc");
        assert_eq!(shortened("ab cd", 4), "ab…");
    }
}
