//! Finds placeholders that were not filled in: `[Client Name]`, `{{price}}`, `TBD`, lorem ipsum.

/// Words that make a bracketed phrase a placeholder even in lower case.
const FILL_IN: [&str; 22] = [
    "name",
    "client",
    "company",
    "date",
    "insert",
    "your",
    "amount",
    "price",
    "address",
    "email",
    "title",
    "phone",
    "number",
    "xx",
    "xxx",
    "tbd",
    "todo",
    "placeholder",
    "budget",
    "contact",
    "add",
    "enter",
];
/// The longest phrase in brackets that is checked.
const LONGEST: usize = 60;

/// Every placeholder in a plain text, as written and in order.
#[must_use]
pub fn placeholders(text: &str) -> Vec<String> {
    let mut found: Vec<(usize, String)> = Vec::new();
    enclosed(text, "{{", "}}", |_| true, &mut found);
    enclosed(text, "[", "]", is_fill_in, &mut found);
    for word in ["TBD", "TBC", "TODO", "XXX", "XXXX"] {
        whole_words(text, word, &mut found);
    }
    let lower = text.to_ascii_lowercase();
    for (at, phrase) in lower.match_indices("lorem ipsum") {
        let written = text.get(at..at + phrase.len()).unwrap_or(phrase);
        found.push((at, written.to_owned()));
    }
    found.sort_by_key(|(at, _)| *at);
    // `[TBD]` is one placeholder, not two.
    let mut end = 0;
    found.retain(|(at, written)| {
        let outside = *at >= end;
        end = end.max(at + written.len());
        outside
    });
    found.into_iter().map(|(_, written)| written).collect()
}

fn enclosed(
    text: &str,
    open: &str,
    close: &str,
    counts: impl Fn(&str) -> bool,
    found: &mut Vec<(usize, String)>,
) {
    for (at, _) in text.match_indices(open) {
        let after = text.get(at + open.len()..).unwrap_or_default();
        let window = after.char_indices().nth(LONGEST).and_then(|(end, _)| after.get(..end)).unwrap_or(after);
        if let Some((inner, _)) = window.split_once(close)
            && !inner.trim().is_empty()
            && !inner.contains(['\n', '[', '{'])
            && counts(inner)
        {
            found.push((at, format!("{open}{inner}{close}")));
        }
    }
}

/// `[Client Name]`, `[DATE]` and `[insert price]` are placeholders; `[1]`, `[sic]` and `[see page 3]` are
/// not.
fn is_fill_in(inner: &str) -> bool {
    let words: Vec<&str> =
        inner.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let named = words.iter().any(|word| FILL_IN.contains(&word.to_lowercase().as_str()));
    let starts_upper = |word: &&str| word.chars().next().is_some_and(char::is_uppercase);
    let titled = words.len() >= 2 && words.iter().all(starts_upper);
    let shouted = words.iter().all(|word| word.len() >= 3 && word.chars().all(char::is_uppercase));
    !words.is_empty() && (named || titled || shouted)
}

fn whole_words(text: &str, word: &str, found: &mut Vec<(usize, String)>) {
    for (at, _) in text.match_indices(word) {
        let before = text.get(..at).and_then(|t| t.chars().next_back());
        let after = text.get(at + word.len()..).and_then(|t| t.chars().next());
        if !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric) {
            found.push((at, word.to_owned()));
        }
    }
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn leftovers_are_found_in_order() {
        assert_eq!(
            placeholders(
                "Dear [Client Name], {{ price }} by TBD. Lorem ipsum dolor. [DATE] [insert fee] XXX [TBD]"
            ),
            ["[Client Name]", "{{ price }}", "TBD", "Lorem ipsum", "[DATE]", "[insert fee]", "XXX", "[TBD]"]
        );
    }

    #[test]
    fn ordinary_brackets_and_words_are_left_alone() {
        assert_eq!(
            placeholders(
                "See [1], it is [sic] so [see page 3]; an array[0] of {} and {{}} TBDs, a[b]c, [ok]"
            ),
            Vec::<String>::new()
        );
    }
}
