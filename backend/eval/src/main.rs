//! Scores the rules on the labelled texts beside this crate; see its README.
//!
//! `proffer-eval [open|held] [worst]` prints a table for each corpus and, with `worst`, up to that many of
//! the worst cases. It fails where a figure is worse than `floors.toml` allows. `proffer-eval learn` writes
//! the weights of recaps.
//!
//! With `PROFFER_AI_BASE_URL` and `PROFFER_AI_MODEL` the recaps are read and drafted by that model, as in the
//! server, and nothing else is scored: a model is not asked about the other texts.

mod attacks;
mod corpus;
#[cfg(test)]
#[path = "../../tests/api/support/model_double/mod.rs"]
#[expect(dead_code, reason = "other tests use all of its behaviours")]
mod model_double;
mod price_texts;
mod proposals;
mod reader;
mod recaps;
mod score;
mod sentences;
mod weights;

use anyhow::Context as _;

use corpus::Half;
use proffer_domain::usage::Tokens;
use reader::Reader;
use score::{Floors, Report};

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let halves = match arguments.first().map(String::as_str) {
        Some("learn") => return weights::learn_all(),
        Some("open") => vec![Half::Open],
        Some("held") => vec![Half::Held],
        _ => vec![Half::Open, Half::Held],
    };
    let worst = arguments
        .get(1)
        .map_or(Ok(0), |number| number.parse())
        .context("the second argument is a number of cases")?;
    let reader = Reader::from_environment()?;
    if reader.is_model() {
        return score_model(&halves, worst, &reader);
    }
    let failures = score(&halves, worst, &reader)?;
    anyhow::ensure!(failures.is_empty(), "worse than floors.toml allows:\n  {}", failures.join("\n  "));
    Ok(())
}

/// Scores and prints every corpus. Returns what is worse than it may be.
fn score(halves: &[Half], worst: usize, reader: &Reader) -> anyhow::Result<Vec<String>> {
    let floors = Floors::load()?;
    let mut failures = Vec::new();
    if halves.contains(&Half::Open) {
        let report = attacks::score()?;
        print_report(Half::Open, &report, worst);
        failures.extend(report.worst);
    }
    for half in halves.iter().copied() {
        for report in [price_texts::score(half)?, recaps::score(half, reader)?, proposals::score(half)?] {
            print_report(half, &report, worst);
            failures.extend(floors.below(half, &report));
        }
    }
    Ok(failures)
}

/// Scores and prints the recaps as a model reads them. The floors are those of the rules.
#[expect(clippy::print_stdout, reason = "it is what the command is for")]
fn score_model(halves: &[Half], worst: usize, reader: &Reader) -> anyhow::Result<()> {
    for half in halves.iter().copied() {
        print_report(half, &recaps::score(half, reader)?, worst);
    }
    let Tokens { input, output } = reader.spent();
    println!("\n{input} tokens sent, {output} received");
    Ok(())
}

#[expect(clippy::print_stdout, reason = "it is what the command is for")]
fn print_report(half: Half, report: &Report, worst: usize) {
    println!("\n{} ({})", report.corpus, half.folder());
    for (name, count) in &report.figures {
        println!("  {name:<48} {count}");
    }
    if worst > 0 {
        println!("  per kind:");
        for (kind, count) in &report.kinds {
            println!("    {kind:<46} {count}");
        }
        for case in report.worst.iter().take(worst) {
            println!("  - {case}");
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use super::*;

    #[test]
    fn no_figure_is_worse_than_its_floor() {
        assert_eq!(
            score(&[Half::Open, Half::Held], 0, &Reader::rules().unwrap()).unwrap(),
            Vec::<String>::new()
        );
    }
}
