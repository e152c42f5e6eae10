//! Uploaded pictures: each is re-encoded as a PNG, so that the original file is never served. An animation
//! keeps its first frame.

use std::io::Cursor;

use image::{
    DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits, imageops::FilterType,
    metadata::Orientation,
};
use tokio::sync::Semaphore;

/// The side of a profile picture, in pixels.
const SQUARE: u32 = 256;
/// The longest side of a logo, in pixels.
const LOGO: u32 = 1024;
/// The limits of a picture that is read: side, area, and memory while decoding.
const MAX_SIDE: u32 = 10_000;
const MAX_PIXELS: u64 = 40_000_000;
const MAX_MEMORY: u64 = 256 * 1024 * 1024;
/// The accepted formats; the first bytes decide, not the declared content type.
const FORMATS: [ImageFormat; 4] = [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::Gif, ImageFormat::WebP];

/// Limits concurrent decoding, since each picture may need the full memory limit.
static PLACES: Semaphore = Semaphore::const_new(2);

/// A re-encoded picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The file.
    pub png: Vec<u8>,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
}

/// Why a file is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// It has no accepted format, or is damaged.
    #[error("not a PNG, JPEG, GIF or WebP picture")]
    Unsupported,
    /// It has too many pixels.
    #[error("too many pixels")]
    TooLarge,
    /// The decoder failed.
    #[error("reading the picture broke down")]
    Failed,
}

impl From<ImageError> for PictureError {
    fn from(error: ImageError) -> Self {
        if matches!(error, ImageError::Limits(_)) { Self::TooLarge } else { Self::Unsupported }
    }
}

/// The middle square of a picture, upright and scaled down.
pub async fn square(file: Vec<u8>) -> Result<Picture, PictureError> {
    off_thread(move || {
        let (picture, orientation) = read(&file)?;
        let side = picture.width().min(picture.height());
        // Cropped first: scaling a long strip as a whole would take more memory than decoding it.
        let mut middle =
            picture.crop_imm((picture.width() - side) / 2, (picture.height() - side) / 2, side, side);
        middle.apply_orientation(orientation);
        written(middle.resize_exact(SQUARE, SQUARE, FilterType::Triangle))
    })
    .await
}

/// The whole picture, upright and no larger than a logo needs; transparency is kept.
pub async fn logo(file: Vec<u8>) -> Result<Picture, PictureError> {
    off_thread(move || {
        let (mut picture, orientation) = read(&file)?;
        if picture.width().max(picture.height()) > LOGO {
            picture = picture.resize(LOGO, LOGO, FilterType::Triangle);
        }
        picture.apply_orientation(orientation);
        written(picture)
    })
    .await
}

async fn off_thread(
    work: impl FnOnce() -> Result<Picture, PictureError> + Send + 'static,
) -> Result<Picture, PictureError> {
    let _place = PLACES.acquire().await.map_err(|_| PictureError::Failed)?;
    tokio::task::spawn_blocking(work).await.map_err(|_| PictureError::Failed)?
}

/// The picture as stored, and how to rotate it upright.
fn read(file: &[u8]) -> Result<(DynamicImage, Orientation), PictureError> {
    let format = image::guess_format(file)?;
    if !FORMATS.contains(&format) {
        return Err(PictureError::Unsupported);
    }
    let mut reader = ImageReader::with_format(Cursor::new(file), format);
    let mut limits = Limits::default();
    (limits.max_image_width, limits.max_image_height, limits.max_alloc) =
        (Some(MAX_SIDE), Some(MAX_SIDE), Some(MAX_MEMORY));
    reader.limits(limits);
    // The decoder reads the size from the header; nothing has been decompressed yet.
    let mut decoder = reader.into_decoder()?;
    let (width, height) = decoder.dimensions();
    if width > MAX_SIDE
        || height > MAX_SIDE
        || u64::from(width) * u64::from(height) >= MAX_PIXELS
        || decoder.total_bytes() > MAX_MEMORY
    {
        return Err(PictureError::TooLarge);
    }
    let orientation = decoder.orientation()?;
    Ok((DynamicImage::from_decoder(decoder)?, orientation))
}

/// A PNG with the pixels and no metadata.
fn written(picture: DynamicImage) -> Result<Picture, PictureError> {
    let picture = DynamicImage::ImageRgba8(picture.into_rgba8());
    let mut png = Vec::new();
    picture.write_to(&mut Cursor::new(&mut png), ImageFormat::Png)?;
    Ok(Picture { width: picture.width(), height: picture.height(), png })
}
