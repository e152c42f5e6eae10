//! The progress of an answer that is still streaming.

use crate::draft::Stage;

/// The progress of an answer that is still streaming, from the properties it has begun. Searching the text
/// would not do, because only names at the top level count.
#[must_use]
pub fn stage_of(partial_json: &str) -> Stage {
    let mut stage = Stage::Analyzing;
    for name in own_names(partial_json) {
        let reached = match name {
            "sections" => Stage::Structure,
            "pricing" => Stage::Pricing,
            "timeline" => Stage::Timeline,
            "nextSteps" => Stage::Finalizing,
            _ => Stage::Analyzing,
        };
        stage = stage.max(reached);
    }
    stage
}

/// The names of the outermost object's properties that have begun so far.
fn own_names(json: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut depth = 0_usize;
    let mut last: Option<&str> = None;
    let mut rest = json;
    while let Some(at) = rest.find(['{', '}', '[', ']', '"', ':', ',']) {
        let (_, from) = rest.split_at(at);
        let mark = from.as_bytes().first().copied().unwrap_or_default();
        rest = from.get(1..).unwrap_or_default();
        match mark {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => {
                let Some(end) = string_end(rest) else {
                    return names;
                };
                last = (depth == 1).then(|| rest.get(..end)).flatten();
                rest = rest.get(end + 1..).unwrap_or_default();
                continue;
            }
            b':' if depth == 1 => names.extend(last),
            _ => {}
        }
        last = None;
    }
    names
}

/// Where a JSON string ends, given what follows its opening quote.
fn string_end(text: &str) -> Option<usize> {
    let mut escaped = false;
    text.bytes().position(|byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    })
}
