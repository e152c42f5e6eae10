// Checks of a picture file before it is uploaded. The server checks the content; this avoids a wait for
// obvious errors.
const MAX_BYTES = 2 * 1024 * 1024;

export const PICTURE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** The error message for a file; undefined if it may be uploaded. */
export function pictureError(file: Pick<File, 'type' | 'size'>): string | undefined {
  if (!PICTURE_TYPES.includes(file.type)) return 'Please choose an image file (PNG, JPG, GIF or WebP).';
  if (file.size === 0) return 'This file is empty. Please choose another one.';
  return file.size > MAX_BYTES ? 'Please choose a picture of at most 2 MB.' : undefined;
}
