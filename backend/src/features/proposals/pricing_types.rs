//! The messages of prices.

use poem_openapi::Object;
use proffer_domain::{
    pricing,
    reading::{self, Doubt, answers},
    recap::MentionReason,
};

use super::{
    pricing::{ShownPricing, ShownTotals},
    pricing_input::{LineItemInput, PricingTableInput},
};

/// The prices to save.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct PricingInput {
    /// The version that the change is based on; 409 with both versions if it is not the newest.
    pub version: i64,
    /// The complete pricing table.
    pub pricing: PricingTableInput,
}

/// A preview of a pricing table.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct PricingPreview {
    /// The totals.
    pub totals: ShownTotals,
    /// The pricing block as HTML, as the client will see it.
    pub html: String,
}

/// Prices as text.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct PricingText {
    /// The text, at most 10,000 characters. It may be empty if there is a recap or a change.
    pub text: String,
    /// The recap of the meeting: amounts that it mentions and that the text does not charge are listed as
    /// well. At most 100,000 characters.
    pub meeting_recap: Option<String>,
    /// The speaker of the recap on the team's side. Any other name is ignored.
    pub our_speaker: Option<String>,
    /// A change of one of its line items. It is written into the text before the prices are read.
    pub change: Option<LineChange>,
}

/// A change of one line item of a price text: with an item and no position it is added, with a position and
/// no item it is removed, and with both it is replaced.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct LineChange {
    /// The position of the line item in the reading of the text, counted from 0 over all groups.
    pub position: Option<u32>,
    /// The complete new line item. A price text holds its name, unit, quantity, unit price, cadence, cycles,
    /// discount and whether it is optional; the other fields are ignored. It counts as confirmed.
    pub item: Option<LineItemInput>,
}

/// Prices as they were read from a text.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct PriceReading {
    /// The price text with the change, to replace the present one; absent without a change.
    pub text: Option<String>,
    /// The prices that were read. Line items that the text leaves open are not confirmed.
    pub reading: ShownPricing,
    /// The totals; absent if the prices cannot be added up.
    pub totals: Option<ShownTotals>,
    /// Whether every figure and word about prices was understood in one way.
    pub certain: bool,
    /// What the text leaves open. Prices with open questions cannot be sent to a client.
    pub questions: Vec<PriceQuestion>,
    /// Confirms all line items that only wait to be confirmed; absent if fewer than two do.
    pub confirm_all: Option<PriceAnswer>,
    /// Amounts that the text or the recap names and that are not charged.
    pub mentions: Vec<MentionedAmount>,
}

/// Something that a price text leaves open.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct PriceQuestion {
    /// The line item that it is about; absent if it is about the whole text.
    pub item_id: Option<String>,
    /// What is open.
    pub code: Doubt,
    /// The question, as a sentence.
    pub message: String,
    /// The words that it is about; empty if it is about the whole text.
    pub words: String,
    /// Possible answers.
    pub answers: Vec<PriceAnswer>,
}

/// An answer to a question about prices.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct PriceAnswer {
    /// The label of its button.
    pub label: String,
    /// The price text with this answer, to replace the present one.
    pub text: String,
}

/// An amount that is named and not charged.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct MentionedAmount {
    /// The amount as written.
    pub amount: String,
    /// The words around it.
    pub words: String,
    /// Why it is not charged; only for an amount of the recap.
    pub reason: Option<MentionReason>,
    /// The reason as a label.
    pub message: Option<String>,
    /// Who says it, in a transcript.
    pub speaker: Option<String>,
    /// The price text that charges it as well.
    pub charge: PriceAnswer,
}

impl From<reading::Reading> for PriceReading {
    fn from(read: reading::Reading) -> Self {
        let answer = |answer: answers::Answer| PriceAnswer { label: answer.label, text: answer.text };
        let questions = read.questions.iter().map(|question| PriceQuestion {
            item_id: question.item.map(|id| id.to_string()),
            code: question.doubt,
            message: question.doubt.question().to_owned(),
            words: question.words.clone(),
            answers: answers::of_question(&read, question).into_iter().map(answer).collect(),
        });
        let mentions = read.mentions.iter().map(|mention| MentionedAmount {
            amount: mention.amount.clone(),
            words: mention.words.clone(),
            reason: None,
            message: None,
            speaker: None,
            charge: answer(answers::charge(&read, mention)),
        });
        Self {
            text: None,
            confirm_all: None,
            totals: pricing::totals(&read.table).ok().map(Into::into),
            certain: read.is_certain(),
            questions: questions.collect(),
            mentions: mentions.collect(),
            reading: read.table.into(),
        }
    }
}
