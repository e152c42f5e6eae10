//! Tests of the chat: the results of the rules, and properties of every answer.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

use pretty_assertions::assert_eq;
use rust_decimal::Decimal;
use uuid::Uuid;

use super::*;
use crate::client::ClientInput;
use crate::company::CompanyInput;
use crate::document::{self, BlockKind};
use crate::money::Currency;
use crate::pricing::{self, Adjustment, Cadence, Item, table_from_text};

pub(super) fn ids() -> impl FnMut() -> Uuid {
    ids_from(1000)
}

fn ids_from(start: u128) -> impl FnMut() -> Uuid {
    let mut next = start;
    move || {
        next += 1;
        Uuid::from_u128(next)
    }
}

fn block(id: u128, kind: BlockKind, title: &str, html: &str) -> Section {
    Section { id: Uuid::from_u128(id), kind, title: title.into(), html: html.into() }
}

/// A proposal with prices for a website, hosting and workshops.
pub(super) fn input(message: &str) -> ChatInput {
    let pricing_details = "Website $4,500, hosting $300 monthly, 2 workshops at $800 each. 30% deposit.";
    let sections = vec![
        block(
            1,
            BlockKind::Summary,
            "Overview",
            "<p>We're excited to work with you! You get a new website. It's built in 6 weeks. We look forward to it.</p>",
        ),
        block(
            2,
            BlockKind::Needs,
            "Your needs",
            "<p>You lose orders because the old site can't take them.</p>",
        ),
        block(
            3,
            BlockKind::Scope,
            "Scope of work",
            "<ul><li>Design</li><li>Shop</li></ul><p>See <a href=\"https://northlight.example/work\" rel=\"noopener noreferrer\">our work</a>.</p>",
        ),
        block(4, BlockKind::Pricing, "Pricing", ""),
        block(5, BlockKind::NextSteps, "Next steps", "<p>Accept with your signature.</p>"),
    ];
    ChatInput {
        content: Content {
            title: "Website for Harbor Dental".into(),
            subtitle: None,
            sections,
            pricing: table_from_text(pricing_details, Currency::USD, &mut ids_from(5000)),
        },
        company: CompanyInput {
            name: Some("Northlight Studio".into()),
            website_url: Some("https://northlight.example".into()),
            testimonials: Some("\"They're awesome!\" Jo Weber\n\"On time, every time.\" Ann Lee".into()),
            how_we_work: Some("We test with real people before every launch.".into()),
            ..CompanyInput::default()
        }
        .validate()
        .unwrap(),
        client: ClientInput {
            company_name: "Harbor Dental".into(),
            first_name: "Mia".into(),
            last_name: "Oz".into(),
            email: "mia@harbor.example".into(),
            phone: Some("+1 555 0100".into()),
            ..ClientInput::default()
        }
        .validate()
        .unwrap(),
        client_context: "They need a new website that takes orders. It must be live by 12 March.".into(),
        proposed_solution: "We will build a shop in six weeks. We will train the team. Maintenance covers updates and backups.".into(),
        pricing_details: pricing_details.into(),
        additional_notes: None,
        history: Vec::new(),
        message: message.into(),
    }
}

fn answered(input: &ChatInput) -> (Content, Reply) {
    let reply = offline(input, &mut ids());
    let (content, left_out) = apply(&reply.edits, &input.content);
    assert_eq!(left_out, Vec::<String>::new(), "{}", input.message);
    assert!(!reply.text.trim().is_empty());
    (content, reply)
}

fn ask(message: &str) -> (Content, Reply) {
    answered(&input(message))
}

pub(super) fn item<'a>(content: &'a Content, name: &str) -> &'a Item {
    let mut items = content.pricing.groups.iter().flat_map(|group| &group.items);
    items
        .find(|item| item.name.to_lowercase().contains(name))
        .unwrap_or_else(|| panic!("no {name} in {:#?}", content.pricing))
}

fn dec(text: &str) -> Decimal {
    text.parse().unwrap()
}

fn titles(content: &Content) -> Vec<&str> {
    content.sections.iter().map(|section| section.title.as_str()).collect()
}

fn text_of(content: &Content, title: &str) -> String {
    let section = content
        .sections
        .iter()
        .find(|section| section.title == title)
        .unwrap_or_else(|| panic!("{:?}", titles(content)));
    document::text(&section.html)
}

