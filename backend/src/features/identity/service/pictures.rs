//! Pictures of people: whatever was uploaded becomes a small square PNG of ours, so that nothing of the file itself is
//! ever served to anybody.

use std::io::Cursor;

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits, imageops::FilterType};
use tokio::sync::Semaphore;
use uuid::Uuid;

use super::account::{changing, current, own_row};
use crate::{
    app::App,
    features::identity::{api::CurrentUser, jobs::RemoveObjects, store::account},
    http::{
        auth::Member,
        authz::{Action, Object},
        problem::Problem,
    },
    jobs,
};

/// The side of the picture that is kept, in pixels.
const SIDE: u32 = 256;
/// The largest picture that is read, by its side, by its area, and by the memory that reading it takes.
const MAX_SIDE: u32 = 10_000;
const MAX_PIXELS: u64 = 40_000_000;
const MAX_MEMORY: u64 = 256 * 1024 * 1024;
/// What is read; the format is told from the first bytes, whatever the request says of it.
const FORMATS: [ImageFormat; 4] = [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::Gif, ImageFormat::WebP];

/// Pictures being read at once: each may take as much memory as is allowed for one.
static PLACES: Semaphore = Semaphore::const_new(2);

/// Why a file does not become a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Refusal {
    /// It is none that is read here, or damaged.
    Unsupported,
    /// It has more pixels than are read.
    TooLarge,
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Unsupported => Self::unprocessable("unsupported_picture", "Choose a PNG, JPG, GIF or WebP picture."),
            Refusal::TooLarge => Self::unprocessable(
                "picture_too_large",
                "This picture has too many pixels: at most 10,000 on a side, and 40 million in all.",
            ),
        }
    }
}

/// Where a picture is kept. The version comes from what the database holds, never from a request alone.
pub(super) fn key(user_id: Uuid, version: &str) -> String {
    format!("pictures/{user_id}/{version}.png")
}

fn url(user_id: Uuid, version: &str) -> String {
    format!("/api/pictures/{user_id}/{version}")
}

/// The key behind a picture's address.
pub(super) fn key_of(user_id: Uuid, address: &str) -> Option<String> {
    address.strip_prefix(&url(user_id, "")).map(|version| key(user_id, version))
}

/// Takes another picture.
pub async fn upload(app: &App, member: &Member, file: Vec<u8>) -> Result<CurrentUser, Problem> {
    member.require(Action::Update, Object::Account)?;
    app.objects.is_there()?;
    let picture = off_thread(move || square(&file)).await??;
    let (user_id, version) = (member.principal.user_id, URL_SAFE_NO_PAD.encode(app.rng.bytes::<16>()));
    let key = key(user_id, &version);
    app.objects.put(&key, "image/png", picture).await?;
    if let Err(problem) = replace(app, member, Some(url(user_id, &version))).await {
        // Nothing names it, so nobody could ever ask for it or have it removed.
        if let Err(error) = app.objects.delete(&key).await {
            tracing::warn!(%error, %key, "an object that nothing names is left behind");
        }
        return Err(problem);
    }
    current(app, member).await
}

/// Removes the picture.
pub async fn remove(app: &App, member: &Member) -> Result<CurrentUser, Problem> {
    replace(app, member, None).await?;
    current(app, member).await
}

/// Sets where the picture is; the one before it goes once that is true.
async fn replace(app: &App, member: &Member, address: Option<String>) -> Result<(), Problem> {
    let tx = changing(member).await?;
    let user = own_row(&tx, member).await?;
    account::set_picture(&tx, user.id, address, app.now()).await?;
    if let Some(key) = user.profile_image_url.and_then(|address| key_of(user.id, &address)) {
        jobs::enqueue(app, tx.conn(), member.principal.workspace_id, &RemoveObjects { keys: vec![key] }).await?;
    }
    if let Some(line) = tx.line() {
        line.action("change_picture");
    }
    Ok(tx.commit().await?)
}

/// The picture of somebody in the active workspace, or one's own. Everything else is not there.
pub async fn read(app: &App, member: &Member, user_id: Uuid, version: &str) -> Result<Vec<u8>, Problem> {
    let not_found = || Problem::not_found("picture_not_found", "There is no such picture.");
    let tx = member.may_with_accounts(Action::Read, Object::Account).await?;
    let address = account::picture(&tx, user_id, member.principal.user_id, member.principal.workspace_id).await?;
    drop(tx);
    if address.is_none_or(|address| address != url(user_id, version)) {
        return Err(not_found());
    }
    app.objects.get(&key(user_id, version)).await?.ok_or_else(not_found)
}

async fn off_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
    let _place = PLACES.acquire().await.map_err(Problem::internal)?;
    tokio::task::spawn_blocking(work).await.map_err(Problem::internal)
}

/// The middle square of a picture, upright and small, as a PNG without anything else the file held.
fn square(file: &[u8]) -> Result<Vec<u8>, Refusal> {
    let refusal = |error: ImageError| if matches!(error, ImageError::Limits(_)) { Refusal::TooLarge } else { Refusal::Unsupported };
    let format = image::guess_format(file).map_err(refusal)?;
    if !FORMATS.contains(&format) {
        return Err(Refusal::Unsupported);
    }
    let mut reader = ImageReader::with_format(Cursor::new(file), format);
    let mut limits = Limits::default();
    (limits.max_image_width, limits.max_image_height, limits.max_alloc) = (Some(MAX_SIDE), Some(MAX_SIDE), Some(MAX_MEMORY));
    reader.limits(limits);
    // The decoder knows the size from the head of the file; nothing has been unpacked yet.
    let mut decoder = reader.into_decoder().map_err(refusal)?;
    let (width, height) = decoder.dimensions();
    if width > MAX_SIDE || height > MAX_SIDE || u64::from(width) * u64::from(height) > MAX_PIXELS || decoder.total_bytes() > MAX_MEMORY {
        return Err(Refusal::TooLarge);
    }
    let orientation = decoder.orientation().map_err(refusal)?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(refusal)?;
    let side = picture.width().min(picture.height());
    // Cut first: scaling a long strip as a whole would take more memory than reading it did.
    picture = picture.crop_imm((picture.width() - side) / 2, (picture.height() - side) / 2, side, side);
    picture.apply_orientation(orientation);
    let small = DynamicImage::ImageRgba8(picture.resize_exact(SIDE, SIDE, FilterType::Triangle).into_rgba8());
    let mut png = Vec::new();
    small.write_to(&mut Cursor::new(&mut png), ImageFormat::Png).map_err(refusal)?;
    Ok(png)
}
