//! A page as visitors see it: blocks of text in reading order, each with the elements around it; and the
//! structured data.

use scraper::{Html, Node};
use url::Url;

use super::Page;
use super::bounded::bounded;
use super::structured::{self, Items, Microdata};
use super::text::{cut, tidy, tidy_lines};

mod region;

pub(super) use region::Region;

const TITLE_MAX: usize = 300;

/// The kind of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A heading of a level from 1 to 6.
    Heading(u8),
    /// A list entry.
    Entry,
    /// Any other text.
    Text,
}

/// A block of text.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) kind: Kind,
    /// Tidied; visible line breaks are kept.
    pub(super) text: String,
    pub(super) element: usize,
    /// Whether it consists of links only.
    pub(super) linked: bool,
    pub(super) region: Region,
}

/// An element that contains text.
#[derive(Debug)]
pub(super) struct Element {
    pub(super) parent: Option<usize>,
    pub(super) name: String,
    /// The words of its classes and its id, in lower case, with one space around each.
    pub(super) marks: String,
    pub(super) role: String,
    /// The index of its first block, and the one after its last.
    pub(super) first: usize,
    pub(super) past: usize,
    pub(super) region: Region,
}

#[derive(Debug)]
pub(super) struct Link {
    pub(super) href: String,
    pub(super) text: String,
    /// The block that contains or follows it.
    pub(super) block: usize,
    pub(super) element: usize,
}

/// A picture.
#[derive(Debug)]
pub(super) struct Image {
    pub(super) src: String,
    pub(super) alt: String,
    pub(super) marks: String,
    pub(super) element: usize,
}

/// A parsed page.
#[derive(Debug, Default)]
pub(super) struct View {
    pub(super) url: String,
    pub(super) base: Option<Url>,
    pub(super) title: String,
    pub(super) blocks: Vec<Block>,
    pub(super) elements: Vec<Element>,
    pub(super) links: Vec<Link>,
    pub(super) images: Vec<Image>,
    /// Names and contents of meta tags.
    pub(super) metas: Vec<(String, String)>,
    /// The `link` elements: relation, sizes and address.
    pub(super) icons: Vec<(String, String, String)>,
    /// Its JSON-LD and microdata.
    pub(super) items: Items,
}

impl View {
    /// Reads a page.
    pub(super) fn new(page: &Page) -> Self {
        let bounded = bounded(&page.html);
        let mut view = Self { url: page.url.clone(), base: Url::parse(&page.url).ok(), ..Self::default() };
        structured::read_data(&bounded.data, &mut view.items);
        let html = Html::parse_document(&bounded.html);
        let mut walk = Walk {
            view,
            open: Vec::new(),
            text: String::new(),
            letters: 0,
            linked: 0,
            all: String::new(),
            micro: Microdata::default(),
        };
        // Iterative, so that deep nesting does not become deep recursion.
        let mut node = html.tree.root();
        'walk: loop {
            walk.enter(node.value());
            if let Some(child) = node.first_child() {
                node = child;
                continue;
            }
            loop {
                walk.leave(node.value());
                if let Some(next) = node.next_sibling() {
                    node = next;
                    break;
                }
                let Some(parent) = node.parent() else { break 'walk };
                node = parent;
            }
        }
        walk.flush();
        let mut view = walk.view;
        region::settle(&mut view);
        view
    }

    /// What a meta tag says.
    pub(super) fn meta(&self, name: &str) -> Option<&str> {
        self.metas.iter().find(|(own, _)| own == name).map(|(_, content)| content.as_str())
    }

    /// An address on this page, made absolute; only those a browser can fetch.
    pub(super) fn absolute(&self, href: &str) -> Option<Url> {
        let url = self.base.as_ref()?.join(href.trim()).ok()?;
        (matches!(url.scheme(), "http" | "https") && url.has_host() && url.username().is_empty())
            .then_some(url)
    }

