//! Paragraphs as they occur in proposals, and which of their claims are unbacked.

use pretty_assertions::assert_eq;

use super::*;

/// Text, the team's inputs, and the claims that remain unbacked.
const PARAGRAPHS: &[(&str, &str, &[&str])] = &[
    // Amounts.
    ("The fee is $4,500.", "4.5k for the site", &[]),
    ("The fee is $4,500.", "$4,000 for the site", &["amount: $4,500"]),
    ("The fee is €4,500.", "$4,500 for the site", &["amount: €4,500"]),
    ("It costs $500 to set up.", "500 users wait for it", &["amount: $500"]),
    ("Between $3,000 and $4,000.", "they said $3,000 to $4,000", &[]),
    ("$2,000-$4,000 would do.", "about $3,000-$4,000", &["amount: $2,000-$4,000"]),
    ("Hosting is 300 USD a month.", "$300/month hosting", &[]),
    // Numbers.
    ("We train six people.", "training for 6", &[]),
    ("We train 6 people.", "training for six", &[]),
    ("Support is there 24/7.", "helpdesk 24/7", &[]),
    ("Support is there 24/7.", "helpdesk 9-5", &["number: 24/7"]),
    ("Over 1,200 practices use it.", "more than 1200 practices", &[]),
    ("Thousands of practices use it.", "some practices use it", &["number: Thousands of"]),
    ("We build twenty-four pages and the 21st is free to choose.", "24 pages", &["number: 21st is free"]),
    ("Phase 1: we listen. Step 2: we build. See option 3.", "", &[]),
    ("1. Listen\n2. Build", "", &[]),
    (
        "Call us at +49 30 1234567 or write to team-7@studio24.example, https://studio.example/2027/40%25.",
        "+49 30 1234567",
        &[],
    ),
    ("Call us at +49 30 7654321.", "+49 30 1234567", &["number: +49 30 7654321"]),
    ("One of us is always the first to answer the second question.", "", &[]),
    // Percentages.
    ("Bookings rise by 40%.", "they hope for 40 percent more", &[]),
    ("Bookings rise by 30-40%.", "between 30% and 50%", &["percentage: 30-40%"]),
    ("Bookings rise by ten percent.", "10 %", &[]),
    // Dates.
    ("We start in April.", "start 3 April 2027", &[]),
    ("We start on 3 April.", "start in April", &["date: 3 April"]),
    ("It is live by 3 May 2027.", "by 2027-05-03", &[]),
    ("It is live by May 3rd, 2027.", "by 3/5/2027", &[]),
    ("It is live by 3 May 2027.", "by 3 May", &["date: 3 May 2027"]),
    ("We meet next Monday at 9.", "Monday would suit them at 9", &[]),
    ("We may march on and august persons may fall.", "", &[]),
    ("Launch is planned for Q3 2027.", "by the end of Q3 2027", &[]),
    ("We have built sites since 2009.", "since 2010", &["date: 2009"]),
    ("It is done by the end of the year.", "in spring", &["date: end of the year"]),
    // Durations.
    ("It is ready within six weeks.", "6 weeks", &[]),
    ("A 6-week project.", "takes six weeks", &[]),
    ("It takes 14 days.", "it takes two weeks", &[]),
    ("It takes 10 working days.", "it takes 10 days", &["date: 10 working days"]),
    ("It takes four to six weeks.", "it takes 4-6 weeks", &[]),
    ("We answer within a day.", "they get an answer in one day", &[]),
    ("We answer within an hour.", "answers within a day", &["date: an hour"]),
    ("Week 1: listen. Week 6: launch. Week 7: party.", "six weeks", &["date: Week 7"]),
    (
        "A half-day workshop and six 90-minute sessions.",
        "six 90-minute sessions and a half-day workshop",
        &[],
    ),
    // Certificates and awards.
    ("We are ISO 27001 certified.", "we are certified to ISO/IEC 27001:2022", &[]),
    ("We are ISO 9001 certified.", "we are ISO 27001 certified", &["certificate: ISO 9001 certified"]),
    ("Our platform is GDPR-compliant.", "", &["guarantee: GDPR-compliant"]),
    ("Every step respects the GDPR.", "they worry about the GDPR", &["guarantee: GDPR"]),
    ("An award-winning team looks after you.", "", &["certificate: award-winning"]),
    ("It is the busiest half of the year.", "", &[]),
    ("We were studio of the year.", "", &["certificate: of the year"]),
    ("Our team is Google certified.", "our team is certified", &["certificate: Google certified"]),
    ("We are SOC 2 Type II audited.", "SOC 2 report", &[]),
    // Guarantees.
    ("We offer a money-back guarantee.", "", &["guarantee: money-back guarantee"]),
    ("We fix faults free of charge for a year.", "Faults are fixed free of charge for a year.", &[]),
    (
        "We fix faults free of charge for two years.",
        "Faults are fixed free of charge for a year.",
        &["date: two years"],
    ),
    ("Your site has 99.9% uptime.", "", &["percentage: 99.9% uptime"]),
    ("Your site has 99.9% uptime.", "99.9% uptime", &[]),
    ("Changes come at no extra cost.", "changes cost extra", &["guarantee: at no extra cost"]),
    ("It is risk-free for you.", "", &["guarantee: risk-free"]),
    ("You always reach us.", "", &[]),
    ("We always answer at once.", "", &["guarantee: We always answer at once"]),
    (
        "We guarantee that results double.",
        "They asked whether we guarantee anything.",
        &["guarantee: guarantee that results double"],
    ),
    // Names.
    ("Mia Öz leads the project.", "Mia Öz is the contact", &[]),
    ("Maria Lopez leads the project.", "", &["person: Maria Lopez"]),
    ("We are led by Dr. Weber.", "", &["person: Dr. Weber"]),
    ("We did the same for Siemens.", "", &["company: Siemens"]),
    ("Acme Ltd knows us.", "Acme", &[]),
    ("We worked with Bergmann & Sons GmbH.", "", &["company: Bergmann & Sons GmbH"]),
    ("The English version is on the Web, as a PDF with SEO.", "", &[]),
    ("Your website is slow. The Website needs care, and We know it.", "", &[]),
    // Testimonials.
    (
        "A client said: “They doubled our bookings in a month.”",
        "",
        &["testimonial: “They doubled our bookings in a month.”"],
    ),
    ("A client said: \"They doubled our bookings.\"", "They doubled our bookings!", &[]),
    ("Your “slow site” is known.", "", &[]),
];

