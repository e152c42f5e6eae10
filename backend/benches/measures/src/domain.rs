//! P14: the domain rules alone.

use std::{hint::black_box, str::FromStr as _, time::Duration};

use anyhow::{Context as _, ensure};
use proffer_domain::{
    client::ClientInput,
    company::CompanyInput,
    draft::{self, DraftInput},
    money::Currency,
    pricing::{self, Adjustment, Cadence, Choice, Group, Item, Origin, PricingTable, Tax, TaxMode},
    recap,
};
use rust_decimal::Decimal;
use uuid::Uuid;

use super::{
    driver::ROUNDS,
    machine,
    report::{Figure, Report, quantile, raw},
};

/// Repetitions of each, and the time limit of both.
const REPEAT: usize = 200;
const LIMIT: Duration = Duration::from_secs(10);
const WORDS: usize = 2000;
const LINES: usize = 200;

/// The lengths of recap whose drafts are compared, in characters: a tenth of the limit, and the limit.
const LONG: [usize; 2] = [10_000, 100_000];

/// All measures; the figure of a round is the 95th percentile of its repetitions, and of the long recaps the
/// median.
pub fn measure(report: &mut Report) -> anyhow::Result<()> {
    println!("\nThe rules, {ROUNDS} rounds of {REPEAT} times each");
    let recap = recap_text(WORDS);
    ensure!(recap.split_whitespace().count() == WORDS, "the recap has not {WORDS} words");
    let table = table()?;
    let long = LONG.map(|length| recap_text(length / 2).chars().take(length).collect::<String>());
    let (mut drafts, mut sums, mut growth) = (Vec::new(), Vec::new(), Vec::new());
    for round in 1..=ROUNDS {
        let from_recap = times(|| drafted(&recap, false))?;
        let whole = times(|| drafted(&recap, true))?;
        for (how, taken) in [
            ("read from the recap, then drafted", &from_recap),
            ("drafted with all of the recap as context", &whole),
        ] {
            raw("P14", format!("round {round}: {how}: {}", said(taken)));
        }
        let summed = times(|| pricing::totals(&table).context("the table adds up"))?;
        raw("P14", format!("round {round}: totals: {}", said(&summed)));
        drafts.push(quantile(&from_recap, 0.95).max(quantile(&whole, 0.95)));
        sums.push(quantile(&summed, 0.95));
        let [tenth, whole] = [times(|| drafted(&long[0], true))?, times(|| drafted(&long[1], true))?];
        raw(
            "P14",
            format!("round {round}: {} characters: {}; {}: {}", LONG[0], said(&tenth), LONG[1], said(&whole)),
        );
        growth.push(quantile(&whole, 0.5) / quantile(&tenth, 0.5));
    }
    let (draft, totals, growth) =
        (Figure::of(&drafts, 2, " ms"), Figure::of(&sums, 3, " ms"), Figure::of(&growth, 1, " times"));
    let met = draft.middle <= 50.0;
    report.add_limit("P14", "offline draft of a 2,000-word recap", draft, "<= 50 ms", met);
    let met = totals.middle <= 1.0;
    report.add_limit("P14", "totals of a 200-line pricing table", totals, "<= 1 ms", met);
    // A quadratic rule takes a hundred times as long.
    let met = growth.middle <= 15.0;
    report.add_limit("P14", "a draft of 100,000 characters beside one of 10,000", growth, "<= 15 times", met);
    Ok(())
}

fn said(times: &[f64]) -> String {
    let [p50, p95, most] = [0.5, 0.95, 1.0].map(|share| quantile(times, share));
    format!("p50 {p50:.3} ms, p95 {p95:.3} ms, most {most:.3} ms")
}

/// The milliseconds of each repetition, after one warm-up.
fn times<T>(work: impl Fn() -> anyhow::Result<T>) -> anyhow::Result<Vec<f64>> {
    black_box(work()?);
    let begun = machine::now();
    let mut times = Vec::new();
    while times.len() < REPEAT && begun.elapsed() < LIMIT {
        let started = machine::now();
        black_box(work()?);
        times.push(started.elapsed().as_secs_f64() * 1000.0);
    }
    Ok(times)
}

