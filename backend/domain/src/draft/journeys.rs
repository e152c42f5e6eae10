//! Realistic recaps, from the pasted text to the whole draft: messy punctuation, shorthand, small talk.

use std::collections::HashSet;
use std::fmt::Write as _;

use pretty_assertions::assert_eq;
use uuid::Uuid;

use super::tests::drafted;
use super::*;
use crate::document::BlockKind;
use crate::money::Currency;
use crate::pricing::{Item, table_from_text};
use crate::reading::amounts::{amounts, priced};
use crate::recap::{self, AmountRole, extract, words};

/// A recap and the expected draft.
pub(super) struct Journey {
    pub(super) recap: &'static str,
    title: &'static str,
    /// Lines of the hint.
    hint: &'static [&'static str],
    /// "Name: quantity x price cadence", with ` ?` if a person must confirm it.
    items: &'static [&'static str],
    needs: &'static [&'static str],
    solution: &'static [&'static str],
    scope: &'static [&'static str],
    timeline: &'static [&'static str],
    nowhere: &'static [&'static str],
}

pub(super) const JOURNEYS: [Journey; 10] = [
    Journey {
        recap: "Hi team,\nquick notes from call w/ Eva (Hartmann):\n- they are losing ~20 leads a month because the contact form is broken\n- want: new landing page + CRM integration (HubSpot)\n- must be live before the trade fair on 12 March\n- budget is around 8k, hosting 45/mo is ok\nNext: send proposal by Friday\n",
        title: "Proposal for Harbor Dental",
        hint: &["Hosting: 45/mo is ok (to be confirmed)"],
        items: &["Hosting: 1 x 45 Monthly ?"],
        needs: &[
            "You are losing ~20 leads a month because the contact form is broken.",
            "New landing page + CRM integration (HubSpot).",
        ],
        solution: &["still to be agreed"],
        scope: &[],
        timeline: &["Must be live before the trade fair on 12 March."],
        nowhere: &["Friday", "quick notes", "Hi team", "is ok"],
    },
    Journey {
        recap: "Anna: Thanks for taking the time today.\nEva: Sure! So our main problem is that invoices take three days to go out. Everything is manual.\nAnna: OK. We could automate it with a small tool that reads your orders and sends invoices every night.\nEva: That would be great. We'd also need training for 4 people.\nAnna: We would charge 40 hours at $120/hour plus a $250 quarterly support fee.\nEva: Sounds fair. Can we start in January?\nAnna: Yes. Have a nice weekend!",
        title: "Proposal for Harbor Dental",
        hint: &["40 hours at $120/hour (to be confirmed)", "$250 quarterly support fee (to be confirmed)"],
        items: &["Hourly work: 40 x 120 One-time ?", "Support fee: 1 x 250 Quarterly ?"],
        needs: &[
            "Your main problem is that invoices take three days to go out.",
            "You would also need training for 4 people.",
        ],
        solution: &[
            "We could automate it with a small tool that reads your orders and sends invoices every night.",
        ],
        scope: &[],
        timeline: &["Start in January"],
        nowhere: &["Can we start", "weekend", "charge 40", "Our main problem"],
    },
    Journey {
        recap: "Kitchen tap leaks and the boiler pressure drops every night; replace the tap and service the boiler, 350 euros all in, next Tuesday morning please.",
        title: "Replacement of the tap for Harbor Dental",
        hint: &["Replace the tap and service the boiler: 350 euros all in"],
        items: &["Replace the tap and service the boiler: 1 x 350 One-time"],
        needs: &["Kitchen tap leaks and the boiler pressure drops every night"],
        solution: &["Replace the tap and service the boiler"],
        scope: &["Replace the tap", "Service the boiler"],
        timeline: &["Next Tuesday morning"],
        nowhere: &["please", "all in"],
    },
    // A freelance designer's e-mail.
    Journey {
        recap: "Hey Jo!! thanks for the chat earlier :)\n\nSo as I understood it, the current logo looks dated and nobody recognises the brand on Instagram. You'd like a fresh logo, a small brand guide and 5 social templates...\n\nI'd design the logo (3 concepts, 2 revision rounds), write a brand guide and create the 5 templates. All that for 2.4k, half up front. Extra revisions are $90/hr.\n\nDraft concepts would be ready within 2 weeks. Does that work?\n\ncheers\nSam",
        title: "Logo for Harbor Dental",
        hint: &["2.4k, half up front"],
        items: &["Project fee: 1 x 2400 One-time"],
        needs: &["You would like a fresh logo"],
        solution: &[
            "I would design the logo (3 concepts, 2 revision rounds), write a brand guide and create the 5 templates.",
        ],
        scope: &[
            "Design the logo (3 concepts, 2 revision rounds)",
            "Write a brand guide",
            "Create the 5 templates",
        ],
        timeline: &["Draft concepts would be ready within 2 weeks."],
        nowhere: &["Sam", "thanks", "Does that work"],
    },
    // An agency's call transcript.
    Journey {
        recap: "[00:01] Priya: Hi all, can everyone hear me?\n[00:20] Marcus: Yep. So um, our webshop is slow on mobile and we lose about 30% of carts at checkout.\n[00:45] Marcus: We also want to sell in Germany, so we need German and VAT handling.\n[01:10] Priya: Right. We'd rebuild the checkout, add German translations and set up VAT rules. And we'd monitor performance for three months.\n[01:40] Marcus: What's that gonna cost?\n[01:50] Priya: The checkout is 9,500 euros, translations 1,200 euros, monitoring 350 euros a month for 3 months.\n[02:10] Marcus: Ok. Could you deliver before Black Friday? It must be live by 15 November.\n[02:20] Priya: Yes, that works. I'll send over the proposal tomorrow.\n[02:30] Marcus: Our current agency charges us 2k a month, so that's fine. Bye!",
        title: "Rebuild of the checkout for Harbor Dental",
        hint: &[
            "Checkout: 9,500 euros (to be confirmed)",
            "Translations: 1,200 euros (to be confirmed)",
            "Monitoring: 350 euros a month for 3 months (to be confirmed)",
        ],
        items: &[
            "Checkout: 1 x 9500 One-time ?",
            "Translations: 1 x 1200 One-time ?",
            "Monitoring: 1 x 350 Monthly x3 ?",
        ],
        needs: &["Your webshop is slow on mobile", "You also want to sell in Germany"],
        solution: &["We would monitor performance for three months."],
        scope: &[
            "Rebuild the checkout",
            "Add German translations",
            "Set up VAT rules",
            "Monitor performance for three months",
        ],
        timeline: &["Deliver before Black Friday.", "It must be live by 15 November."],
        nowhere: &["2k", "tomorrow", "hear me", "Could you deliver"],
    },
    // A contractor's note.
    Journey {
        recap: "visited Mrs Alvarez, 12 Elm Rd.\nbathroom: shower tray cracked, tiles coming off, fan not working.\nremove old tiles, fit new tray + fan, retile (approx 14 sqm)\nlabour 2 days on site @ 600, materials $850, skip hire $180\nstart mon 3 Nov, takes 3 days\ncall supplier re tray",
        title: "Proposal for Harbor Dental",
        hint: &["Labour 2 days on site: 2 x $600.00", "Materials: $850", "Skip hire: $180"],
        items: &[
            "Labour 2 days on site: 2 x 600 One-time",
            "Materials: 1 x 850 One-time",
            "Skip hire: 1 x 180 One-time",
        ],
        needs: &["Shower tray cracked, tiles coming off, fan not working"],
        solution: &["Remove old tiles, fit new tray + fan, retile (approx 14 sqm)"],
        scope: &["Remove old tiles", "Fit new tray + fan", "Retile (approx 14 sqm)"],
        timeline: &["Start mon 3 Nov, takes 3 days."],
        nowhere: &["Alvarez", "supplier"],
    },
    // A coach.
    Journey {
        recap: "Intro call with Dana (Head of Ops at Fenwick). Dana is struggling to delegate and her new team leads avoid difficult conversations. She wants to build trust in the team before the reorg in April. I suggested six 90-minute coaching sessions for Dana plus a half-day workshop with the team leads. Sessions are $280 each, so 6 x $280, and the workshop is $1,900. Invoices are payable within 30 days. She'd like to begin in February. I'll follow up next week.",
        title: "Coaching sessions for Harbor Dental",
        hint: &["Sessions: 6 x $280", "Workshop: $1,900", "Invoices are payable within 30 days."],
        items: &["Sessions: 6 x 280 One-time", "Workshop: 1 x 1900 One-time"],
        needs: &[
            "Dana is struggling to delegate",
            "You want to build trust in the team before the reorg in April.",
        ],
        solution: &[
            "I suggested six 90-minute coaching sessions for Dana plus a half-day workshop with the team leads.",
        ],
        scope: &[],
        timeline: &["Before the reorg in April.", "You would like to begin in February."],
        nowhere: &["follow up", "Intro call", "payable"],
    },
    // A wedding photographer.
    Journey {
        recap: "Spoke to Nina & Theo - wedding on 6 June 2026 at Lake House, ~80 guests. They want natural photos, no stiff poses, and are worried about rain. I'd cover the day from getting ready till first dance (10h) with a second shooter and deliver an online gallery. Package 3,450 incl. VAT... album +$420 if they want it. 30% deposit to book, rest 2 weeks before the day.",
        title: "Natural photos for Harbor Dental",
        hint: &[
            "Package: 3,450 (to be confirmed)",
            "Album: $420 if they want it",
            "30% deposit to book, rest 2 weeks before the day.",
        ],
        items: &["Package: 1 x 3450 One-time ?", "Album: 1 x 420 One-time optional"],
        needs: &["You want natural photos, no stiff poses, and are worried about rain."],
        solution: &["with a second shooter and deliver an online gallery."],
        scope: &[
            "Cover the day from getting ready till first dance (10h) with a second shooter",
            "Deliver an online gallery",
        ],
        timeline: &["Wedding on 6 June 2026 at Lake House"],
        nowhere: &["Spoke to", "if they want"],
    },
    // An IT support retainer.
    Journey {
        recap: "Client: 12 laptops, 1 server, no backups since the last guy left\nProblems:\n* wifi drops in the warehouse\n* phishing mails, staff click on everything\n\nProposal:\n* set up nightly backups\n* replace 3 access points\n* run security training twice a year\n* helpdesk 9-5\n\nPricing:\nSetup 1800 one-off\nSupport 65/user/month x 12 users\nTraining 400 per session\nTimeline: onboarding in the first two weeks of May\n\nAction items\n- ask Raj for the admin passwords\n- send quote by Thursday",
        title: "Setup of nightly backups for Harbor Dental",
        hint: &["Setup: 1800 one-off", "Support: 65/user/month x 12 users", "Training: 400 per session"],
        items: &["Setup: 1 x 1800 One-time", "Support: 12 x 65 Monthly", "Training: 1 x 400 One-time ?"],
        needs: &["Wifi drops in the warehouse", "Phishing mails, staff click on everything"],
        solution: &["Set up nightly backups", "Replace 3 access points", "Helpdesk 9-5"],
        scope: &["Set up nightly backups", "Replace 3 access points", "Run security training twice a year"],
        timeline: &["Onboarding in the first two weeks of May"],
        nowhere: &["Raj", "Thursday"],
    },
    // A consultant, in one sentence.
    Journey {
        recap: "Met with Bob from the bakery. Our main problem is that orders get lost, he said; They want to launch online ordering in March. You want to launch online ordering in March. We'll integrate the till with the webshop & train the staff, $3.2k fixed + $60/mo, payment half now half on delivery; let me know if anything is unclear, thanks!!",
        title: "Integration of the till with the webshop for Harbor Dental",
        hint: &[
            "\"Integrate the till with the webshop & train the staff\": 1 × USD 3,200.00",
            "\"Monthly fee\": 1 × USD 60.00 monthly, not confirmed",
        ],
        items: &[
            "Integrate the till with the webshop & train the staff: 1 x 3200 One-time",
            "Monthly fee: 1 x 60 Monthly ?",
        ],
        needs: &[
            "Your main problem is that orders get lost, he said.",
            "You want to launch online ordering in March.",
        ],
        solution: &["We will integrate the till with the webshop & train the staff."],
        scope: &["Integrate the till with the webshop", "Train the staff"],
        timeline: &["In March"],
        nowhere: &["Met with", "They want", "unclear", "thanks"],
    },
];