#[test]
fn unbacked_claims_are_found() {
    let wrong: Vec<_> = PARAGRAPHS
        .iter()
        .map(|(text, given, wanted)| (text, given, unbacked(text, recap(given)), *wanted))
        .filter(|(.., found, wanted)| found != wanted)
        .collect();
    assert!(wrong.is_empty(), "text, given, found, wanted: {wrong:#?}");
}

#[test]
fn a_block_of_testimonials_is_word_for_word() {
    let html = "<p>They said:</p><blockquote><p>Best studio in town, 5 stars.</p></blockquote><p>— Maria Lopez, Acme</p><p>Invented praise.</p>";
    let block = section(1, BlockKind::Testimonials, "What 40 clients say", html);
    let given = "Best studio in town,  5 stars.\n— Maria Lopez, Acme";
    let claims = read([&block], recap(given), &PricingTable::default());
    let seen: Vec<_> = claims
        .iter()
        .map(|claim| (claim.kind.name(), claim.text.as_str(), claim.backing.is_some()))
        .collect();
    assert_eq!(
        seen,
        [
            ("number", "40", false),
            ("testimonial", "Best studio in town, 5 stars.", true),
            ("testimonial", "— Maria Lopez, Acme", true),
            ("testimonial", "Invented praise.", false)
        ]
    );
}

