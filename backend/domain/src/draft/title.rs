//! Names a proposal after the work in it: "New booking website for Harbor Dental".
//!
//! A phrase that a line item names too is the likeliest, then the work as the offer says it, then the first
//! line item, then what the client asks for. A sentence is no title, and a single word only behind an article.

use super::phrase::is_sentence;
use crate::pricing::{Choice, PricingTable};
use crate::reading::assemble::is_fallback;
use crate::reading::charge::same_noun;
use crate::reading::lexicon::{Language, PairList, WordList};
use crate::recap::words::{capitalised, needed_thing, normal, thing};

const WORDS_MAX: usize = 8;
/// The words of a line item's name that may be a title.
const ITEM_WORDS: std::ops::RangeInclusive<usize> = 2..=4;
/// The most words of what the client asks for.
const WISH_WORDS_MAX: usize = 5;

/// The name of the work, if one is likely enough: from the sentences of the offer, those about the client and
/// the line items.
pub(super) fn named_work(offer: &[&str], context: &[&str], pricing: &PricingTable) -> Option<String> {
    let count = |phrase: &str| phrase.split_whitespace().count();
    let wished = |sentence: &&str| match Language::of(sentence) {
        Language::English => None,
        language => needed_thing(sentence)
            .filter(|thing| language != Language::German || ends_with_noun(thing))
            .map(|thing| capitalised(&thing)),
    };
    let named = |said: &[&str]| said.iter().find_map(|sentence| work_named(sentence));
    let introduced = |sentence: &&str| thing(sentence).filter(|thing| count(thing) > 1);
    let entry = || offer.iter().find_map(introduced).map(|thing| capitalised(&thing));
    // Of a list of things, the first one is the main work.
    let is_list = !offer.iter().any(|said| is_sentence(said));
    let main = if is_list { offer.get(..1).unwrap_or_default() } else { offer };
    let offered = named(main).or_else(entry);
    let asked = named(context).or_else(|| offer.iter().chain(context).find_map(wished));
    let items: Vec<&str> = pricing
        .groups
        .iter()
        .filter(|group| group.choice == Choice::All)
        .flat_map(|group| &group.items)
        .map(|item| item.name.as_str())
        .collect();
    let charged_words = normal(&items.join(" "));
    let is_charged = |phrase: &&String| {
        long_words(&normal(phrase)).any(|word| long_words(&charged_words).any(|other| same_noun(word, other)))
    };
    let is_item_title =
        |name: &&str| ITEM_WORDS.contains(&count(name)) && !is_fallback(name) && !is_sentence(name);
    let charged = [&offered, &asked].into_iter().flatten().find(is_charged).cloned();
    charged
        .or(offered)
        .or_else(|| items.first().copied().filter(is_item_title).map(str::to_owned))
        .or_else(|| asked.filter(|wish| (2..=WISH_WORDS_MAX).contains(&count(wish))))
}

/// Whether the last word of a German name is a noun: not "selbst pflegen können".
fn ends_with_noun(name: &str) -> bool {
    name.rsplit(' ').next().is_some_and(|word| word.starts_with(char::is_uppercase))
}

/// The words of a text that may tell what it is about.
fn long_words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().filter(|word| word.chars().count() > 3)
}

/// The work that a sentence names, if any: at most eight of its words.
fn work_named(sentence: &str) -> Option<String> {
    let joined = sentence.replace("set up", "setup").replace("Set up", "setup");
    let words: Vec<&str> = joined.split_whitespace().collect();
    words.iter().enumerate().find_map(|(at, verb)| {
        let verb = verb.to_lowercase();
        let before = at
            .checked_sub(1)
            .and_then(|previous| words.get(previous))
            .map(|word| word.to_lowercase())
            .unwrap_or_default();
        let lead = match (PairList::WorkNoun.of(&verb), verb.as_str()) {
            (Some(lead), _) => lead,
            // "for" and "like" introduce a name only in "looking for" and "would like".
            (None, "for") if before != "looking" => return None,
            (None, "like") if before != "would" => return None,
            (None, verb) if WordList::Making.has(verb) => "",
            _ => return None,
        };
        if !is_wish(&verb) && !leads_to_verb(&before) {
            return None;
        }
        let earlier = at
            .checked_sub(2)
            .and_then(|earlier| words.get(earlier))
            .map(|word| word.to_lowercase())
            .unwrap_or_default();
        // "They also need training" names an addition, not the main work.
        if is_wish(&verb) && before == "also" {
            return None;
        }
        let rest = words.get(at + 1..).unwrap_or_default();
        // "Cover the day and deliver a gallery": the second verb is not the main work.
        let second = (before == "and" || before.ends_with(','))
            && !(WordList::Making.has(&earlier) || PairList::WorkNoun.of(&earlier).is_some());
        if second && !is_wish(&verb) {
            return None;
        }
        // "They want to build trust" is what the client does; "to build a shop" is work.
        let article = rest.first().is_some_and(|word| {
            WordList::Determiner.has(&word.to_lowercase()) || word.eq_ignore_ascii_case("new")
        });
        if lead.is_empty()
            && before == "to"
            && !article
            && (is_wish(&earlier) || matches!(earlier.as_str(), "hope" | "hopes" | "wish"))
        {
            return None;
        }
        let object = object(rest, !lead.is_empty(), is_wish(&verb))?;
        Some(capitalised(format!("{lead} {object}").trim()))
    })
}