fn brief(item: &Item) -> String {
    let mut text = format!("{}: {} x {} {}", item.name, item.quantity, item.unit_price, item.cadence.label());
    if let Some(cycles) = item.cycles {
        let _ = write!(text, " x{cycles}");
    }
    text += if item.optional { " optional" } else { "" };
    text += if item.confirmed { "" } else { " ?" };
    text
}

/// The text of a block; empty if there is none.
fn text_of(draft: &Draft, kind: BlockKind) -> String {
    let section = draft.sections.iter().find(|section| section.kind == kind);
    section.map(|section| document::text(&section.html).trim().to_owned()).unwrap_or_default()
}

#[test]
fn recaps_become_proposals() {
    for journey in &JOURNEYS {
        let found = extract(journey.recap);
        let draft = drafted(journey.recap);
        assert_eq!(draft.title, journey.title, "{}", journey.recap);
        assert_eq!(found.pricing_hint.lines().collect::<Vec<_>>(), journey.hint, "{}", journey.recap);
        let items: Vec<String> =
            draft.pricing.groups.iter().flat_map(|group| &group.items).map(brief).collect();
        assert_eq!(items, journey.items, "{}", journey.recap);
        for (kind, wanted) in [
            (BlockKind::Needs, journey.needs),
            (BlockKind::Solution, journey.solution),
            (BlockKind::Timeline, journey.timeline),
        ] {
            let text = text_of(&draft, kind);
            for part in wanted {
                assert!(text.contains(part), "{kind:?} lacks {part:?}:\n{text}");
            }
        }
        let scope = text_of(&draft, BlockKind::Scope);
        assert_eq!(scope.lines().skip(1).collect::<Vec<_>>(), journey.scope, "{}", journey.recap);
        let prose: String = draft
            .sections
            .iter()
            .filter(|section| section.kind != BlockKind::Pricing)
            .map(|section| document::text(&section.html))
            .collect();
        for part in journey.nowhere {
            assert!(!prose.contains(part), "{part:?} in {prose}");
        }
    }
}