    /// An element and its ancestors, from the inside out.
    pub(super) fn around(&self, element: usize) -> impl Iterator<Item = (usize, &Element)> {
        let mut next = Some(element);
        std::iter::from_fn(move || {
            let at = next?;
            let element = self.elements.get(at)?;
            next = element.parent;
            Some((at, element))
        })
    }

    /// The visible text, one block per line.
    pub(super) fn text(&self) -> String {
        self.blocks.iter().map(|block| block.text.as_str()).collect::<Vec<_>>().join("\n")
    }

    /// Every text of the page, visible or structured.
    pub(super) fn everything(&self) -> String {
        let mut all = self.text();
        let metas = self.metas.iter().map(|(_, content)| content.as_str());
        let links =
            self.links.iter().filter(|link| link.href.starts_with("tel:")).map(|link| link.href.as_str());
        let images = self.images.iter().map(|image| image.alt.as_str());
        for text in metas.chain(links).chain(images).chain(self.items.texts()).chain([self.title.as_str()]) {
            all.push('\n');
            all.push_str(text);
        }
        all
    }
}

/// Elements that begin and end a block of text.
fn is_block(name: &str) -> bool {
    !matches!(
        name,
        "a" | "span" | "q" | "time" | "abbr" | "cite" | "img" | "meta" | "link" | "base" | "br" | "title"
    )
}

struct Walk {
    view: View,
    /// The open elements.
    open: Vec<usize>,
    /// The current block.
    text: String,
    letters: usize,
    linked: usize,
    /// All text so far, for the values of microdata.
    all: String,
    micro: Microdata,
}

impl Walk {
    fn enter(&mut self, node: &Node) {
        match node {
            Node::Text(text) => self.add(text),
            Node::Element(element) => self.open(element),
            _ => {}
        }
    }

    fn add(&mut self, text: &str) {
        if self.in_title() {
            if self.view.title.is_empty() {
                self.view.title = tidy(cut(text, TITLE_MAX));
            }
            return;
        }
        let letters = text.chars().filter(|c| c.is_alphanumeric()).count();
        self.letters += letters;
        if self.in_link() {
            self.linked += letters;
        }
        self.add_to_link(text);
        // A line break in the source is white space; only `br` makes a line.
        self.text.extend(text.chars().map(|c| if c == '\n' || c == '\r' { ' ' } else { c }));
        self.all.push_str(text);
    }

    fn in_link(&self) -> bool {
        self.open.iter().any(|at| self.view.elements.get(*at).is_some_and(|element| element.name == "a"))
    }

    fn add_to_link(&mut self, text: &str) {
        if self.in_link()
            && let Some(link) = self.view.links.last_mut().filter(|link| link.text.len() < 300)
        {
            link.text.push_str(text);
        }
    }

    /// Words on either side of a line break or the edge of a block are not one word.
    fn separate(&mut self) {
        self.all.push(' ');
        self.add_to_link("\n");
    }

    fn in_title(&self) -> bool {
        self.open
            .last()
            .is_some_and(|at| self.view.elements.get(*at).is_some_and(|element| element.name == "title"))
    }

