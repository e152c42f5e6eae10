//! The search for the assignment of amounts that comes to a stated sum.

use rust_decimal::Decimal;

/// The most assignments that are tried for one deviation.
const TRIES_MAX: usize = 10_000;
/// What a product may deviate: two factors agree sooner by chance than a sum.
const MOST_OF_PRODUCT: u32 = 3;

/// A way to read an amount in a sum: what it adds, and how far that is from the words.
#[derive(Debug, Clone, Copy)]
pub(super) struct Way<P> {
    pub part: P,
    pub adds: Decimal,
    pub deviates: u32,
    /// It adds the amount more than once.
    pub is_several: bool,
}

/// How much an assignment is trusted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// What it may deviate.
    pub most: u32,
    /// How many sums there must be for each one that is tried.
    pub scarce: u32,
}

impl Limits {
    /// Whether so few of the possible sums were tried that none agrees by chance.
    fn allow<P>(self, tried: usize, ways: &[Vec<Way<P>>], sum: Decimal) -> bool {
        let step = step(ways.iter().flatten().map(|way| way.adds));
        Decimal::from(tried).saturating_mul(step).saturating_mul(Decimal::from(self.scarce)) <= sum
    }
}

/// The one amount that comes to a sum by its quantity; the others keep the default part.
/// `finals` are the factors that may change a sum before it is stated.
pub(super) fn product<P: Copy + Default>(
    ways: &[Vec<Way<P>>],
    sum: Decimal,
    finals: &[(Decimal, u32)],
    limits: Limits,
) -> Option<Vec<P>> {
    let factors = |at: usize| move |(factor, more): &(Decimal, u32)| (at, *factor, *more);
    let pairs = ways.iter().enumerate().flat_map(|(at, ways)| {
        ways.iter()
            .filter(|way| way.is_several)
            .flat_map(move |way| finals.iter().map(factors(at)).map(move |found| (way, found)))
    });
    let mut tried = 0;
    let mut found: Vec<(u32, usize, P)> = Vec::new();
    for (way, (at, factor, more)) in
        pairs.filter(|(way, (_, _, more))| way.deviates + more <= limits.most.min(MOST_OF_PRODUCT))
    {
        tried += 1;
        if way.adds.checked_mul(factor).unwrap_or_default().round_dp(2) == sum {
            found.push((way.deviates + more, at, way.part));
        }
    }
    let (least, at, part) = found.iter().min_by_key(|(deviates, ..)| *deviates).copied()?;
    let is_only = found.iter().filter(|(deviates, ..)| *deviates == least).count() == 1;
    let parts = (0..ways.len()).map(|other| if other == at { part } else { P::default() }).collect();
    (is_only && limits.allow(tried, ways, sum)).then_some(parts)
}

/// The assignment of two or more amounts that comes to a sum with the least deviation, if there is only one.
pub(super) fn best<P: Copy + PartialEq>(
    ways: &[Vec<Way<P>>],
    sum: Decimal,
    finals: &[(Decimal, u32)],
    limits: Limits,
) -> Option<Vec<P>> {
    for most in 0..=limits.most {
        let mut search = Search {
            ways,
            sum,
            finals,
            most,
            found: None,
            is_only: true,
            tries: 0,
            sums: 0,
            parts: Vec::new(),
        };
        search.go(Decimal::ZERO, 0, 0);
        if search.tries >= TRIES_MAX {
            return None;
        }
        if search.found.is_some() {
            return search.found.filter(|_| search.is_only && limits.allow(search.sums, ways, sum));
        }
    }
    None
}

/// The power of ten that divides all amounts: sums of round amounts are round, and agree sooner by chance.
fn step(amounts: impl Iterator<Item = Decimal>) -> Decimal {
    let of = |amount: Decimal| {
        let amount = amount.normalize();
        let zeros = |step: &Decimal| (amount % *step).is_zero();
        let steps =
            [Decimal::ONE_THOUSAND, Decimal::ONE_HUNDRED, Decimal::TEN, Decimal::ONE, Decimal::new(1, 1)];
        steps.into_iter().find(zeros).unwrap_or(Decimal::new(1, 2))
    };
    amounts.filter(|amount| !amount.is_zero()).map(of).min().unwrap_or(Decimal::ONE)
}

struct Search<'a, P> {
    ways: &'a [Vec<Way<P>>],
    sum: Decimal,
    finals: &'a [(Decimal, u32)],
    /// What an assignment may deviate.
    most: u32,
    found: Option<Vec<P>>,
    is_only: bool,
    tries: usize,
    /// The number of sums that were compared.
    sums: usize,
    parts: Vec<P>,
}

impl<P: Copy + PartialEq> Search<'_, P> {
    /// Tries the ways of the remaining amounts; `terms` is how many amounts count.
    fn go(&mut self, so_far: Decimal, deviates: u32, terms: usize) {
        self.tries += 1;
        if deviates > self.most || self.tries >= TRIES_MAX {
            return;
        }
        let Some(ways) = self.ways.get(self.parts.len()) else {
            return self.compare(so_far, deviates, terms);
        };
        for way in ways {
            let counts = usize::from(!way.adds.is_zero());
            self.parts.push(way.part);
            self.go(so_far.saturating_add(way.adds), deviates + way.deviates, terms + counts);
            self.parts.pop();
        }
    }

    fn compare(&mut self, so_far: Decimal, deviates: u32, terms: usize) {
        if terms < 2 {
            return;
        }
        for (factor, more) in self.finals {
            if deviates + more > self.most {
                continue;
            }
            self.sums += 1;
            if so_far.checked_mul(*factor).unwrap_or_default().round_dp(2) != self.sum {
                continue;
            }
            let is_first = self.found.as_ref().is_none_or(|found| *found == self.parts);
            self.is_only &= is_first;
            self.found = Some(self.parts.clone());
        }
    }
}
