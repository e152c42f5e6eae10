//! Learns from the open recaps what each observation says of whether a figure is an amount, of whose money an
//! amount is, of how many are charged, of whether an amount says others again, and of what a price is called.
//!
//! For figures and amounts a logistic regression, by gradient descent. What the labels call a repetition may
//! be of either side and teaches nothing of whose money it is. For the numbers and the names a conditional
//! logit over those around each price.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    path::PathBuf,
};

use anyhow::Context as _;
use proffer_domain::recap::{self, Figure, Observations, Purpose, RecapAmount};
use rust_decimal::Decimal;

use crate::{
    corpus,
    corpus::Half,
    recaps::{Amount, Case, WORDS_BESIDE_NAME, is_named_by},
};

const ROUNDS: usize = 1_000;
const NAME_ROUNDS: usize = 600;
const STEP: f64 = 0.002;
/// How much of the last step goes into the next one.
const MOMENTUM: f64 = 0.9;
/// The words beside the labelled name in a phrase that is learned as right, where there is one.
const WORDS_BESIDE_LEARNED: usize = 2;
/// An observation of fewer figures or amounts teaches nothing.
const OBSERVED_LEAST: usize = 5;
/// An observation of fewer prices teaches nothing of names.
const SEEN_LEAST: usize = 20;
/// A weight of less says nothing of what a sentence is for.
const TOLD_LEAST: f64 = 0.05;
/// Keeps the weights of rare observations small.
const SHRINKAGE: f64 = 2.0;

/// A figure or an amount of the corpus: what is observed of it, by number and strength, and whether it is
/// what is looked for.
struct Sample {
    observed: Vec<(usize, f64)>,
    is_so: bool,
}

/// The numbers of observations, in the order in which they were first seen.
#[derive(Default)]
struct Numbers(BTreeMap<String, usize>);

impl Numbers {
    fn of(&mut self, observation: &str) -> usize {
        let next = self.0.len();
        *self.0.entry(observation.to_owned()).or_insert(next)
    }

    /// Writes the weights where the rules read them.
    fn write(&self, file: &str, head: &str, columns: &[Vec<f64>]) -> anyhow::Result<()> {
        let mut text = format!(
            "{head}# Learned from the open recaps of `backend/eval` by `make weights`; a change by hand does not last.\n"
        );
        for (name, at) in &self.0 {
            // Not "-0".
            let weight =
                |weights: &Vec<f64>| (weights.get(*at).copied().unwrap_or_default() * 100.0).round() + 0.0;
            let weights: Vec<String> = columns.iter().map(|column| weight(column).to_string()).collect();
            writeln!(text, "{name} = {}", weights.join(" "))?;
        }
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../domain/src/recap").join(file);
        fs::write(&path, text).with_context(|| format!("writing {}", path.display()))
    }
}

/// Learns the weights of figures, roles and names. Which amounts there are depends on the weights of figures:
/// the other two are learned by the next run after a change of these.
pub fn learn_all() -> anyhow::Result<()> {
    let cases = corpus::load::<Case>("recaps", Half::Open)?;
    learn_purposes(&cases)?;
    learn_figures(&cases)?;
    learn_roles(&cases)?;
    learn_counts(&cases)?;
    learn_repeats(&cases)?;
    learn_names(&cases)
}

/// The amounts of a recap that its labels have, each with its label.
fn labelled_amounts(case: &Case) -> impl Iterator<Item = (RecapAmount, Amount)> {
    let mut labels = case.amounts.clone();
    recap::amounts(&case.text, case.seller()).into_iter().filter_map(move |amount| {
        let at = labels.iter().position(|label| label.value == amount.value)?;
        Some((amount, labels.remove(at)))
    })
}