#[test]
fn the_company_profile_backs_by_field() {
    let profile = CompanyInput {
        name: Some("Northlight Studio GmbH".into()),
        years_in_business: Some("12+".into()),
        team_size: Some("5".into()),
        guarantees_offered: Some("Faults are fixed free of charge for a year.".into()),
        success_metrics: Some("Bookings grew 40% on average.".into()),
        awards: Some(vec!["Studio of the Year 2024".into()]),
        certifications: Some(vec!["ISO 27001".into(), "Google Partner".into()]),
        testimonials: Some("“A pleasure from start to end.” Tim Kuhn".into()),
        phone: Some("+49 (0)30 123-456".into()),
        ..CompanyInput::default()
    }
    .validate()
    .unwrap();
    let table = prices("$4,500 one-time and $300 monthly hosting for 12 months");
    let inputs = Inputs {
        client_context: "",
        proposed_solution: "",
        pricing_details: "",
        additional_notes: None,
        company: Some(&profile),
        client: ClientEntry {
            company_name: "Harbor Dental",
            first_name: "Mia",
            last_name: "Öz",
            address: Some("1 Quay Street"),
            ..ClientEntry::default()
        },
        pricing: &table,
        created_at: "2026-03-02T09:00:00Z".parse().unwrap(),
        valid_until: Some("2026-04-01T09:00:00Z".parse().unwrap()),
        chat: vec![("Say that training takes 3 days", "2026-03-03T09:00:00Z".parse().unwrap())],
        changes: Vec::new(),
    };
    let label = |text: &str| -> String {
        let block = section(1, BlockKind::Free, "", &format!("<p>{}</p>", document::escape(text)));
        let claims = read([&block], inputs.clone().sources(), &table);
        claims
            .iter()
            .map(|claim| claim.backing.as_ref().map_or("nothing", |backing| &backing.label))
            .collect::<Vec<_>>()
            .join(", ")
    };
    for (text, labels) in [
        ("We have 12 years of practice.", "Company profile: Years in business"),
        ("We are 5 people.", "Company profile: Team size"),
        (
            "We fix faults free of charge for a year.",
            "Company profile: Guarantees, Company profile: Guarantees",
        ),
        ("Bookings grew by 40%.", "Company profile: Success metrics"),
        ("We are an award-winning studio.", "Company profile: Awards"),
        ("We are certified.", "Company profile: Certifications"),
        ("We are ISO 27001 certified.", "Company profile: Certifications"),
        ("We are Microsoft certified.", "nothing"),
        ("They said “A pleasure from start to end.”", "Company profile: Testimonials"),
        ("Reach us at +49 (0)30 123-456.", "Company profile: Phone"),
        ("Dear Mia Öz, welcome to Northlight Studio.", "Client: Contact, Company profile: Company name"),
        ("For Harbor Dental, Quay Street.", "Client: Company name, Client: Address"),
        ("The sum is $4,500, and hosting is $300 monthly.", "Pricing table, Pricing table"),
        ("The first year comes to $8,100.", "Pricing table"),
        ("Valid until 1 April 2026.", "Validity of the proposal"),
        ("Written on 2 March 2026.", "Date of the proposal"),
        ("Training takes three days.", "Chat on 3 March 2026"),
    ] {
        assert_eq!(label(text), labels, "{text}");
    }
    // List entries are independent: five entries are not five years. A wrapped line continues.
    let list = section(
        1,
        BlockKind::Team,
        "",
        "<ul><li>Team size: 5</li><li>Years in business: 12</li></ul><p>We have 12<br>years of it.</p>",
    );
    let claims = read([&list], inputs.sources(), &table);
    assert_eq!(
        claims.iter().filter(|claim| claim.backing.is_none()).map(|claim| &claim.text).collect::<Vec<_>>(),
        Vec::<&String>::new()
    );
    assert!(claims.iter().any(|claim| claim.text.contains("years")), "{claims:?}");
}

#[test]
fn text_and_prices_are_compared() {
    let table = prices("Web site $4,500 one-time, hosting $300 yearly for 2 years");
    for (text, wanted) in [
        ("The total is $5,000.", Some("“$5,000” is no total of the pricing, which comes to $4,800.00.")),
        ("The total is $4,800.", None),
        ("Hosting costs $350.", Some("The pricing says $300.00 yearly for “Hosting”, not “$350”.")),
        ("Hosting costs $300 per year.", None),
        (
            "The monthly hosting is $300 a month.",
            Some("“$300” is monthly in the text and yearly in the pricing."),
        ),
        ("You pay €4,500.", Some("“€4,500” is in EUR, and the prices are in USD.")),
        ("Your total budget of $9,000 is enough.", None),
        (
            "Hosting runs for 36 months.",
            Some("The pricing has “Hosting” for 24 months, not for “36 months”."),
        ),
        ("Hosting runs for two years.", None),
        ("Each day costs you $700 in lost bookings.", None),
    ] {
        let block = section(1, BlockKind::Free, "", &format!("<p>{}</p>", document::escape(text)));
        let claims = read([&block], recap(text), &table);
        let found = claims.iter().find_map(|claim| claim.contradiction.as_deref());
        assert_eq!(found, wanted, "{text}");
    }
}

#[test]
fn a_dollar_sign_is_of_the_currency_of_the_prices() {
    let mut table = prices("Website $4,500");
    table.currency = "AUD".parse().unwrap();
    for (text, contradiction) in [
        ("The fee is $4,500.", None),
        ("The fee is 4,500 dollars.", None),
        ("The fee is A$4,500.", None),
        ("The fee is US$4,500.", Some("“US$4,500” is in USD, and the prices are in AUD.")),
        ("The fee is €4,500.", Some("“€4,500” is in EUR, and the prices are in AUD.")),
    ] {
        let block = section(1, BlockKind::Free, "", &format!("<p>{text}</p>"));
        let prices = document::text(&crate::pricing::render::html(&table));
        let sources = vec![Source::new(SourceKind::Pricing, "Pricing table", prices)];
        let claims = read([&block], sources, &table);
        let claim = claims.iter().find(|claim| claim.kind == ClaimKind::Amount).unwrap();
        assert_eq!(claim.contradiction.as_deref(), contradiction, "{text} {claim:?}");
        assert!(claim.backing.is_some() || contradiction.is_some(), "{text}");
    }
}
