//! Names of files that are made of what people wrote.

use std::path::Path;

use proffer::{
    backup::within,
    commands::backup::dated,
    features::{
        account_data::archive::{self, camel},
        mailing::notification_mails::{self, FILE_NAME_MAX},
    },
};

#[test]
fn a_title_names_a_file_on_every_system() {
    for (title, name) in [
        ("Proposal for harbor Dental", "Proposal-for-harbor-Dental.pdf"),
        ("../../etc/passwd", "etc-passwd.pdf"),
        ("A \"new\"\r\nsite: 50% \u{202e}off", "A-new-site-50-off.pdf"),
        ("Angebot für Müller", "Angebot-für-Müller.pdf"),
        (" / ", "proposal.pdf"),
    ] {
        assert_eq!(notification_mails::file_name(title), name);
    }
    assert_eq!(notification_mails::file_name(&"x".repeat(500)).len(), FILE_NAME_MAX + 4);
}

#[test]
fn columns_are_called_as_the_api_calls_them() {
    for (column, name) in
        [("id", "id"), ("created_at", "createdAt"), ("total_cost_usd", "totalCostUsd"), ("sha256", "sha256")]
    {
        assert_eq!(camel(column), name);
    }
}

#[test]
fn no_name_of_a_workspace_leads_out_of_the_archive() {
    for (name, folder) in [
        ("Ada Meyer", "ada-meyer"),
        ("../../etc/passwd", "etc-passwd"),
        ("C:\\Windows", "c-windows"),
        ("\u{202e}a/b", "a-b"),
        ("  ", ""),
        ("Müller & Söhne", "müller-söhne"),
    ] {
        assert_eq!(archive::file_name(name), folder);
    }
    assert_eq!(archive::file_name(&"x".repeat(500)).len(), 60);
}

#[test]
fn no_name_leads_out_of_the_folder() {
    for name in ["tables/clients.gz", "objects/a/b.png"] {
        assert_eq!(within(Path::new("/backup"), name).unwrap(), Path::new("/backup").join(name));
    }
    for name in ["", "/etc/passwd", "../secret", "objects/../../secret", "."] {
        assert!(within(Path::new("/backup"), name).is_err(), "{name}");
    }
}

#[test]
fn a_folder_is_named_after_the_time_where_it_asks_for_that() {
    let now = "2026-03-02T09:05:07Z".parse().unwrap();
    for (folder, expected) in
        [("/backup/%Y-%m-%dT%H-%M-%SZ", "/backup/2026-03-02T09-05-07Z"), ("/backup/monday", "/backup/monday")]
    {
        assert_eq!(dated(Path::new(folder), now).unwrap(), Path::new(expected));
    }
    assert!(dated(Path::new("/backup/%"), now).is_err());
}
