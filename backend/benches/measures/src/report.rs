//! The raw rows as they are measured, and the table at the end.

use std::fmt::Write as _;

/// The outcome of a measure.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The target is met.
    Met,
    /// The target is not met.
    Missed,
    /// It could not be measured here, with the reason.
    NotMeasured(String),
}

impl Verdict {
    /// Met or missed.
    pub fn of(met: bool) -> Self {
        if met { Self::Met } else { Self::Missed }
    }
}

/// A figure for the table.
#[derive(Debug, Default)]
pub struct Figure {
    /// The median of the values.
    pub middle: f64,
    text: String,
    spread: String,
}

impl Figure {
    /// A figure measured several times: its median, minimum and maximum.
    pub fn of(values: &[f64], decimals: usize, unit: &str) -> Self {
        let middle = median(values);
        Self { middle, text: format!("{middle:.decimals$}{unit}"), spread: spread(values, decimals) }
    }

    /// A figure with fixed text.
    pub fn said(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// The same with additional text.
    pub fn and(self, more: impl std::fmt::Display) -> Self {
        Self { text: format!("{}{more}", self.text), ..self }
    }
}

/// A line of the table.
pub struct Line {
    /// The measure, for example `P1`.
    pub measure: &'static str,
    /// The subject of the line.
    pub what: &'static str,
    /// The measured figure, with its unit.
    pub measured: Figure,
    pub baseline: Figure,
    /// The measured figure divided by the baseline.
    pub ratio: Figure,
    pub target: &'static str,
    /// The outcome.
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

    /// Adds a line that is compared only with its target.
    pub fn add_limit(
        &mut self,
        measure: &'static str,
        what: &'static str,
        measured: Figure,
        target: &'static str,
        met: bool,
    ) {
        let verdict = Verdict::of(met);
        self.add(Line {
            measure,
            what,
            measured,
            baseline: Figure::default(),
            ratio: Figure::default(),
            target,
            verdict,
        });
    }

    /// Adds a line for a figure that cannot be measured here.
    pub fn not_measured(
        &mut self,
        measure: &'static str,
        what: &'static str,
        target: &'static str,
        why: impl Into<String>,
    ) {
        let [measured, baseline, ratio] = <[Figure; 3]>::default();
        self.add(Line {
            measure,
            what,
            measured,
            baseline,
            ratio,
            target,
            verdict: Verdict::NotMeasured(why.into()),
        });
    }

    /// Whether no target was missed.
    pub fn met(&self) -> bool {
        self.lines.iter().all(|line| line.verdict != Verdict::Missed)
    }

    /// The table, in the order of the measures' numbers.
    pub fn table(&self) -> String {
        let mut lines: Vec<&Line> = self.lines.iter().collect();
        lines.sort_by_key(|line| line.measure.trim_start_matches('P').parse::<u32>().unwrap_or(u32::MAX));
        let mut cells = vec![
            ["", "measure", "measured", "spread", "baseline", "ratio", "spread", "target", "verdict"]
                .map(str::to_owned),
        ];
        cells.extend(lines.into_iter().map(|line| {
            let verdict = match &line.verdict {
                Verdict::Met => "met".to_owned(),
                Verdict::Missed => "MISSED".to_owned(),
                Verdict::NotMeasured(why) => format!("not measured: {why}"),
            };
            let (measured, ratio) = (&line.measured, &line.ratio);
            let figures = [&measured.text, &measured.spread, &line.baseline.text, &ratio.text, &ratio.spread]
                .map(String::as_str);
            let [measured, spread, baseline, ratio, its_spread] = figures;
            [line.measure, line.what, measured, spread, baseline, ratio, its_spread, line.target, &verdict]
                .map(str::to_owned)
        }));
        let mut table = String::new();
        for row in &cells {
            let mut text = String::new();
            for (column, cell) in row.iter().enumerate() {
                let width = cells
                    .iter()
                    .filter_map(|row| row.get(column))
                    .map(|cell| cell.chars().count())
                    .max()
                    .unwrap_or(0);
                let _ = write!(text, "{cell:<width$}  ");
            }
            table.push_str(text.trim_end());
            table.push('\n');
        }
        table
    }
}

/// The median of the values, which a single disturbed round does not change; 0 without values.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    let at = |index: usize| sorted.get(index).copied().unwrap_or(0.0);
    if sorted.len().is_multiple_of(2) {
        f64::midpoint(at(middle.saturating_sub(1)), at(middle))
    } else {
        at(middle)
    }
}

/// The minimum and maximum of the values; empty for fewer than two values.
pub fn spread(values: &[f64], decimals: usize) -> String {
    if values.len() < 2 {
        return String::new();
    }
    format!("{:.decimals$} to {:.decimals$}", quantile(values, 0.0), quantile(values, 1.0))
}

/// The ratios of values that were measured together.
pub fn ratios(values: &[f64], others: &[f64]) -> Vec<f64> {
    values.iter().zip(others).map(|(value, other)| value / other).collect()
}

/// The quantile `share` (0 to 1) of the values; 0 without values.
pub fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a few thousand values"
    )]
    let index = (share * sorted.len().saturating_sub(1) as f64).ceil() as usize;
    sorted.get(index).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_and_the_rest_are_where_they_should_be() {
        let values = [5.0, 1.0, 4.0, 2.0, 3.0];
        let found = [
            median(&values),
            median(&[1.0, 2.0]),
            quantile(&values, 0.95),
            quantile(&values, 0.0),
            median(&[]),
        ];
        assert_eq!(found.map(|value| format!("{value:.1}")), ["3.0", "1.5", "5.0", "1.0", "0.0"]);
    }

    #[test]
    fn a_figure_says_its_middle_and_how_far_it_went() {
        let figure = Figure::of(&[9.0, 7.26, 8.04], 1, " ms");
        assert_eq!((figure.text.as_str(), figure.spread.as_str()), ("8.0 ms", "7.3 to 9.0"));
        assert_eq!(Figure::of(&[7.0], 0, "").spread, "");
        assert_eq!(Figure::of(&ratios(&[1.0, 4.0, 9.0], &[2.0, 2.0, 3.0]), 1, "").spread, "0.5 to 3.0");
    }

    #[test]
    fn what_is_not_measured_is_neither_met_nor_missed() {
        let mut report = Report::default();
        report.add_limit("P13", "later", Figure::said("1"), "<= 2", true);
        report.not_measured("P9", "earlier", "<= 1", "there is none");
        assert!(report.met());
        assert!(
            report
                .table()
                .find("P9")
                .is_some_and(|at| report.table().find("P13").is_some_and(|other| at < other))
        );
        assert!(report.table().contains("not measured: there is none"));
        report.add_limit("P1", "missed", Figure::said("1"), ">= 2", false);
        assert!(!report.met());
    }
}
