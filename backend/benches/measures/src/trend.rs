//! The trend of a series of figures.

/// The growth of a figure per unit of time: the slope of the least-squares line; 0 for fewer than two points.
pub fn slope(points: &[(f64, f64)]) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "some hundred points")]
    let number = points.len() as f64;
    let (sum_x, sum_y) = points.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0, y + point.1));
    let (mean_x, mean_y) = (sum_x / number, sum_y / number);
    let (above, below) = points.iter().fold((0.0, 0.0), |(above, below), (x, y)| {
        let away = x - mean_x;
        (above + away * (y - mean_y), below + away * away)
    });
    if below > 0.0 { above / below } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slope_is_that_of_the_nearest_line() {
        let rising = [(0.0, 10.0), (1.0, 12.5), (2.0, 15.0)];
        let level = [(0.0, 7.0), (1.0, 9.0), (2.0, 9.0), (3.0, 7.0)];
        let found = [
            slope(&rising),
            slope(&level),
            slope(&[(0.0, 1.0), (1.0, 1.0), (2.0, 4.0)]),
            slope(&[(3.0, 9.0)]),
            slope(&[]),
        ];
        assert_eq!(found.map(|slope| format!("{slope:.2}")), ["2.50", "0.00", "1.50", "0.00", "0.00"]);
    }
}
