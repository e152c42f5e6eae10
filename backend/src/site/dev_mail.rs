//! `/dev/mail`: the outbox as pages, for trying Proffer without a mail server. Embedded mode only.

use std::path::{Path, PathBuf};

use mail_parser::{Message, MessageParser};
use poem::{IntoResponse, Response, http::StatusCode};

/// The list of mails, newest first.
pub async fn list(folder: &Path) -> Response {
    let rows: Vec<String> = entries(folder).await.iter().filter_map(|(stem, raw)| row(stem, raw)).collect();
    let rows = if rows.is_empty() {
        "<tr><td colspan=\"2\">No mail yet.</td></tr>".to_owned()
    } else {
        rows.concat()
    };
    page(
        "Outbox",
        &format!("<table><thead><tr><th>Subject</th><th>To</th></tr></thead><tbody>{rows}</tbody></table>"),
    )
}

fn row(stem: &str, raw: &[u8]) -> Option<String> {
    let mail = MessageParser::default().parse(raw)?;
    let (subject, to) = (escape(mail.subject().unwrap_or("(no subject)")), escape(&recipient(&mail)));
    Some(format!("<tr><td><a href=\"/dev/mail/{stem}\">{subject}</a></td><td>{to}</td></tr>"))
}

/// One mail: its text, with working links.
pub async fn show(folder: &Path, stem: &str) -> Response {
    // The name must be an id, so no file outside the folder can be requested.
    let Ok(id) = stem.parse::<uuid::Uuid>() else { return StatusCode::NOT_FOUND.into_response() };
    let Ok(raw) = tokio::fs::read(folder.join(format!("{id}.eml"))).await else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let Some(mail) = MessageParser::default().parse(&raw) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    page(
        mail.subject().unwrap_or("(no subject)"),
        &format!(
            "<p>To: {}</p><div class=\"mail\">{}</div><p><a href=\"/dev/mail\">All mail</a></p>",
            escape(&recipient(&mail)),
            link_up(&escape(&mail.body_text(0).unwrap_or_default().replace("\r\n", "\n")))
        ),
    )
}

fn recipient(mail: &Message<'_>) -> String {
    mail.to().and_then(|to| to.first()).and_then(|to| to.address()).unwrap_or_default().to_owned()
}

/// Id and bytes of each mail, newest first.
async fn entries(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let folder: PathBuf = folder.to_owned();
    let read = tokio::task::spawn_blocking(move || -> std::io::Result<Vec<(String, Vec<u8>)>> {
        let mut all = Vec::new();
        for file in std::fs::read_dir(folder)? {
            let file = file?;
            let name = file.file_name().to_string_lossy().into_owned();
            if let Some(stem) = name.strip_suffix(".eml") {
                all.push((file.metadata()?.modified()?, stem.to_owned(), std::fs::read(file.path())?));
            }
        }
        all.sort_by(|a, b| (b.0, &b.1).cmp(&(a.0, &a.1)));
        Ok(all.into_iter().map(|(_, stem, raw)| (stem, raw)).collect())
    });
    read.await.ok().and_then(Result::ok).unwrap_or_default()
}

fn escape(text: &str) -> String {
    proffer_domain::document::escape(text)
}

fn link_up(escaped: &str) -> String {
    escaped
        .split('\n')
        .map(|line| {
            if line.starts_with("http://") || line.starts_with("https://") {
                format!("<a href=\"{line}\">{line}</a>")
            } else {
                line.to_owned()
            }
        })
        .collect::<Vec<_>>()
        .join("\n")
}

fn page(title: &str, body: &str) -> Response {
    let title = escape(title);
    let html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><style>\
         body{{font:16px/1.6 system-ui,sans-serif;max-width:46rem;margin:3rem auto;padding:0 1rem}}:root{{color-scheme:light dark}}\
         table{{width:100%;border-collapse:collapse}}th,td{{text-align:left;padding:.5rem;border-bottom:1px solid #8885}}\
         .mail{{white-space:pre-wrap;overflow-wrap:anywhere;border:1px solid #8885;border-radius:8px;padding:1rem 1.5rem}}\
         </style></head><body><h1>{title}</h1>{body}</body></html>"
    );
    poem::web::Html(html).into_response()
}
