//! The audit log as a CSV file.

use chrono::SecondsFormat;

use super::store::Line;
use crate::{failure::Failure, wire::csv_file::CsvFile};

const HEADING: [&str; 11] = [
    "Time (UTC)",
    "Actor",
    "Actor kind",
    "Actor ID",
    "Action",
    "Object",
    "Target",
    "Target ID",
    "IP address",
    "User agent",
    "Request ID",
];

pub struct Table(CsvFile);

impl Table {
    /// Starts a file with its header row.
    pub fn new() -> Result<Self, Failure> {
        CsvFile::new(HEADING).map(Self)
    }

    /// Adds a row.
    pub fn add(&mut self, line: &Line) -> Result<(), Failure> {
        let (at, id) = (
            line.at.to_rfc3339_opts(SecondsFormat::Millis, true),
            line.actor_id.map(|id| id.to_string()).unwrap_or_default(),
        );
        let cells = [
            at.as_str(),
            &line.actor_name,
            &line.actor_kind,
            &id,
            &line.action,
            &line.object,
            line.target_name.as_deref().unwrap_or_default(),
            line.target_id.as_deref().unwrap_or_default(),
            &line.ip,
            &line.user_agent,
            &line.request_id,
        ];
        self.0.add(cells)
    }

    /// The complete file.
    pub fn finish(self) -> Result<Vec<u8>, Failure> {
        self.0.finish()
    }
}