fn learn_roles(cases: &[Case]) -> anyhow::Result<()> {
    let is_taught =
        |(amount, label): &(RecapAmount, Amount)| !amount.features.is_empty() && label.role != "restated";
    let all: Vec<(Observations, bool)> = cases
        .iter()
        .flat_map(labelled_amounts)
        .filter(is_taught)
        .map(|(amount, label)| (amount.features, !label.is_mention()))
        .collect();
    learn(
        &all,
        "weights.txt",
        "# How much an observation speaks for a price of ours, in hundredths of the logarithm of the odds.\n",
    )
}

/// Which of our amounts say others again.
fn learn_repeats(cases: &[Case]) -> anyhow::Result<()> {
    let mut all = Vec::new();
    for (amount, label) in cases.iter().flat_map(labelled_amounts) {
        let is_restated = label.role == "restated";
        if !amount.repeats.is_empty() && (is_restated || label.is_price()) {
            all.push((amount.repeats, is_restated));
        }
    }
    learn(
        &all,
        "repeating/weights.txt",
        "# How much an observation speaks for an amount that says others again, in hundredths of the logarithm\n# of the odds.\n",
    )
}

/// Which of the figures without a currency are amounts of money.
fn learn_figures(cases: &[Case]) -> anyhow::Result<()> {
    let mut all = Vec::new();
    for case in cases {
        let figures = recap::figures(&case.text);
        let labels: Vec<Decimal> = case.amounts.iter().map(|label| label.value).collect();
        for (figure, is_amount) in figures.iter().zip(labelled(&figures, &labels)) {
            if !figure.observed.is_empty() {
                all.push((figure.observed.clone(), is_amount));
            }
        }
    }
    learn(
        &all,
        "figures/weights.txt",
        "# How much an observation speaks for an amount of money, in hundredths of the logarithm of the odds.\n",
    )
}

/// What each sentence is for: a regression for each purpose.
fn learn_purposes(cases: &[Case]) -> anyhow::Result<()> {
    let mut all = Vec::new();
    for case in cases {
        let Some(labels) = &case.sentences else { continue };
        let sentences = recap::observed_sentences(&case.text, case.seller());
        let purposes = labels.purposes(&sentences);
        all.extend(sentences.into_iter().zip(purposes).filter(|(_, purposes)| !purposes.is_empty()));
    }
    let mut columns = Vec::new();
    let mut names = Numbers::default();
    for purpose in Purpose::ALL {
        let samples: Vec<(Observations, bool)> = all
            .iter()
            .map(|(sentence, purposes)| (sentence.observed.clone(), purposes.contains(&purpose)))
            .collect();
        let (numbers, weights) = learned(&samples);
        columns.push(weights);
        names = numbers;
    }
    let told = |at: &usize| {
        columns.iter().any(|weights| weights.get(*at).is_some_and(|weight| weight.abs() >= TOLD_LEAST))
    };
    names.0.retain(|_, at| told(at));
    names.write(
        "purpose/weights.txt",
        "# How much an observation speaks for a need, work, an exclusion, what the client gives, a date, and an\n# aside, in hundredths of the logarithm of the odds.\n",
        &columns,
    )
}

/// Which figures of a recap its labels are about: both are in the order of the text, and as many as possible
/// belong together, those with a currency first.
fn labelled(figures: &[Figure], labels: &[Decimal]) -> Vec<bool> {
    let width = labels.len() + 1;
    let fits = |at: usize, label: usize| match (figures.get(at), labels.get(label)) {
        (Some(figure), Some(value)) if figure.value == *value => {
            Some(2 + usize::from(figure.observed.is_empty()))
        }
        _ => None,
    };
    let mut most = vec![0; (figures.len() + 1) * width];
    let best =
        |most: &[usize], at: usize, label: usize| most.get(at * width + label).copied().unwrap_or_default();
    for at in (0..figures.len()).rev() {
        for label in (0..labels.len()).rev() {
            let skipped = best(&most, at + 1, label).max(best(&most, at, label + 1));
            let together = fits(at, label).map_or(0, |gain| gain + best(&most, at + 1, label + 1));
            if let Some(cell) = most.get_mut(at * width + label) {
                *cell = skipped.max(together);
            }
        }
    }
    let mut found = vec![false; figures.len()];
    let (mut at, mut label) = (0, 0);
    while at < figures.len() && label < labels.len() {
        let here = best(&most, at, label);
        if fits(at, label).is_some_and(|gain| here == gain + best(&most, at + 1, label + 1)) {
            if let Some(is_amount) = found.get_mut(at) {
                *is_amount = true;
            }
            (at, label) = (at + 1, label + 1);
        } else if here == best(&most, at + 1, label) {
            at += 1;
        } else {
            label += 1;
        }
    }
    found
}

