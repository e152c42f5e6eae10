//! P3 and P4: the cost of reading in a workspace with a million proposals compared with one with a few in the
//! same database, and the cost of row-level security.

use std::time::Duration;

use anyhow::{Context as _, ensure};
use reqwest::{Client, header};
use sqlx::{AssertSqlSafe, PgConnection};

use super::{
    driver::{ROUNDS, TURNS},
    load::Load,
    machine,
    report::{Figure, Line, Report, Verdict, quantile, ratios, raw},
    seed::{PROPOSALS, Seeded},
};

/// The size of a workspace, in addition to the existing twenty proposals and one client.
struct Size {
    proposals: u32,
    clients: u32,
}
/// Both are created in the same way, and each has enough to fill a page and the lists of the dashboard, so
/// that they differ only in their number.
const FEW: Size = Size { proposals: 60, clients: 5 };
const MILLION: Size = Size { proposals: 1_000_000, clients: 10_000 };
/// The number of pages of a hundred before the deep one.
const DEPTH: usize = 2_000;
/// How often each address is requested in a round, unless that takes longer than a load phase.
const ASKED: usize = 200;
/// Small enough for both workspaces, so that all pages have the same number of entries.
const LIST: &str = "/api/proposals?limit=10";
const DASHBOARD: &str = "/api/dashboard";
/// A word in all of the million, and the beginning of words in about twenty thousand.
const SEARCH: &str = "/api/proposals?limit=10&search=shop+77";
/// A word in all, a word in one, and two words that thousands have but no proposal combines.
const SEARCHES: [&str; 3] = ["shop", "shop+777123", "77+999"];

/// The median response times of each round, in milliseconds.
#[derive(Default)]
struct Times {
    list: Vec<f64>,
    deep: Vec<f64>,
    dashboard: Vec<f64>,
}

/// The measured requests, and their users.
pub struct Scale<'a> {
    /// The address of the server.
    pub base: &'a str,
    /// The user with a few proposals.
    pub few: &'a Seeded,
    /// The user with a million, once they are created.
    pub million: &'a Seeded,
    /// The load generator.
    pub load: &'a Load,
    /// How long a load phase lasts.
    pub length: Duration,
}

