//! A changed text reads as the changed table, and the words around the change stay where they can.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test stops at the first surprise")]

use pretty_assertions::assert_eq;
use proptest::prelude::*;
use rust_decimal::Decimal;

use super::*;
use crate::money::Currency;
use crate::pricing::{Adjustment, Cadence};

fn ids() -> impl FnMut() -> Uuid {
    let mut last = 0_u128;
    move || {
        last += 1;
        Uuid::from_u128(last)
    }
}

fn item(name: &str, quantity: i64, price: i64, cadence: Cadence) -> Item {
    Item { quantity: Decimal::from(quantity), cadence, ..Item::once(Uuid::nil(), name, Decimal::from(price)) }
}

fn changed(text: &str, edit: Edit) -> String {
    apply(text, edit, Currency::USD, &mut ids()).unwrap()
}

#[test]
fn the_words_of_the_other_items_stay() {
    let text = "Website $4,500\nHosting $30 monthly\nTraining is $600, optional";
    let hosting = item("Hosting with backups", 1, 45, Cadence::Monthly);
    assert_eq!(
        changed(text, Edit::Replace(1, hosting)),
        "Website $4,500\n\"Hosting with backups\": 1 × USD 45.00 monthly\nTraining is $600, optional"
    );
    assert_eq!(changed(text, Edit::Remove(0)), "Hosting $30 monthly\nTraining is $600, optional");
    assert_eq!(
        changed(text, Edit::Add(item("Logo", 2, 250, Cadence::Once))),
        "Website $4,500\nHosting $30 monthly\nTraining is $600, optional\n\"Logo\": 2 × USD 250.00"
    );
}

#[test]
fn prices_that_only_wait_are_confirmed_together() {
    let confirmed = |text: &str| confirm(text, &prices(text, Currency::USD, &mut ids()), &mut ids());
    // In the words that are there.
    assert_eq!(
        confirmed("Website $4,500 (to be confirmed)\nHosting $30 monthly (noch offen)\nTraining $600"),
        Some((2, "Website $4,500\nHosting $30 monthly\nTraining $600".to_owned()))
    );
    // What is open otherwise stays open.
    let (count, text) =
        confirmed("Website $4,500 (to be confirmed)\nLogo about $300\nHosting $30 monthly (to be confirmed)")
            .unwrap();
    let open: Vec<_> = prices(&text, Currency::USD, &mut ids()).questions;
    assert_eq!((count, open.len(), open[0].doubt), (2, 1, Doubt::Estimate), "{text}");
    // A single price has its own answer, and so has the whole text.
    assert_eq!(confirmed("Website $4,500 (to be confirmed)\nHosting $30 monthly"), None);
    assert_eq!(
        confirmed("Website $4,500 (to be confirmed)\nHosting €30 (to be confirmed)\nTotal $9,000"),
        None
    );
    // The strict form has its own mark.
    let strict = "\"Website\": 1 × USD 4,500.00, not confirmed\n\"Logo\": 1 × USD 300.00, not confirmed";
    assert_eq!(confirmed(strict), Some((2, strict.replace(", not confirmed", ""))));
}

#[test]
fn an_item_in_a_sentence_gets_its_own_line() {
    let text = "Website $4,500, hosting $30 monthly, training $600";
    let read = changed(text, Edit::Replace(1, item("Hosting", 2, 30, Cadence::Monthly)));
    assert_eq!(read, "Website $4,500\n\"Hosting\": 2 × USD 30.00 monthly\ntraining $600");
}

#[test]
fn a_text_that_would_read_otherwise_is_written_out() {
    let taxed = "Website $4,500, hosting $30 monthly, plus 20% VAT";
    assert_eq!(
        changed(taxed, Edit::Replace(1, item("Hosting", 2, 30, Cadence::Monthly))),
        "\"Website\": 1 × USD 4,500.00\n\"Hosting\": 2 × USD 30.00 monthly\nTax \"VAT\": 20 %, added"
    );
    let text = "Either a logo at $700 or a full brand at $1,450";
    let one = changed(text, Edit::Replace(1, item("Brand", 1, 1_500, Cadence::Once)));
    assert_eq!(one.lines().next(), Some("One of these:"));
    assert_eq!(prices(&one, Currency::USD, &mut ids()).table.groups[0].choice, Choice::One);
}

