// Which files can be a picture of a person. The server looks into the file; this spares the wait for what is clear before.
const MAX_BYTES = 2 * 1024 * 1024;

export const PICTURE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** What is wrong with it, in words; nothing when it may be sent. */
export function pictureError(file: Pick<File, 'type' | 'size'>): string | undefined {
  if (!PICTURE_TYPES.includes(file.type)) return 'Please choose an image file (PNG, JPG, GIF or WebP).';
  if (file.size === 0) return 'This file is empty. Please choose another one.';
  return file.size > MAX_BYTES ? 'Please choose a picture of at most 2 MB.' : undefined;
}
