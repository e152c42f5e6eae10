//! The design of a proposal: templates, the brand applied to them, and the resulting style sheet.
//!
//! A design is only a style sheet on the structure of blocks. It cannot change the text: what a client reads
//! and signs is the same in every design.

mod brand;
pub mod color;
pub mod css;
pub mod font;
mod sheet;
mod template;

pub use brand::{Brand, DesignInput, HEX_MESSAGE, Validated};
pub use css::Refusal;
pub use sheet::{Repair, Stylesheet, compile};
pub use template::{Colors, Template, find, first, sample, templates};
