//! The recap task for a model: its prompt, the schema of its answer, and the parser that refuses unbacked
//! content.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{Extraction, FIELD_MAX, FIELD_MIN, Seller, words::normal};
use crate::document::placeholders;
use crate::draft::frame::{Frame, Line};
use crate::money::Currency;
use crate::pricing::{self, Item, PricingTable};
use crate::prompt::{Answer, DefaultPrompt, Prompt, without_orders};
use crate::reading::{
    amounts::amounts,
    lexicon::{Language, WordList, lexicon},
    written,
};

/// The instructions for reading a recap.
pub const PROMPT: DefaultPrompt = DefaultPrompt {
    key: "recap_extraction_prompt",
    name: "Meeting recap extraction",
    version: 2,
    text: "You read the recap of a sales meeting and sort what it says, for the person who will write a proposal.\n\
\n\
Return lists whose entries have text and source. source is the exact stretch of the recap that the entry rests on, copied word for word; an entry without one \
is left out.\n\
- clientNeeds: what the client needs and why, one plain sentence per entry.\n\
- proposedSolution: what the seller proposed to do, one plain sentence per entry; empty if nothing was proposed.\n\
- prices: every price and how often it is paid, written like \"$300 monthly for hosting\"; likewise discounts and terms of payment. Empty if no price was \
mentioned. Leave out money that is not the price of this work.\n\
And timeline: dates, deadlines and durations as text, or null if there are none.\n\
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
    let cited = json!({
        "type": "array",
        "items": {
            "type": "object",
            "additionalProperties": false,
            "required": ["text", "source"],
            "properties": { "text": { "type": "string" }, "source": { "type": "string" } }
        }
    });
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["clientNeeds", "proposedSolution", "prices", "timeline"],
        "properties": {
            "clientNeeds": cited,
            "proposedSolution": cited,
            "prices": cited,
            "timeline": { "type": ["string", "null"] }
        }
    })
}