/// Learns the weights of observations by which samples are told apart, and writes them.
fn learn(samples: &[(Observations, bool)], file: &str, head: &str) -> anyhow::Result<()> {
    let (numbers, weights) = learned(samples);
    numbers.write(file, head, &[weights])
}

/// The observations that teach something, and their weights.
fn learned(samples: &[(Observations, bool)]) -> (Numbers, Vec<f64>) {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, _) in samples.iter().flat_map(|(observed, _)| observed) {
        *seen.entry(name).or_default() += 1;
    }
    let mut numbers = Numbers::default();
    let samples: Vec<Sample> = samples
        .iter()
        .map(|(observed, is_so)| {
            let known = observed.iter().filter(|(name, _)| seen.get(name.as_ref()) >= Some(&OBSERVED_LEAST));
            let observed = known.map(|(name, strength)| (numbers.of(name), f64::from(*strength) / 10.0));
            Sample { observed: observed.collect(), is_so: *is_so }
        })
        .collect();
    let weights = regression(&samples, numbers.0.len());
    (numbers, weights)
}

/// Of the phrases around an amount those that name it are to be the most likely: a conditional logit.
fn learn_names(cases: &[Case]) -> anyhow::Result<()> {
    let samples: Vec<Vec<(Vec<String>, bool)>> = cases.iter().flat_map(named_phrases).collect();
    learn_choices(
        &samples,
        "naming/weights.txt",
        "# How much an observation speaks for the name of a price, in hundredths of the logarithm of the odds.\n",
    )
}

/// Of the numbers around a price the one that says how many is to be the most likely.
fn learn_counts(cases: &[Case]) -> anyhow::Result<()> {
    let samples: Vec<Vec<(Vec<String>, bool)>> = cases.iter().flat_map(counted).collect();
    learn_choices(
        &samples,
        "counting/weights.txt",
        "# How much an observation speaks for a number being how many are charged, in hundredths of the\n# logarithm of the odds.\n",
    )
}

/// The numbers around each labelled price of a recap: what is observed of each, and whether it is how many.
fn counted(case: &Case) -> Vec<Vec<(Vec<String>, bool)>> {
    let mut all = Vec::new();
    for (amount, label) in labelled_amounts(case).filter(|(_, label)| label.is_price()) {
        let quantity = label.quantity.unwrap_or(Decimal::ONE);
        let numbers = amount.numbers;
        if numbers.len() > 1 && numbers.iter().any(|(value, _)| *value == quantity) {
            all.push(numbers.into_iter().map(|(value, observed)| (observed, value == quantity)).collect());
        }
    }
    all
}

/// Learns the weights by which the right one of several is the most likely, and writes them.
fn learn_choices(samples: &[Vec<(Vec<String>, bool)>], file: &str, head: &str) -> anyhow::Result<()> {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for phrases in samples {
        let observed: BTreeSet<&str> =
            phrases.iter().flat_map(|(observed, _)| observed).map(String::as_str).collect();
        for observation in observed {
            *seen.entry(observation).or_default() += 1;
        }
    }
    let mut numbers = Numbers::default();
    let mut number = |observation: &String| {
        (seen.get(observation.as_str()) >= Some(&SEEN_LEAST)).then(|| numbers.of(observation))
    };
    let mut numbered = |(observed, is_name): &(Vec<String>, bool)| -> (Vec<usize>, bool) {
        (observed.iter().filter_map(&mut number).collect(), *is_name)
    };
    let samples: Vec<Vec<(Vec<usize>, bool)>> =
        samples.iter().map(|phrases| phrases.iter().map(&mut numbered).collect()).collect();
    let weights = conditional(&samples, numbers.0.len());
    numbers.write(file, head, &[weights])
}

