//! The text of a file whose encoding is not declared.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// How many bytes are looked at to recognise UTF-16.
const LOOKED_AT: usize = 2048;

/// Decodes a text: in the encoding of its byte order mark, else UTF-8, else UTF-16 if every other byte tends
/// to be zero, else Windows-1252, which older programs write.
#[must_use]
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return encoding.decode(bytes).0;
    }
    let zero_bytes_are = unmarked_utf16(bytes);
    match (zero_bytes_are, std::str::from_utf8(bytes)) {
        (Some(encoding), _) => encoding.decode_without_bom_handling(bytes).0,
        (None, Ok(text)) => Cow::Borrowed(text),
        (None, Err(_)) => WINDOWS_1252.decode_without_bom_handling(bytes).0,
    }
}

/// The order of the bytes, if most characters look like Latin letters in UTF-16.
fn unmarked_utf16(bytes: &[u8]) -> Option<&'static Encoding> {
    if bytes.len() < 4 || !bytes.len().is_multiple_of(2) {
        return None;
    }
    let (mut first, mut second, mut pairs) = (0_usize, 0_usize, 0_usize);
    for pair in bytes.chunks_exact(2).take(LOOKED_AT / 2) {
        first += usize::from(pair.first() == Some(&0));
        second += usize::from(pair.last() == Some(&0));
        pairs += 1;
    }
    let most = |zeros: usize| zeros * 4 >= pairs * 3;
    match (first, second) {
        (0, zeros) if most(zeros) => Some(UTF_16LE),
        (zeros, 0) if most(zeros) => Some(UTF_16BE),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_in_the_encoding_it_has() {
        let utf16 =
            |text: &str, order: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(order).collect::<Vec<u8>>();
        let text = "Zoë: £600 – “yes”";
        let with_mark = format!("\u{feff}{text}");
        for (name, bytes) in [
            ("UTF-8", text.as_bytes().to_vec()),
            ("UTF-8 with a mark", with_mark.as_bytes().to_vec()),
            ("UTF-16LE with a mark", utf16(&with_mark, u16::to_le_bytes)),
            ("UTF-16BE with a mark", utf16(&with_mark, u16::to_be_bytes)),
            ("UTF-16LE", utf16(text, u16::to_le_bytes)),
            ("UTF-16BE", utf16(text, u16::to_be_bytes)),
            ("Windows-1252", b"Zo\xeb: \xa3600 \x96 \x93yes\x94".to_vec()),
        ] {
            assert_eq!(decode(&bytes), text, "{name}");
        }
    }

    #[test]
    fn zero_bytes_alone_are_not_utf16() {
        assert_eq!(decode(b"a\0b c d e"), "a\0b c d e");
        assert_eq!(decode(&[0; 8]), "\0".repeat(8));
        assert_eq!(decode(b""), "");
    }
}
