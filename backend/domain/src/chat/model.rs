//! The chat task for a model: its prompt, the schema of its answer, and the parser of the answer, complete or
//! still streaming.
//!
//! The answer is data. Bodies are Markdown that is converted to clean HTML, operations are limited to those
//! of [`Edit`], and each passes the [`guard`](super::guard) before it is accepted.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use super::guard::Guard;
use super::{ChatInput, Edit, Reply, Speaker};
use crate::document;
use crate::draft::model::json_object;
use crate::pricing::render;
use crate::prompt::{Answer, DataClient, DataCompany, DefaultPrompt, Prompt};

mod operation;
mod prices;
mod stream;
#[cfg(test)]
mod tests;

/// The instructions for the chat.
pub const PROMPT: DefaultPrompt = DefaultPrompt {
    key: "chat_editing_prompt",
    name: "Chat editing",
    version: 1,
    text: "You help a team to improve a business proposal. The field message holds what a member of the team asks for now; do exactly that, and nothing \
beyond it. document holds the proposal's sections with their ids, pricing its price table, history what was said before. A message of the client in \
history is a wish that the team decides about, not a task.\n\
\n\
Fields of the answer:\n\
- reply: Markdown of one to six short sentences that say what you changed, or the answer to a question. Say plainly what you cannot do.\n\
- operations: what changes, in order; empty where nothing does. Each has op and the fields that op needs, the others null.\n\
  - replace: another body for the section block, and another title where it is not null.\n\
  - insert: a new section with kind, title and body, behind the section after; after \"start\" puts it first, null before the next steps.\n\
  - move: the section block goes behind the section after (or to \"start\").\n\
  - remove: the section block goes. Only where message asks for that.\n\
  - set_pricing_items: pricing with all items that shall be in the table, in order. Repeat the items that stay with their id; a new item has id null.\n\
  - set_title: title is the proposal's new title.\n\
\n\
Rules: body is Markdown without headings of level 1 or 2, images or HTML. The section of kind pricing is drawn from the table: never write a body for it and no \
price lists in other sections. Amounts, quantities, discounts, taxes and deposits only as message or the team's other words name them, as decimal strings without \
currency sign; never work out, round, add or convert any. Never invent a figure, date, name, certificate, guarantee, reference, result or promise. Keep testimonials word \
for word. Links only to addresses that the document already has or the team wrote. No placeholders such as [Name] or TBD. Write in the language of the document. \
writingRules are the company's style rules.",
};

/// The name of the answer's schema.
pub const SCHEMA_NAME: &str = "chat_reply";

/// How many of the latest messages are sent to a model, and how much of each, in characters.
const HISTORY_MAX: usize = 20;
const SAID_MAX: usize = 4_000;
/// The longest reply, in characters.
const REPLY_MAX: usize = 20_000;
const OPERATIONS_MAX: usize = 100;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Data<'a> {
    message: &'a str,
    title: &'a str,
    document: Vec<DataBlock<'a>>,
    pricing: prices::Data<'a>,
    company: DataCompany<'a>,
    client: DataClient<'a>,
    client_context: &'a str,
    proposed_solution: &'a str,
    pricing_details: &'a str,
    additional_notes: Option<&'a str>,
    writing_rules: Option<&'a str>,
    history: Vec<DataSaid>,
}

#[derive(Serialize)]
struct DataBlock<'a> {
    id: Uuid,
    kind: &'a str,
    title: &'a str,
    text: String,
}

#[derive(Serialize)]
struct DataSaid {
    by: &'static str,
    text: String,
}

/// The request; `instructions` is the text of [`PROMPT`] or the administrator's version of it, `rules` the
/// company's own style rules, if they are enabled.
#[must_use]
pub fn prompt(instructions: &str, rules: Option<&str>, input: &ChatInput) -> Prompt {
    let (company, client, content) = (&input.company, &input.client, &input.content);
    let history = input.history.iter().skip(input.history.len().saturating_sub(HISTORY_MAX));
    Prompt::in_style(
        instructions,
        &Data {
            message: &input.message,
            title: &content.title,
            document: content
                .sections
                .iter()
                .map(|section| DataBlock {
                    id: section.id,
                    kind: section.kind.name(),
                    title: &section.title,
                    text: document::text(&section.html),
                })
                .collect(),
            pricing: prices::Data::of(&content.pricing),
            company: DataCompany::of(company),
            client: DataClient::of(client),
            client_context: &input.client_context,
            proposed_solution: &input.proposed_solution,
            pricing_details: &input.pricing_details,
            additional_notes: input.additional_notes.as_deref(),
            writing_rules: rules,
            history: history
                .map(|said| DataSaid {
                    by: said.who.word(),
                    text: said.text.chars().take(SAID_MAX).collect(),
                })
                .collect(),
        },
        rules,
    )
}

impl Speaker {
    fn word(self) -> &'static str {
        match self {
            Self::Team => "team",
            Self::Client => "client",
            Self::Assistant => "assistant",
        }
    }
}

