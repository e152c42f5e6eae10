//! Random tables written out read back to the same tables.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test stops at the first surprise")]

use pretty_assertions::assert_eq;
use proptest::prelude::*;

use super::*;
use crate::pricing::Origin;

fn ids() -> impl FnMut() -> Uuid {
    let mut last = 0_u128;
    move || {
        last += 1;
        Uuid::from_u128(last)
    }
}

#[test]
fn every_part_of_a_table_is_written_out() {
    let text = "\"Website\": 1 × USD 4,500.00\n\
                \"Hosting, with backups\": 1 × USD 30.00 monthly for 12, less 10 %, optional\n\
                \"Training\": 6.5 × USD 0.0025 each half day, not confirmed\n\
                One of these:\n\
                \"Annual report 2,000\": 1 × USD 90.00 yearly\n\
                Discount: USD 1,000.00\n\
                Tax \"VAT\": 20 %, included\n\
                Payment \"On signing\": 50 %\n\
                Payment \"On delivery\": 50 %";
    let reading = read(text, &mut ids()).unwrap();
    assert_eq!(write(&reading.table), text);
    assert_eq!(reading.questions.len(), 1);
    assert_eq!(reading.table.groups[1].choice, Choice::One);
}

#[test]
fn any_other_line_is_not_this_form() {
    for text in [
        "",
        "Website $4,500",
        "\"Website\": 1 × USD 4,500.00\nand a logo for 500",
        "\"Website\": 1 × USD 4,500.00 every week",
        "\"Website\": 1 × USD 4,500.00\n\"Logo\": 1 × EUR 500.00",
        "\"Website\": 0 × USD 4,500.00",
        "\"\": 1 × USD 4,500.00",
        "\"Website\": 1 × USD -4,500.00",
    ] {
        assert!(read(text, &mut ids()).is_none(), "{text}");
    }
}

fn item() -> impl Strategy<Value = Item> {
    let figures = (1_i64..9_999_999, 0_u32..=4, 1_i64..99_999, 0_u32..=2);
    let cadence = prop::sample::select(Cadence::ALL.as_slice());
    (
        "[A-Za-zÄÖÜéñ0-9$€%.:×,' ]{0,20}[A-Za-z]",
        figures,
        cadence,
        prop::option::of(1_u32..=60),
        any::<[bool; 3]>(),
    )
        .prop_map(
            |(name, (price, scale, quantity, parts), cadence, cycles, [optional, confirmed, discount])| {
                Item {
                    id: Uuid::nil(),
                    name: name.split_whitespace().collect::<Vec<_>>().join(" "),
                    description: None,
                    unit: (parts == 2).then(|| "half day".to_owned()),
                    quantity: Decimal::new(quantity, parts).normalize(),
                    quantity_min: None,
                    quantity_max: None,
                    unit_price: Decimal::new(price, scale).normalize(),
                    cadence,
                    cycles: cycles.filter(|_| cadence != Cadence::Once),
                    optional,
                    selected: !optional,
                    discount: discount.then(|| Adjustment::percent(Decimal::from(10))),
                    taxes: vec![Tax { name: "VAT".to_owned(), rate: Decimal::new(195, 1) }],
                    origin: Origin::User,
                    confirmed,
                    source: None,
                }
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn a_table_written_out_reads_back(items in prop::collection::vec(item(), 1..6), deposit in any::<bool>(), inclusive in any::<bool>()) {
        let group = Group { id: Uuid::nil(), name: String::new(), choice: Choice::All, items };
        let table = PricingTable {
            deposit: deposit.then(|| Adjustment::amount(Decimal::from(250))),
            tax_mode: if inclusive { TaxMode::Inclusive } else { TaxMode::Exclusive },
            groups: vec![group],
            ..PricingTable::default()
        };
        let mut read = super::super::prices(&write(&table), Currency::USD, &mut ids()).table;
        for group in &mut read.groups {
            group.id = Uuid::nil();
            group.items.iter_mut().for_each(|item| (item.id, item.source) = (Uuid::nil(), None));
        }
        prop_assert_eq!(read, table);
    }
}
