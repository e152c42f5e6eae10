//! Helpers for comparing words.

/// A sentence in lower case with single spaces around every word, so that ` we will ` finds words and `
/// struggl` finds word beginnings. Apostrophes stay in words; hyphens and slashes separate them.
pub(crate) fn normal(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push(' ');
    for character in text.chars() {
        let character = if character == '’' { '\'' } else { character };
        if character.is_alphanumeric() || character == '\'' {
            out.extend(character.to_lowercase());
        } else if !out.ends_with(' ') {
            out.push(' ');
        }
    }
    if !out.ends_with(' ') {
        out.push(' ');
    }
    out
}

/// A normal form that is the same in another person's voice: "Our main problem ..." and "Your main problem
/// ...".
pub(crate) fn voiceless(text: &str) -> String {
    let words = normal(text);
    let said = words.split_whitespace().filter_map(|word| {
        Some(match word {
            "also" | "really" | "just" | "the" | "a" | "an" | "please" => return None,
            "we" | "i" | "you" | "they" | "he" | "she" | "us" | "me" | "them" | "him" => "they",
            "our" | "my" | "your" | "their" | "his" | "her" | "its" => "their",
            "am" | "is" | "are" => "are",
            "was" | "were" => "were",
            "has" | "have" => "have",
            "needs" => "need",
            "wants" => "want",
            "can't" | "cannot" => "cannot",
            "don't" | "doesn't" => "don't",
            "we'd" | "i'd" | "you'd" | "they'd" => "they would",
            "we'll" | "i'll" | "you'll" | "they'll" => "they will",
            "we're" | "you're" | "they're" | "i'm" => "they are",
            "we've" | "you've" | "they've" | "i've" => "they have",
            other => other,
        })
    });
    said.collect::<Vec<_>>().join(" ")
}

/// Capitalises the first letter, unless the word has its own spelling (iPhone, eBay).
pub(crate) fn capitalised(text: &str) -> String {
    let first_word = text.split_whitespace().next().unwrap_or_default();
    let own_way = first_word.chars().skip(1).any(char::is_uppercase) || first_word.contains("://");
    let mut chars = text.chars();
    match chars.next() {
        Some(first) if !own_way => first.to_uppercase().chain(chars).collect(),
        _ => text.to_owned(),
    }
}