impl Scale<'_> {
    /// Both measures. Compared requests alternate, because the speed of the machine varies.
    pub async fn measure(&self, admin: &mut PgConnection, report: &mut Report) -> anyhow::Result<()> {
        let few = PROPOSALS + usize::try_from(FEW.proposals)?;
        println!(
            "\nScale: {few} proposals of one workspace, {} of another; {ASKED} answers a row, one after another",
            MILLION.proposals
        );
        grow(admin, self.few, FEW).await.context("seeding a few proposals")?;
        let begun = machine::now();
        grow(admin, self.million, MILLION).await.context("seeding a million proposals")?;
        raw("P3", format!("a million proposals were made in {:.0} s", begun.elapsed().as_secs_f64()));
        let (second, deep) = (self.next(LIST).await?, self.deep().await?);
        for (what, path) in SEARCHES.map(|words| (words, format!("/api/proposals?limit=10&search={words}"))) {
            raw("P3", format!("million: search for {what:?} {:.2} ms", self.p50(self.million, &path).await?));
        }
        let (mut small, mut large) = (Times::default(), Times::default());
        for round in 1..=ROUNDS {
            for (what, who, times) in [("few", self.few, &mut small), ("million", self.million, &mut large)] {
                let (list, dashboard) = (self.p50(who, LIST).await?, self.p50(who, DASHBOARD).await?);
                raw("P3", format!("{what}, round {round}: list {list:.2} ms, dashboard {dashboard:.2} ms"));
                times.list.push(list);
                times.dashboard.push(dashboard);
            }
            let (near, far) = (self.p50(self.million, &second).await?, self.p50(self.million, &deep).await?);
            raw("P3", format!("million, round {round}: page 2 {near:.2} ms, page {DEPTH} {far:.2} ms"));
            large.deep.push(far);
        }
        compare(
            report,
            "P3",
            "list p50, a million / few proposals",
            (&large.list, &small.list),
            "<= 1.25",
            1.25,
        );
        compare(report, "P3", "page 2,000 / first page, p50", (&large.deep, &large.list), "<= 1.25", 1.25);
        compare(
            report,
            "P3",
            "dashboard p50, a million / few",
            (&large.dashboard, &small.dashboard),
            "<= 1.5",
            1.5,
        );
        self.policies(admin, report).await
    }

    /// P4: alternates with and without the policies. The queries filter by workspace themselves, so the
    /// results are the same.
    async fn policies(&self, admin: &mut PgConnection, report: &mut Report) -> anyhow::Result<()> {
        let url = format!("{}{LIST}", self.base);
        let (mut with, mut without) = ((Vec::new(), Vec::new()), (Vec::new(), Vec::new()));
        for round in 1..=ROUNDS {
            let mut turns = [(true, Vec::new()), (false, Vec::new())];
            for _ in 0..TURNS {
                for (is_on, answered) in &mut turns {
                    row_security(admin, *is_on).await?;
                    let answers = self.load.on(&url, &self.million.cookie, self.length / TURNS).await;
                    let search = self.p50(self.million, SEARCH).await;
                    row_security(admin, true).await?;
                    answered.push((answers?.rate, search?));
                }
            }
            for ((is_on, answered), (rates, searches)) in turns.iter().zip([&mut with, &mut without]) {
                let mean = |value: fn(&(f64, f64)) -> f64| {
                    answered.iter().map(value).sum::<f64>() / f64::from(TURNS)
                };
                let (rate, search) = (mean(|turn| turn.0), mean(|turn| turn.1));
                let what = if *is_on { "with policies" } else { "without" };
                raw("P4", format!("round {round} {what}: {rate:.0} requests/s, search p50 {search:.2} ms"));
                rates.push(rate);
                searches.push(search);
            }
        }
        let share = Figure::of(&ratios(&with.0, &without.0), 2, "");
        let verdict = Verdict::of(share.middle >= 0.85);
        report.add(Line {
            measure: "P4",
            what: "list of a million, requests/s with / without policies",
            measured: Figure::of(&with.0, 0, "/s"),
            baseline: Figure::of(&without.0, 0, "/s"),
            ratio: share,
            target: ">= 0.85",
            verdict,
        });
        compare(report, "P4", "search p50, with / without policies", (&with.1, &without.1), "<= 3", 3.0);
        Ok(())
    }

    /// Follows all pages, like a program that reads the whole list; returns the address of the last one.
    async fn deep(&self) -> anyhow::Result<String> {
        let mut page = "/api/proposals?limit=100".to_owned();
        let begun = machine::now();
        for _ in 0..DEPTH {
            page = self.next(&page).await?;
        }
        raw("P3", format!("{DEPTH} pages of 100 were read in {:.0} s", begun.elapsed().as_secs_f64()));
        Ok(page.replace("limit=100", "limit=10"))
    }

    async fn next(&self, page: &str) -> anyhow::Result<String> {
        let answer = Client::new()
            .get(format!("{}{page}", self.base))
            .header("cookie", &self.million.cookie)
            .send()
            .await?;
        let answer = answer.error_for_status()?;
        let link = answer
            .headers()
            .get(header::LINK)
            .and_then(|link| link.to_str().ok())
            .context("there is no next page")?;
        let address =
            link.split_once('<').and_then(|(_, rest)| rest.split_once('>')).context("the link is none")?.0;
        Ok(address.strip_prefix(self.base).unwrap_or(address).to_owned())
    }

    /// The median response time in milliseconds.
    async fn p50(&self, who: &Seeded, path: &str) -> anyhow::Result<f64> {
        let client = Client::new();
        let url = format!("{}{path}", self.base);
        let mut times = Vec::with_capacity(ASKED);
        let begun = machine::now();
        while times.len() < ASKED && (times.is_empty() || begun.elapsed() < self.length) {
            let asked = machine::now();
            let answer = client.get(&url).header("cookie", &who.cookie).send().await?.error_for_status()?;
            let bytes = answer.bytes().await?;
            ensure!(!bytes.is_empty(), "{url} answered nothing");
            times.push(asked.elapsed().as_secs_f64() * 1000.0);
        }
        Ok(quantile(&times, 0.5))
    }
}

fn compare(
    report: &mut Report,
    measure: &'static str,
    what: &'static str,
    (values, others): (&[f64], &[f64]),
    target: &'static str,
    most: f64,
) {
    let (measured, baseline) = (Figure::of(values, 2, " ms"), Figure::of(others, 2, " ms"));
    let ratio = Figure::of(&ratios(values, others), 2, "");
    let verdict = Verdict::of(ratio.middle <= most);
    report.add(Line { measure, what, measured, baseline, ratio, target, verdict });
}

async fn row_security(admin: &mut PgConnection, is_on: bool) -> anyhow::Result<()> {
    let word = if is_on { "ENABLE" } else { "DISABLE" };
    let switch = format!(
        "DO $$ DECLARE t regclass; BEGIN
             FOR t IN SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relforcerowsecurity LOOP
                 EXECUTE format('ALTER TABLE %s {word} ROW LEVEL SECURITY', t);
             END LOOP;
         END $$"
    );
    sqlx::raw_sql(AssertSqlSafe(switch)).execute(admin).await.context("switching row-level security")?;
    Ok(())
}

