//! The requests of the replay: each operation with the ids of another tenant, and with unknown ids.

use super::world::cursor_at;
use crate::support::{
    app::TestApp,
    document::Operation,
    operations::{Call, Files, Ids},
};

/// Secrets that authorise their holder: not ids that can be guessed.
const CAPABILITIES: &[(&str, &str)] = &[
    ("getSharedProposal", "share_token"),
    ("sharedProposalAction", "share_token"),
    ("previewChoices", "share_token"),
    ("getSharedChanges", "share_token"),
    ("reportReading", "share_token"),
    ("downloadSharedDocument", "signed_token"),
    ("getSharedLogo", "share_token"),
    ("unsubscribe", "unsubscribe"),
    ("verifyEmail", "mailed_token"),
    ("getInvitation", "invitation_token"),
    ("registerByInvitation", "invitation_token"),
    ("acceptInvitation", "invitation_token"),
    // Created by the caller in their own workspace: the same id elsewhere is another turn, which
    // `chat/streams.rs` shows.
    ("streamChat", "turn"),
];

/// Unknown ids, in the same forms as real ones.
pub fn random_ids(app: &TestApp) -> Ids {
    Ids {
        client: "019cadc6-9a80-7aaa-8aaa-000000000001".to_owned(),
        proposal: "019cadc6-9a80-7aaa-8aaa-000000000002".to_owned(),
        item: "019cadc6-9a80-7aaa-8aaa-000000000003".to_owned(),
        share_token: "0123456789abcdefghijk".to_owned(),
        revision: "0".repeat(64),
        pending: "019cadc6-9a80-7aaa-8aaa-000000000031".to_owned(),
        signed: "019cadc6-9a80-7aaa-8aaa-000000000032".to_owned(),
        signed_token: "0123456789abcdefghijl".to_owned(),
        accepted: "019cadc6-9a80-7aaa-8aaa-000000000033".to_owned(),
        notification: "019cadc6-9a80-7aaa-8aaa-000000000034".to_owned(),
        unsubscribe: "nothing".to_owned(),
        files: Files::nowhere(),
        word: "zqnobody".to_owned(),
        cursor: cursor_at(app, "019cadc6-9a80-7aaa-8aaa-000000000001"),
        email: "zqnobody@zqnobody.example".to_owned(),
        password: "Wrong-Horse-8".to_owned(),
        mailed_token: "zqnothing".to_owned(),
        member: "019cadc6-9a80-7aaa-8aaa-000000000011".to_owned(),
        invitation: "019cadc6-9a80-7aaa-8aaa-000000000012".to_owned(),
        workspace: "019cadc6-9a80-7aaa-8aaa-000000000013".to_owned(),
        session: "019cadc6-9a80-7aaa-8aaa-000000000014".to_owned(),
        identity: "019cadc6-9a80-7aaa-8aaa-000000000015".to_owned(),
        user: "019cadc6-9a80-7aaa-8aaa-000000000016".to_owned(),
        domain: "019cadc6-9a80-7aaa-8aaa-000000000017".to_owned(),
        key: "019cadc6-9a80-7aaa-8aaa-000000000018".to_owned(),
        invitation_token: "nothing".to_owned(),
        picture: "none".to_owned(),
        message: "019cadc6-9a80-7aaa-8aaa-000000000021".to_owned(),
        block: "019cadc6-9a80-7aaa-8aaa-000000000022".to_owned(),
        turn: "019cadc6-9a80-7aaa-8aaa-000000000023".to_owned(),
        claim: "zqnothing".to_owned(),
        job: "019cadc6-9a80-7aaa-8aaa-000000000024".to_owned(),
    }
}

/// One of the ids: its name, its value, and for secrets of the other tenant nothing.
pub type Field = (&'static str, fn(&mut Ids) -> &mut String);

pub const FIELDS: &[Field] = &[
    ("client", |ids| &mut ids.client),
    ("proposal", |ids| &mut ids.proposal),
    ("item", |ids| &mut ids.item),
    ("share_token", |ids| &mut ids.share_token),
    ("revision", |ids| &mut ids.revision),
    ("pending", |ids| &mut ids.pending),
    ("signed", |ids| &mut ids.signed),
    ("signed_token", |ids| &mut ids.signed_token),
    ("accepted", |ids| &mut ids.accepted),
    ("notification", |ids| &mut ids.notification),
    ("unsubscribe", |ids| &mut ids.unsubscribe),
    ("object", |ids| &mut ids.files.object),
    ("upload_url", |ids| &mut ids.files.upload_url),
    ("upload_key", |ids| &mut ids.files.upload_key),
    ("multipart", |ids| &mut ids.files.multipart),
    ("clients_url", |ids| &mut ids.files.clients_url),
    ("import", |ids| &mut ids.files.import),
    ("word", |ids| &mut ids.word),
    ("cursor", |ids| &mut ids.cursor),
    ("email", |ids| &mut ids.email),
    ("mailed_token", |ids| &mut ids.mailed_token),
    ("member", |ids| &mut ids.member),
    ("invitation", |ids| &mut ids.invitation),
    ("invitation_token", |ids| &mut ids.invitation_token),
    ("workspace", |ids| &mut ids.workspace),
    ("session", |ids| &mut ids.session),
    ("identity", |ids| &mut ids.identity),
    ("user", |ids| &mut ids.user),
    ("picture", |ids| &mut ids.picture),
    ("domain", |ids| &mut ids.domain),
    ("key", |ids| &mut ids.key),
    ("message", |ids| &mut ids.message),
    ("block", |ids| &mut ids.block),
    ("turn", |ids| &mut ids.turn),
    ("claim", |ids| &mut ids.claim),
    ("job", |ids| &mut ids.job),
];

/// `own` with those fields of `other`.
fn mixed(own: &Ids, other: &Ids, fields: &[Field]) -> Ids {
    let (mut mixed, mut other) = (own.clone(), other.clone());
    for (_, field) in fields {
        field(&mut mixed).clone_from(field(&mut other));
    }
    mixed
}

/// The requests for that operation with the other tenant's ids, each with a twin with unknown ids: all ids at
/// once, and each alone among own ids.
pub fn replays(operation: &Operation, own: &Ids, foreign: &Ids, nothing: &Ids) -> Vec<(Call, Call)> {
    let triable: Vec<Field> = FIELDS
        .iter()
        .copied()
        .filter(|(name, _)| !CAPABILITIES.contains(&(operation.id.as_str(), *name)))
        .collect();
    let mut choices: Vec<Vec<Field>> = triable.iter().map(|field| vec![*field]).collect();
    choices.push(triable);
    choices
        .into_iter()
        .map(|fields| [foreign, nothing].map(|ids| Call::new(operation, &mixed(own, ids, &fields))))
        .map(|[foreign, nothing]| (foreign, nothing))
        .filter(|(foreign, nothing)| foreign != nothing)
        .collect()
}
