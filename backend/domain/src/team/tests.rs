#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use chrono::TimeDelta;
use proptest::prelude::*;

use super::*;
use crate::identity::TokenKind;

const fn target(role: Role, status: MembershipStatus, is_actor: bool) -> Target {
    Target { role, status, is_actor }
}

/// Every possible target.
fn targets() -> Vec<Target> {
    let mut all = Vec::new();
    for role in Role::ALL {
        for status in MembershipStatus::ALL {
            all.extend([false, true].map(|is_actor| target(role, status, is_actor)));
        }
    }
    all
}

#[test]
fn roles_decide_which_members_can_be_changed_and_removed() {
    use MembershipStatus::{Active, Invited, Removed};
    use Role::{Admin, Member, Owner};
    use TeamRefusal::{NoMember, NotAllowed, OwnMembership, OwnRole, OwnerMustTransfer};
    // Actor and target: whether the role may be changed, whether the member may be removed.
    for (actor, to, change, gone) in [
        (Owner, target(Admin, Active, false), Ok(()), Ok(())),
        (Owner, target(Member, Active, false), Ok(()), Ok(())),
        (Owner, target(Owner, Active, true), Err(OwnerMustTransfer), Err(OwnerMustTransfer)),
        (Admin, target(Owner, Active, false), Err(OwnerMustTransfer), Err(OwnerMustTransfer)),
        (Admin, target(Admin, Active, false), Ok(()), Ok(())),
        (Admin, target(Member, Active, false), Ok(()), Ok(())),
        (Admin, target(Admin, Active, true), Err(OwnRole), Err(OwnMembership)),
        (Admin, target(Member, Invited, false), Err(NoMember), Err(NoMember)),
        (Owner, target(Member, Removed, false), Err(NoMember), Err(NoMember)),
        (Owner, target(Owner, Removed, false), Err(NoMember), Err(NoMember)),
    ] {
        assert_eq!(change_role(actor, to), change, "{actor:?} changes {to:?}");
        assert_eq!(remove(actor, to), gone, "{actor:?} removes {to:?}");
    }
    for to in targets() {
        assert_eq!(change_role(Member, to), Err(NotAllowed), "{to:?}");
        assert_eq!(remove(Member, to), Err(NotAllowed), "{to:?}");
    }
}

#[test]
fn no_change_removes_the_owner() {
    for actor in Role::ALL {
        for to in targets().into_iter().filter(|to| to.role == Role::Owner) {
            assert!(change_role(actor, to).is_err() && remove(actor, to).is_err(), "{actor:?} {to:?}");
        }
    }
    assert_eq!(Role::ALL.map(leave), [Err(TeamRefusal::OwnerMustTransfer), Ok(()), Ok(())]);
}

#[test]
fn the_owner_alone_hands_over_and_to_an_active_member() {
    for to in targets() {
        for actor in [Role::Admin, Role::Member] {
            assert_eq!(transfer(actor, to), Err(TeamRefusal::NotAllowed), "{actor:?} {to:?}");
        }
        let expected = match to {
            Target { status: MembershipStatus::Invited | MembershipStatus::Removed, .. } => {
                Err(TeamRefusal::NoMember)
            }
            Target { is_actor: true, .. } => Err(TeamRefusal::AlreadyOwner),
            Target { .. } => Ok(()),
        };
        assert_eq!(transfer(Role::Owner, to), expected, "{to:?}");
    }
}

fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_772_441_000 + seconds, 0).unwrap()
}

#[test]
fn the_result_of_accepting_an_invitation() {
    let unused = TokenFacts { expires_at: TokenKind::Invitation.expires_at(at(0)), used_at: None };
    let used = TokenFacts { used_at: Some(at(60)), ..unused };
    let week = TimeDelta::days(7).num_seconds();
    for (status, token, seconds, state) in [
        (MembershipStatus::Invited, unused, 0, InvitationState::Open),
        (MembershipStatus::Invited, unused, week - 1, InvitationState::Open),
        (MembershipStatus::Invited, unused, week, InvitationState::Expired),
        (MembershipStatus::Invited, used, 0, InvitationState::Gone),
        (MembershipStatus::Active, used, 0, InvitationState::Accepted),
        (MembershipStatus::Active, used, 2 * week, InvitationState::Accepted),
        // Joined in another way, for example through the workspace's own provider.
        (MembershipStatus::Active, unused, 0, InvitationState::Accepted),
        (MembershipStatus::Removed, used, 0, InvitationState::Gone),
        (MembershipStatus::Removed, unused, 0, InvitationState::Gone),
    ] {
        assert_eq!(
            invitation_state(status, token, at(seconds)),
            state,
            "{status:?} {token:?} after {seconds} s"
        );
    }
}

#[test]
fn accepting_an_invitation_depends_on_its_state_and_address() {
    use InvitationState::{Accepted, Expired, Gone, Open};
    for (state, same, other) in [
        (Open, Acceptance::Join, Acceptance::AnotherAddress),
        (Expired, Acceptance::Expired, Acceptance::AnotherAddress),
        (Accepted, Acceptance::Repeated, Acceptance::AnotherAddress),
        (Gone, Acceptance::Unknown, Acceptance::Unknown),
    ] {
        assert_eq!((accept(state, true), accept(state, false)), (same, other), "{state:?}");
    }
}

#[test]
fn a_workspace_name_is_one_line() {
    assert_eq!(workspace_name("  Atelier Süd & Söhne  ").unwrap(), "Atelier Süd & Söhne");
    assert_eq!(workspace_name(&"ü".repeat(100)).unwrap().chars().count(), 100);
    for (text, code, message) in [
        ("", "required", "Name is required"),
        (" \n ", "required", "Name is required"),
        ("a\nb", "invalid_characters", "Name must be a single line of text"),
        ("a\r\nBcc: x@y.example", "invalid_characters", "Name must be a single line of text"),
        ("a\u{2028}b", "invalid_characters", "Name must be a single line of text"),
        ("a\u{1b}[2J", "invalid_characters", "Name must be a single line of text"),
        ("a\0b", "invalid_characters", "Name contains characters that cannot be stored"),
        (&"x".repeat(101), "too_long", "Name must be at most 100 characters"),
    ] {
        let errors = workspace_name(text).unwrap_err();
        let seen: Vec<_> =
            errors.iter().map(|error| (error.field.as_ref(), error.code, error.message.as_ref())).collect();
        assert_eq!(seen, [("name", code, message)], "{text:?}");
    }
}

#[test]
fn every_word_reads_back() {
    for role in Role::ALL {
        assert_eq!(role.as_str().parse(), Ok(role));
    }
    for status in MembershipStatus::ALL {
        assert_eq!(status.as_str().parse(), Ok(status));
    }
    assert_eq!("Owner".parse::<Role>(), Err(UnknownWord));
    assert_eq!("".parse::<MembershipStatus>(), Err(UnknownWord));
}

proptest! {
    #[test]
    fn only_the_invited_address_ever_joins(
        status in prop::sample::select(&MembershipStatus::ALL[..]), used in any::<bool>(), after in 0_i64..2_000_000, same in any::<bool>(),
    ) {
        let token = TokenFacts { expires_at: TokenKind::Invitation.expires_at(at(0)), used_at: used.then(|| at(1)) };
        let joins = accept(invitation_state(status, token, at(after)), same) == Acceptance::Join;
        prop_assert_eq!(joins, same && !used && status == MembershipStatus::Invited && at(after) < token.expires_at);
    }
}
