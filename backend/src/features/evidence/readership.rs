//! The readership of a proposal, as shown to the team.

use proffer_domain::{document::Section, views};

use super::activity_types::{Readership, SectionReading, View};
use crate::features::page_views::RecordedHit;

/// How many hits are shown; all of them are counted.
const MOST_VIEWS: usize = 100;

/// Evaluates the hits, given newest first, by the blocks of the document.
pub fn of(kept: &[RecordedHit], sections: &[Section]) -> Readership {
    let all: Vec<views::View> = kept.iter().map(|kept| kept.view.clone()).collect();
    let said = views::readership(&all);
    let sections = sections.iter().map(|section| SectionReading {
        block_id: section.id,
        title: section.title.clone(),
        visible_ms: said.sections.get(&section.id).copied().unwrap_or_default(),
    });
    Readership {
        first_at: said.first_at.map(Into::into),
        last_at: said.last_at.map(Into::into),
        count: count(said.count),
        visitors: count(said.visitors),
        others: count(said.others),
        sections: sections.collect(),
        views: kept.iter().take(MOST_VIEWS).map(view).collect(),
    }
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn view(kept: &RecordedHit) -> View {
    let (class, reason) = views::classify(&kept.view.hit);
    View {
        id: kept.id,
        class,
        reason: reason.to_owned(),
        revision_number: kept.revision_number,
        visible_ms: kept.view.hit.visible_ms,
        at: kept.view.at.into(),
        updated_at: kept.view.updated_at.into(),
    }
}
