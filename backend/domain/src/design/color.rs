//! Colours: read, measured as WCAG measures them, and moved in OKLCH until text in them can be read.

use std::fmt;

/// An opaque sRGB colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Color {
    red: u8,
    green: u8,
    blue: u8,
}

/// The relative luminance of the darkest ground that dark text ever stands on: tinted panels and backgrounds are never darker.
/// Contrast depends on luminance alone, so text that can be read on this can be read on all of them.
pub const DARKEST_GROUND: f64 = 0.85;
/// What WCAG asks of text.
pub const TEXT: f64 = 4.5;
/// What WCAG asks of large text.
pub const LARGE_TEXT: f64 = 3.0;

/// In how many steps lightness is moved from where it is to its end.
const STEPS: u32 = 200;

impl Color {
    /// Paper.
    pub const WHITE: Self = Self::new(255, 255, 255);
    /// As dark as it gets.
    pub const BLACK: Self = Self::new(0, 0, 0);

    /// A colour of its three parts.
    #[must_use]
    pub const fn new(red: u8, green: u8, blue: u8) -> Self {
        Self { red, green, blue }
    }

    /// Reads 3 or 6 hexadecimal digits behind a `#`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#')?;
        let nibbles: Option<Vec<u8>> = digits.chars().map(|digit| digit.to_digit(16).and_then(|value| u8::try_from(value).ok())).collect();
        match *nibbles?.as_slice() {
            [r, g, b] => Some(Self::new(r * 17, g * 17, b * 17)),
            [r1, r2, g1, g2, b1, b2] => Some(Self::new(r1 * 16 + r2, g1 * 16 + g2, b1 * 16 + b2)),
            _ => None,
        }
    }

    /// Relative luminance, 0 to 1, by the definition of WCAG 2.
    #[must_use]
    pub fn luminance(self) -> f64 {
        let [red, green, blue] = self.linear();
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// The contrast ratio of two colours, 1 to 21.
    #[must_use]
    pub fn contrast(self, other: Self) -> f64 {
        self.contrast_with(other.luminance())
    }

    /// The contrast ratio with anything of that luminance.
    #[must_use]
    pub fn contrast_with(self, luminance: f64) -> f64 {
        let own = self.luminance();
        (own.max(luminance) + 0.05) / (own.min(luminance) + 0.05)
    }

    /// This colour with so much of the other in it, 0 to 1.
    #[must_use]
    pub fn mixed(self, other: Self, share: f64) -> Self {
        let mix = |own: u8, other: u8| to_byte(f64::from(own) * (1.0 - share) + f64::from(other) * share);
        Self::new(mix(self.red, other.red), mix(self.green, other.green), mix(self.blue, other.blue))
    }

    /// The nearest darker shade of the same hue that has that contrast with a light ground; itself where it has it already.
    #[must_use]
    pub fn dark_enough(self, ground: f64, contrast: f64) -> Self {
        self.moved(0.0, |shade| shade.contrast_with(ground) >= contrast && shade.luminance() < ground).unwrap_or(Self::BLACK)
    }

    /// The nearest lighter tint of the same hue with at least that luminance; itself where it has it already.
    #[must_use]
    pub fn light_enough(self, luminance: f64) -> Self {
        self.moved(1.0, |tint| tint.luminance() >= luminance).unwrap_or(Self::WHITE)
    }

    fn moved(self, end: f64, enough: impl Fn(Self) -> bool) -> Option<Self> {
        if enough(self) {
            return Some(self);
        }
        let [lightness, chroma, hue] = self.oklch();
        (1..=STEPS).find_map(|step| {
            let way = f64::from(step) / f64::from(STEPS);
            let next = Self::of_oklch(lightness + (end - lightness) * way, chroma, hue);
            enough(next).then_some(next)
        })
    }

    fn linear(self) -> [f64; 3] {
        [self.red, self.green, self.blue].map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        })
    }

    fn oklch(self) -> [f64; 3] {
        let cones = times(&TO_CONES, self.linear()).map(f64::cbrt);
        let [lightness, green_red, blue_yellow] = times(&TO_LAB, cones);
        [lightness, green_red.hypot(blue_yellow), blue_yellow.atan2(green_red)]
    }

    /// The colour of that lightness and hue with as much of the chroma as a screen can show.
    fn of_oklch(lightness: f64, chroma: f64, hue: f64) -> Self {
        let (mut low, mut high) = (0.0, chroma);
        if let Some(color) = in_gamut(lightness, chroma, hue) {
            return color;
        }
        let mut best = in_gamut(lightness, 0.0, hue).unwrap_or(if lightness > 0.5 { Self::WHITE } else { Self::BLACK });
        for _ in 0..16 {
            let middle = f64::midpoint(low, high);
            match in_gamut(lightness, middle, hue) {
                Some(color) => (best, low) = (color, middle),
                None => high = middle,
            }
        }
        best
    }
}

