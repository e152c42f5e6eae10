//! Scores the rules on the labelled texts beside this crate; see its README.
//!
//! `proffer-eval [open|held] [worst]` prints a table for each corpus and, with `worst`, up to that many of
//! the worst cases. It fails where a figure is worse than `floors.toml` allows. `proffer-eval learn` writes
//! the weights of recaps.

mod attacks;
mod corpus;
mod price_texts;
mod proposals;
mod recaps;
mod score;
mod sentences;
mod weights;

use anyhow::Context as _;

use corpus::Half;
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
    let failures = score(&halves, worst)?;
    anyhow::ensure!(failures.is_empty(), "worse than floors.toml allows:\n  {}", failures.join("\n  "));
    Ok(())
}

/// Scores and prints every corpus. Returns what is worse than it may be.
fn score(halves: &[Half], worst: usize) -> anyhow::Result<Vec<String>> {
    let floors = Floors::load()?;
    let mut failures = Vec::new();
    if halves.contains(&Half::Open) {
        let report = attacks::score()?;
        print_report(Half::Open, &report, worst);
        failures.extend(report.worst);
    }
    for half in halves.iter().copied() {
        for report in [price_texts::score(half)?, recaps::score(half)?, proposals::score(half)?] {
            print_report(half, &report, worst);
            failures.extend(floors.below(half, &report));
        }
    }
    Ok(failures)
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
        assert_eq!(score(&[Half::Open, Half::Held], 0).unwrap(), Vec::<String>::new());
    }
}