#[test]
fn amounts_that_the_user_names_are_changed() {
    for (message, name, price) in [
        ("change hosting to $250", "hosting", "250"),
        ("Change the hosting to 250", "hosting", "250"),
        ("Please make the website 5k", "website", "5000"),
        ("Could you set the website price to $5,250.50?", "website", "5250.50"),
        ("website should be $6,000", "website", "6000"),
        ("Hosting: $199 per month", "hosting", "199"),
        ("raise hosting to $350", "hosting", "350"),
        ("Lower the price of the workshops to $700", "workshop", "700"),
        ("I'd like to change the website from $4,500 to $4,000 please.", "website", "4000"),
    ] {
        let (content, reply) = ask(message);
        let changed = item(&content, name);
        assert_eq!(changed.unit_price, dec(price), "{message}: {}", reply.text);
        assert!(changed.confirmed && changed.source.is_some(), "{message}");
        for other in ["website", "hosting", "workshop"].into_iter().filter(|other| *other != name) {
            assert_eq!(item(&content, other), item(&input("").content, other), "{message}");
        }
    }
}

#[test]
fn several_requests_are_done_in_turn() {
    let (content, reply) = ask(
        "Change hosting to $250 and make the website 5k. Rename Overview to In short, and remove the needs section.",
    );
    assert_eq!(
        (item(&content, "hosting").unit_price, item(&content, "website").unit_price),
        (dec("250"), dec("5000")),
        "{}",
        reply.text
    );
    assert_eq!(titles(&content), ["In short", "Scope of work", "Pricing", "Next steps"]);
    let (content, _) = ask("change hosting to $250 and website to $5,000");
    assert_eq!(
        (item(&content, "hosting").unit_price, item(&content, "website").unit_price),
        (dec("250"), dec("5000"))
    );
}

#[test]
fn quantities_discounts_deposits_and_taxes_are_set() {
    for message in [
        "set the quantity of workshops to 3",
        "Make it 3 workshops",
        "change to 3 workshops",
        "quantity of workshops: 3",
    ] {
        let (content, reply) = ask(message);
        assert_eq!(item(&content, "workshop").quantity, dec("3"), "{message}: {}", reply.text);
    }
    for (message, discount) in [
        ("add a 10% discount", Some(Adjustment::percent(dec("10")))),
        ("Give them 15 percent off", Some(Adjustment::percent(dec("15")))),
        ("add a discount of $200", Some(Adjustment::amount(dec("200")))),
    ] {
        let (content, reply) = ask(message);
        assert_eq!(content.pricing.discount, discount, "{message}: {}", reply.text);
    }
    assert_eq!(
        item(&ask("add a 20% discount on hosting").0, "hosting").discount,
        Some(Adjustment::percent(dec("20")))
    );
    assert_eq!(ask("set the deposit to 50%").0.pricing.deposit, Some(Adjustment::percent(dec("50"))));
    assert_eq!(ask("Remove the deposit").0.pricing.deposit, None);
    assert_eq!(
        item(&ask("add 20% VAT").0, "website").taxes.iter().map(|tax| tax.rate).collect::<Vec<_>>(),
        [dec("20")]
    );
    assert!(item(&ask("make hosting optional").0, "hosting").optional);
}

#[test]
fn items_are_added_and_removed() {
    for (message, name, price, cadence) in [
        ("add $500 for training", "training", "500", Cadence::Once),
        ("Add training for $500", "training", "500", Cadence::Once),
        ("please add maintenance at $50 per month", "maintenance", "50", Cadence::Monthly),
        ("include an item for photography: $900", "photography", "900", Cadence::Once),
    ] {
        let (content, reply) = ask(message);
        let added = item(&content, name);
        assert_eq!((added.unit_price, added.cadence), (dec(price), cadence), "{message}: {}", reply.text);
        assert!(added.confirmed, "{message}");
    }
    let (content, reply) = ask("remove hosting");
    assert_eq!(content.pricing.groups[0].items.len(), 2, "{}", reply.text);
}

#[test]
fn what_is_not_clear_is_asked_and_nothing_changes() {
    for (message, said) in [
        ("change workshops to 3", "price or the quantity"),
        ("increase hosting by 10%", "work out no prices"),
        ("change the hosting to about $250", "one figure"),
        ("make the hosting 4,5", "one figure"),
        ("make hosting from about 300", "one figure"),
        ("change the hosting to about 80", "one figure"),
        ("change hosting to $250 if they sign for a year", "one figure"),
        ("change the website to $4k-$5k", "one figure"),
        ("make hosting $60 per week", "one figure"),
        ("set the quantity of workshops to 2,5", "Which quantity"),
        ("add a discount of about 10%", "one figure"),
        ("add a 10% discount if they pay early", "one figure"),
        ("add training for about $500", "added nothing yet"),
        ("change hosting to €250", "do not convert"),
        ("change the total to $9,000", "added up from the items"),
        ("change the illustration to $100", "did not find that item"),
        ("rename", "what shall it be called"),
        ("remove the appendix", "did not find a section"),
        ("remove everything", "one section at a time"),
        ("move the overview", "Where to"),
        ("add a section about insurance", "make nothing up"),
        ("Undo that please", "Revert"),
        ("send it to the client", "cannot send"),
        ("Make it sound like a pirate", "language model"),
        ("Hello", "I can:"),
        ("", "I can:"),
        ("shorten the next steps", "no sentence"),
        ("shorten the pricing", "price table"),
    ] {
        let (content, reply) = ask(message);
        assert_eq!(content, input("").content, "{message}: {}", reply.text);
        assert!(reply.text.contains(said), "{message}: {}", reply.text);
    }
}