/// Adds copies of one of the proposals in different states, with different titles, amounts and times. The
/// data that triggers maintain is created for all at once: the search index, whose indexes are rebuilt
/// because that is faster, and the figures of the dashboard.
async fn grow(
    admin: &mut PgConnection,
    Seeded { client, .. }: &Seeded,
    Size { proposals, clients }: Size,
) -> anyhow::Result<()> {
    let copies = format!(
        "SET session_replication_role = replica;
         INSERT INTO clients
         SELECT (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'company_name', 'Company ' || n,
                                       'email', 'client' || n || '@example.org'))).*
         FROM (SELECT c FROM clients c WHERE id = '{client}') one, generate_series(1, {clients}) n;
         CREATE TEMP TABLE many AS SELECT id, row_number() OVER () AS place FROM clients
             WHERE workspace_id = (SELECT workspace_id FROM clients WHERE id = '{client}');
         CREATE UNIQUE INDEX ON many (place);
         ANALYZE many;
         INSERT INTO proposals (workspace_id, id, client_id, created_by, title, html_content, pricing, total_amount, currency, status,
                                client_context, proposed_solution, pricing_details, sent_revision_id, signed_at, signed_by_name,
                                signed_by_email, client_signature, decided_at, first_sent_at, sent_at, viewed_at, created_at, updated_at)
         SELECT p.workspace_id, gen_random_uuid(), many.id, p.created_by, 'Proposal ' || n || ' for shop ' || n % 1000, '<p>Seeded.</p>',
                '{{}}', n % 100000, p.currency, s.status, 'A recap.', 'A solution.', '$' || n % 100000,
                CASE WHEN s.status <> 'draft' THEN gen_random_uuid() END,
                CASE WHEN s.status = 'signed' THEN at.time + interval '3 days' END, CASE WHEN s.status = 'signed' THEN 'Bob Baker' END,
                CASE WHEN s.status = 'signed' THEN 'bob@example.org' END, CASE WHEN s.status = 'signed' THEN 'Bob Baker' END,
                CASE WHEN s.status IN ('signed', 'rejected') THEN at.time + interval '3 days' END,
                CASE WHEN s.status <> 'draft' THEN at.time END, CASE WHEN s.status <> 'draft' THEN at.time END,
                CASE WHEN s.status <> 'draft' AND n % 2 = 0 THEN at.time + interval '1 hour' END, at.time, at.time
         FROM (SELECT * FROM proposals WHERE client_id = '{client}' ORDER BY created_at LIMIT 1) p,
              generate_series(1, {proposals}) n JOIN many ON many.place = 1 + n % {clients},
              LATERAL (SELECT (ARRAY['draft', 'draft', 'draft', 'draft', 'pending', 'pending', 'signed', 'signed', 'signed', 'rejected'])[1 + n % 10]
                       AS status) s,
              LATERAL (SELECT now() - interval '4 days' - n * interval '1 minute' AS time) at;
         DELETE FROM proposal_words;
         ALTER TABLE proposal_words DROP CONSTRAINT proposal_words_pkey;
         DROP INDEX proposal_words_proposal;
         INSERT INTO proposal_words (workspace_id, word, proposal_id)
         SELECT p.workspace_id, word, p.id FROM proposals p JOIN clients c ON (c.workspace_id, c.id) = (p.workspace_id, p.client_id),
                unnest(words_of(concat_ws(' ', p.title, p.subtitle, c.company_name, c.first_name, c.last_name))) word;
         ALTER TABLE proposal_words ADD PRIMARY KEY (workspace_id, word, proposal_id);
         CREATE INDEX proposal_words_proposal ON proposal_words (workspace_id, proposal_id);
         DELETE FROM proposal_tallies;
         INSERT INTO proposal_tallies SELECT workspace_id, status, currency, count(*), sum(total_amount) FROM proposals GROUP BY 1, 2, 3;
         DELETE FROM proposal_months;
         INSERT INTO proposal_months
         SELECT workspace_id, month, currency, sum(created), sum(won), sum(won * total_amount)
         FROM proposals CROSS JOIN LATERAL (
             SELECT month_of(created_at) AS month, 1 AS created, 0 AS won
             UNION ALL SELECT month_of(decided_at), 0, 1 WHERE status IN ('accepted', 'signed')) AS months
         GROUP BY 1, 2, 3;
         DROP TABLE many;
         SET session_replication_role = DEFAULT;"
    );
    sqlx::raw_sql(AssertSqlSafe(copies)).execute(&mut *admin).await?;
    for sql in ["VACUUM (ANALYZE)", "CHECKPOINT"] {
        sqlx::raw_sql(sql).execute(&mut *admin).await?;
    }
    Ok(())
}
