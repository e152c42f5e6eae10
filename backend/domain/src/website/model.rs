//! The website task for a model: its prompt, the schema of its answer, and the parser that drops what no page
//! backs.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::text::{cut, tidy_lines};
use super::view::{Region, View};
use super::{CompanyFacts, FoundText, PAGES_MAX, Page};
use crate::document::placeholders;
use crate::prompt::{Answer, DefaultPrompt, Prompt};

mod backing;

use backing::Backing;

/// The instructions for reading a website.
pub const PROMPT: DefaultPrompt = DefaultPrompt {
    key: "website_reading_prompt",
    name: "Website reading",
    version: 1,
    text: "You read the pages of a company's website and sort what they say of the company, for the company's own profile.\n\
\n\
Every field of the answer is null, or an object with text and page, the number of the page that it was taken from:\n\
- name: the company's name, as it writes it.\n\
- phone: its phone number for new clients, exactly as written. Never a fax, an order number or a date.\n\
- aboutUs: who the company is.\n\
- whyWorkWithUs: what it says sets it apart.\n\
- howWeWork: how a project with it goes.\n\
- whatWeOffer: its services or products.\n\
- testimonials: what its clients say, each word for word in quotation marks, then a dash and the name that stands there, \
with an empty line between two.\n\
- industry: its industry, in one to three words.\n\
- description: what it does, in one or two of its own sentences.\n\
\n\
Rules: use only what the pages say, in their words and their language. You may leave sentences out; add none. Never add a figure, year, award, name, \
promise or quotation. Leave out navigation, cookie notices and legal lines. What the pages do not say is null.",
};

/// The most text of all pages that is sent to a model, in characters.
const TEXT_TOTAL: usize = 48_000;
/// The longest field that is read, in bytes.
const ANSWER_MAX: usize = 20_000;

/// The name of the answer's schema.
pub const SCHEMA_NAME: &str = "website_reading";

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Data {
    pages: Vec<DataPage>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct DataPage {
    page: usize,
    url: String,
    text: String,
}

/// The request for a company's pages; `instructions` is the text of [`PROMPT`] or the administrator's version
/// of it. Long sites are cut, each page to its share.
#[must_use]
pub fn prompt(instructions: &str, pages: &[Page]) -> Prompt {
    let pages = pages.get(..PAGES_MAX).unwrap_or(pages);
    let share = TEXT_TOTAL / pages.len().max(1);
    let data = |(index, page): (usize, &Page)| DataPage {
        page: index + 1,
        url: page.url.clone(),
        text: cut(&seen(page), share).to_owned(),
    };
    Prompt::new(instructions, &Data { pages: pages.iter().enumerate().map(data).collect() })
}

/// A page's title and its visible text, without menus and notices.
fn seen(page: &Page) -> String {
    let view = View::new(page);
    let blocks =
        view.blocks.iter().filter(|block| !matches!(block.region, Region::Navigation | Region::Notice));
    let mut text = view.title.clone();
    for block in blocks {
        text.push('\n');
        text.push_str(&block.text);
    }
    text
}

/// The fields of the answer, in the order in which they are asked for.
const FIELDS: [&str; 9] = [
    "name",
    "phone",
    "aboutUs",
    "whyWorkWithUs",
    "howWeWork",
    "whatWeOffer",
    "testimonials",
    "industry",
    "description",
];

/// The JSON schema of the answer, strict in the sense of OpenAI's structured output.
#[must_use]
pub fn schema() -> Value {
    let field = json!({
        "anyOf": [
            {
                "type": "object",
                "additionalProperties": false,
                "required": ["text", "page"],
                "properties": { "text": { "type": "string" }, "page": { "type": "integer" } }
            },
            { "type": "null" }
        ]
    });
    let properties: serde_json::Map<String, Value> =
        FIELDS.iter().map(|name| ((*name).to_owned(), field.clone())).collect();
    json!({ "type": "object", "additionalProperties": false, "required": FIELDS, "properties": properties })
}

impl Answer for CompanyFacts {
    fn written(&self) -> String {
        let prose = [
            &self.about_us,
            &self.why_work_with_us,
            &self.how_we_work,
            &self.what_we_offer,
            &self.testimonials,
        ];
        let facts = [&self.name, &self.phone, &self.industry, &self.description];
        prose
            .into_iter()
            .chain(facts)
            .flatten()
            .map(|found| found.text.as_str())
            .collect::<Vec<_>>()
            .join("\n")
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ModelFacts {
    name: Option<Cited>,
    phone: Option<Cited>,
    about_us: Option<Cited>,
    why_work_with_us: Option<Cited>,
    how_we_work: Option<Cited>,
    what_we_offer: Option<Cited>,
    testimonials: Option<Cited>,
    industry: Option<Cited>,
    description: Option<Cited>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cited {
    text: String,
    page: usize,
}

/// Reads a model's answer. Errors say why it is not the requested object; what no page backs is dropped. The
/// addresses of logos are not requested and stay empty.
pub fn parse(answer: &str, pages: &[Page]) -> Result<CompanyFacts, Vec<String>> {
    let answer: ModelFacts = serde_json::from_str(crate::draft::model::json_object(answer))
        .map_err(|error| vec![format!("The answer is not the JSON object asked for: {error}.")])?;
    let backing = Backing::new(pages);
    let take = |cited: Option<Cited>, check: fn(&Backing, &str, usize) -> Option<String>| {
        let cited = cited?;
        let at = cited.page.checked_sub(1)?;
        let page = pages.get(at).filter(|_| at < PAGES_MAX)?;
        let text = tidy_paragraphs(&cited.text);
        if text.is_empty() || text.len() > ANSWER_MAX || !placeholders(&text).is_empty() {
            return None;
        }
        Some(FoundText { text: check(&backing, &text, at)?, url: page.url.clone() })
    };
    Ok(CompanyFacts {
        name: take(answer.name, Backing::name),
        phone: take(answer.phone, Backing::phone),
        about_us: take(answer.about_us, Backing::prose),
        why_work_with_us: take(answer.why_work_with_us, Backing::prose),
        how_we_work: take(answer.how_we_work, Backing::prose),
        what_we_offer: take(answer.what_we_offer, Backing::prose),
        testimonials: take(answer.testimonials, Backing::testimonials),
        industry: take(answer.industry, Backing::industry),
        description: take(answer.description, Backing::prose),
        logos: Vec::new(),
    })
}

/// Tidied line by line; empty lines between paragraphs are kept.
fn tidy_paragraphs(text: &str) -> String {
    let paragraphs = text.split("\n\n").map(tidy_lines).filter(|paragraph| !paragraph.is_empty());
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

#[cfg(test)]
mod tests;