#[test]
fn titles_and_sections_are_renamed() {
    for message in [
        "rename Scope to What you get",
        "Rename \"Scope of work\" to \"What you get\".",
        "change the heading of the scope section to What you get",
        "retitle the scope as What you get",
        "Change scope of work to What you get",
        "call the scope \"What you get\"",
    ] {
        let (content, reply) = ask(message);
        assert_eq!(titles(&content)[2], "What you get", "{message}: {}", reply.text);
        assert_eq!(content.sections[2].html, input("").content.sections[2].html);
    }
    for message in [
        "change the title to A new shop",
        "rename the proposal to \"A new shop\"",
        "Set the title to A new shop.",
    ] {
        assert_eq!(ask(message).0.title, "A new shop", "{message}");
    }
    let (content, _) = ask("rename hosting to Managed hosting");
    assert_eq!(item(&content, "hosting").name, "Managed hosting");
    assert_eq!(item(&content, "hosting").unit_price, dec("300"));
}

#[test]
fn sections_are_moved_removed_and_added() {
    for (message, order) in [
        ("move the scope to the top", ["Scope of work", "Overview", "Your needs", "Pricing", "Next steps"]),
        (
            "Move pricing before the scope",
            ["Overview", "Your needs", "Pricing", "Scope of work", "Next steps"],
        ),
        (
            "put your needs after pricing",
            ["Overview", "Scope of work", "Pricing", "Your needs", "Next steps"],
        ),
        (
            "move the overview to the end",
            ["Your needs", "Scope of work", "Pricing", "Next steps", "Overview"],
        ),
        ("move scope up", ["Overview", "Scope of work", "Your needs", "Pricing", "Next steps"]),
        ("move the needs down", ["Overview", "Scope of work", "Your needs", "Pricing", "Next steps"]),
    ] {
        let (content, reply) = ask(message);
        assert_eq!(titles(&content), order, "{message}: {}", reply.text);
    }
    assert_eq!(titles(&ask("delete the scope").0), ["Overview", "Your needs", "Pricing", "Next steps"]);
    let (content, _) =
        ask("Add a section about maintenance: We keep it up to date. We answer within a day; also at night.");
    assert_eq!(
        titles(&content),
        ["Overview", "Your needs", "Scope of work", "Pricing", "Maintenance", "Next steps"]
    );
    assert_eq!(
        text_of(&content, "Maintenance").trim(),
        "We keep it up to date. We answer within a day; also at night."
    );
    let (content, reply) = ask("add a section about maintenance after the scope");
    assert_eq!(
        titles(&content),
        ["Overview", "Your needs", "Scope of work", "Maintenance", "Pricing", "Next steps"],
        "{}",
        reply.text
    );
    assert_eq!(text_of(&content, "Maintenance").trim(), "Maintenance covers updates and backups.");
}

#[test]
fn shortening_keeps_figures() {
    let (content, reply) = ask("shorten the overview");
    assert_eq!(
        text_of(&content, "Overview").trim(),
        "You get a new website. It's built in 6 weeks.",
        "{}",
        reply.text
    );
    for message in [
        "make it shorter",
        "shorten everything",
        "Shorten the proposal",
        "Please condense the whole document",
    ] {
        assert_eq!(ask(message).0, content, "{message}");
    }
}

#[test]
fn the_tone_becomes_formal_and_quotations_stay() {
    for message in [
        "Change tone to formal",
        "make it more formal",
        "Could you use a formal tone?",
        "less casual and more formal please",
    ] {
        let (content, _) = ask(message);
        let text = text_of(&content, "Overview");
        assert!(
            text.starts_with("We are excited to work with you. You get")
                && text.contains("It is built in 6 weeks."),
            "{message}: {text}"
        );
        assert!(text_of(&content, "Your needs").contains("cannot take them"));
        assert_eq!(content.pricing, input("").content.pricing);
    }
    assert!(!ask("make it less formal").1.text.contains("contractions are written out"));
}

