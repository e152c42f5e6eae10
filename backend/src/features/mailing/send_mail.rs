//! Completes a mail with what is known only now, and sends it.

use proffer_adapters::mail::{Action, Pdf, Unsubscribe};

use crate::{
    features::{evidence, proposals::service::links},
    jobs::{Job, JobContext, JobError},
    mail::{self, SendMail, Shared, unsubscribe},
    tokens,
};

impl Job for SendMail {
    async fn run(self, context: &JobContext) -> Result<(), JobError> {
        let mut mail = self.plain();
        if let (Some(id), Some(action)) = (self.link, &mut mail.content.action) {
            action.url.push_str(&tokens::mailed(&context.app, id).text);
        }
        if let Some(shared) = self.shared {
            mail.content.action = with_share_token(shared, mail.content.action.take(), context).await?;
        }
        if let Some(attachment) = self.document {
            let sealed =
                evidence::service::sealed_pdf(&context.app, context.workspace_id, attachment.proposal_id)
                    .await?;
            let bytes =
                sealed.ok_or_else(|| JobError::Retry("the sealed document is not made yet".to_owned()))?;
            mail.attachment = Some(Pdf { file_name: attachment.file_name, bytes });
        }
        mail.unsubscribe = self.subscription.as_ref().map(|subscription| {
            let page = unsubscribe::link(&context.app, subscription);
            Unsubscribe { one_click: unsubscribe::one_click(&page), page }
        });
        mail::hand_over(&context.app, &mail, context.job_id).await
    }
}

/// The button with the share token in its address.
async fn with_share_token(
    shared: Shared,
    action: Option<Action>,
    context: &JobContext,
) -> Result<Option<Action>, JobError> {
    let token = links::current(&context.app, &context.tx().await?, shared.proposal_id).await?;
    if token.is_none() && shared.required {
        return Err(JobError::GiveUp("the share link was taken back before the mail was sent".to_owned()));
    }
    Ok(action.zip(token).map(|(action, token)| Action { url: format!("{}{token}", action.url), ..action }))
}
