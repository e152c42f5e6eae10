// Which files may be uploaded as a logo, by type and size: the server checks the content.

const MB = 1024 * 1024;

/** How a screen accepts a logo; the two screens differ, as specified. */
export interface LogoRules {
  /** The types offered by the file dialog. */
  accept: readonly string[];
  isType: (type: string) => boolean;
  maxBytes: number;
  /** What is accepted, in words. */
  hint: string;
  wrongType: string;
  tooLarge: string;
  failed: { title: string; description: string };
}

export const setupLogo: LogoRules = {
  accept: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'],
  isType: (type) => type.startsWith('image/'),
  maxBytes: 2 * MB,
  hint: 'PNG, JPG or GIF, up to 2MB.',
  wrongType: 'Please choose an image file (PNG, JPG, or GIF).',
  tooLarge: 'Please choose a logo file smaller than 2MB.',
  failed: { title: 'Upload failed', description: 'Could not upload your logo. Please try again.' },
};

const PROFILE_TYPES: readonly string[] = ['image/png', 'image/jpeg'];

export const profileLogo: LogoRules = {
  accept: PROFILE_TYPES,
  isType: (type) => PROFILE_TYPES.includes(type),
  maxBytes: 5 * MB,
  hint: 'PNG or JPG, up to 5MB.',
  wrongType: 'Please choose a PNG or JPG file.',
  tooLarge: 'Please choose a logo file of at most 5MB.',
  failed: { title: 'Error', description: 'Failed to upload logo. Please try again.' },
};

/** The error of a chosen or dropped file; undefined if it may be uploaded. */
export function logoError(
  files: readonly Pick<File, 'type' | 'size'>[],
  rules: LogoRules,
): string | undefined {
  const [file, ...others] = files;
  if (others.length > 0) return 'Please choose one file only.';
  if (file === undefined || !rules.isType(file.type)) return rules.wrongType;
  if (file.size === 0) return 'This file is empty. Please choose another one.';
  return file.size > rules.maxBytes ? rules.tooLarge : undefined;
}
