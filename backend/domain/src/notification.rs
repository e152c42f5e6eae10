//! Notifications of the team: their kinds, their recipients, and the default channels.

use poem_openapi::Enum;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use uuid::Uuid;

use crate::{field_error::FieldError, team::Role};

/// The kind of a notification.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    strum::IntoStaticStr,
    strum::EnumString,
    strum::Display,
    Enum,
)]
#[oai(rename = "NotificationKind", rename_all = "snake_case")]
#[strum(
    serialize_all = "snake_case", const_into_str,
    parse_err_ty = UnknownKind, parse_err_fn = unknown_kind
)]
#[serde(rename_all = "snake_case")]
pub enum NotificationEvent {
    /// A human opened a proposal for the first time.
    Viewed,
    /// A client requested changes.
    ChangesRequested,
    /// A client accepted a proposal.
    Signed,
    /// A client declined a proposal.
    Declined,
    /// A proposal expires in three days.
    Expiring,
    /// A proposal expired.
    Expired,
    /// A user joined the team.
    MemberJoined,
    /// The trial ends in a few days.
    TrialEnding,
    /// A payment for the subscription failed.
    PaymentFailed,
    /// The trial or the subscription has ended.
    PlanEnded,
}

impl NotificationEvent {
    /// Every kind, in the order in which they are shown.
    pub const ALL: [Self; 10] = [
        Self::Viewed,
        Self::ChangesRequested,
        Self::Signed,
        Self::Declined,
        Self::Expiring,
        Self::Expired,
        Self::MemberJoined,
        Self::TrialEnding,
        Self::PaymentFailed,
        Self::PlanEnded,
    ];

    /// The name on the wire and in the database.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into_str()
    }
}

/// The channels of one kind of notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Channels {
    /// Whether it is shown in the app.
    pub in_app: bool,
    /// Whether it is mailed.
    pub by_mail: bool,
}

impl Default for Channels {
    /// All channels are on by default: each kind occurs a few times per proposal, and each asks for an
    /// action.
    fn default() -> Self {
        Self { in_app: true, by_mail: true }
    }
}

/// An active member of a team.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TeamMember {
    /// The member's user id.
    pub user_id: Uuid,
    /// The member's role.
    pub role: Role,
}

/// The recipients of a notification, in the order of `team`, which holds the active members. For a proposal:
/// its creator if they are still on the team, else the owner. For a new member and for the plan: the owner
/// and the admins. The actor (`except`) is not notified of their own action, and no one is notified instead.
#[must_use]
pub fn recipients(
    kind: NotificationEvent,
    made_by: Option<Uuid>,
    except: Option<Uuid>,
    team: &[TeamMember],
) -> Vec<Uuid> {
    let maker = team.iter().find(|member| Some(member.user_id) == made_by);
    let concerns = |member: &TeamMember| match (kind, maker) {
        (
            NotificationEvent::MemberJoined
            | NotificationEvent::TrialEnding
            | NotificationEvent::PaymentFailed
            | NotificationEvent::PlanEnded,
            _,
        ) => {
            matches!(member.role, Role::Owner | Role::Admin)
        }
        (_, Some(maker)) => member.user_id == maker.user_id,
        (_, None) => member.role == Role::Owner,
    };
    let concerned = team.iter().filter(|member| concerns(member)).map(|member| member.user_id);
    concerned.filter(|user_id| Some(*user_id) != except).collect()
}

/// Every kind with a member's preference, in the order in which they are shown.
#[must_use]
pub fn preferences(chosen: &[(NotificationEvent, Channels)]) -> Vec<(NotificationEvent, Channels)> {
    let ways =
        |kind| chosen.iter().find(|(of, _)| *of == kind).map_or_else(Channels::default, |(_, ways)| *ways);
    NotificationEvent::ALL.into_iter().map(|kind| (kind, ways(kind))).collect()
}