/// Words of a wish rather than of work.
fn is_wish(verb: &str) -> bool {
    matches!(
        verb,
        "need"
            | "needs"
            | "want"
            | "wants"
            | "require"
            | "requires"
            | "like"
            | "for"
            | "replacing"
            | "migrating"
            | "installing"
            | "moving"
    )
}

/// Whether the word after this one can be a verb: "we build" and "to repair", but not "the build" or "so
/// repair makes".
fn leads_to_verb(before: &str) -> bool {
    before.ends_with(',')
        || matches!(
            before,
            "" | "we"
                | "i"
                | "will"
                | "we'll"
                | "i'll"
                | "we'd"
                | "i'd"
                | "to"
                | "and"
                | "can"
                | "would"
                | "could"
                | "should"
                | "must"
                | "or"
                | "then"
                | "please"
        )
}

/// The words that name the object of a verb. `keep_the` keeps a leading "the"; a wish for something `to`
/// happen names nothing.
fn object(words: &[&str], keep_the: bool, wish: bool) -> Option<String> {
    let mut name: Vec<&str> = Vec::new();
    let mut article = None;
    let mut rest = words.iter().peekable();
    while let Some(word) = rest.next() {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '&');
        let lower = bare.to_lowercase();
        if name.is_empty() && WordList::Determiner.has(&lower) {
            article = Some(if keep_the && lower == "the" { "the " } else { "" });
            continue;
        }
        if !name.is_empty() && word.starts_with('(') {
            break;
        }
        if name.is_empty() && WordList::Pointer.has(&lower) {
            return None;
        }
        let sum = word.starts_with(|c: char| !c.is_alphanumeric() && c != '(' && c != '"');
        let numbered = word.starts_with(|c: char| c.is_ascii_digit()) || WordList::TimeStart.has(&lower);
        // "Six 90-minute sessions" are sessions; of mailboxes that are moved the number is part of the name.
        if name.is_empty() && !keep_the && numbered {
            continue;
        }
        let count = name.is_empty() && numbered;
        let next = rest.peek().map(|next| next.to_lowercase()).unwrap_or_default();
        let next = next.trim_end_matches(|c: char| !c.is_alphanumeric());
        // "... the tap and service the boiler": a word before an article is a verb.
        let then = rest.clone().nth(1).map(|word| word.to_lowercase()).unwrap_or_default();
        let clause_follows = lower == "and"
            && (starts_clause(next)
                || WordList::Determiner.has(&then)
                || WordList::Pointer.has(then.trim_end_matches('.')));
        let time_follows = matches!(lower.as_str(), "in" | "for" | "at")
            && (WordList::TimeStart.has(next) || next.starts_with(|c: char| !c.is_alphabetic()));
        if lower == "to" && !keep_the {
            if wish {
                return None;
            }
            break;
        }
        if bare.is_empty() || sum || count || clause_follows || time_follows || WordList::NameEnd.has(&lower)
        {
            break;
        }
        name.push(bare);
        if word.ends_with([',', ';', ':', '.', '!', '?']) || name.len() == WORDS_MAX {
            break;
        }
    }
    while name.last().is_some_and(|word| WordList::TitleEnd.has(&word.to_lowercase())) {
        name.pop();
    }
    let letters: usize = name.iter().map(|word| word.chars().count()).sum();
    // "Design logo" may be any word, "design the logo" is a thing.
    let names = letters >= 3 && (name.len() > 1 || article.is_some() || keep_the);
    names.then(|| format!("{}{}", article.unwrap_or_default(), name.join(" ")))
}

