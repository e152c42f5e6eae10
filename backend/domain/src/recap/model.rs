//! The recap task for a model: its prompt, the schema of its answer, and the parser that refuses unbacked
//! content.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Extraction, FIELD_MAX, FIELD_MIN};
use crate::document::placeholders;
use crate::pricing::trace;
use crate::prompt::{DefaultPrompt, Prompt};

/// The instructions for reading a recap.
pub const PROMPT: DefaultPrompt = DefaultPrompt {
    key: "recap_extraction_prompt",
    name: "Meeting recap extraction",
    version: 1,
    text: "You read the recap of a sales meeting and sort what it says, for the person who will write a proposal.\n\
\n\
Return:\n\
- clientNeeds: what the client needs and why, in plain sentences, at least 10 characters.\n\
- proposedSolution: what the seller proposed to do, in plain sentences, at least 10 characters. If nothing was proposed, say \
that the approach is still to be agreed and list what it would have to address.\n\
- pricingHint: every price and how often it is paid, written like \"$4,500 one-time and $300 monthly for hosting\". Empty if \
no price was mentioned. Leave out money that is not the price of this work.\n\
- timeline: dates, deadlines and durations, or null if there are none.\n\
\n\
Rules: use only what the recap says. Never add a figure, date, name, promise or feature. Keep amounts exactly as written. Leave out small \
talk. Write in the language of the recap.",
};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Data<'a> {
    meeting_recap: &'a str,
}

/// The request for a recap; `instructions` is the text of [`PROMPT`] or the administrator's version of it.
#[must_use]
pub fn prompt(instructions: &str, recap: &str) -> Prompt {
    Prompt::new(instructions, &Data { meeting_recap: recap })
}

/// The recap with a note of which speaker is on the seller's side, if that is known.
#[must_use]
pub fn with_speaker<'a>(recap: &'a str, our_speaker: Option<&str>) -> Cow<'a, str> {
    our_speaker.map_or(Cow::Borrowed(recap), |name| Cow::Owned(format!("({name} is the seller.)\n\n{recap}")))
}

/// The name of the answer's schema.
pub const SCHEMA_NAME: &str = "recap_extraction";

/// The JSON schema of the answer, strict in the sense of OpenAI's structured output.
#[must_use]
pub fn schema() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["clientNeeds", "proposedSolution", "pricingHint", "timeline"],
        "properties": {
            "clientNeeds": { "type": "string" },
            "proposedSolution": { "type": "string" },
            "pricingHint": { "type": "string" },
            "timeline": { "type": ["string", "null"] }
        }
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ModelExtraction {
    client_needs: String,
    proposed_solution: String,
    pricing_hint: String,
    timeline: Option<String>,
}

/// Reads a model's answer. Errors list every reason: not the schema, too short or long, placeholders, amounts
/// that the recap does not name.
pub fn parse(answer: &str, recap: &str) -> Result<Extraction, Vec<String>> {
    let answer: ModelExtraction = serde_json::from_str(crate::draft::model::json_object(answer))
        .map_err(|error| vec![format!("The answer is not the JSON object asked for: {error}.")])?;
    let extraction = Extraction {
        client_needs: tidy(&answer.client_needs),
        proposed_solution: tidy(&answer.proposed_solution),
        pricing_hint: tidy(&answer.pricing_hint),
        timeline: answer.timeline.map(|text| tidy(&text)).filter(|text| !text.is_empty()),
    };
    let mut reasons = Vec::new();
    for (name, text, min) in [
        ("clientNeeds", extraction.client_needs.as_str(), FIELD_MIN),
        ("proposedSolution", extraction.proposed_solution.as_str(), FIELD_MIN),
        ("pricingHint", extraction.pricing_hint.as_str(), 0),
        ("timeline", extraction.timeline.as_deref().unwrap_or(""), 0),
    ] {
        let length = text.chars().count();
        if length < min {
            reasons.push(format!("{name} must have at least {min} characters."));
        }
        if length > FIELD_MAX {
            reasons.push(format!("{name} must have at most {FIELD_MAX} characters."));
        }
        for placeholder in placeholders(text) {
            reasons.push(format!("{name} contains the placeholder {placeholder}."));
        }
        for amount in unbacked(text, recap) {
            reasons.push(format!("{name} names the amount {amount}, which the recap does not."));
        }
    }
    if reasons.is_empty() { Ok(extraction) } else { Err(reasons) }
}

fn tidy(text: &str) -> String {
    text.replace('\0', "").trim().to_owned()
}

/// The amounts of a text that are not in the recap, as written.
fn unbacked(text: &str, recap: &str) -> Vec<String> {
    let named = trace::amounts(text);
    if named.is_empty() {
        return Vec::new();
    }
    let backed = trace::amounts(recap);
    named.into_iter().filter(|amount| !backed.iter().any(|known| known.value == amount.value)).map(|amount| amount.text).collect()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use pretty_assertions::assert_eq;

    use super::*;

    const RECAP: &str = "They need a shop. We will build it for 4.5k and host it at $300 a month.";

    fn answer(hint: &str, solution: &str) -> String {
        json!({
            "clientNeeds": "They need a shop.",
            "proposedSolution": solution,
            "pricingHint": hint,
            "timeline": null
        })
        .to_string()
    }

    #[test]
    fn a_backed_answer_is_taken() {
        let text = answer("$4,500 one-time and $300 monthly hosting", "We will build it.");
        let extraction = parse(&format!("```json\n{text}\n```"), RECAP).unwrap();
        assert_eq!(extraction.pricing_hint, "$4,500 one-time and $300 monthly hosting");
        assert_eq!(extraction.timeline, None);
    }

    #[test]
    fn every_reason_is_named() {
        let reasons = parse(&answer("$4,500 and $999 monthly", "[Name]"), RECAP).unwrap_err();
        assert_eq!(
            reasons,
            [
                "proposedSolution must have at least 10 characters.",
                "proposedSolution contains the placeholder [Name].",
                "pricingHint names the amount $999, which the recap does not.",
            ]
        );
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "<html>", "[]", "{\"clientNeeds\":1}", "{\"extra\":true}"] {
            assert_eq!(parse(text, RECAP).unwrap_err().len(), 1, "{text}");
        }
    }
}
