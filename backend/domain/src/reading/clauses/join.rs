//! Which pieces of a sentence are one clause.

use super::Piece;
use crate::reading::{
    lexicon::{Tag, WordList},
    units::{Is, Unit},
};

/// Pieces without an amount join the clause before them, or the one after it where that is nothing but an
/// amount or where none is before.
pub(super) fn join(units: &[Unit], pieces: Vec<Piece>) -> Vec<Piece> {
    let bare = |piece: &Piece| {
        piece.1.is_some()
            && !piece.0.iter().any(|at| units.get(*at).is_some_and(|unit| matches!(unit.is, Is::Word)))
    };
    let leads = |piece: &Piece| {
        let first = piece
            .0
            .iter()
            .find(|at| !units.get(**at).is_some_and(|unit| matches!(unit.is, Is::Mark(_) | Is::Stop)));
        piece.1.is_some()
            && (first.copied() == piece.1
                || first.is_some_and(|at| {
                    units
                        .get(*at)
                        .is_some_and(|unit| matches!(unit.is, Is::Tag(Tag::Each | Tag::At | Tag::Doubt)))
                }))
    };
    let opens_bracket = |piece: &Piece| {
        piece.0.first().is_some_and(|at| units.get(*at).is_some_and(|unit| matches!(unit.is, Is::Mark('('))))
    };
    // Whether an amount without a name follows, with at most a remark in brackets before it: "4 posts (900
    // words) @ £175".
    let mut before_bare = vec![false; pieces.len()];
    let mut is_next_bare = false;
    for (piece, is_before) in pieces.iter().zip(before_bare.iter_mut()).rev() {
        *is_before = is_next_bare;
        if piece.1.is_some() || !opens_bracket(piece) {
            is_next_bare = bare(piece) || leads(piece);
        }
    }
    let mut before_bare = before_bare.into_iter();
    let mut joined: Vec<Piece> = Vec::new();
    let mut waiting: Vec<usize> = Vec::new();
    let mut pieces = pieces.into_iter().peekable();
    while let Some(piece) = pieces.next() {
        let is_before_bare = before_bare.next().unwrap_or_default();
        if piece.1.is_some() {
            let mut parts = std::mem::take(&mut waiting);
            parts.extend(piece.0);
            joined.push((parts, piece.1));
            continue;
        }
        let named = piece.0.iter().any(|at| units.get(*at).is_some_and(|unit| matches!(unit.is, Is::Word)));
        let optional =
            piece.0.iter().any(|at| units.get(*at).is_some_and(|unit| unit.is == Is::Tag(Tag::Optional)));
        let next = pieces.peek().filter(|next| optional && !opens_bracket(&piece) && next.1.is_some());
        let comma = next.is_some_and(|next| {
            next.0.first().is_some_and(|at| units.get(*at).is_some_and(|unit| unit.is == Is::Mark(',')))
        });
        if let Some(last) = joined.last_mut().filter(|_| next.is_some() && (named || comma)) {
            // "Stove 2,950, optional, shed 430": an option between two amounts may be of either.
            if !named {
                last.0.extend(piece.0.iter().copied());
            }
            waiting.extend(piece.0);
            continue;
        }
        // "$4,500 for design, development and testing, $300 monthly for hosting"
        let amount_first = joined.last().is_some_and(|last| {
            let named_at =
                last.0.iter().find(|at| units.get(**at).is_some_and(|unit| matches!(unit.is, Is::Word)));
            named_at.is_some_and(|at| Some(*at) > last.1)
        });
        let for_next = is_before_bare && named && !opens_bracket(&piece) && !amount_first;
        match joined.last_mut() {
            Some(last) if waiting.is_empty() && !for_next => last.0.extend(piece.0),
            _ => waiting.extend(piece.0),
        }
    }
    if !waiting.is_empty() {
        match joined.last_mut() {
            Some(last) => last.0.extend(waiting),
            None => joined.push((waiting, None)),
        }
    }
    joined
}

/// Whether a piece begins here.
pub(super) fn separates(units: &[Unit], at: usize) -> bool {
    let Some(unit) = units.get(at) else { return false };
    match unit.is {
        Is::Mark(',') | Is::Tag(Tag::Or) => true,
        Is::Tag(Tag::Equal) => {
            let is_figure = |at: usize| {
                matches!(units.get(at).map(|unit| unit.is), Some(Is::Money { .. } | Is::Number { .. }))
            };
            is_figure(at + 1) && at.checked_sub(1).is_some_and(is_figure)
        }
        Is::Mark('-' | '\u{2013}' | '\u{2014}' | '+' | '/' | '=') => {
            unit.spaced
                && units.get(at + 1).is_some_and(|next| next.spaced)
                && !matches!(units.get(at + 1).map(|next| next.is), Some(Is::Tag(Tag::Tax | Tag::PlusTax)))
        }
        Is::Tag(Tag::Extra) | Is::Stop => {
            WordList::And.has(&unit.lower) || WordList::NextClause.has(&unit.lower)
        }
        _ => false,
    }
}
