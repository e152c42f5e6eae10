//! A page's structured data: JSON-LD and microdata, as one list of things with properties.

use scraper::node::Element;
use serde_json::Value;

use super::text::tidy;

const ITEMS_MAX: usize = 2_000;
const PROPERTIES_MAX: usize = 60;
const TEXT_MAX: usize = 4_000;

/// A value of a property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Property {
    /// Words, numbers or addresses.
    Text(String),
    /// Another thing, by its index in the list.
    Item(usize),
}

/// A thing: a company, a review, a person.
#[derive(Debug, Default)]
pub(super) struct Item {
    /// Its types, without the vocabulary's address.
    pub(super) types: Vec<String>,
    pub(super) properties: Vec<(String, Property)>,
    /// The property of another thing whose value it is; empty for a top-level one.
    pub(super) role: String,
}

impl Item {
    pub(super) fn is_a(&self, kind: &str) -> bool {
        self.types.iter().any(|own| own == kind)
    }
}

/// The things of a page.
#[derive(Debug, Default)]
pub(super) struct Items(pub(super) Vec<Item>);

impl Items {
    /// The first text of a property; if it is a thing, its name or text or address.
    pub(super) fn text<'a>(&'a self, item: &'a Item, name: &str) -> Option<&'a str> {
        item.properties.iter().filter(|(own, _)| own == name).find_map(|(_, value)| match value {
            Property::Text(text) => Some(text.as_str()),
            Property::Item(at) => {
                ["name", "url", "contentUrl", "text", "telephone"].into_iter().find_map(|inner| {
                    let item = self.0.get(*at)?;
                    item.properties.iter().find_map(|(own, value)| match value {
                        Property::Text(text) if own == inner => Some(text.as_str()),
                        _ => None,
                    })
                })
            }
        })
    }

    /// Every text of a property.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        self.0.iter().flat_map(|item| &item.properties).filter_map(|(_, value)| match value {
            Property::Text(text) => Some(text.as_str()),
            Property::Item(_) => None,
        })
    }

    /// The companies, those with the most information first; without those that only wrote a review or made a
    /// picture.
    pub(super) fn companies(&self) -> Vec<&Item> {
        let own = |item: &&Item| {
            item.types.iter().any(|kind| is_company(kind))
                && matches!(item.role.as_str(), "" | "publisher" | "mainEntity" | "about" | "itemReviewed")
        };
        let mut found: Vec<&Item> = self.0.iter().filter(own).collect();
        found.sort_by_key(|item| std::cmp::Reverse(item.properties.len()));
        found
    }

    fn add(&mut self, item: Item) -> Option<usize> {
        (self.0.len() < ITEMS_MAX).then(|| {
            self.0.push(item);
            self.0.len() - 1
        })
    }

    fn set(&mut self, at: usize, name: &str, value: Property) {
        let Some(item) = self.0.get_mut(at) else { return };
        if item.properties.len() < PROPERTIES_MAX {
            item.properties.push((name.to_owned(), value));
        }
    }
}

/// Whether a type is a kind of company.
pub(super) fn is_company(kind: &str) -> bool {
    const OTHER: [&str; 4] = ["PerformingGroup", "GovernmentService", "Service", "BroadcastService"];
    matches!(
        kind,
        "Organization" | "Corporation" | "NGO" | "OnlineStore" | "ProfessionalService" | "LocalBusiness"
    ) || super::industry::of_type(kind).is_some()
        || (["Business", "Store", "Organization", "Contractor", "Service", "Agency"]
            .iter()
            .any(|end| kind.ends_with(end))
            && !OTHER.contains(&kind))
}

