//! Every amount of a text is in its table.

use super::tests::{reads, reads_table};

#[test]
fn no_amount_is_dropped() {
    reads("budget is around 8k, hosting 45/mo is ok", &["Project fee: 8000 ?", "Hosting: 45 monthly"]);
    reads("80 p/m for care plan", &["Care plan: 80 monthly"]);
    reads("4,800 plus VAT for labour", &["Labour: 4800"]);
    reads("45/mo is ok", &["Monthly fee: 45 monthly"]);
    reads("2 days on site @ 600", &["Site: 2 day x 600"]);
    reads("The price was $500", &["Project fee: 500 optional ?"]);
    reads("A deposit of $800 is due at booking", &["Deposit: 800 optional ?"]);
    reads("Album $900, deposit $100, second deposit $200", &["Album: 900", "Second deposit: 200 optional ?"]);
    reads("Total $5,000, yearly total $600", &["Project fee: 5000", "Yearly fee: 600 yearly"]);
    reads_table("Hosting $45 monthly, total $5,000", &["Hosting: 45 monthly ?", "Project fee: 5000 ?"]);
    reads_table("Hosting $45 monthly, total $540 per year", &["Hosting: 45 monthly"]);
}
