//! Learns from the open recaps what each observation says of whose money an amount is.
//!
//! A logistic regression over all amounts of prose, by gradient descent. What the labels call a repetition may be of
//! either side and teaches nothing.

use std::{collections::BTreeMap, fmt::Write as _, fs, path::PathBuf};

use anyhow::Context as _;
use proffer_domain::recap;

use crate::{corpus, corpus::Half, recaps::Case};

const ROUNDS: usize = 4_000;
const STEP: f64 = 0.002;
/// How much of the last step goes into the next one.
const MOMENTUM: f64 = 0.9;
/// Keeps the weights of rare observations small.
const SHRINKAGE: f64 = 2.0;

const HEAD: &str = "# How much an observation speaks for a price of ours, in hundredths of the logarithm of the odds.
# Learned from the open recaps of `backend/eval` by `make weights`; a change by hand does not last.
";

/// An amount of the corpus: what is observed of it, by number and strength, and whether it is a price of ours.
struct Sample {
    observed: Vec<(usize, f64)>,
    is_ours: bool,
}

/// Learns the weights and writes them where the rules read them.
pub fn learn() -> anyhow::Result<()> {
    let mut names: BTreeMap<&'static str, usize> = BTreeMap::new();
    let mut samples: Vec<Sample> = Vec::new();
    for case in corpus::load::<Case>("recaps", Half::Open)? {
        let mut labels = case.amounts.clone();
        for amount in recap::amounts(&case.text, case.us.as_deref()) {
            let Some(at) = labels.iter().position(|label| label.value == amount.value) else { continue };
            let label = labels.remove(at);
            if amount.features.is_empty() || label.role == "restated" {
                continue;
            }
            let observed = amount.features.iter().map(|(name, strength)| {
                let next = names.len();
                (*names.entry(name).or_insert(next), f64::from(*strength) / 10.0)
            });
            samples.push(Sample { observed: observed.collect(), is_ours: label.is_ours() });
        }
    }
    let weights = regression(&samples, names.len());
    let mut text = HEAD.to_owned();
    for (name, at) in names {
        let weight = weights.get(at).copied().unwrap_or_default() * 100.0;
        writeln!(text, "{name} = {weight:.0}")?;
    }
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../domain/src/recap/weights.txt");
    fs::write(&path, text.replace("= -0\n", "= 0\n")).with_context(|| format!("writing {}", path.display()))
}

/// The weights that make the labels most likely.
fn regression(samples: &[Sample], size: usize) -> Vec<f64> {
    let mut weights = vec![0.0; size];
    let mut steps = vec![0.0; size];
    for _ in 0..ROUNDS {
        let mut slopes: Vec<f64> = weights.iter().map(|weight| -SHRINKAGE * weight).collect();
        for sample in samples {
            let odds: f64 = sample.observed.iter().filter_map(|(at, strength)| Some(weights.get(*at)? * strength)).sum();
            let error = f64::from(u8::from(sample.is_ours)) - 1.0 / (1.0 + (-odds).exp());
            for (at, strength) in &sample.observed {
                if let Some(slope) = slopes.get_mut(*at) {
                    *slope += error * strength;
                }
            }
        }
        for ((weight, step), slope) in weights.iter_mut().zip(&mut steps).zip(slopes) {
            *step = MOMENTUM * *step + STEP * slope;
            *weight += *step;
        }
    }
    weights
}