#[test]
fn testimonials_come_from_the_profile_word_for_word() {
    for message in ["Add testimonials", "include our testimonials please", "Can you add client testimonials?"]
    {
        let (content, _) = ask(message);
        let text = text_of(&content, "What our clients say");
        assert!(
            text.contains("\"They're awesome!\" Jo Weber")
                && text.contains("\"On time, every time.\" Ann Lee"),
            "{text}"
        );
        let again = ChatInput { content: content.clone(), ..input(message) };
        let (twice, reply) = answered(&again);
        assert_eq!(twice, content, "{}", reply.text);
    }
    let mut without = input("Add testimonials");
    without.company.testimonials = None;
    let (content, reply) = answered(&without);
    assert_eq!(content, without.content);
    assert!(reply.text.contains("Company Profile"), "{}", reply.text);
}

#[test]
fn a_timeline_holds_what_was_named_and_nothing_else() {
    let (content, reply) = ask("Include timeline");
    assert_eq!(
        titles(&content),
        ["Overview", "Your needs", "Scope of work", "Timeline", "Pricing", "Next steps"]
    );
    let text = text_of(&content, "Timeline");
    assert!(text.contains("12 March") && text.contains("six weeks"), "{text}: {}", reply.text);
    let (twice, _) = answered(&ChatInput { content: content.clone(), ..input("Include timeline") });
    assert_eq!(twice, content);
    let (dictated, _) = ask("Include a timeline: design in two weeks, launch on 1 July");
    assert!(text_of(&dictated, "Timeline").contains("Launch on 1 July"));

    let mut dateless = input("Include timeline");
    dateless.client_context = "They need a website.".into();
    dateless.proposed_solution = "We will design a shop. We will build it. We will train the team.".into();
    let (content, reply) = answered(&dateless);
    assert!(reply.text.contains("make none up"), "{}", reply.text);
    assert_eq!(text_of(&content, "Timeline").lines().count(), 4);
    assert!(!text_of(&content, "Timeline").chars().any(|c| c.is_ascii_digit()));
    dateless.proposed_solution = "Let us talk.".into();
    let (content, reply) = answered(&dateless);
    assert_eq!(content, dateless.content);
    assert!(reply.text.contains("make none up"), "{}", reply.text);
}

#[test]
fn pricing_details_become_items() {
    let mut bare = input("Add pricing details");
    bare.content.pricing = pricing::PricingTable::default();
    let (content, reply) = answered(&bare);
    assert_eq!(content.pricing.groups[0].items.len(), 3, "{}", reply.text);
    assert_eq!(content.pricing.deposit, Some(Adjustment::percent(dec("30"))));
    assert!(reply.text.contains("$4,500.00") && reply.text.contains("monthly"), "{}", reply.text);

    let mut partly = input("Please add pricing details.");
    partly.content.pricing.groups[0].items.retain(|item| item.name.to_lowercase().contains("website"));
    partly.content.pricing.groups[0].items[0].unit_price = dec("5000");
    partly.content.pricing.deposit = None;
    let (content, reply) = answered(&partly);
    assert_eq!(content.pricing.groups[0].items.len(), 3, "{}", reply.text);
    assert_eq!(item(&content, "website").unit_price, dec("5000"), "a later change stays");
    assert!(content.pricing.deposit.is_some());

    let (content, reply) = ask("Add pricing details");
    assert_eq!(content, input("").content, "{}", reply.text);
    assert!(reply.text.contains("already") && reply.text.contains("$4,500.00"), "{}", reply.text);

    let mut nothing = bare.clone();
    nothing.pricing_details = "To be agreed.".into();
    let (content, reply) = answered(&nothing);
    assert_eq!(content, nothing.content);
    assert!(reply.text.contains("names no amount"), "{}", reply.text);
}

#[test]
fn a_part_that_is_not_understood_is_named() {
    let (content, reply) = ask("Change hosting to $250. Paint the sky blue.");
    assert_eq!(item(&content, "hosting").unit_price, dec("250"));
    assert!(reply.text.contains("\"Paint the sky blue.\""), "{}", reply.text);
}

/// Every figure of a table, with the item it belongs to.
pub(super) fn figures(table: &pricing::PricingTable) -> Vec<(String, Decimal)> {
    let items = table.groups.iter().flat_map(|group| &group.items);
    let mut all: Vec<(String, Decimal)> = items
        .flat_map(|item| {
            let of = |what: &str, value: Option<Decimal>| {
                value.map(|value| (format!("{} {what}", item.id), value.normalize()))
            };
            [
                of("price", Some(item.unit_price)),
                of("quantity", Some(item.quantity)),
                of("discount", item.discount.map(|discount| discount.value)),
                of("tax", (!item.taxes.is_empty()).then(|| item.taxes.iter().map(|tax| tax.rate).sum())),
            ]
        })
        .flatten()
        .collect();
    all.extend(table.discount.map(|discount| ("discount".to_owned(), discount.value.normalize())));
    all.extend(table.deposit.map(|deposit| ("deposit".to_owned(), deposit.value.normalize())));
    all
}

mod properties;
