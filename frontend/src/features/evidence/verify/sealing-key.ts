// The key of an installation: ECDSA on P-256 with SHA-256, as in the server's `domain/src/seal/key.rs`.
import { p256 } from '@noble/curves/nist.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { canonicalJson, sha256Hex } from './canonical';
import { textOf, type Members } from './members';

/** What every `SubjectPublicKeyInfo` of such a key begins with; the point follows, not compressed. */
const HEAD = '3059301306072a8648ce3d020106082a8648ce3d030107034200';
const SIZE = 91;

export interface PublicKey {
  point: Uint8Array;
  /** SHA-256 of the `SubjectPublicKeyInfo`. */
  fingerprint: string;
}

export function publicKeyOf(info: Uint8Array): PublicKey | undefined {
  const head = hexToBytes(HEAD);
  if (info.length !== SIZE || bytesToHex(info.subarray(0, head.length)) !== HEAD) return undefined;
  return { point: info.slice(head.length), fingerprint: sha256Hex(info) };
}

/** Whether a signature in DER is of this key. Never throws. */
export function verifies(key: PublicKey, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    return p256.verify(signature, message, key.point, { format: 'der', lowS: false });
  } catch {
    return false;
  }
}

/** The fingerprint of the key that signed this value's canonical JSON; undefined if the signature is not valid. */
export function sealedBy({ publicKey, signature }: Members, value: unknown): string | undefined {
  const info = base64Of(textOf(publicKey));
  const key = info && publicKeyOf(info);
  const bytes = base64Of(textOf(signature));
  if (key === undefined || bytes === undefined) return undefined;
  try {
    const message = new TextEncoder().encode(canonicalJson(value));
    return verifies(key, message, bytes) ? key.fingerprint : undefined;
  } catch {
    return undefined;
  }
}

/** A fingerprint as people copy it: with spaces or colons, in either case. */
export function fingerprintOf(text: string): string | undefined {
  const digits = text.replaceAll(/[\s:]/g, '').toLowerCase();
  return /^[0-9a-f]{64}$/.test(digits) ? digits : undefined;
}

/** The bytes of base64; undefined if it is not written as the server writes it. */
function base64Of(text: string): Uint8Array | undefined {
  try {
    const bytes = atob(text);
    return btoa(bytes) === text ? Uint8Array.from(bytes, (character) => character.charCodeAt(0)) : undefined;
  } catch {
    return undefined;
  }
}