#[test]
fn nothing_is_left_of_the_only_item() {
    for text in ["Website $4,500", "\"Website\": 1 × EUR 4,500.00\nDeposit: 30 %"] {
        let left = changed(text, Edit::Remove(0));
        assert!(prices(&left, Currency::USD, &mut ids()).table.groups.is_empty(), "{left:?}");
    }
    let first = changed("Prices are to be agreed", Edit::Add(item("Website", 1, 900, Cadence::Once)));
    assert_eq!(prices(&first, Currency::USD, &mut ids()).table.groups[0].items.len(), 1, "{first:?}");
}

#[test]
fn a_changed_item_is_confirmed_and_the_others_stay_open() {
    let text = "Website with 5 pages at $4,500\nPhotos about $200";
    let read = changed(text, Edit::Replace(0, item("Website with 5 pages", 1, 4_500, Cadence::Once)));
    let reading = prices(&read, Currency::USD, &mut ids());
    let open: Vec<bool> = reading.table.groups[0].items.iter().map(|item| item.confirmed).collect();
    assert_eq!(open, [true, false], "{read}");
}

#[test]
fn what_cannot_be_changed_is_refused() {
    let website = item("Website", 1, 900, Cadence::Once);
    assert_eq!(
        apply("Website $4,500", Edit::Remove(1), Currency::USD, &mut ids()),
        Err(EditError::NoSuchItem)
    );
    let odd = Item { unit: Some("seat, optional".to_owned()), ..website };
    assert_eq!(
        apply("Website $4,500", Edit::Replace(0, odd), Currency::USD, &mut ids()),
        Err(EditError::Unit)
    );
}

/// Texts as people write them, with what surrounds a price.
const TEXTS: [&str; 10] = [
    "Website $4,500, 20 hours at $95/h, hosting $300 monthly for 12 months, optional: SEO $500/mo",
    "- Discovery workshop: $1,200\n- Build: $9,800\n- Support: $150 a month for 6 months\n30% deposit",
    "Kitchen fitting £7,200 incl. VAT. Worktop £1,150. Disposal of the old kitchen £240.",
    "Einrichtung 450 €, danach 89 € im Monat, Mindestlaufzeit 24 Monate",
    "Core system 4,000 USD; reporting add-on 500 if wanted",
    "Three payments of $2,500 for the film",
    "15 licences at £12.50 pcm\nOnboarding £900",
    "We charge CHF 2'400 for the audit and CHF 180 per hour for 10 hours of advice.",
    "Portraits: $350. Retouching: 12 x $15. Travel about $80.",
    "Item | Qty | Price\nChairs | 12 | $80\n| Tables | 3 | $240 |",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn a_changed_text_reads_as_the_changed_table(
        text in prop::sample::select(TEXTS.as_slice()),
        position in 0_usize..4,
        name in "[A-Za-zÄéñ0-9$€%.:×,'\" ]{0,30}[A-Za-z]",
        (quantity, price) in (1_i64..500, 1_i64..99_999),
        cadence in prop::sample::select(Cadence::ALL.as_slice()),
        (optional, discount) in (any::<bool>(), any::<bool>()),
        kind in 0..3,
    ) {
        let before = prices(text, Currency::USD, &mut ids()).table;
        let count: usize = before.groups.iter().map(|group| group.items.len()).sum();
        let item = Item {
            optional,
            discount: discount.then(|| Adjustment::percent(Decimal::TEN)),
            ..item(name.trim(), quantity, price, cadence)
        };
        let (edit, at, after) = match kind {
            0 => (Edit::Add(item.clone()), None, count + 1),
            1 => (Edit::Replace(position, item.clone()), Some(position), count),
            _ => (Edit::Remove(position), Some(position), count.saturating_sub(1)),
        };
        let result = apply(text, edit, Currency::USD, &mut ids());
        if at.is_some_and(|at| at >= count) {
            prop_assert_eq!(result, Err(EditError::NoSuchItem));
            return Ok(());
        }
        let read = prices(&result.unwrap(), Currency::USD, &mut ids()).table;
        let items: Vec<&Item> = read.groups.iter().flat_map(|group| &group.items).collect();
        prop_assert_eq!(items.len(), after);
        let same = |read: &&Item| {
            (read.quantity, read.unit_price, read.cadence, read.optional, read.discount, read.confirmed)
                == (item.quantity, item.unit_price, item.cadence, item.optional, item.discount, true)
        };
        prop_assert!(kind == 2 || items.iter().any(same));
    }
}
