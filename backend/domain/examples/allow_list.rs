//! Prints the elements and attributes that a document's HTML may have; `make gen` writes the output to
//! `frontend/src/shared/document/allow-list.json`, for the frontend.

use std::collections::BTreeMap;
use std::io::Write;

use proffer_domain::document::BlockKind;
use proffer_domain::document::allow_list::{DROPPED_WHOLE, ELEMENTS, LINES, SCHEMES};

fn main() -> std::io::Result<()> {
    let list = serde_json::json!({
        "elements": BTreeMap::from(ELEMENTS),
        "droppedWhole": DROPPED_WHOLE,
        "schemes": SCHEMES,
        "lines": LINES,
        "kinds": BlockKind::ALL.map(BlockKind::name),
    });
    writeln!(std::io::stdout(), "{list:#}")
}
