//! Converts the document's HTML to the flat blocks of the template: headings, paragraphs of styled runs,
//! lists, tables, quotes.

use proffer_domain::document::{
    self, BlockKind, sections,
    tree::{self, Node},
};
use serde_json::{Map, Value, json};

use super::{glyphs::is_invisible, pieces};

/// Lists, quotes and tables nested deeper than this are flattened.
const DEPTH_MAX: usize = 5;
/// A table with more columns than this is unreadable on paper; its rows become lines.
const COLUMNS_MAX: usize = 10;
/// The deepest heading level; deeper headings are set at this level.
const LEVEL_MAX: u64 = 4;

/// The whole document. The pricing block becomes `{"kind": "prices"}`, appended at the end if the document
/// has none.
pub(super) fn blocks(html: &str) -> Vec<Value> {
    // The frozen text is clean already. Cleaning it again is cheap, and lets the parser rely on it.
    let clean = document::clean(html);
    let mut builder = BlockBuilder::default();
    let mut priced = false;
    for section in sections(&clean) {
        if !section.title.trim().is_empty() {
            builder.heading(1, vec![json!({ "text": section.title })]);
        }
        if section.kind == BlockKind::Pricing && !priced {
            priced = true;
            // Headings follow inside the section, so they need one above them.
            if section.title.trim().is_empty() {
                builder.level = 1;
                builder.blocks.push(json!({ "kind": "prices", "heading": "Pricing" }));
            } else {
                builder.blocks.push(json!({ "kind": "prices" }));
            }
        } else {
            builder.nodes(&tree::parse(&section.html), TextStyle::default(), 0);
            builder.paragraph();
        }
    }
    if !priced {
        builder.blocks.push(json!({ "kind": "prices", "heading": "Pricing" }));
    }
    builder.blocks
}

/// The style of a run of text.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an element that the run stands in, and any of them may be together"
)]
#[derive(Debug, Clone, Copy, Default)]
struct TextStyle<'a> {
    strong: bool,
    italic: bool,
    underlined: bool,
    struck: bool,
    small: bool,
    marked: bool,
    code: bool,
    script: Option<&'static str>,
    href: Option<&'a str>,
}

impl TextStyle<'_> {
    fn run(self, text: &str) -> Value {
        let mut run = Map::from_iter([("text".to_owned(), json!(text))]);
        let flags = [
            ("strong", self.strong),
            ("italic", self.italic),
            ("underlined", self.underlined),
            ("struck", self.struck),
            ("small", self.small),
            ("marked", self.marked),
            ("code", self.code),
        ];
        run.extend(
            flags.into_iter().filter(|(_, set)| *set).map(|(name, _)| (name.to_owned(), Value::Bool(true))),
        );
        if let Some(script) = self.script {
            run.insert("script".to_owned(), json!(script));
        }
        if let Some(href) = self.href {
            let mut address = String::new();
            tree::unescape(href, &mut address);
            run.insert("href".to_owned(), json!(address));
        }
        Value::Object(run)
    }
}

/// Collects blocks, and the runs of the current paragraph.
#[derive(Debug, Default)]
struct BlockBuilder {
    blocks: Vec<Value>,
    runs: Vec<Value>,
    /// The level of the last heading; the next one may be at most one level deeper.
    level: u64,
}