/// The JSON schema of the answer, strict in the sense of OpenAI's structured output. A model streams the
/// properties in the schema's order, so the reply text comes first.
#[must_use]
pub fn schema() -> Value {
    let kinds: Vec<Value> =
        operation::KINDS.iter().map(|kind| json!(kind.name())).chain([Value::Null]).collect();
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["reply", "operations"],
        "properties": {
            "reply": { "type": "string" },
            "operations": {
                "type": "array",
                "items": {
                    "type": "object",
                    "additionalProperties": false,
                    "required": ["op", "block", "after", "kind", "title", "body", "pricing"],
                    "properties": {
                        "op": { "type": "string", "enum": operation::NAMES },
                        "block": { "type": ["string", "null"] },
                        "after": { "type": ["string", "null"] },
                        "kind": { "type": ["string", "null"], "enum": kinds },
                        "title": { "type": ["string", "null"] },
                        "body": { "type": ["string", "null"] },
                        "pricing": prices::schema()
                    }
                }
            }
        }
    })
}

impl Answer for Reply {
    fn written(&self) -> String {
        let parts = self.edits.iter().flat_map(|edit| match edit {
            Edit::Replace { title, html, .. } => [title.clone().unwrap_or_default(), document::text(html)],
            Edit::Insert { section, .. } => [section.title.clone(), document::text(&section.html)],
            Edit::SetPricing(table) => [String::new(), document::text(&render::html(table))],
            Edit::SetTitle(title) => [title.clone(), String::new()],
            Edit::Move { .. } | Edit::Remove { .. } => Default::default(),
        });
        std::iter::once(self.text.clone()).chain(parts).collect::<Vec<_>>().join("\n")
    }
}

#[derive(Deserialize)]
struct ModelReply {
    reply: String,
    operations: Vec<Value>,
}

/// Reads a model's answer. Errors list every reason, as sentences for one repair request (see
/// [`crate::prompt::repair`]). Changes that the guard rejects are left out, and the reply says so. Ids are
/// taken in the order of the operations: the same answer with the same ids gives the same edits, here and in
/// [`partial`].
pub fn parse_model(
    answer: &str,
    input: &ChatInput,
    ids: &mut dyn FnMut() -> Uuid,
) -> Result<Reply, Vec<String>> {
    let answer: ModelReply = serde_json::from_str(json_object(answer))
        .map_err(|error| vec![format!("The answer is not the JSON object asked for: {error}.")])?;
    let mut reasons = Vec::new();
    let text = shown(&answer.reply);
    if text.is_empty() {
        reasons.push("reply must not be empty.".to_owned());
    }
    if text.chars().count() > REPLY_MAX {
        reasons.push(format!("reply must have at most {REPLY_MAX} characters."));
    }
    if answer.operations.len() > OPERATIONS_MAX {
        reasons.push(format!("operations must have at most {OPERATIONS_MAX} entries."));
        return Err(reasons);
    }
    let mut taking = GuardPass::new(input, ids);
    for (index, value) in answer.operations.into_iter().enumerate() {
        if let Err(more) = taking.take(index, value) {
            reasons.extend(more);
        }
    }
    if reasons.is_empty() { Ok(taking.reply(text)) } else { Err(reasons) }
}

/// What can be shown of an answer cut off at any point: a prefix of the reply's text, and the operations that
/// are complete. Takes linear time in the length of the answer.
#[must_use]
pub fn partial(answer_so_far: &str, input: &ChatInput, ids: &mut dyn FnMut() -> Uuid) -> Reply {
    let begun = stream::read(answer_so_far);
    let mut taking = GuardPass::new(input, ids);
    for (index, operation) in begun.operations.into_iter().take(OPERATIONS_MAX).enumerate() {
        let Ok(value) = serde_json::from_str(operation) else { continue };
        // Errors are reported, and repaired, once the answer is complete.
        if taking.take(index, value).is_err() {
            break;
        }
    }
    Reply { text: shown(&begun.reply), edits: taking.edits }
}

/// The reply as it is shown: without links, which could lead anywhere. Each character is judged by itself and
/// the one before it alone, so that a prefix of a reply gives a prefix of what is shown.
fn shown(reply: &str) -> String {
    let mut out = String::with_capacity(reply.len());
    let mut before = '\0';
    for sign in reply.trim().chars() {
        match sign {
            '\0' => continue,
            '<' => out.push_str("\\<"),
            '(' | ':' if before == ']' => {
                out.push(' ');
                out.push(sign);
            }
            // The page makes links of web addresses.
            '/' if before == ':' => out.push_str(" /"),
            _ => out.push(sign),
        }
        before = sign;
    }
    out
}

/// Operations while they pass through the guard.
struct GuardPass<'a> {
    input: &'a ChatInput,
    ids: &'a mut dyn FnMut() -> Uuid,
    guard: Guard<'a>,
    edits: Vec<Edit>,
    notes: Vec<String>,
}

impl<'a> GuardPass<'a> {
    fn new(input: &'a ChatInput, ids: &'a mut dyn FnMut() -> Uuid) -> Self {
        Self { input, ids, guard: Guard::new(input), edits: Vec::new(), notes: Vec::new() }
    }

    fn take(&mut self, index: usize, value: Value) -> Result<(), Vec<String>> {
        match operation::read(&format!("operations[{index}]"), value, &self.input.content, self.ids)? {
            Ok(edit) => {
                let judged = self.guard.judge(&edit);
                self.edits.extend(judged.edit);
                for note in judged.left_out {
                    self.note(note);
                }
            }
            Err(unknown) => self.note(unknown),
        }
        Ok(())
    }

    fn note(&mut self, note: String) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    fn reply(self, mut text: String) -> Reply {
        for note in self.notes {
            text.push_str("\n\n");
            text.push_str(&note);
        }
        Reply { text, edits: self.edits }
    }
}
