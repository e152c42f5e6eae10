//! What line items are called.

use crate::recap::extract;

#[test]
fn a_price_has_the_name_of_what_is_delivered() {
    let cases = [
        (
            "I'd do the website for 4,500 dollars, she said yes. Then we talked about the garden.",
            "Website: 4,500 dollars",
        ),
        ("- 5,800 dollars, agreed", "5,800 dollars"),
        (
            "We talked about the boat for an hour. For the second shooter I charge 350 dollars.",
            "Second shooter: 350 dollars",
        ),
        (
            "Sarah needs a logo and business cards for her bakery, I'd do both for $850 by mid March.",
            "Logo and business cards: $850 by mid March",
        ),
        (
            "Der Zaun ist kaputt, das war der Sturm. Die neue Hecke mache ich für 900 Euro, er ist einverstanden.",
            "Neue Hecke: 900 Euro",
        ),
        (
            "La clôture est cassée. Pour la refonte du site je leur ai dit 2 400 euros, c'est d'accord.",
            "Refonte du site: 2 400 euros",
        ),
    ];
    let read = cases.map(|(text, _)| extract(text).pricing_hint);
    pretty_assertions::assert_eq!(read.each_ref().map(String::as_str), cases.map(|(_, hint)| hint));
}
