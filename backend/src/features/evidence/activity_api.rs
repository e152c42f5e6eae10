//! The wire of a proposal's activity: what happened, how it was read, what was mailed, and what its revisions
//! say.

use poem::web::Data;
use poem_openapi::{
    Enum, Object, OpenApi,
    param::{Path, Query},
    payload::Json,
};
use proffer_domain::{field_error::FieldError, views::Class};
use uuid::Uuid;

use super::activity;
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::{
        Noun,
        deliveries::Delivery,
        proposals::{service::revisions, types::RevisionRef, versions_api::Comparison},
    },
    http::problem::Problem,
    wire::Timestamp,
};

/// In what capacity somebody did something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum ActivityActor {
    /// Somebody of the team.
    Member,
    /// An integration.
    ApiClient,
    /// Whoever held the link.
    Client,
    /// The assistant.
    Assistant,
    /// The product itself.
    System,
}

/// Something that happened to a proposal: one event of its audit trail.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ActivityEvent {
    /// Its place in the trail, counted from 1.
    pub sequence: i32,
    /// What happened, such as `sent`, `viewed` or `signed`.
    pub kind: String,
    /// In what capacity.
    pub actor: ActivityActor,
    /// What people call them, where that is known.
    pub actor_name: Option<String>,
    /// The client's address, where they gave one.
    pub actor_email: Option<String>,
    /// The revision it is about.
    pub revision_number: Option<i32>,
    /// Words that went with it: a wish, a reason.
    pub words: Option<String>,
    /// The reason of a decline.
    pub reason: Option<String>,
    /// The part of the document that it is about.
    pub block_id: Option<Uuid>,
    /// When.
    pub at: Timestamp,
    /// The event's hash.
    pub hash: String,
}

/// A hit on the link.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct View {
    /// Its id.
    pub id: Uuid,
    /// What it was.
    pub class: Class,
    /// Why it is held to be that.
    pub reason: String,
    /// The revision that was on the screen.
    pub revision_number: Option<i32>,
    /// Milliseconds in which the page was in the foreground.
    pub visible_ms: i64,
    /// When it began.
    pub at: Timestamp,
    /// When it was last heard of.
    pub updated_at: Timestamp,
}

/// How long persons had a part of the document in view.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct SectionReading {
    /// The block.
    pub block_id: Uuid,
    /// Its heading.
    pub title: String,
    /// Milliseconds, of all persons together.
    pub visible_ms: i64,
}

/// How the proposal was read. Counts are of persons alone, worked out from all the hits each time.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Readership {
    /// When a person first opened it.
    pub first_at: Option<Timestamp>,
    /// When a person last had it open.
    pub last_at: Option<Timestamp>,
    /// How often persons opened it.
    pub count: i64,
    /// By how many browsers.
    pub visitors: i64,
    /// How many openings were by no person; fetching a page and its report of being read are one.
    pub others: i64,
    /// The parts in their order, with the time each was in view.
    pub sections: Vec<SectionReading>,
    /// The hits, the newest first, at most 100.
    pub views: Vec<View>,
}

/// Everything about a proposal between sender and client.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct Activity {
    /// What happened, the newest first.
    pub events: Vec<ActivityEvent>,
    /// Whether the trail is whole: every event follows the one before it.
    pub intact: bool,
    /// How it was read.
    pub readership: Readership,
    /// What was mailed, the newest first.
    pub mails: Vec<Delivery>,
    /// What was sent, the newest first.
    pub revisions: Vec<RevisionRef>,
}

/// Activity.
pub struct ActivityApi;

#[OpenApi(tag = "Noun::Evidence")]
impl ActivityApi {
    /// What happened to a proposal.
    #[oai(path = "/proposals/:id/activity", method = "get", operation_id = "getActivity")]
    async fn get(
        &self,
        app: Data<&App>,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
    ) -> Result<Json<Activity>, Problem> {
        let tx = member.may(Action::Read, Thing::Proposals).await?;
        Ok(Json(activity::show(&app, tx, id.0).await?))
    }

    /// What is different between two revisions that were sent.
    #[oai(path = "/proposals/:id/revisions/:number/changes", method = "get", operation_id = "compareRevisions")]
    async fn compare(
        &self,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
        /// The later revision.
        number: Path<i32>,
        /// The earlier revision; absent means the one before.
        since: Query<Option<i32>>,
    ) -> Result<Json<Comparison>, Problem> {
        let tx = member.may(Action::Read, Thing::Proposals).await?;
        let since = since.0.unwrap_or(number.0.saturating_sub(1));
        if since > number.0 {
            let error = FieldError::new("since", "not_earlier", "Compare with an earlier revision");
            return Err(Problem::unprocessable("invalid_parameter", "since must be an earlier revision.").with_errors(vec![error]));
        }
        Ok(Json(revisions::compare(&tx, id.0, since, number.0).await?))
    }
}
