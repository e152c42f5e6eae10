//! The double's answers about a website: excerpts of its pages, each with its page.

use serde_json::{Map, Value, json};

/// A phone number that is on no page.
pub const INVENTED_PHONE: &str = "+1 900 555 0199";
pub const INVENTED_PRAISE: &str =
    "\u{201c}They tripled our sales overnight.\u{201d} \u{2014} Walter Lindqvist";

/// The longest line of each page with one for a field, and the first phone number.
pub fn answer(data: &Map<String, Value>) -> Value {
    let longest = |part: &str| {
        pages(data)
            .find(|page| page.url.contains(part))
            .and_then(|page| Some(cited(page.text.lines().max_by_key(|line| line.len())?, page.number)))
    };
    let phone = pages(data).find_map(|page| Some(cited(phone(page.text)?, page.number)));
    json!({
        "name": null,
        "phone": phone,
        "aboutUs": longest("about"),
        "whyWorkWithUs": null,
        "howWeWork": null,
        "whatWeOffer": longest("services"),
        "testimonials": null,
        "industry": null,
        "description": null,
    })
}

/// A good answer except for an invented phone number and praise.
pub fn inventing(data: &Map<String, Value>) -> Value {
    with(answer(data), [("phone", cited(INVENTED_PHONE, 1)), ("testimonials", cited(INVENTED_PRAISE, 1))])
}

/// The answer of a model that obeys the pages.
pub fn obeying(data: &Map<String, Value>) -> Value {
    let told = pages(data).any(|page| page.text.to_lowercase().contains("ignore"));
    if !told {
        return answer(data);
    }
    with(inventing(data), [("name", cited("Owned by evil.example", 1))])
}

/// A good answer with these words as what the company says of itself.
pub fn saying(data: &Map<String, Value>, words: &str) -> Value {
    with(answer(data), [("aboutUs", cited(words, 1)), ("name", cited(words, 1))])
}

fn with<const N: usize>(mut answer: Value, fields: [(&str, Value); N]) -> Value {
    if let Some(answer) = answer.as_object_mut() {
        answer.extend(fields.map(|(name, value)| (name.to_owned(), value)));
    }
    answer
}

struct Page<'a> {
    number: u64,
    url: &'a str,
    text: &'a str,
}

fn pages(data: &Map<String, Value>) -> impl Iterator<Item = Page<'_>> {
    let all = data.get("pages").and_then(Value::as_array).into_iter().flatten();
    all.map(|page| {
        let field = |name: &str| page.get(name).and_then(Value::as_str).unwrap_or_default();
        Page {
            number: page.get("page").and_then(Value::as_u64).unwrap_or_default(),
            url: field("url"),
            text: field("text"),
        }
    })
}

fn cited(text: &str, page: u64) -> Value {
    json!({ "text": text, "page": page })
}

/// The first sequence of digits and spaces that is long enough.
fn phone(text: &str) -> Option<&str> {
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, ' ' | '+');
    text.split(|c: char| !is_part(c))
        .map(str::trim)
        .find(|stretch| stretch.chars().filter(char::is_ascii_digit).count() >= 10)
}