    fn open(&mut self, element: &scraper::node::Element) {
        let name = element.name();
        let attr = |name: &str| element.attr(name).unwrap_or_default();
        let parent = self.open.last().copied();
        match name {
            "br" => {
                self.text.push('\n');
                self.separate();
            }
            "meta" => {
                let key = if attr("property").is_empty() { attr("name") } else { attr("property") };
                let content = tidy(attr("content"));
                if !key.is_empty() && !content.is_empty() && self.view.metas.len() < 200 {
                    self.view.metas.push((key.trim().to_ascii_lowercase(), content));
                }
            }
            "link" if attr("rel").to_ascii_lowercase().contains("icon") => {
                self.view.icons.push((
                    attr("rel").to_ascii_lowercase(),
                    attr("sizes").to_owned(),
                    attr("href").to_owned(),
                ));
            }
            "base" => {
                let base = self.view.absolute(attr("href"));
                self.view.base = base.or_else(|| self.view.base.take());
            }
            "img" => {
                let src = ["data-src", "data-lazy-src", "src"]
                    .into_iter()
                    .map(attr)
                    .find(|src| !src.is_empty() && !src.starts_with("data:"));
                if let Some(src) = src {
                    let image = Image {
                        src: src.trim().to_owned(),
                        alt: tidy(attr("alt")),
                        marks: marks(&[attr("class"), attr("id")]),
                        element: parent.unwrap_or_default(),
                    };
                    self.view.images.push(image);
                }
            }
            _ => {}
        }
        let is_cited = name == "cite"
            && parent.is_some_and(|at| {
                self.view.around(at).any(|(_, outer)| outer.name == "blockquote" || outer.name == "figure")
            });
        if is_block(name) || is_cited {
            self.flush();
            self.separate();
        }
        let first = self.view.blocks.len();
        self.view.elements.push(Element {
            parent,
            name: if is_cited { "figcaption".to_owned() } else { name.to_owned() },
            marks: marks(&[attr("class"), attr("id")]),
            role: attr("role").to_ascii_lowercase(),
            first,
            past: first,
            region: Region::Content,
        });
        self.open.push(self.view.elements.len() - 1);
        if name == "a" && self.view.links.len() < 5_000 {
            let link = Link {
                href: attr("href").trim().to_owned(),
                text: String::new(),
                block: first,
                element: self.view.elements.len() - 1,
            };
            self.view.links.push(link);
        }
        self.micro.open(element, self.all.len(), self.open.len(), &mut self.view.items);
    }

    fn leave(&mut self, node: &Node) {
        if !node.is_element() {
            return;
        }
        self.micro.close(self.open.len(), &self.all, &mut self.view.items);
        let Some(at) = self.open.pop() else { return };
        let ends = self.view.elements.get(at).is_some_and(|element| is_block(&element.name));
        if ends {
            // The block belongs to the element that it ends with.
            self.open.push(at);
            self.flush();
            self.separate();
            self.open.pop();
        }
        let past = self.view.blocks.len() + usize::from(!ends && !self.text.trim().is_empty());
        if let Some(element) = self.view.elements.get_mut(at) {
            element.past = past;
        }
    }

    fn flush(&mut self) {
        let text = tidy_lines(&self.text);
        let linked = self.linked > 0 && self.linked == self.letters;
        (self.letters, self.linked) = (0, 0);
        self.text.clear();
        if text.is_empty() {
            return;
        }
        // Open inline elements are not its container.
        let element = self
            .open
            .iter()
            .rev()
            .find(|at| self.view.elements.get(**at).is_some_and(|element| is_block(&element.name)));
        let element = element.or(self.open.first()).copied().unwrap_or_default();
        let kind =
            self.view.around(element).find_map(|(_, around)| kind_of(&around.name)).unwrap_or(Kind::Text);
        self.view.blocks.push(Block { kind, text, element, linked, region: Region::Content });
    }
}

fn kind_of(name: &str) -> Option<Kind> {
    match name {
        "h1" => Some(Kind::Heading(1)),
        "h2" => Some(Kind::Heading(2)),
        "h3" => Some(Kind::Heading(3)),
        "h4" => Some(Kind::Heading(4)),
        "h5" => Some(Kind::Heading(5)),
        "h6" => Some(Kind::Heading(6)),
        "li" => Some(Kind::Entry),
        "p" | "blockquote" | "section" | "article" | "figure" => Some(Kind::Text),
        _ => None,
    }
}

/// The words of classes and ids: `css-brandLogo` is css, brand and logo.
pub(super) fn marks(values: &[&str]) -> String {
    let mut out = String::from(" ");
    let mut lower_before = false;
    for character in values.join(" ").chars().take(1_000) {
        if character.is_alphanumeric() {
            if character.is_uppercase() && lower_before {
                out.push(' ');
            }
            out.extend(character.to_lowercase());
        } else if !out.ends_with(' ') {
            out.push(' ');
        }
        lower_before = character.is_lowercase();
    }
    if !out.ends_with(' ') {
        out.push(' ');
    }
    out
}
