//! Prints what the HTML of a document is made of, for the front end: `make gen` keeps it as
//! `frontend/src/shared/document/allow-list.json`.

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
