//! The list of users for site administrators, and blocking the assistant for a user.

use poem_openapi::Enum;

use crate::field_error::{Check, FieldError, TextField};

const REASON: TextField = TextField::new("reason", "Reason", 500);
/// The shortest reason, in characters.
const REASON_MIN: usize = 3;

/// The sort key of a user list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, strum::IntoStaticStr, Enum)]
#[oai(rename = "UserSort", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Sort {
    /// When the user registered.
    #[default]
    Joined,
    /// First and last name.
    Name,
    /// The email address.
    Email,
    /// Whether the user is a site administrator.
    Role,
    /// Whether the email address is verified, and whether the assistant is blocked.
    Status,
    /// The number of tokens used this month.
    Usage,
    /// The cost of those tokens.
    Cost,
}

impl Sort {
    /// All columns.
    pub const ALL: [Self; 7] =
        [Self::Joined, Self::Name, Self::Email, Self::Role, Self::Status, Self::Usage, Self::Cost];

    /// The name in queries and cursors.
    #[must_use]
    pub const fn word(self) -> &'static str {
        self.into_str()
    }
}

/// The order of the list; the id decides between equals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Order {
    /// The column.
    pub sort: Sort,
    /// Whether it is descending.
    pub descending: bool,
}

impl Order {
    /// The requested order; by default the latest registration first, and ascending for any other column.
    #[must_use]
    pub fn new(sort: Option<Sort>, descending: Option<bool>) -> Self {
        let sort = sort.unwrap_or_default();
        Self { sort, descending: descending.unwrap_or(sort == Sort::Joined) }
    }

    /// `asc` or `desc`.
    #[must_use]
    pub const fn direction(self) -> &'static str {
        if self.descending { "desc" } else { "asc" }
    }

    /// The order with these names.
    #[must_use]
    pub fn named(sort: &str, direction: &str) -> Option<Self> {
        let descending = match direction {
            "asc" => false,
            "desc" => true,
            _ => return None,
        };
        let sort = Sort::ALL.into_iter().find(|known| known.word() == sort)?;
        Some(Self { sort, descending })
    }
}

/// Validates the reason for blocking or unblocking the assistant for a user.
///
/// # Errors If it is too short to be useful later.
pub fn reason(text: &str) -> Result<String, Vec<FieldError>> {
    let mut check = Check::new();
    let message = format!("Reason must be at least {REASON_MIN} characters");
    let reason = check.at_least(REASON, text, REASON_MIN, "too_short", message.into());
    check.finish(Some(reason))
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn the_newest_person_comes_first_by_default() {
        for (sort, descending, expected) in [
            (None, None, ("joined", "desc")),
            (None, Some(false), ("joined", "asc")),
            (Some(Sort::Joined), None, ("joined", "desc")),
            (Some(Sort::Cost), None, ("cost", "asc")),
            (Some(Sort::Cost), Some(true), ("cost", "desc")),
            (Some(Sort::Name), None, ("name", "asc")),
        ] {
            let order = Order::new(sort, descending);
            assert_eq!((order.sort.word(), order.direction()), expected);
        }
    }

    #[test]
    fn an_order_is_found_again_by_its_words() {
        for sort in Sort::ALL {
            for descending in [false, true] {
                let order = Order { sort, descending };
                assert_eq!(Order::named(sort.word(), order.direction()), Some(order));
            }
        }
        for (sort, direction) in [("joined", "DESC"), ("age", "asc"), ("", "")] {
            assert_eq!(Order::named(sort, direction), None, "{sort} {direction}");
        }
    }

    #[test]
    fn a_reason_is_one_line_and_not_blank() {
        assert_eq!(reason(" Costs run away\t"), Ok("Costs run away".to_owned()));
        assert!(reason(&"ä".repeat(500)).is_ok());
        let long = "x".repeat(501);
        for (text, code) in [
            ("ab", "too_short"),
            ("   ", "too_short"),
            (&long, "too_long"),
            ("two\nlines", "invalid_characters"),
            ("a\0bc", "invalid_characters"),
        ] {
            let codes =
                reason(text).map_err(|errors| errors.into_iter().map(|error| error.code).collect::<Vec<_>>());
            assert_eq!(codes, Err(vec![code]), "{text:?}");
        }
    }
}