#[test]
fn nothing_is_repeated_and_prices_are_only_in_the_pricing() {
    for journey in &JOURNEYS {
        let found = extract(journey.recap);
        let draft = drafted(journey.recap);
        let priced: Vec<_> = priced(&found.pricing_hint).into_iter().map(|amount| amount.value).collect();
        let mut said = HashSet::new();
        for kind in [BlockKind::Needs, BlockKind::Solution, BlockKind::Timeline] {
            for line in text_of(&draft, kind).lines() {
                assert!(said.insert(words::voiceless(line)), "{line:?} twice for {}", journey.recap);
                assert!(
                    !amounts(line).iter().any(|amount| priced.contains(&amount.value)),
                    "a price in {line:?}"
                );
            }
        }
    }
}

#[test]
fn every_price_of_a_recap_is_in_its_hint() {
    let recaps =
        JOURNEYS.iter().map(|journey| journey.recap).chain(recap::tests::CASES.iter().map(|case| case.recap));
    let mut compared = 0;
    for recap in recaps {
        let hint = extract(recap).pricing_hint;
        let table = table_from_text(&hint, Currency::USD, &mut Uuid::nil);
        let charged: Vec<_> =
            table.groups.iter().flat_map(|group| &group.items).map(|item| item.unit_price).collect();
        for amount in recap::amounts(recap, recap::Seller::default()) {
            let is_price =
                matches!(amount.role, AmountRole::Price | AmountRole::Option | AmountRole::Alternative);
            assert!(
                !is_price || charged.contains(&amount.value.normalize()),
                "{} of {:?} is not in {hint:?}",
                amount.text,
                amount.words
            );
            compared += 1;
        }
    }
    assert!(compared > 25, "{compared}");
}
