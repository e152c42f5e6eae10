//! Reading a response body up to a limit, decompressed if the server compressed it unasked.

use std::io::Read;

use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};
use futures_util::StreamExt as _;
use openidconnect::http::header::CONTENT_ENCODING;
use reqwest::{Response, header::HeaderMap};

use super::MEGABYTE;

/// How much is read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limit {
    most: usize,
    /// Whether a longer body is cut instead of refused.
    cuts: bool,
}

impl Limit {
    /// At most `most` bytes; a longer body is refused.
    pub fn whole(most: usize) -> Self {
        Self { most, cuts: false }
    }

    /// The first `most` bytes.
    pub fn beginning(most: usize) -> Self {
        Self { most, cuts: true }
    }

    fn passed(self) -> Fault {
        Fault::Unreadable(match self.most {
            most if most >= MEGABYTE && most.is_multiple_of(MEGABYTE) => {
                format!("it is larger than {} MB", most / MEGABYTE)
            }
            most => format!("it is larger than {} KB", most.div_ceil(1024)),
        })
    }
}

/// Why a body could not be read.
#[derive(Debug)]
pub(super) enum Fault {
    /// It broke off.
    Broken(reqwest::Error),
    /// It is too large, or has an encoding that is not supported.
    Unreadable(String),
}

/// The result of reading a body.
pub(super) struct Received {
    /// How many bytes were read, compressed or decompressed, whichever is more.
    pub bytes: usize,
    /// The body.
    pub outcome: Result<Vec<u8>, Fault>,
}

/// The encoding of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Encoding {
    Plain,
    Gzip,
    Deflate,
}

/// Reads a body.
pub(super) async fn read(answer: Response, limit: Limit) -> Received {
    let mut packed = Vec::new();
    let outcome = match receive(answer, limit, &mut packed).await {
        Ok(encoding) => unpacked(&packed, encoding, limit),
        Err(fault) => Err(fault),
    };
    let bytes = match &outcome {
        Ok(body) => packed.len().max(body.len()),
        Err(_) => packed.len(),
    };
    Received { bytes, outcome }
}

async fn receive(answer: Response, limit: Limit, body: &mut Vec<u8>) -> Result<Encoding, Fault> {
    let encoding = encoding(answer.headers())?;
    let announced = answer.content_length().and_then(|length| usize::try_from(length).ok());
    if announced.is_some_and(|length| length > limit.most) && !limit.cuts {
        return Err(limit.passed());
    }
    let mut parts = answer.bytes_stream();
    while let Some(part) = parts.next().await {
        let part = part.map_err(Fault::Broken)?;
        let room = limit.most - body.len();
        body.extend_from_slice(part.get(..room).unwrap_or(&part));
        if part.len() > room {
            return if limit.cuts { Ok(encoding) } else { Err(limit.passed()) };
        }
    }
    Ok(encoding)
}

/// Compression is never requested, but some servers and caches compress all the same.
fn encoding(headers: &HeaderMap) -> Result<Encoding, Fault> {
    let unknown = || Fault::Unreadable("it has an unsupported compression".to_owned());
    let mut encoding = Encoding::Plain;
    for value in headers.get_all(CONTENT_ENCODING) {
        for name in value.to_str().map_err(|_| unknown())?.split(',') {
            let next = match name.trim().to_ascii_lowercase().as_str() {
                "" | "identity" => continue,
                "gzip" | "x-gzip" => Encoding::Gzip,
                "deflate" => Encoding::Deflate,
                _ => return Err(unknown()),
            };
            // Nested compression has no honest use; it is a decompression bomb.
            if encoding != Encoding::Plain {
                return Err(unknown());
            }
            encoding = next;
        }
    }
    Ok(encoding)
}

/// Decompresses up to the limit and no further: a few kilobytes can expand to gigabytes.
fn unpacked(packed: &[u8], encoding: Encoding, limit: Limit) -> Result<Vec<u8>, Fault> {
    match encoding {
        Encoding::Plain => Ok(packed.to_vec()),
        Encoding::Gzip => unpack(MultiGzDecoder::new(packed), limit),
        // The standard requires a zlib stream; some servers leave out its two-byte header.
        Encoding::Deflate if is_zlib(packed) => unpack(ZlibDecoder::new(packed), limit),
        Encoding::Deflate => unpack(DeflateDecoder::new(packed), limit),
    }
}

fn unpack(decoder: impl Read, limit: Limit) -> Result<Vec<u8>, Fault> {
    let mut body = Vec::new();
    let most = u64::try_from(limit.most).unwrap_or(u64::MAX);
    let end = decoder.take(most.saturating_add(1)).read_to_end(&mut body);
    if body.len() > limit.most {
        body.truncate(limit.most);
        return if limit.cuts { Ok(body) } else { Err(limit.passed()) };
    }
    // A body that was cut has no end marker.
    if end.is_err() && !limit.cuts {
        return Err(Fault::Unreadable("its compressed data is damaged".to_owned()));
    }
    Ok(body)
}

fn is_zlib(packed: &[u8]) -> bool {
    matches!(packed, [method, flags, ..]
        if method & 0x0f == 8 && (u16::from(*method) << 8 | u16::from(*flags)).is_multiple_of(31))
}
