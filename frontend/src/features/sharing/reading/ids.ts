/** Ids of this page view and of this browser: random, without any information about either. */
import { keep, recall } from '../lib/storage';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isUuid = (text: string): boolean => UUID.test(text);

/** A random UUID (version 4); `randomUUID` is available only on secure pages. */
export function randomId(
  source: Partial<Pick<Crypto, 'randomUUID'>> & Pick<Crypto, 'getRandomValues'>,
): string {
  if (source.randomUUID) return source.randomUUID();
  const bytes = source.getRandomValues(new Uint8Array(16));
  const digits = [...bytes]
    .map((byte, at) => {
      if (at === 6) return (byte & 0x0f) | 0x40;
      return at === 8 ? (byte & 0x3f) | 0x80 : byte;
    })
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const VISITOR = 'proffer.visitor';

export function visitorId(): string {
  const known = recall('localStorage', VISITOR);
  if (known !== undefined && isUuid(known)) return known;
  const made = randomId(crypto);
  keep('localStorage', VISITOR, made);
  return made;
}