/// Refuses a list that names one kind twice, because the two entries may differ.
///
/// # Errors One for each repetition, named by its index in the list.
pub fn choices(chosen: &[(NotificationEvent, Channels)]) -> Result<(), Vec<FieldError>> {
    let is_repeated =
        |at: usize, kind: NotificationEvent| chosen.iter().take(at).any(|(before, _)| *before == kind);
    let errors: Vec<FieldError> = chosen
        .iter()
        .enumerate()
        .filter(|(at, (kind, _))| is_repeated(*at, *kind))
        .map(|(at, _)| {
            FieldError::new(
                format!("[{at}].kind"),
                "repeated",
                "Each kind of notification can be listed once",
            )
        })
        .collect();
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// The text is not the name of a notification kind.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("unknown kind of notification")]
pub struct UnknownKind;

fn unknown_kind(_: &str) -> UnknownKind {
    UnknownKind
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a failed test should stop at once")]
    use proptest::prelude::*;

    use super::*;

    const OWNER: Uuid = Uuid::from_u128(1);
    const ADMIN: Uuid = Uuid::from_u128(2);
    const MEMBER: Uuid = Uuid::from_u128(3);
    const GONE: Uuid = Uuid::from_u128(4);

    fn team() -> Vec<TeamMember> {
        [(OWNER, Role::Owner), (ADMIN, Role::Admin), (MEMBER, Role::Member)]
            .map(|(user_id, role)| TeamMember { user_id, role })
            .to_vec()
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        for kind in NotificationEvent::ALL {
            assert_eq!(kind.to_string().parse(), Ok(kind));
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.as_str());
        }
        assert_eq!("opened".parse::<NotificationEvent>(), Err(UnknownKind));
    }

    #[test]
    fn the_right_people_are_notified() {
        let no_one: &[Uuid] = &[];
        for (kind, made_by, except, expected) in [
            (NotificationEvent::Viewed, Some(MEMBER), None, &[MEMBER][..]),
            (NotificationEvent::Signed, Some(OWNER), None, &[OWNER]),
            // The creator has left.
            (NotificationEvent::Declined, Some(GONE), None, &[OWNER]),
            (NotificationEvent::Expired, None, None, &[OWNER]),
            // The actor already knows, and no one else is responsible.
            (NotificationEvent::ChangesRequested, Some(MEMBER), Some(MEMBER), no_one),
            (NotificationEvent::Viewed, Some(GONE), Some(OWNER), no_one),
            (NotificationEvent::Viewed, Some(MEMBER), Some(OWNER), &[MEMBER]),
            (NotificationEvent::MemberJoined, None, Some(MEMBER), &[OWNER, ADMIN]),
            (NotificationEvent::MemberJoined, None, Some(ADMIN), &[OWNER]),
            (NotificationEvent::MemberJoined, Some(MEMBER), None, &[OWNER, ADMIN]),
        ] {
            assert_eq!(
                recipients(kind, made_by, except, &team()),
                expected,
                "{kind} by {made_by:?} except {except:?}"
            );
        }
        assert_eq!(recipients(NotificationEvent::Viewed, Some(OWNER), None, &[]), no_one);
    }

    #[test]
    fn a_kind_is_chosen_once() {
        let (on, off) = (Channels::default(), Channels { in_app: false, by_mail: false });
        assert_eq!(choices(&[(NotificationEvent::Viewed, on), (NotificationEvent::Signed, on)]), Ok(()));
        let errors = choices(&[
            (NotificationEvent::Viewed, on),
            (NotificationEvent::Signed, on),
            (NotificationEvent::Viewed, off),
            (NotificationEvent::Viewed, on),
        ])
        .unwrap_err();
        let fields: Vec<_> = errors.iter().map(|error| (error.field.as_ref(), error.code)).collect();
        assert_eq!(fields, [("[2].kind", "repeated"), ("[3].kind", "repeated")]);
    }

    fn kind() -> impl Strategy<Value = NotificationEvent> {
        prop::sample::select(&NotificationEvent::ALL[..])
    }

    proptest! {
        #[test]
        fn every_kind_is_preferred_once_and_as_chosen(chosen in prop::collection::btree_map(kind(), any::<[bool; 2]>(), 0..10)) {
            let chosen: Vec<_> = chosen.into_iter().map(|(kind, [in_app, by_mail])| (kind, Channels { in_app, by_mail })).collect();
            let all = preferences(&chosen);
            prop_assert_eq!(all.iter().map(|(kind, _)| *kind).collect::<Vec<_>>(), NotificationEvent::ALL);
            for (kind, ways) in all {
                let wanted = chosen.iter().find(|(of, _)| *of == kind).map_or(Channels { in_app: true, by_mail: true }, |(_, ways)| *ways);
                prop_assert_eq!(ways, wanted);
            }
        }

        #[test]
        fn the_actor_and_former_members_are_not_notified(
            kind in kind(), made_by in prop::option::of(1u128..6), except in prop::option::of(1u128..6), roles in prop::collection::vec(0usize..3, 0..5),
        ) {
            let team: Vec<_> = roles.iter().enumerate().map(|(at, role)| TeamMember {
                user_id: Uuid::from_u128(at as u128 + 1), role: Role::ALL[*role],
            }).collect();
            let except = except.map(Uuid::from_u128);
            let people = recipients(kind, made_by.map(Uuid::from_u128), except, &team);
            prop_assert!(people.iter().all(|person| Some(*person) != except && team.iter().any(|one| one.user_id == *person)));
            prop_assert_eq!(people.iter().collect::<std::collections::BTreeSet<_>>().len(), people.len());
        }
    }
}