impl Answer for Extraction {
    fn written(&self) -> String {
        let timeline = self.timeline.as_deref().unwrap_or_default();
        [&self.client_needs, &self.proposed_solution, &self.pricing_hint, timeline].join("\n")
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ModelExtraction {
    client_needs: Vec<Cited>,
    proposed_solution: Vec<Cited>,
    prices: Vec<Cited>,
    timeline: Option<String>,
}

/// A statement with the words of the recap that it rests on.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cited {
    text: String,
    source: String,
}

/// Reads a model's answer. Errors list every reason: not the schema, too short or long, placeholders, amounts
/// that the recap does not name. Entries whose source the recap does not contain are left out, as are those
/// whose source addresses the assistant.
pub fn parse(answer: &str, recap: &str) -> Result<Extraction, Vec<String>> {
    parse_for(answer, recap, Seller::default())
}

/// The same, if something is known of who sells.
pub fn parse_for(answer: &str, recap: &str, seller: Seller<'_>) -> Result<Extraction, Vec<String>> {
    let answer: ModelExtraction = serde_json::from_str(crate::draft::model::json_object(answer))
        .map_err(|error| vec![format!("The answer is not the JSON object asked for: {error}.")])?;
    let words = normal(&without_orders(recap));
    let cited = |list: Vec<Cited>| -> Vec<Cited> {
        let tidied = list.into_iter().map(|entry| Cited {
            text: tidy(&entry.text),
            source: entry.source.split_whitespace().collect::<Vec<_>>().join(" "),
        });
        tidied.filter(|entry| !entry.source.is_empty() && words.contains(&normal(&entry.source))).collect()
    };
    let lines = |list: &[Cited]| list.iter().map(Cited::statement).collect::<Vec<_>>().join("\n");
    let needs = lines(&cited(answer.client_needs));
    let solution = cited(answer.proposed_solution);
    let extraction = Extraction {
        proposed_solution: if solution.is_empty() && !needs.is_empty() {
            format!("{}\n{needs}", Frame::of(&needs).text(Line::RecapOpen))
        } else {
            lines(&solution)
        },
        client_needs: needs,
        pricing_hint: hint(
            &cited(answer.prices),
            &super::extract_for(recap, seller).pricing_hint,
            recap,
            seller.currency,
        ),
        timeline: answer.timeline.map(|text| tidy(&text)).filter(|text| !text.is_empty()),
        exclusions: None,
        from_client: None,
    };
    let mut reasons = Vec::new();
    for (name, text, min) in [
        ("clientNeeds", extraction.client_needs.as_str(), FIELD_MIN),
        ("proposedSolution", extraction.proposed_solution.as_str(), FIELD_MIN),
        ("prices", extraction.pricing_hint.as_str(), 0),
        ("timeline", extraction.timeline.as_deref().unwrap_or(""), 0),
    ] {
        let length = text.chars().count();
        if length < min {
            reasons.push(format!(
                "{name} must have at least {min} characters, with sources that stand in the recap."
            ));
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

impl Cited {
    /// The text, or the recap's own words where the text has another figure.
    fn statement(&self) -> &str {
        let figures = |text: &'_ str| {
            text.split(|c: char| !c.is_ascii_digit())
                .filter(|run| !run.is_empty())
                .map(str::to_owned)
                .collect()
        };
        let (own, known): (Vec<String>, Vec<String>) = (figures(&self.text), figures(&self.source));
        if own.iter().all(|figure| known.contains(figure)) { &self.text } else { &self.source }
    }
}

/// The prices, one per line. A text that charges something else than its source is replaced by the source. An
/// amount that the rules do not read as a charge of the recap, `by_rules`, is marked as open in its language.
fn hint(prices: &[Cited], by_rules: &str, recap: &str, home: Currency) -> String {
    let read = |text: &str| pricing::table_from_text(text, home, &mut Uuid::nil);
    let open = lexicon(Language::of(recap)).said(WordList::SayOpen).unwrap_or_default();
    let mut agreed = read(by_rules);
    let mut lines = Vec::new();
    for price in prices {
        let (charged, stated) = (read(&price.text), read(&price.source));
        let line = if is_same(&charged, &stated) { &price.text } else { &price.source };
        let same_currency = stated.currency == agreed.currency;
        let is_agreed = if stated.groups.is_empty() {
            amounts(line).is_empty()
        } else {
            let mut items = stated.groups.iter().flat_map(|group| &group.items);
            items.all(|item| same_currency && take(&mut agreed, item))
        };
        lines.push(if is_agreed { line.clone() } else { opened(line, open, &read) });
    }
    lines.join("\n")
}

/// A line with a mark that leaves every one of its prices open: "$9.80 for what we guessed at six bucks" has two.
fn opened(line: &str, mark: &str, read: &dyn Fn(&str) -> PricingTable) -> String {
    let is_open = |line: &String| {
        let table = read(line);
        !table.groups.iter().flat_map(|group| &group.items).any(|item| item.confirmed)
    };
    let mut each = line.to_owned();
    for amount in amounts(line).iter().rev() {
        each.insert_str(amount.span.end, &format!(" ({mark})"));
    }
    let strict = || {
        let mut table = read(line);
        table.groups.iter_mut().flat_map(|group| &mut group.items).for_each(|item| item.confirmed = false);
        written::write(&table)
    };
    [format!("{line} ({mark})"), each].into_iter().find(is_open).unwrap_or_else(strict)
}

/// Whether two tables charge the same, and there is something that they charge.
fn is_same(one: &PricingTable, other: &PricingTable) -> bool {
    let items =
        |table: &PricingTable| table.groups.iter().flat_map(|group| group.items.clone()).collect::<Vec<_>>();
    let (ones, others) = (items(one), items(other));
    let same = |(item, other): (&Item, &Item)| {
        let terms =
            item.discount == other.discount && item.taxes == other.taxes && item.confirmed == other.confirmed;
        terms && item.charges_like(other)
    };
    let terms = (one.discount, one.deposit, one.tax_mode) == (other.discount, other.deposit, other.tax_mode);
    let whole = terms && one.currency == other.currency && one.milestones.len() == other.milestones.len();
    whole && !ones.is_empty() && ones.len() == others.len() && ones.iter().zip(&others).all(same)
}

/// Takes a certain charge out of a table, so that none is agreed with twice.
fn take(table: &mut PricingTable, item: &Item) -> bool {
    table.groups.iter_mut().any(|group| {
        let place = group.items.iter().position(|other| other.confirmed && item.charges_like(other));
        place.map(|place| group.items.remove(place)).is_some()
    })
}

fn tidy(text: &str) -> String {
    text.replace('\0', "").trim().to_owned()
}

/// The amounts of a text that are not in the recap, as written.
fn unbacked(text: &str, recap: &str) -> Vec<String> {
    let named = amounts(text);
    if named.is_empty() {
        return Vec::new();
    }
    let backed = amounts(recap);
    named
        .into_iter()
        .filter(|amount| !backed.iter().any(|known| known.value == amount.value))
        .map(|amount| amount.text)
        .collect()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use pretty_assertions::assert_eq;
    use rust_decimal::Decimal;

    use super::*;

    const RECAP: &str = "They need a shop. We will build it for 4.5k and host it at $300 a month.";

    fn entries(list: &[(&str, &str)]) -> Value {
        list.iter().map(|(text, source)| json!({ "text": text, "source": source })).collect()
    }

    fn answer(prices: &[(&str, &str)], solution: &[(&str, &str)]) -> String {
        json!({
            "clientNeeds": entries(&[("They need a shop.", "They need a shop.")]),
            "proposedSolution": entries(solution),
            "prices": entries(prices),
            "timeline": null
        })
        .to_string()
    }

    const BUILD: (&str, &str) = ("We will build it.", "We will build it");

    #[test]
    fn a_backed_answer_is_taken() {
        let text = answer(
            &[("$4,500 one-time", "build it for  4.5K"), ("$300 monthly hosting", "host it at $300 a month")],
            &[BUILD],
        );
        let extraction = parse(&format!("```json\n{text}\n```"), RECAP).unwrap();
        assert_eq!(extraction.pricing_hint.lines().last(), Some("$300 monthly hosting"));
        assert_eq!(extraction.proposed_solution, "We will build it.");
        assert_eq!(extraction.timeline, None);
    }

    #[test]
    fn what_the_recap_does_not_say_is_left_out_or_said_in_its_words() {
        for (solution, said) in [
            (("We will build it in 6 weeks.", "We will build it"), "We will build it"),
            (
                ("We will build it in 6 weeks.", "We will build it in 6 weeks."),
                "The approach is still to be agreed.",
            ),
            (("We will build it.", " "), "The approach is still to be agreed."),
        ] {
            let extraction = parse(&answer(&[], &[solution]), RECAP).unwrap();
            assert!(extraction.proposed_solution.starts_with(said), "{}", extraction.proposed_solution);
        }
    }

    #[test]
    fn a_price_is_certain_only_where_model_and_rules_agree() {
        let hosting = "host it at $300 a month";
        for (price, line) in [
            (("$300 monthly hosting", hosting), "$300 monthly hosting"),
            (("$300 one-time", hosting), hosting),
            (("$400 monthly", hosting), hosting),
            (("\u{20ac}300 monthly", hosting), hosting),
            (("3 x $300 monthly", hosting), hosting),
            (("$300 monthly, 50% discount", hosting), hosting),
        ] {
            let extraction = parse(&answer(&[price], &[BUILD]), RECAP).unwrap();
            assert_eq!(extraction.pricing_hint, line, "{price:?}");
        }
        let others = format!("{RECAP} Their last agency charged $9,000.");
        for (price, line) in [
            (("$9,000 one-time", "charged $9,000"), "$9,000 one-time (to be confirmed)"),
            (("$300 monthly hosting", hosting), "$300 monthly hosting (to be confirmed)"),
        ] {
            assert_eq!(parse(&answer(&[price], &[BUILD]), &others).unwrap().pricing_hint, line, "{price:?}");
        }
        let deposit = format!("{RECAP} Their last agency took a deposit of $2,000.");
        let cited = ("Deposit of $2,000", "deposit of $2,000");
        let hint = parse(&answer(&[cited], &[BUILD]), &deposit).unwrap().pricing_hint;
        assert!(hint.ends_with("(to be confirmed)"), "{hint}");
        // Amounts that are no prices, alone and two in a line.
        let costs = format!(
            "{RECAP} That was $830 in filing fees to the patent office. They keep $1,200 left in post."
        );
        for source in [
            "$830 in filing fees to the patent office",
            "$1,200 left in post",
            "$830 in filing fees to the patent office. They keep $1,200 left in post",
        ] {
            let hint =
                parse(&answer(&[("$300 monthly hosting", hosting), (source, source)], &[BUILD]), &costs);
            let table = pricing::table_from_text(&hint.unwrap().pricing_hint, Currency::USD, &mut Uuid::nil);
            let items = || table.groups.iter().flat_map(|group| &group.items);
            assert!(
                !items().any(|item| item.confirmed && item.unit_price != Decimal::from(300)),
                "{table:?}"
            );
        }
        let twice =
            parse(&answer(&[("$300 monthly", hosting), ("$300 monthly", hosting)], &[BUILD]), RECAP).unwrap();
        assert_eq!(twice.pricing_hint, "$300 monthly\n$300 monthly (to be confirmed)");
        assert_eq!(
            parse(&answer(&[("$1 one-time", "it costs $1")], &[BUILD]), RECAP).unwrap().pricing_hint,
            ""
        );
    }

    #[test]
    fn every_reason_is_named() {
        let long = "x".repeat(FIELD_MAX + 1);
        let reasons = parse(&answer(&[], &[("[Name]", "shop")]), RECAP).unwrap_err();
        assert_eq!(
            reasons,
            [
                "proposedSolution must have at least 10 characters, with sources that stand in the recap.",
                "proposedSolution contains the placeholder [Name].",
            ]
        );
        let reasons =
            parse(&answer(&[], &[(&long, "shop"), ("It costs $999.", "shop for $999")]), RECAP).unwrap_err();
        assert_eq!(reasons, ["proposedSolution must have at most 8000 characters."]);
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "<html>", "[]", "{\"clientNeeds\":1}", "{\"extra\":true}"] {
            assert_eq!(parse(text, RECAP).unwrap_err().len(), 1, "{text}");
        }
    }
}