fn starts_clause(word: &str) -> bool {
    WordList::NameEnd.has(word)
        || WordList::Making.has(word)
        || PairList::WorkNoun.of(word).is_some()
        || matches!(word, "set" | "add" | "connect" | "run" | "test" | "support" | "handle")
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;
    use uuid::Uuid;

    use super::*;
    use crate::money::Currency;
    use crate::pricing::table_from_text;

    #[test]
    fn a_title_is_what_the_offer_and_the_prices_name() {
        let prices = |text: &str| table_from_text(text, Currency::USD, &mut Uuid::nil);
        for (offer, context, text, name) in [
            // A line item names it, too.
            ("We will build a new website.", "", "Website: 4,500", Some("New website")),
            ("We will do it.", "They want a new website.", "Website: 4,500", Some("New website")),
            ("We will train the crew.", "They want a new website.", "Website: 4,500", Some("New website")),
            // The words of the offer.
            ("We will build a new website.", "They want a shop.", "$4,500", Some("New website")),
            ("A booking page for boats that works on a phone.", "", "$900", Some("Booking page for boats")),
            ("Un catalogue de pièces finies, avec photos.", "", "900 €", Some("Catalogue de pièces finies")),
            ("A new page is needed.", "", "$900", None),
            ("The practice loses bookings.", "", "$900", None),
            // The first line item, unless it is a single word, a choice, a sentence or without a name.
            ("We will do it.", "They want online booking.", "Hull repair: 900", Some("Hull repair")),
            ("", "", "Labour: 900\nSkip hire: 180", None),
            ("", "", "Pick one: small boat 900, large boat 1,200", None),
            ("", "", "$900", None),
            // What the client asks for, in few words.
            ("We will do it.", "They want an online booking.", "$900", Some("Online booking")),
            ("Lo haremos.", "Quieren una página web nueva.", "900 €", Some("Página web nueva")),
            ("", "Das Team soll danach selbst Produkte pflegen können.", "900 €", None),
            ("", "A mess that needs sorting out.", "$900", None),
            ("", "How lovely.", "$900", None),
            ("", "Chairs.", "$900", None),
        ] {
            let named = named_work(&[offer], &[context], &prices(text));
            assert_eq!(named.as_deref(), name, "{offer} {context} {text}");
        }
    }

    #[test]
    fn a_later_thing_of_a_list_is_no_title() {
        let prices = table_from_text("Site: 900\nMoving the timetable: 400", Currency::USD, &mut Uuid::nil);
        let offer = ["New site, 8 pages.", "Moving the timetable."];
        assert_eq!(named_work(&offer, &[], &prices), None);
        let reversed = ["Moving the timetable.", "New site, 8 pages."];
        assert_eq!(named_work(&reversed, &[], &prices).as_deref(), Some("Move of the timetable"));
    }

    #[test]
    fn work_is_named_from_the_sentence() {
        for (sentence, name) in [
            (
                "We will build a new website with online booking, live by June.",
                Some("New website with online booking"),
            ),
            (
                "They need an inventory app for the warehouse in six weeks.",
                Some("Inventory app for the warehouse"),
            ),
            ("I'll replace the old boiler for $2,400.", Some("Replacement of the old boiler")),
            ("We'll migrate 12 mailboxes to Microsoft 365.", None),
            (
                "We will migrate their mailboxes to Microsoft 365 and train the staff.",
                Some("Migration of mailboxes to Microsoft 365"),
            ),
            ("We will do it for them.", None),
            ("They are looking for a lawyer who knows leases.", Some("Lawyer")),
            ("Set up monitoring.", Some("Setup of monitoring")),
            ("We design and build it.", None),
            ("It is old so repair makes no sense.", None),
            ("They would like the hall to be usable again.", None),
            ("We will create a shop to sell aprons.", Some("Shop")),
            ("Replace the tap and service the boiler.", Some("Replacement of the tap")),
            ("I would cover the day and deliver an online gallery.", None),
            ("We'd edit 4 episodes a month, write show notes and publish them.", None),
            ("She wants to build trust in the team.", None),
            ("I would design the logo (3 concepts).", Some("Logo")),
            ("We would also need training for 4 people.", None),
        ] {
            assert_eq!(work_named(sentence).as_deref(), name, "{sentence}");
        }
    }
}
