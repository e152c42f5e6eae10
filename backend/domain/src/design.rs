//! How a proposal looks: templates, the brand that is put on them, and the style sheet that comes of both.
//!
//! A design is a style sheet on the structure of blocks and nothing else. It has no way to the words: what a client reads and
//! signs is the same in every design.

mod brand;
pub mod color;
pub mod css;
pub mod font;
mod sheet;
mod template;

pub use brand::{Brand, BrandInput, HEX_MESSAGE, Validated};
pub use css::Refusal;
pub use sheet::{Repair, Stylesheet, compile};
pub use template::{Colors, Template, find, first, sample, templates};
