//! The rows as they are taken, and the table at the end.

use std::fmt::Write as _;

/// What became of a measure.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The target is met.
    Met,
    /// It is not.
    Missed,
    /// It could not be taken here, and why.
    NotMeasured(String),
}

impl Verdict {
    /// Met or missed.
    pub fn of(met: bool) -> Self {
        if met { Self::Met } else { Self::Missed }
    }
}

/// A line of the table.
pub struct Line {
    /// As `P1`.
    pub measure: &'static str,
    /// What it is about.
    pub what: &'static str,
    /// What was measured, with its unit.
    pub measured: String,
    /// What it is compared with.
    pub baseline: String,
    /// Measured by baseline.
    pub ratio: String,
    /// The target.
    pub target: &'static str,
    /// What became of it.
    pub verdict: Verdict,
}

/// Prints a raw row, at once.
pub fn raw(measure: &str, row: impl std::fmt::Display) {
    println!("  {measure:<4} {row}");
}

/// Collects the table's lines.
#[derive(Default)]
pub struct Report {
    lines: Vec<Line>,
}

impl Report {
    /// Adds a line to the table.
    pub fn add(&mut self, line: Line) {
        self.lines.push(line);
    }

    /// Adds a line for what is compared with nothing but its target.
    pub fn add_limit(&mut self, measure: &'static str, what: &'static str, figure: String, target: &'static str, met: bool) {
        self.add(Line {
            measure,
            what,
            measured: figure,
            baseline: String::new(),
            ratio: String::new(),
            target,
            verdict: Verdict::of(met),
        });
    }

    /// Adds a line for what cannot be measured here.
    pub fn not_measured(&mut self, measure: &'static str, what: &'static str, target: &'static str, why: impl Into<String>) {
        let verdict = Verdict::NotMeasured(why.into());
        self.add(Line { measure, what, measured: String::new(), baseline: String::new(), ratio: String::new(), target, verdict });
    }

    /// Whether no target was missed.
    pub fn met(&self) -> bool {
        self.lines.iter().all(|line| line.verdict != Verdict::Missed)
    }

    /// The table, in the order of the measures' numbers.
    pub fn table(&self) -> String {
        let mut lines: Vec<&Line> = self.lines.iter().collect();
        lines.sort_by_key(|line| line.measure.trim_start_matches('P').parse::<u32>().unwrap_or(u32::MAX));
        let mut cells = vec![["", "measure", "measured", "baseline", "ratio", "target", "verdict"].map(str::to_owned)];
        cells.extend(lines.into_iter().map(|line| {
            let verdict = match &line.verdict {
                Verdict::Met => "met".to_owned(),
                Verdict::Missed => "MISSED".to_owned(),
                Verdict::NotMeasured(why) => format!("not measured: {why}"),
            };
            let texts = [line.measure, line.what, &line.measured, &line.baseline, &line.ratio, line.target, &verdict];
            texts.map(str::to_owned)
        }));
        let mut table = String::new();
        for row in &cells {
            let mut text = String::new();
            for (column, cell) in row.iter().enumerate() {
                let width = cells.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0);
                let _ = write!(text, "{cell:<width$}  ");
            }
            table.push_str(text.trim_end());
            table.push('\n');
        }
        table
    }
}

/// The middle of the values, which a single disturbed round does not move; 0 of none.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    let at = |index: usize| sorted.get(index).copied().unwrap_or(0.0);
    if sorted.len().is_multiple_of(2) { f64::midpoint(at(middle.saturating_sub(1)), at(middle)) } else { at(middle) }
}

/// The value that `share` (0 to 1) of the values stay below; 0 of none.
pub fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "a few thousand values")]
    let index = (share * sorted.len().saturating_sub(1) as f64).ceil() as usize;
    sorted.get(index).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_and_the_rest_are_where_they_should_be() {
        let values = [5.0, 1.0, 4.0, 2.0, 3.0];
        let found = [median(&values), median(&[1.0, 2.0]), quantile(&values, 0.95), quantile(&values, 0.0), median(&[])];
        assert_eq!(found.map(|value| format!("{value:.1}")), ["3.0", "1.5", "5.0", "1.0", "0.0"]);
    }

    #[test]
    fn what_is_not_measured_is_neither_met_nor_missed() {
        let mut report = Report::default();
        report.add_limit("P13", "later", "1".to_owned(), "<= 2", true);
        report.not_measured("P9", "earlier", "<= 1", "there is none");
        assert!(report.met());
        assert!(report.table().find("P9").is_some_and(|at| report.table().find("P13").is_some_and(|other| at < other)));
        assert!(report.table().contains("not measured: there is none"));
        report.add_limit("P1", "missed", "1".to_owned(), ">= 2", false);
        assert!(!report.met());
    }
}
