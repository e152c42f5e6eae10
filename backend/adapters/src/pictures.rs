//! Pictures that people bring: whatever was uploaded becomes a PNG of ours, so that nothing of the file
//! itself is ever served to anybody. Of one that moves the first frame is kept.

use std::io::Cursor;

use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits, imageops::FilterType, metadata::Orientation};
use tokio::sync::Semaphore;

/// The side of a picture of a person, in pixels.
const SQUARE: u32 = 256;
/// The longest side of a logo, in pixels.
const LOGO: u32 = 1024;
/// The largest picture that is read, by its side, by its area, and by the memory that reading it takes.
const MAX_SIDE: u32 = 10_000;
const MAX_PIXELS: u64 = 40_000_000;
const MAX_MEMORY: u64 = 256 * 1024 * 1024;
/// What is read; the format is told from the first bytes, whatever the request says of it.
const FORMATS: [ImageFormat; 4] = [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::Gif, ImageFormat::WebP];

/// Pictures being read at once: each may take as much memory as is allowed for one.
static PLACES: Semaphore = Semaphore::const_new(2);

/// A picture of ours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The file.
    pub png: Vec<u8>,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
}

/// Why a file does not become a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// It is none that is read here, or damaged.
    #[error("not a PNG, JPEG, GIF or WebP picture")]
    Unsupported,
    /// It has more pixels than are read.
    #[error("too many pixels")]
    TooLarge,
    /// Reading it broke down.
    #[error("reading the picture broke down")]
    Failed,
}

impl From<ImageError> for PictureError {
    fn from(error: ImageError) -> Self {
        if matches!(error, ImageError::Limits(_)) { Self::TooLarge } else { Self::Unsupported }
    }
}

/// The middle square of a picture, upright and small.
///
/// # Errors
/// What is wrong with the file, for whoever brought it.
pub async fn square(file: Vec<u8>) -> Result<Picture, PictureError> {
    off_thread(move || {
        let (picture, orientation) = read(&file)?;
        let side = picture.width().min(picture.height());
        // Cut first: scaling a long strip as a whole would take more memory than reading it did.
        let mut middle = picture.crop_imm((picture.width() - side) / 2, (picture.height() - side) / 2, side, side);
        middle.apply_orientation(orientation);
        written(middle.resize_exact(SQUARE, SQUARE, FilterType::Triangle))
    })
    .await
}

/// The whole picture, upright, no larger than a logo needs; what lets the ground through goes on doing so.
///
/// # Errors
/// What is wrong with the file, for whoever brought it.
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

async fn off_thread(work: impl FnOnce() -> Result<Picture, PictureError> + Send + 'static) -> Result<Picture, PictureError> {
    let _place = PLACES.acquire().await.map_err(|_| PictureError::Failed)?;
    tokio::task::spawn_blocking(work).await.map_err(|_| PictureError::Failed)?
}

/// The picture as it lies in the file, and how it must be turned to stand upright.
fn read(file: &[u8]) -> Result<(DynamicImage, Orientation), PictureError> {
    let format = image::guess_format(file)?;
    if !FORMATS.contains(&format) {
        return Err(PictureError::Unsupported);
    }
    let mut reader = ImageReader::with_format(Cursor::new(file), format);
    let mut limits = Limits::default();
    (limits.max_image_width, limits.max_image_height, limits.max_alloc) = (Some(MAX_SIDE), Some(MAX_SIDE), Some(MAX_MEMORY));
    reader.limits(limits);
    // The decoder knows the size from the head of the file; nothing has been unpacked yet.
    let mut decoder = reader.into_decoder()?;
    let (width, height) = decoder.dimensions();
    if width > MAX_SIDE || height > MAX_SIDE || u64::from(width) * u64::from(height) >= MAX_PIXELS || decoder.total_bytes() > MAX_MEMORY {
        return Err(PictureError::TooLarge);
    }
    let orientation = decoder.orientation()?;
    Ok((DynamicImage::from_decoder(decoder)?, orientation))
}

/// A file that holds the pixels and nothing else.
fn written(picture: DynamicImage) -> Result<Picture, PictureError> {
    let picture = DynamicImage::ImageRgba8(picture.into_rgba8());
    let mut png = Vec::new();
    picture.write_to(&mut Cursor::new(&mut png), ImageFormat::Png)?;
    Ok(Picture { width: picture.width(), height: picture.height(), png })
}
