//! Use cases of messages to the site's support.

use proffer_domain::contact::ContactInput;

use super::store;
use crate::{access, app::App, authz::Action, failure::Failure};

/// Stores a message; in the same transaction, a trigger enqueues the job that mails it. Spam is dropped
/// without telling the sender.
pub async fn send(app: &App, input: ContactInput) -> Result<(), Failure> {
    if input.is_by_a_program() {
        tracing::info!("a contact message that filled in the hidden field was dropped");
        return Ok(());
    }
    let message = input.validate()?;
    let tx = access::by_visitor(app, Action::Create).await?;
    store::insert(&tx, app.new_id(), &message, app.now()).await?;
    Ok(tx.commit().await?)
}
