//! The assistant without a model: rules for the four suggestions and for plain requests. The result depends
//! on the message and on what the team wrote; for a request that it cannot fulfil, it says so and lists what
//! it can do.

use uuid::Uuid;

use super::{ChatInput, Edit, Reply, addresses, apply};
use crate::document::patch::Content;
use crate::prompt::without_reports;

mod additions;
mod amounts;
mod details;
mod find;
mod html;
mod request;
mod sections;
mod shorten;
mod terms;
mod testimonials;
mod timeline;
mod tone;

use request::Request;

/// The most requests in one message; the rest of a longer message is ignored.
const REQUESTS_MAX: usize = 20;

const CAN_DO: &str = "Without a language model I work by rules. I can:\n\
\n\
- **Add pricing details**: turn what you typed about prices into items\n\
- **Include timeline**: collect the dates and durations that you named\n\
- **Add testimonials**: take them word for word from your company profile\n\
- **Change tone to formal**\n\
- change amounts: \"change hosting to $250\", \"set the quantity of workshops to 3\", \"add $500 for training\", \"add a 10% discount\"\n\
- work on sections: \"rename Scope to What you get\", \"shorten the summary\", \"add a section about maintenance: ...\", \"move the timeline before pricing\", \"remove the notes\"\n\
- change the title: \"change the title to Website for Acme\"";

/// Answers a message by rules. Never fails; different input gives a different answer.
#[must_use]
pub fn offline(input: &ChatInput, ids: &mut dyn FnMut() -> Uuid) -> Reply {
    let mut desk =
        EditState { input, ids, content: input.content.clone(), edits: Vec::new(), said: Vec::new() };
    let mut open = Vec::new();
    let own = without_reports(&input.message);
    let requests = request::split(&own);
    for request in requests.iter().take(REQUESTS_MAX) {
        if !desk.answer(request) {
            open.push(request.raw.as_str());
        }
    }
    let has_reports = own != input.message;
    if has_reports {
        desk.say("I did nothing with the words of others that you quoted. Tell me in your own words what to change.");
    }
    if desk.said.is_empty() {
        desk.say(format!("I cannot do that without a language model. {CAN_DO}"));
    } else if !open.is_empty() && !has_reports {
        let open: Vec<String> = open.iter().map(|raw| format!("\"{}\"", excerpt(raw))).collect();
        desk.say(format!(
            "I did not know what to do with {}. That needs a language model, or other words.",
            open.join(" and ")
        ));
    }
    let known = input.addresses();
    let edits: Vec<Edit> = desk.edits.iter().filter_map(|edit| edit.without_addresses(&known)).collect();
    if edits != desk.edits {
        desk.say(addresses::LEFT_OUT);
    }
    Reply { text: desk.said.join("\n\n"), edits }
}

fn excerpt(text: &str) -> String {
    let short: String = text.chars().take(80).collect();
    if short.len() < text.len() { format!("{}...", short.trim_end()) } else { short }
}

/// The state while a message is handled: the content, the changes made, and the reply.
struct EditState<'a> {
    input: &'a ChatInput,
    ids: &'a mut dyn FnMut() -> Uuid,
    content: Content,
    edits: Vec<Edit>,
    said: Vec<String>,
}

impl EditState<'_> {
    fn say(&mut self, text: impl Into<String>) {
        self.said.push(text.into());
    }

    fn edit(&mut self, edit: Edit) {
        let (content, _) = apply(std::slice::from_ref(&edit), &self.content);
        self.content = content;
        self.edits.push(edit);
    }

    /// Handles a request and adds to the reply. Returns false if the request is not recognised.
    fn answer(&mut self, request: &Request) -> bool {
        let asks = || {
            if request.is_small_talk() {
                return Some(format!("Hello. {CAN_DO}"));
            }
            if request.starts(&["undo", "revert"])
                || request.has(&[
                    " undo ",
                    " take it back ",
                    " take that back ",
                    " roll back ",
                    " roll it back ",
                ])
            {
                return Some(
                    "To take back what one of my messages changed, use **Revert** below it. Later changes elsewhere stay. The version history holds every earlier state as well."
                        .to_owned(),
                );
            }
            elsewhere(request)
        };
        if let Some(text) = asks() {
            self.say(text);
            return true;
        }
        if request.asks_for_formal() {
            tone::formal(self);
            return true;
        }
        sections::answer(self, request)
            || testimonials::answer(self, request)
            || timeline::answer(self, request)
            || details::answer(self, request)
            || amounts::answer(self, request)
            || additions::add(self, request)
            || sections::retitled(self, request)
    }
}

/// Requests that the chat does not handle, and where in the product they belong.
fn elsewhere(request: &Request) -> Option<String> {
    let starts = |words: &[&str]| request.starts(words);
    Some(
        if starts(&["send", "share", "email", "mail", "publish"]) {
            "I cannot send or share a proposal. Use **Send to Client** or **Share** at the top of the page."
        } else if starts(&["sign", "approve", "accept", "decline"]) {
            "I cannot sign or decide for anyone. The client does that on the proposal's page; **Sign & Approve** records an acceptance given elsewhere."
        } else if starts(&["download", "export", "print"]) {
            "I cannot make files from here. Use the menu at the top of the page."
        } else if starts(&["translate"]) {
            "I cannot translate without a language model."
        } else if request.has(&[" colour ", " color ", " colours ", " colors ", " font ", " template ", " logo "])
            && starts(&["change", "use", "set", "make", "pick"])
        {
            "Colours, fonts and templates are chosen under **Design**; they never change what the proposal says."
        } else {
            return None;
        }
        .to_owned(),
    )
}