impl BlockBuilder {
    fn nodes(&mut self, nodes: &[Node<'_>], style: TextStyle<'_>, depth: usize) {
        for node in nodes {
            match node {
                Node::Text(text) => self.text(text, style),
                Node::Element { name, attributes, children } => {
                    self.element(name, attributes, children, style, depth);
                }
            }
        }
    }

    fn element(
        &mut self,
        name: &str,
        attributes: &str,
        children: &[Node<'_>],
        style: TextStyle<'_>,
        depth: usize,
    ) {
        let inline = match name {
            "strong" | "b" => Some(TextStyle { strong: true, ..style }),
            "em" | "i" => Some(TextStyle { italic: true, ..style }),
            "u" | "ins" => Some(TextStyle { underlined: true, ..style }),
            "s" | "del" => Some(TextStyle { struck: true, ..style }),
            "small" => Some(TextStyle { small: true, ..style }),
            "mark" => Some(TextStyle { marked: true, ..style }),
            "code" => Some(TextStyle { code: true, ..style }),
            "sub" => Some(TextStyle { script: Some("sub"), ..style }),
            "sup" => Some(TextStyle { script: Some("super"), ..style }),
            "a" => Some(TextStyle { href: tree::attribute(attributes, "href").or(style.href), ..style }),
            "span" => Some(style),
            _ => None,
        };
        if let Some(style) = inline {
            self.nodes(children, style, depth);
            return;
        }
        match name {
            "br" => self.runs.push(json!({ "text": "\n" })),
            "hr" => {
                self.paragraph();
                self.blocks.push(json!({ "kind": "rule" }));
            }
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.paragraph();
                let mut inner = Self::default();
                inner.nodes(children, style, DEPTH_MAX);
                let asked = name.strip_prefix('h').and_then(|digit| digit.parse::<u64>().ok()).unwrap_or(2);
                let runs: Vec<Value> = inner.all_runs();
                self.heading(asked.saturating_sub(1).max(1), runs);
            }
            "ul" | "ol" if depth < DEPTH_MAX => self.list(name, attributes, children, depth),
            "blockquote" if depth < DEPTH_MAX => self.nested("quote", children, depth),
            "dd" if depth < DEPTH_MAX => self.nested("indented", children, depth),
            "table" if depth < DEPTH_MAX => self.table(children, depth),
            "dt" | "th" | "caption" => {
                self.paragraph();
                self.nodes(children, TextStyle { strong: true, ..style }, depth);
                self.paragraph();
            }
            _ => {
                self.paragraph();
                self.nodes(children, style, depth);
                self.paragraph();
            }
        }
    }

    /// Adds text as written, resolving entities and collapsing white space as HTML does.
    fn text(&mut self, written: &str, style: TextStyle<'_>) {
        let mut text = String::with_capacity(written.len());
        tree::unescape(written, &mut text);
        let mut line = String::with_capacity(text.len());
        for character in text.chars() {
            if matches!(character, ' ' | '\t' | '\n' | '\r' | '\u{c}') {
                if !line.ends_with(' ') {
                    line.push(' ');
                }
            } else {
                line.push(character);
            }
        }
        if line.starts_with(' ') && self.runs.last().is_none_or(ends_with_space) {
            line.remove(0);
        }
        if !line.is_empty() {
            self.runs.push(style.run(&line));
        }
    }

    /// Ends the current paragraph, if there is one.
    fn paragraph(&mut self) {
        let runs = std::mem::take(&mut self.runs);
        if runs.iter().any(|run| text_of(run).chars().any(|character| !character.is_whitespace())) {
            self.blocks.push(with_direction(json!({ "kind": "paragraph" }), runs));
        }
    }

    fn heading(&mut self, asked: u64, runs: Vec<Value>) {
        // A heading without visible text is dropped.
        if runs
            .iter()
            .flat_map(|run| text_of(run).chars())
            .all(|character| character.is_whitespace() || is_invisible(character))
        {
            return;
        }
        self.level = asked.min(self.level + 1).min(LEVEL_MAX);
        self.blocks.push(with_direction(json!({ "kind": "heading", "level": self.level }), runs));
    }

    fn list(&mut self, name: &str, attributes: &str, children: &[Node<'_>], depth: usize) {
        self.paragraph();
        let mut items = Vec::new();
        for child in children {
            let inner = match child {
                Node::Element { name: "li", children, .. } => self.inner(children, depth),
                Node::Element { .. } => self.inner(std::slice::from_ref(child), depth),
                Node::Text(_) => Vec::new(),
            };
            if !inner.is_empty() {
                items.push(inner);
            }
        }
        if items.is_empty() {
            return;
        }
        let mut start =
            tree::attribute(attributes, "start").and_then(|start| start.parse::<u64>().ok()).unwrap_or(1);
        for items in pieces::of(items) {
            let next = start.saturating_add(u64::try_from(items.len()).unwrap_or(u64::MAX));
            self.blocks
                .push(json!({ "kind": "list", "ordered": name == "ol", "start": start, "items": items }));
            start = next;
        }
    }

    fn nested(&mut self, kind: &str, children: &[Node<'_>], depth: usize) {
        self.paragraph();
        let inner = self.inner(children, depth);
        self.blocks
            .extend(pieces::of(inner).into_iter().map(|blocks| json!({ "kind": kind, "blocks": blocks })));
    }

    /// The blocks of a nested element.
    fn inner(&mut self, nodes: &[Node<'_>], depth: usize) -> Vec<Value> {
        let mut inner = Self { level: self.level, ..Self::default() };
        inner.nodes(nodes, TextStyle::default(), depth + 1);
        inner.paragraph();
        self.level = inner.level;
        inner.blocks
    }

    /// The runs of all paragraphs, for places that hold a single line.
    fn all_runs(mut self) -> Vec<Value> {
        self.paragraph();
        let mut runs = Vec::new();
        for block in self.blocks {
            if let Some(Value::Array(inner)) = block.get("runs") {
                if !runs.is_empty() {
                    runs.push(json!({ "text": " " }));
                }
                runs.extend(inner.iter().cloned());
            }
        }
        runs
    }

    fn table(&mut self, children: &[Node<'_>], depth: usize) {
        self.paragraph();
        let mut table = Table::default();
        self.rows(children, false, depth, &mut table);
        let columns = table.rows.iter().map(|row| row.cells.len()).max().unwrap_or_default();
        if let Some(runs) = table.caption {
            self.blocks.push(with_direction(json!({ "kind": "paragraph", "caption": true }), runs));
        }
        if columns == 0 {
            return;
        }
        if columns > COLUMNS_MAX {
            let cells = table.rows.into_iter().flat_map(|row| row.cells).flat_map(|cell| cell.blocks);
            self.blocks.extend(cells);
            return;
        }
        let heads = table.rows.iter().take_while(|row| row.head).count();
        let rows: Vec<Value> = table.rows.into_iter().map(|row| row.padded(columns)).collect();
        self.blocks.extend(pieces::of_table(rows, columns, heads));
    }

    fn rows(&mut self, nodes: &[Node<'_>], head: bool, depth: usize, table: &mut Table) {
        for node in nodes {
            match node {
                Node::Element { name: "thead", children, .. } => self.rows(children, true, depth, table),
                Node::Element { name: "tbody" | "tfoot", children, .. } => {
                    self.rows(children, false, depth, table);
                }
                Node::Element { name: "caption", children, .. } => {
                    let mut inner = Self::default();
                    inner.nodes(children, TextStyle::default(), DEPTH_MAX);
                    table.caption = Some(inner.all_runs());
                }
                Node::Element { name: "tr", children, .. } => {
                    let row = self.row(children, head, depth, &mut table.reaching);
                    table.rows.push(row);
                }
                _ => {}
            }
        }
    }

    /// A cell that spans rows is placed in its first row and leaves its place empty in the others, so that a
    /// table can break between any two rows.
    fn row(&mut self, nodes: &[Node<'_>], head: bool, depth: usize, reaching: &mut Vec<usize>) -> Row {
        let mut cells: Vec<Cell> = Vec::new();
        let mut all_head = true;
        for node in nodes {
            let Node::Element { name: name @ ("td" | "th"), attributes, children } = node else { continue };
            while reaching.get(cells.len()).is_some_and(|rows| *rows > 0) {
                cells.push(Cell::default());
            }
            let span = |what| {
                tree::attribute(attributes, what)
                    .and_then(|text| text.parse::<usize>().ok())
                    .unwrap_or(1)
                    .max(1)
            };
            let (columns, rows) = (span("colspan").min(COLUMNS_MAX), span("rowspan"));
            let place = cells.len();
            cells.push(Cell { blocks: self.inner(children, depth), head: *name == "th", columns });
            cells.extend((1..columns).map(|_| Cell { columns: 0, ..Cell::default() }));
            reaching.resize(reaching.len().max(place + columns), 0);
            // The count is decremented below, for this row too.
            reaching.iter_mut().skip(place).take(columns).for_each(|left| *left = rows);
            all_head &= *name == "th";
        }
        for left in reaching.iter_mut() {
            *left = left.saturating_sub(1);
        }
        Row { head: head || (all_head && !cells.is_empty() && cells.len() > 1), cells }
    }
}

#[derive(Debug, Default)]
struct Table {
    caption: Option<Vec<Value>>,
    rows: Vec<Row>,
    /// For each column, how many more rows its last cell spans.
    reaching: Vec<usize>,
}

#[derive(Debug)]
struct Row {
    head: bool,
    cells: Vec<Cell>,
}

#[derive(Debug)]
struct Cell {
    blocks: Vec<Value>,
    head: bool,
    /// The number of columns it spans; 0 for a place covered by the cell before it.
    columns: usize,
}

impl Default for Cell {
    fn default() -> Self {
        Self { blocks: Vec::new(), head: false, columns: 1 }
    }
}

impl Row {
    fn padded(mut self, columns: usize) -> Value {
        self.cells.resize_with(columns, Cell::default);
        let cells = self.cells.into_iter().filter(|cell| cell.columns > 0);
        cells
            .map(|cell| json!({ "blocks": cell.blocks, "head": cell.head, "columns": cell.columns }))
            .collect()
    }
}

fn text_of(run: &Value) -> &str {
    run.get("text").and_then(Value::as_str).unwrap_or_default()
}

fn ends_with_space(run: &Value) -> bool {
    text_of(run).ends_with([' ', '\n'])
}

/// Puts runs into a block, and marks right-to-left text.
fn with_direction(mut block: Value, runs: Vec<Value>) -> Value {
    if let Value::Object(fields) = &mut block {
        if runs.iter().find_map(|run| right_to_left(text_of(run))).unwrap_or_default() {
            fields.insert("rtl".to_owned(), Value::Bool(true));
        }
        fields.insert("runs".to_owned(), Value::Array(runs));
    }
    block
}

/// Whether the first letter of a text is right-to-left; `None` without a letter.
pub(super) fn right_to_left(text: &str) -> Option<bool> {
    let letter = text.chars().find(|character| character.is_alphabetic())?;
    Some(matches!(letter, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}'))
}

#[cfg(test)]
mod tests;
