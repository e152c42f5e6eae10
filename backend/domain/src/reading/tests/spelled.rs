//! Amounts in words, and how sure they are.

use pretty_assertions::assert_eq;

use super::*;

#[test]
fn endless_numbers_end_no_reading() {
    for text in [
        "hundred ".repeat(40),
        "billion ".repeat(40),
        format!("{} pounds fifty", "9".repeat(29)),
        format!("{} and a half thousand dollars", "9".repeat(28)),
    ] {
        let _ = prices(&text, Currency::USD, &mut ids());
    }
}

#[test]
fn amounts_in_words() {
    for (text, expected) in [
        ("Naming for four and a half thousand dollars", "Naming: 4500"),
        ("Site 2 and a half thousand", "Site: 2500"),
        ("Design fee two and a half lakhs rupees", "Design fee: 250000"),
        ("Verlegung für sechseinhalbtausend Euro", "Verlegung: 6500"),
        ("Wartung eineinhalb tausend Euro", "Wartung: 1500"),
        ("Grabstein zweitausendsechshundertachtzig Euro", "Grabstein: 2680"),
        ("Site mille neuf cent quatre-vingt-dix-neuf euros", "Site: 1999"),
        ("Travail trois cent soixante-quinze euros", "Travail: 375"),
        ("Web ciento treinta y cinco euros", "Web: 135"),
        ("Housings at eighteen dollars fifty", "Housings: 18.5"),
        ("Teppich zwölf Euro fünfzig", "Teppich: 12.5"),
        ("Book: twelve pounds and ninety nine pence", "Book: 12.99"),
        // What can be read in two ways is asked about.
        ("Site for eighteen fifty dollars", "Site: 1850 ?"),
        ("Site for twenty-three four fifty dollars", "Site: 23450 ?"),
        ("Gravur zwei fünfzig Euro", "Gravur: 250 ?"),
        ("Formation deux mille cinq euros", "Formation: 2500 ?"),
        // What counts a thing is no part of the amount.
        ("Printing at ten dollars fifty copies", "Printing: 10 ?"),
    ] {
        assert_eq!(briefs(text), [expected], "{text}");
    }
}
