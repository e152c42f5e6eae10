//! Colours: parsing, WCAG contrast, and adjustment in OKLCH until text in them is readable.

use std::fmt;

use palette::{
    LinSrgb, Mix, Oklch, Srgb, color_difference::Wcag21RelativeContrast, convert::IntoColorUnclamped,
};

/// An opaque sRGB colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Color(Srgb<u8>);

/// The relative luminance of the darkest background for dark text: tinted panels and backgrounds are never
/// darker. Contrast depends on luminance alone, so text that is readable on this background is readable on
/// all of them.
pub const DARKEST_GROUND: f64 = 0.85;
/// The minimum contrast of text by WCAG.
pub const TEXT: f64 = 4.5;
/// The minimum contrast of large text by WCAG.
pub const LARGE_TEXT: f64 = 3.0;

/// The number of steps in which lightness is adjusted.
const STEPS: u32 = 200;

impl Color {
    /// Paper.
    pub const WHITE: Self = Self::new(255, 255, 255);
    /// The darkest text colour.
    pub const BLACK: Self = Self::new(0, 0, 0);

    /// A colour from its three components.
    #[must_use]
    pub const fn new(red: u8, green: u8, blue: u8) -> Self {
        Self(Srgb::new(red, green, blue))
    }

    /// Parses `#` and 3 or 6 hexadecimal digits.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#')?;
        // The library also accepts signs, and splits multi-byte characters.
        digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| digits.parse().ok().map(Self))?
    }

    /// Relative luminance, 0 to 1, by the definition of WCAG 2.
    #[must_use]
    pub fn luminance(self) -> f64 {
        self.0.into_format::<f64>().relative_luminance().luma
    }

    /// The contrast ratio of two colours, 1 to 21.
    #[must_use]
    pub fn contrast(self, other: Self) -> f64 {
        self.contrast_with(other.luminance())
    }

    /// The contrast ratio with any colour of that luminance.
    #[must_use]
    pub fn contrast_with(self, luminance: f64) -> f64 {
        let own = self.luminance();
        (own.max(luminance) + 0.05) / (own.min(luminance) + 0.05)
    }

    /// This colour mixed with `share` of the other one, 0 to 1.
    #[must_use]
    pub fn mixed(self, other: Self, share: f64) -> Self {
        Self(self.0.into_format::<f64>().mix(other.0.into_format(), share).into_format())
    }

    /// The nearest darker shade of the same hue with that contrast to a light background; the colour itself
    /// if it already has it.
    #[must_use]
    pub fn dark_enough(self, ground: f64, contrast: f64) -> Self {
        self.moved(0.0, |shade| shade.contrast_with(ground) >= contrast && shade.luminance() < ground)
            .unwrap_or(Self::BLACK)
    }

    /// The nearest lighter tint of the same hue with at least that luminance; the colour itself if it already
    /// has it.
    #[must_use]
    pub fn light_enough(self, luminance: f64) -> Self {
        self.moved(1.0, |tint| tint.luminance() >= luminance).unwrap_or(Self::WHITE)
    }

    fn moved(self, end: f64, enough: impl Fn(Self) -> bool) -> Option<Self> {
        if enough(self) {
            return Some(self);
        }
        let own = self.oklch();
        (1..=STEPS).find_map(|step| {
            let way = f64::from(step) / f64::from(STEPS);
            let next = Self::of_oklch(Oklch { l: own.l + (end - own.l) * way, ..own });
            enough(next).then_some(next)
        })
    }

    fn oklch(self) -> Oklch<f64> {
        self.0.into_format::<f64>().into_color_unclamped()
    }

    /// The colour of that lightness and hue with as much of the chroma as sRGB allows.
    fn of_oklch(wanted: Oklch<f64>) -> Self {
        if let Some(color) = in_gamut(wanted) {
            return color;
        }
        let (mut low, mut high) = (0.0, wanted.chroma);
        let mut best = in_gamut(Oklch { chroma: 0.0, ..wanted }).unwrap_or(if wanted.l > 0.5 {
            Self::WHITE
        } else {
            Self::BLACK
        });
        for _ in 0..16 {
            let middle = f64::midpoint(low, high);
            match in_gamut(Oklch { chroma: middle, ..wanted }) {
                Some(color) => (best, low) = (color, middle),
                None => high = middle,
            }
        }
        best
    }
}

fn in_gamut(color: Oklch<f64>) -> Option<Color> {
    let linear: LinSrgb<f64> = color.into_color_unclamped();
    let shown = <[f64; 3]>::from(linear).iter().all(|part| (-0.0005..=1.0005).contains(part));
    shown.then(|| Color(Srgb::from_linear(linear)))
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}", self.0)
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
        for wrong in [
            "",
            "#",
            "3498db",
            "#12",
            "#1234",
            "#12345",
            "#1234567",
            "#12345g",
            "#１２３",
            "#é1",
            "##fff",
            "#+1+2+3",
            "red",
            " #fff",
            "#fff ",
        ] {
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
            let (before, after) = (asked.oklch(), used.oklch());
            // Greys and near-blacks have no meaningful hue.
            if before.chroma > 0.05 && after.chroma > 0.05 {
                let turn = (before.hue - after.hue).into_radians().abs();
                prop_assert!(turn < 0.12, "{asked} became {used}");
            }
        }
    }
}
