//! Reads the part of a JSON answer that has arrived. It may be cut anywhere: inside an escape, a surrogate
//! pair or a number.

use jiter::{Jiter, JiterResult};

/// The part of an answer that has arrived.
#[derive(Debug, Default)]
pub(super) struct PartialAnswer<'a> {
    /// The reply's text so far.
    pub(super) reply: String,
    /// The JSON of each operation that is complete.
    pub(super) operations: Vec<&'a str>,
}

/// Reads `reply` and `operations` of the outermost object, in any order.
pub(super) fn read(answer: &str) -> PartialAnswer<'_> {
    let mut begun = PartialAnswer::default();
    let text = answer.find('{').and_then(|start| answer.get(start..)).unwrap_or_default();
    // Stops where the text ends or is not valid JSON.
    let _cut = begun.read(text);
    begun
}

impl<'a> PartialAnswer<'a> {
    fn read(&mut self, text: &'a str) -> JiterResult<()> {
        let mut reader = Jiter::new(text.as_bytes()).with_allow_partial_strings();
        let mut name = reader.next_object()?.map(str::to_owned);
        while let Some(member) = name {
            match member.as_str() {
                "reply" => self.reply.push_str(reader.next_str()?),
                "operations" => {
                    let mut entry = reader.next_array()?;
                    while let Some(first) = entry {
                        let start = reader.current_index();
                        reader.known_skip(first)?;
                        self.operations.extend(text.get(start..reader.current_index()));
                        entry = reader.array_step()?;
                    }
                }
                _ => reader.next_skip()?,
            }
            name = reader.next_key()?.map(str::to_owned);
        }
        Ok(())
    }
}