/// The phrases around each labelled price of a recap: what is observed of each, and whether it is the name.
fn named_phrases(case: &Case) -> Vec<Vec<(Vec<String>, bool)>> {
    let mut labels = case.amounts.clone();
    let mut all = Vec::new();
    for choice in recap::name_choices(&case.text, case.seller()) {
        let Some(at) = labels.iter().position(|label| label.value == choice.value) else { continue };
        let Some(name) = labels.remove(at).name else { continue };
        let fits =
            |beside: &usize| choice.phrases.iter().any(|(phrase, _)| is_named_by(phrase, &name, *beside));
        let Some(beside) = [WORDS_BESIDE_LEARNED, WORDS_BESIDE_NAME].into_iter().find(fits) else { continue };
        all.push(
            choice
                .phrases
                .into_iter()
                .map(|(phrase, observed)| (observed, is_named_by(&phrase, &name, beside)))
                .collect(),
        );
    }
    all
}

/// The weights that make the right phrase of each price the most likely.
fn conditional(samples: &[Vec<(Vec<usize>, bool)>], size: usize) -> Vec<f64> {
    let mut weights = vec![0.0; size];
    let mut steps = vec![0.0; size];
    for _ in 0..NAME_ROUNDS {
        let mut slopes: Vec<f64> = weights.iter().map(|weight| -SHRINKAGE * weight).collect();
        for phrases in samples {
            let odds =
                |observed: &[usize]| observed.iter().filter_map(|at| weights.get(*at)).sum::<f64>().exp();
            let odds: Vec<f64> = phrases.iter().map(|(observed, _)| odds(observed)).collect();
            let all: f64 = odds.iter().sum();
            let right: f64 =
                odds.iter().zip(phrases).filter(|(_, (_, is_name))| *is_name).map(|(odds, _)| odds).sum();
            for (odds, (observed, is_name)) in odds.iter().zip(phrases) {
                let slope = if *is_name { odds / right } else { 0.0 } - odds / all;
                for at in observed {
                    if let Some(sum) = slopes.get_mut(*at) {
                        *sum += slope;
                    }
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

/// The weights that make the labels most likely. Each weight moves by a step of its own, so small that the
/// likelihood cannot fall: one over the most that the slope changes with all weights of its samples.
fn regression(samples: &[Sample], size: usize) -> Vec<f64> {
    let mut curvature = vec![SHRINKAGE; size];
    for sample in samples {
        let whole: f64 = sample.observed.iter().map(|(_, strength)| strength).sum();
        for (at, strength) in &sample.observed {
            if let Some(sum) = curvature.get_mut(*at) {
                *sum += strength * whole / 4.0;
            }
        }
    }
    let mut weights = vec![0.0; size];
    let mut steps = vec![0.0; size];
    for _ in 0..ROUNDS {
        let mut slopes: Vec<f64> = weights.iter().map(|weight| -SHRINKAGE * weight).collect();
        for sample in samples {
            let odds: f64 =
                sample.observed.iter().filter_map(|(at, strength)| Some(weights.get(*at)? * strength)).sum();
            let error = f64::from(u8::from(sample.is_so)) - 1.0 / (1.0 + (-odds).exp());
            for (at, strength) in &sample.observed {
                if let Some(slope) = slopes.get_mut(*at) {
                    *slope += error * strength;
                }
            }
        }
        for (((weight, step), slope), curvature) in
            weights.iter_mut().zip(&mut steps).zip(slopes).zip(&curvature)
        {
            *step = MOMENTUM * *step + slope / curvature;
            *weight += *step;
        }
    }
    weights
}
