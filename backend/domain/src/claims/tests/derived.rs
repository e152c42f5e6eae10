//! Figures that are calculated from given ones, in four languages, and figures that are not.

use pretty_assertions::assert_eq;

use super::*;

/// The claims of a text that only a price text and a recap may back: the words and the formula, or nothing.
fn formulas(text: &str, priced: &str, given: &str) -> Vec<(String, Option<String>)> {
    let block = section(1, BlockKind::Free, "", &document::markdown(text));
    let mut sources = recap(given);
    sources.push(Source::new(SourceKind::PricingDetails, "Pricing details", priced));
    let claims = read([&block], sources, &PricingTable::default());
    let calculated = |claim: Claim| {
        let backing = claim.backing?;
        (backing.label == "Calculated").then_some((claim.text, Some(backing.excerpt)))
    };
    let open = claims
        .iter()
        .filter(|claim| claim.backing.is_none())
        .map(|claim| (claim.text.clone(), None))
        .collect::<Vec<_>>();
    claims.into_iter().filter_map(calculated).chain(open).collect()
}

#[test]
fn what_follows_from_given_figures_shows_its_formula() {
    for (text, priced, given, figure, formula) in [
        ("Both come to £2,040.", "Day £1,650\nAlbum £390", "", "£2,040", Some("1650 + 390 = 2040")),
        ("Both come to £2,050.", "Day £1,650\nAlbum £390", "", "£2,050", None),
        ("That is €5,040 over twelve months.", "€420 a month", "", "€5,040", Some("12 × 420 = 5040")),
        (
            "In drei Jahren sind das 6.480 €.",
            "Wartung 180 € im Monat",
            "",
            "6.480 €",
            Some("36 × 180 = 6480"),
        ),
        (
            "Cela fait environ 1 476 € par logement.",
            "Chaudière 35 430 €",
            "24 logements",
            "1 476 €",
            Some("35430 ÷ 24 ≈ 1476"),
        ),
        (
            "Sale a 327,50 € por hermano.",
            "Casa 1.310 €",
            "cuatro hermanos",
            "327,50 €",
            Some("1310 ÷ 4 = 327.5"),
        ),
        (
            "You save £62: of the £1,240 we take five percent off.",
            "Slates £1,240, 5% off",
            "",
            "£62",
            Some("5 % of 1240 = 62"),
        ),
        ("That leaves $900.", "$600 for it", "They have $1,500.", "$900", Some("1500 − 600 = 900")),
        ("Seven groups of ten are trained.", "", "70 people in 7 groups", "ten", Some("70 ÷ 7 = 10")),
        (
            "In 27 of 31 cases, which is 87 percent, it worked.",
            "",
            "31 cases, 27 good",
            "87 percent",
            Some("27 ÷ 31 ≈ 87"),
        ),
        (
            "It takes fourteen weeks. The beta is in week ten. That leaves four weeks.",
            "",
            "14 weeks, beta in week 10",
            "four weeks",
            Some("14 − 10"),
        ),
        ("A deposit of £500 holds the date.", "Day £1,650\nAlbum £390", "", "£500", None),
        (
            "We check 442 tyres.",
            "",
            "31 trucks with 10 tyres each, 22 trailers with 6 tyres.",
            "442",
            Some("31 × 10 + 22 × 6 = 442"),
        ),
        (
            "It is over on 20 July.",
            "",
            "From 1 June, seven weeks of work.",
            "20 July",
            Some("1.6. + 49 days"),
        ),
        (
            "A trial that begins on 1 February ends in April.",
            "",
            "Trial of three months from 1 February.",
            "April",
            Some("1.2. + 3 months"),
        ),
        ("Each of the 26 beds costs £24.", "Beds £624", "26 beds", "£24", Some("624 ÷ 26 = 24")),
        // Small numbers of unrelated things give others by chance.
        ("We look after 40 farms.", "", "52 cows, 12 goats", "40", None),
    ] {
        let found = formulas(text, priced, given).into_iter().find(|(words, _)| words == figure);
        assert_eq!(found, Some((figure.to_owned(), formula.map(str::to_owned))), "{text}");
    }
}

#[test]
fn languages_say_the_same_claims() {
    for (text, wanted) in [
        ("Les données restent en France et le café est offert.", "guarantee: offert"),
        ("Nous sommes là pour vous et neuf clients sur dix reviennent.", "percentage: neuf clients sur dix"),
        ("Ein Fünftel über dem Gutachten lagen die Preise.", "percentage: Ein Fünftel"),
        ("Wir geben zehn Jahre Garantie.", "date: zehn Jahre Garantie"),
        ("Bis zum 1. Juli ist alles fertig.", "date: 1. Juli"),
        ("El primer mes es gratis.", "guarantee: gratis"),
        ("Decenas de ayuntamientos repiten con nosotros cada verano.", "number: Decenas de"),
        ("Tenemos dos años de garantía.", "date: dos años de garantía"),
        ("Le musée a cent vingt salles.", "number: cent vingt"),
    ] {
        let found = unbacked(text, Vec::new());
        assert!(found.iter().any(|claim| claim == wanted), "{text}: {found:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn a_sum_is_derived_and_a_wrong_one_is_not(prices in prop::collection::vec(1_000_u32..90_000, 2..6), wrong in 1_u32..400) {
        let lines: Vec<String> = prices.iter().zip('A'..).map(|(price, part)| format!("Part {part}: €{price}")).collect();
        let sum: u32 = prices.iter().sum();
        let open = |said: u32| formulas(&format!("All parts together come to €{said}."), &lines.join("\n"), "").iter().any(|(_, formula)| formula.is_none());
        prop_assert!(!open(sum));
        // A wrong sum may be another sum of the same prices by chance.
        let chance = (1..1_u32 << prices.len()).any(|mask| prices.iter().enumerate().filter(|(at, _)| mask & (1 << at) != 0).map(|(_, price)| price).sum::<u32>() == sum + wrong);
        prop_assert!(chance || open(sum + wrong));
    }
}
