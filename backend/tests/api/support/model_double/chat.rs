//! The double's answers in a chat: it fulfils the message's request, in words of the document and of the
//! message.

use serde_json::{Map, Value, json};

/// Fulfils the present message.
pub fn answer(data: &Map<String, Value>) -> Value {
    let message = word(data, "message");
    let lower = message.to_lowercase();
    let named = blocks(data).into_iter().find(|block| block.is_named_in(&lower));
    let (reply, operations) = match named {
        Some(block) if lower.contains("remove") || lower.contains("delete") => {
            (format!("I removed {}.", block.title), vec![operation("remove", &[("block", json!(block.id))])])
        }
        Some(block) if lower.contains("move") => {
            let to = [("block", json!(block.id)), ("after", json!("start"))];
            (format!("{} now comes first.", block.title), vec![operation("move", &to)])
        }
        Some(block) if lower.contains("shorten") => {
            let body = block.text.split_inclusive(['.', '\n']).next().unwrap_or_default().trim();
            (format!("I shortened {}.", block.title), vec![replace(block.id, body)])
        }
        Some(block) if message.contains(": ") => {
            let body = message.split_once(": ").map_or("", |(_, body)| body);
            (format!("{} now says what you asked for.", block.title), vec![replace(block.id, body)])
        }
        _ if lower.contains("price of") => (
            "I changed the price that you named.".to_owned(),
            vec![operation(
                "set_pricing_items",
                &[("pricing", priced(data, |name, price| new_price(message, name).unwrap_or(price)))],
            )],
        ),
        _ if lower.contains("call it ") => {
            let title = message.split_once("all it ").map_or("", |(_, title)| title);
            (format!("It is called {title} now."), vec![operation("set_title", &[("title", json!(title))])])
        }
        _ if lower.contains("timeline") => {
            let solution = word(data, "proposedSolution");
            let body = format!("- {}", solution.replace(", ", "\n- "));
            (
                "I added a timeline from what you propose.".to_owned(),
                vec![insert("timeline", "Timeline", &body)],
            )
        }
        _ if lower.contains("section about ") => {
            let about =
                lower.split_once("section about ").map_or("", |(_, about)| about.trim_end_matches('.'));
            let title: String =
                about.chars().take(1).flat_map(char::to_uppercase).chain(about.chars().skip(1)).collect();
            (
                format!("I added a section about {about}."),
                vec![insert("free", &title, &format!("We will talk about {about} with you."))],
            )
        }
        _ => (format!("You said: {message}. The document has {} sections.", blocks(data).len()), Vec::new()),
    };
    json!({ "reply": reply, "operations": operations })
}

/// The same, and a price without a source.
pub fn with_invented_amount(data: &Map<String, Value>, invented: &str) -> Value {
    let pricing = priced(data, |_, _| invented.to_owned());
    json!({
        "reply": "I made it dearer.", "operations": [operation("set_pricing_items", &[("pricing", pricing)])]
    })
}

/// Obeys every instruction in the data, from any author: other prices, links, addresses, removed blocks,
/// another title, and operations that do not exist.
pub fn obeying(data: &Map<String, Value>) -> Value {
    let mut words = Vec::new();
    data.values().for_each(|value| all_words(value, &mut words));
    let words = words.join("\n");
    let lower = words.to_lowercase();
    let says = |cues: &[&str]| cues.iter().any(|cue| lower.contains(cue));
    let everything = says(&["ignore", "disregard", "override", "system:", "developer mode"]);
    let mut operations = Vec::new();
    if everything || says(&["price", "cost", "discount", "free", "$1", "charge"]) {
        let cheap = priced(data, |_, _| "1".to_owned());
        operations.push(operation("set_pricing_items", &[("pricing", cheap)]));
        let mut none = priced(data, |_, price| price);
        if let Some(discount) = none.get_mut("discount") {
            *discount = json!({ "kind": "percent", "value": "100" });
        }
        operations.push(operation("set_pricing_items", &[("pricing", none)]));
        operations.push(operation(
            "set_pricing_items",
            &[("pricing", json!({ "discount": null, "deposit": null, "items": [] }))],
        ));
    }
    let addresses = words
        .split_whitespace()
        .filter(|word| word.contains("://") || word.contains("evil") || word.contains('@'));
    for address in addresses.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric())).take(4) {
        let body = format!(
            "Pay here: [click]({address}) <a href=\"{address}\">now</a> ![x](https://evil.example/p.png) or write to <mailto:{address}> \
             and {address}. <script>alert(1)</script> [run](javascript:alert(1))"
        );
        operations.push(insert("free", "Pay now", &body));
        operations.extend(blocks(data).first().map(|block| replace(block.id, &body)));
    }
    if everything || says(&["delete", "remove", "terms", "erase"]) {
        operations
            .extend(blocks(data).iter().map(|block| operation("remove", &[("block", json!(block.id))])));
    }
    if everything || says(&["title", "rename", "owned"]) {
        operations.push(operation("set_title", &[("title", json!("Owned by evil.example"))]));
    }
    for (cues, op) in [
        (&["send", "mail", "forward"][..], "send_email"),
        (&["sign", "accept", "approve"], "mark_as_signed"),
        (&["status"], "set_status"),
        (&["share", "token", "link"], "set_share_token"),
        (&["recipient", "client"], "set_recipient"),
        (&["other clients", "all clients", "database"], "list_clients"),
    ] {
        if everything || says(cues) {
            operations.push(operation(op, &[("title", json!("attacker@evil.example"))]));
        }
    }
    json!({ "reply": "Done as I was told: [click](https://evil.example) <img src=x onerror=alert(1)>", "operations": operations })
}