/// The four matrices of `OKLab`.
const TO_CONES: [[f64; 3]; 3] = [
    [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
    [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
    [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
];
const TO_LAB: [[f64; 3]; 3] = [
    [0.210_454_255_3, 0.793_617_785, -0.004_072_046_8],
    [1.977_998_495_1, -2.428_592_205, 0.450_593_709_9],
    [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766],
];
const FROM_LAB: [[f64; 3]; 3] =
    [[1.0, 0.396_337_777_4, 0.215_803_757_3], [1.0, -0.105_561_345_8, -0.063_854_172_8], [1.0, -0.089_484_177_5, -1.291_485_548]];
const FROM_CONES: [[f64; 3]; 3] = [
    [4.076_741_662_1, -3.307_711_591_3, 0.230_969_929_2],
    [-1.268_438_004_6, 2.609_757_401_1, -0.341_319_396_5],
    [-0.004_196_086_3, -0.703_418_614_7, 1.707_614_701],
];

fn times(matrix: &[[f64; 3]; 3], [one, two, three]: [f64; 3]) -> [f64; 3] {
    matrix.map(|[first, second, third]| first * one + second * two + third * three)
}

fn in_gamut(lightness: f64, chroma: f64, hue: f64) -> Option<Color> {
    let cones = times(&FROM_LAB, [lightness, chroma * hue.cos(), chroma * hue.sin()]).map(|cone| cone.powi(3));
    let linear = times(&FROM_CONES, cones);
    if linear.iter().any(|part| !(-0.0005..=1.0005).contains(part)) {
        return None;
    }
    let [red, green, blue] = linear.map(|part| {
        let part = if part <= 0.003_130_8 { part * 12.92 } else { 1.055 * part.powf(1.0 / 2.4) - 0.055 };
        to_byte(part * 255.0)
    });
    Some(Color::new(red, green, blue))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to what a byte holds")]
fn to_byte(value: f64) -> u8 {
    value.round().clamp(0.0, 255.0) as u8
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use pretty_assertions::assert_eq;
    use proptest::prelude::*;

    use super::*;

    fn color(text: &str) -> Color {
        Color::parse(text).unwrap()
    }

    #[test]
    fn hex_has_three_or_six_digits() {
        assert_eq!(color("#3498DB").to_string(), "#3498db");
        assert_eq!(color("#fa0").to_string(), "#ffaa00");
        for wrong in ["", "#", "3498db", "#12", "#1234", "#12345", "#1234567", "#12345g", "#１２３", "red", " #fff", "#fff "] {
            assert_eq!(Color::parse(wrong), None, "{wrong}");
        }
    }

    /// Figures of the published formula.
    #[test]
    fn contrast_is_that_of_wcag() {
        for (one, other, expected) in [
            ("#000000", "#ffffff", 21.0),
            ("#ffffff", "#ffffff", 1.0),
            ("#767676", "#ffffff", 4.542_2),
            ("#777777", "#ffffff", 4.478_1),
            ("#3498db", "#ffffff", 3.149_5),
            ("#2c3e50", "#ffffff", 10.979_9),
            ("#0000ff", "#ffffff", 8.592_5),
        ] {
            let contrast = color(one).contrast(color(other));
            assert!((contrast - expected).abs() < 0.05, "{one} on {other}: {contrast}");
        }
    }

    proptest! {
        #[test]
        fn what_is_made_dark_enough_is(red: u8, green: u8, blue: u8, large: bool) {
            let wanted = if large { LARGE_TEXT } else { TEXT };
            let asked = Color::new(red, green, blue);
            let used = asked.dark_enough(DARKEST_GROUND, wanted);
            prop_assert!(used.contrast_with(DARKEST_GROUND) >= wanted);
            prop_assert!(used.contrast(Color::WHITE) >= wanted);
            prop_assert_eq!(used.dark_enough(DARKEST_GROUND, wanted), used);
        }

        #[test]
        fn the_hue_stays(red: u8, green: u8, blue: u8) {
            let asked = Color::new(red, green, blue);
            let used = asked.dark_enough(DARKEST_GROUND, TEXT);
            let ([_, chroma, before], [_, left, after]) = (asked.oklch(), used.oklch());
            // Greys and near-blacks have no hue to speak of.
            if chroma > 0.05 && left > 0.05 {
                let turn = (before - after).abs().min(std::f64::consts::TAU - (before - after).abs());
                prop_assert!(turn < 0.12, "{asked} became {used}");
            }
        }
    }
}