/// Reads JSON-LD. Invalid JSON is ignored.
pub(super) fn read_data(scripts: &[&str], items: &mut Items) {
    for script in scripts {
        let text = script
            .trim()
            .trim_start_matches("<!--")
            .trim_start_matches("//<![CDATA[")
            .trim_end_matches("//]]>")
            .trim_end_matches("-->");
        // The parser refuses nesting deeper than 128.
        let Ok(value) = serde_json::from_str::<Value>(text.trim()) else { continue };
        let mut waiting = vec![(value, None::<usize>, String::new())];
        while let Some((value, owner, role)) = waiting.pop() {
            match value {
                Value::Array(values) => {
                    waiting.extend(values.into_iter().rev().map(|value| (value, owner, role.clone())));
                }
                Value::Object(map) => {
                    let at = items.add(Item {
                        types: types(map.get("@type")),
                        properties: Vec::new(),
                        role: role.clone(),
                    });
                    let Some(at) = at else { return };
                    if let Some(owner) = owner {
                        items.set(owner, &role, Property::Item(at));
                    }
                    let mut inner: Vec<_> = map
                        .into_iter()
                        .filter(|(name, _)| !matches!(name.as_str(), "@type" | "@context" | "@id"))
                        .collect();
                    inner.reverse();
                    for (name, value) in inner {
                        let (owner, name) =
                            if name == "@graph" { (None, String::new()) } else { (Some(at), name) };
                        waiting.push((value, owner, name));
                    }
                }
                Value::String(text) => {
                    if let Some(owner) = owner {
                        let text = tidy(&unescape(&text).chars().take(TEXT_MAX).collect::<String>());
                        if !text.is_empty() {
                            items.set(owner, &role, Property::Text(text));
                        }
                    }
                }
                Value::Number(number) => {
                    if let Some(owner) = owner {
                        items.set(owner, &role, Property::Text(number.to_string()));
                    }
                }
                Value::Null | Value::Bool(_) => {}
            }
        }
    }
}

fn types(value: Option<&Value>) -> Vec<String> {
    let name = |text: &str| text.rsplit(['/', '#', ':']).next().unwrap_or_default().to_owned();
    match value {
        Some(Value::String(text)) => vec![name(text)],
        Some(Value::Array(values)) => values.iter().filter_map(Value::as_str).take(10).map(name).collect(),
        _ => Vec::new(),
    }
}

/// Many systems write HTML escapes into JSON too.
fn unescape(text: &str) -> String {
    let mut text = text.to_owned();
    for (escape, plain) in [
        ("&quot;", "\""),
        ("&#039;", "'"),
        ("&#39;", "'"),
        ("&#8217;", "’"),
        ("&#8211;", "–"),
        ("&nbsp;", " "),
        ("&amp;", "&"),
    ] {
        if text.contains(escape) {
            text = text.replace(escape, plain);
        }
    }
    text
}

/// A microdata property whose text is still being read.
struct OpenProperty {
    depth: usize,
    owner: usize,
    names: String,
    start: usize,
}

/// Reads microdata during the traversal of the page.
#[derive(Default)]
pub(super) struct Microdata {
    /// The things whose elements are open, with their depths.
    scopes: Vec<(usize, usize)>,
    reading: Vec<OpenProperty>,
}

impl Microdata {
    /// An element opens at this depth; `start` is the length of the text before it.
    pub(super) fn open(&mut self, element: &Element, start: usize, depth: usize, items: &mut Items) {
        let names = element.attr("itemprop").unwrap_or_default();
        let owner = self.scopes.last().map(|(at, _)| *at);
        if element.attr("itemscope").is_some() {
            let kinds = element.attr("itemtype").unwrap_or_default().split_whitespace();
            let types =
                kinds.take(10).filter_map(|kind| kind.rsplit(['/', '#']).next()).map(str::to_owned).collect();
            let role = names.split_whitespace().next().unwrap_or_default().to_owned();
            let Some(at) = items.add(Item { types, properties: Vec::new(), role }) else { return };
            if let Some(owner) = owner {
                for name in names.split_whitespace().take(4) {
                    items.set(owner, name, Property::Item(at));
                }
            }
            self.scopes.push((at, depth));
        } else if let Some(owner) = owner.filter(|_| !names.is_empty()) {
            let value = ["content", "src", "href", "datetime"].into_iter().find_map(|name| {
                let text = element.attr(name)?;
                // The displayed number of a telephone link is more useful than its target.
                (name != "href" || !text.starts_with("tel:")).then_some(text)
            });
            match value {
                Some(value) => set_all(items, owner, names, value),
                None => self.reading.push(OpenProperty { depth, owner, names: names.to_owned(), start }),
            }
        }
    }

    /// The element at this depth closes; `all` is all text so far.
    pub(super) fn close(&mut self, depth: usize, all: &str, items: &mut Items) {
        while let Some(reading) = self.reading.pop_if(|reading| reading.depth >= depth) {
            set_all(items, reading.owner, &reading.names, all.get(reading.start..).unwrap_or_default());
        }
        while self.scopes.pop_if(|(_, own)| *own >= depth).is_some() {}
    }
}

fn set_all(items: &mut Items, owner: usize, names: &str, value: &str) {
    let value = tidy(&value.chars().take(TEXT_MAX).collect::<String>());
    if !value.is_empty() {
        for name in names.split_whitespace().take(4) {
            items.set(owner, name, Property::Text(value.clone()));
        }
    }
}
