//! The description of failed work for site administrators: a cause in the product's own words. A message from
//! another server, or the content of a file, can name a client or quote a proposal, and stays within the
//! workspace.

/// The beginnings of the product's own failure messages, and the summary of each.
const CAUSES: [(&str, &str); 13] = [
    ("the mail server refused or did not answer", "The mail server refused it or did not answer"),
    ("the mail cannot be written", "The mail cannot be written: a name or an address in it is not valid"),
    ("the share link was taken back", "The share link was taken back before the mail was sent"),
    ("the outbox cannot be written", "The outbox cannot be written"),
    ("the sealed document is not made yet", "The sealed document is not made yet"),
    ("the sealed document cannot be made", "The sealed document cannot be made: it is too large or cannot be laid out"),
    ("its worker died twice", "Its worker died twice while doing it, so it is not tried again by itself"),
    ("the database refused or did not answer", "The database refused it or did not answer"),
    ("the object storage refused or did not answer", "The object storage refused it or did not answer"),
    ("it broke down", "It broke down; the server's log says how"),
    ("its payload cannot be read", "What it was to do cannot be read"),
    ("usage_exceeded", "The monthly limit of the assistant is used up, or the assistant is blocked"),
    ("the DNS does not answer", "The name server did not answer"),
];

/// The summary of any other failure.
const OTHER: &str = "It failed; the server's log says why";

/// The kind of a failure that a workspace sees as this message.
#[must_use]
pub fn kind(words: &str) -> &'static str {
    CAUSES.iter().find(|(beginning, _)| words.starts_with(beginning)).map_or(OTHER, |(_, kind)| kind)
}

/// A description of the task of that name.
#[must_use]
pub fn task(name: &str) -> &'static str {
    match name {
        "send_mail" => "Send a mail",
        "draft_proposal" => "Draft a proposal",
        "remove_objects" => "Remove files that nothing names any more",
        "sweep_files" => "Remove uploads that nobody used",
        "measure_files" => "Remove uploads that are too large",
        "recheck_domain" => "Look whether a mail domain is still the workspace's",
        "notify" => "Tell the team of something",
        "seal_evidence" => "Seal a signed proposal",
        "remind_client" => "Remind a client",
        "warn_of_expiry" => "Warn that a proposal is about to expire",
        "expire_proposal" => "Let a proposal expire",
        "read_client_website" => "Read a client's website",
        "import_clients" => "Bring clients in from a file",
        "forget_client_import" => "Forget a file of clients",
        "sync_subscription" => "Fetch how the subscription stands",
        "sync_seats" => "Bring the number of seats up to date",
        "tell_of_trial" => "Tell of the end of the trial",
        "tell_of_given" => "Tell of the end of a plan that was given",
        "tell_of_grace" => "Tell of a payment that failed",
        _ => "Other work",
    }
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn a_failure_is_described_without_external_text() {
        for (words, told) in [
            (
                "the mail server refused or did not answer: 550 <mia@harbor.example> is unknown",
                "The mail server refused it or did not answer",
            ),
            ("the mail cannot be written: invalid address mia@", "The mail cannot be written: a name or an address in it is not valid"),
            ("the share link was taken back", "The share link was taken back before the mail was sent"),
            ("the sealed document cannot be made", "The sealed document cannot be made: it is too large or cannot be laid out"),
            ("its worker died twice while doing it", "Its worker died twice while doing it, so it is not tried again by itself"),
            ("the database refused or did not answer", "The database refused it or did not answer"),
            ("usage_exceeded", "The monthly limit of the assistant is used up, or the assistant is blocked"),
            ("The file of Harbor Dental is no longer there", OTHER),
            ("Mia said: the mail server refused or did not answer", OTHER),
            ("", OTHER),
        ] {
            assert_eq!(kind(words), told, "{words}");
        }
    }
}