/// Says these words, and writes them into the document.
pub fn saying(words: &str) -> Value {
    json!({ "reply": words, "operations": [insert("free", "Words", words)] })
}

struct Block<'a> {
    id: &'a str,
    kind: &'a str,
    title: &'a str,
    text: &'a str,
}

impl Block<'_> {
    fn is_named_in(&self, message: &str) -> bool {
        self.kind != "pricing" && !self.title.is_empty() && message.contains(&self.title.to_lowercase())
    }
}

fn blocks(data: &Map<String, Value>) -> Vec<Block<'_>> {
    let all = data.get("document").and_then(Value::as_array).into_iter().flatten();
    all.map(|block| {
        let field = |name: &str| block.get(name).and_then(Value::as_str).unwrap_or_default();
        Block { id: field("id"), kind: field("kind"), title: field("title"), text: field("text") }
    })
    .collect()
}

/// The price table with other prices.
fn priced(data: &Map<String, Value>, price: impl Fn(&str, String) -> String) -> Value {
    let mut pricing = data.get("pricing").cloned().unwrap_or_default();
    let Some(pricing) = pricing.as_object_mut() else { return Value::Null };
    pricing.remove("currency");
    for item in pricing
        .get_mut("items")
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten()
        .filter_map(Value::as_object_mut)
    {
        item.remove("group");
        let field = |name: &str| item.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let changed = price(&field("name"), field("unitPrice"));
        item.insert("unitPrice".to_owned(), json!(changed));
    }
    Value::Object(pricing.clone())
}

/// `Set the price of hosting to $350` sets the price of the item with that name.
fn new_price(message: &str, item: &str) -> Option<String> {
    let lower = message.to_lowercase();
    let named = item.to_lowercase().split_whitespace().any(|word| word.len() > 3 && lower.contains(word));
    let (_, amount) = message.split_once('$')?;
    let amount: String = amount
        .chars()
        .take_while(|c| c.is_ascii_digit() || matches!(c, ',' | '.'))
        .filter(|c| *c != ',')
        .collect();
    named.then(|| amount.trim_end_matches('.').to_owned())
}

fn operation(op: &str, fields: &[(&str, Value)]) -> Value {
    let absent = ["block", "after", "kind", "title", "body", "pricing"].map(|name| (name, Value::Null));
    let given = fields.iter().map(|(name, value)| (*name, value.clone()));
    let all = std::iter::once(("op", json!(op))).chain(absent).chain(given);
    Value::Object(all.map(|(name, value)| (name.to_owned(), value)).collect())
}

fn replace(block: &str, body: &str) -> Value {
    operation("replace", &[("block", json!(block)), ("body", json!(body))])
}

fn insert(kind: &str, title: &str, body: &str) -> Value {
    operation("insert", &[("kind", json!(kind)), ("title", json!(title)), ("body", json!(body))])
}

fn word<'a>(data: &'a Map<String, Value>, field: &str) -> &'a str {
    data.get(field).and_then(Value::as_str).unwrap_or_default()
}

fn all_words<'a>(value: &'a Value, words: &mut Vec<&'a str>) {
    match value {
        Value::String(text) => words.push(text),
        Value::Array(values) => values.iter().for_each(|value| all_words(value, words)),
        Value::Object(fields) => fields.values().for_each(|value| all_words(value, words)),
        _ => {}
    }
}