/// The work between pasting a recap and seeing a document; `verbatim` uses every word of it instead of its
/// extraction.
fn drafted(recap: &str, verbatim: bool) -> anyhow::Result<String> {
    let read = recap::extract(recap);
    let client = ClientInput {
        company_name: "Bakery Bob".to_owned(),
        first_name: "Bob".to_owned(),
        last_name: "Baker".to_owned(),
        email: "bob@example.org".to_owned(),
        ..Default::default()
    };
    let company = CompanyInput { name: Some("Studio Ada".to_owned()), ..Default::default() };
    let input = DraftInput {
        client: client.validate().map_err(|errors| anyhow::anyhow!("{errors:?}"))?,
        company: company.validate().map_err(|errors| anyhow::anyhow!("{errors:?}"))?,
        client_context: if verbatim { recap.to_owned() } else { read.client_needs },
        proposed_solution: read.proposed_solution,
        pricing_details: read.pricing_hint,
        additional_notes: None,
    };
    let mut ids = ids();
    let html = draft::offline(&input, &mut ids).html();
    ensure!(html.contains("<h2"), "the draft has no headings: {html}");
    Ok(html)
}

fn ids() -> impl FnMut() -> Uuid {
    let mut next = 0_u128;
    move || {
        next += 1;
        Uuid::from_u128(next)
    }
}

/// `count` words of generated notes, without repeated sentences.
fn recap_text(count: usize) -> String {
    const SUBJECTS: [&str; 12] = [
        "the online shop",
        "the booking calendar",
        "the product photography",
        "the staff training",
        "the newsletter",
        "the loyalty cards",
        "the order screen",
        "the delivery routes",
        "the invoices",
        "the recipe archive",
        "the second branch",
        "the customer reviews",
    ];
    const SENTENCES: [&str; 14] = [
        "Bob told us that {s} takes him about {n} hours every week and that he cannot go on like this.",
        "They need a better way to handle {s} because {n} customers complained last month.",
        "At the moment {s} is done on paper, which fails whenever more than {n} people wait.",
        "We will build a new page for {s} with {n} views for the telephone and the desk.",
        "We propose to move {s} to a hosted service and to keep the old one for {n} weeks.",
        "The price for {s} is ${n}00 one-time.",
        "Support for {s} would cost ${n} per month.",
        "He wants to see a first version of {s} within {n} weeks.",
        "His wife asked whether {s} could be finished before the {n} of June.",
        "We talked about {s} for a while, and about the weather.",
        "Somebody has to train {n} people to use {s}, ideally in the morning.",
        "The problem with {s} is that the numbers are typed in {n} times by hand.",
        "Our team should design {s} so that it works for {n} branches.",
        "Launch of {s} is planned for week {n}, after the holidays.",
    ];
    let mut words: Vec<String> = Vec::new();
    let sentences = SENTENCES.iter().cycle().zip(SUBJECTS.iter().cycle()).zip(3..);
    for ((sentence, subject), number) in sentences {
        let text = sentence.replace("{s}", subject).replace("{n}", &number.to_string());
        words.extend(text.split_whitespace().map(str::to_owned));
        if words.len() >= count {
            break;
        }
    }
    words.truncate(count);
    words.join(" ")
}

fn tax((name, percent): (&str, i64)) -> Tax {
    Tax { name: name.to_owned(), rate: Decimal::from(percent) }
}

/// Two hundred lines with every feature of the pricing engine.
fn table() -> anyhow::Result<PricingTable> {
    let mut ids = ids();
    let mut groups = Vec::new();
    for group in 0..10 {
        let mut items = Vec::new();
        for line in 0..LINES / 10 {
            let number = i64::try_from(group * 20 + line)?;
            items.push(Item {
                id: ids(),
                name: format!("Line {number}"),
                description: Some("What is done, in a few words.".to_owned()),
                unit: Some("hour".to_owned()),
                quantity: Decimal::new(15 + number, 1),
                quantity_min: None,
                quantity_max: None,
                unit_price: Decimal::new(9995 + number * 7, 2),
                cadence: *Cadence::ALL.get(line % Cadence::ALL.len()).context("a cadence")?,
                cycles: None,
                optional: line % 5 == 0,
                selected: line % 10 != 0,
                discount: (line % 3 == 0).then(|| Adjustment::percent(Decimal::new(125, 1))),
                taxes: [Some(("VAT", 19)), Some(("VAT", 7)), None]
                    .get(line % 3)
                    .copied()
                    .flatten()
                    .map(tax)
                    .into_iter()
                    .collect(),
                origin: Origin::User,
                confirmed: true,
                source: None,
            });
        }
        groups.push(Group { id: ids(), name: format!("Group {group}"), choice: Choice::All, items });
    }
    Ok(PricingTable {
        currency: Currency::from_str("EUR").context("a currency")?,
        tax_mode: TaxMode::Exclusive,
        discount: Some(Adjustment::percent(Decimal::from(5))),
        deposit: Some(Adjustment::percent(Decimal::from(30))),
        milestones: Vec::new(),
        groups,
    })
}
