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
    (
        "the sealed document cannot be made",
        "The sealed document cannot be made: it is too large or cannot be laid out",
    ),
    ("its worker died twice", "Its worker died twice while running it, so it is not retried automatically"),
    ("the database refused or did not answer", "The database refused it or did not answer"),
    ("the object storage refused or did not answer", "The object storage refused it or did not answer"),
    ("it broke down", "It failed unexpectedly; see the server's log"),
    ("its payload cannot be read", "Its payload cannot be read"),
    ("usage_exceeded", "The monthly limit of the assistant is used up, or the assistant is blocked"),
    ("the DNS does not answer", "The name server did not answer"),
];

/// The summary of any other failure.
const OTHER: &str = "It failed; see the server's log";

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
        "remove_objects" => "Delete unreferenced files",
        "sweep_files" => "Delete unused uploads",
        "measure_files" => "Delete uploads that are too large",
        "recheck_domain" => "Check the DNS record of a mail domain",
        "notify" => "Notify the team",
        "seal_evidence" => "Seal a signed proposal",
        "remind_client" => "Remind a client",
        "warn_of_expiry" => "Warn that a proposal is about to expire",
        "expire_proposal" => "Expire a proposal",
        "read_client_website" => "Read a client's website",
        "import_clients" => "Import clients from a file",
        "forget_client_import" => "Delete an unused import file",
        "sync_subscription" => "Fetch the state of the subscription",
        "sync_seats" => "Update the number of seats",
        "tell_of_trial" => "Notify of the end of the trial",
        "tell_of_given" => "Notify of the end of a granted plan",
        "tell_of_grace" => "Notify of a failed payment",
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
            (
                "the mail cannot be written: invalid address mia@",
                "The mail cannot be written: a name or an address in it is not valid",
            ),
            ("the share link was taken back", "The share link was taken back before the mail was sent"),
            (
                "the sealed document cannot be made",
                "The sealed document cannot be made: it is too large or cannot be laid out",
            ),
            (
                "its worker died twice while doing it",
                "Its worker died twice while running it, so it is not retried automatically",
            ),
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
