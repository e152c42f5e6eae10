// One text per value: the RFC 8785 canonical JSON of whole numbers, and its SHA-256. The counterpart of the
// server's `domain/src/canonical.rs`.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Throws if a number has a fraction or is beyond 2^53 - 1: such a value has no canonical form. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value) || Object.is(value, -0)) throw new TypeError('not a whole number');
    return String(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    // JavaScript compares strings by their UTF-16 units, which is the order that the standard requires.
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([name, member]) => `${text(name)}:${canonicalJson(member)}`).join(',')}}`;
  }
  return typeof value === 'string' ? text(value) : JSON.stringify(value);
}

/** A lone surrogate is not valid text; the server cannot have written it. */
const LONE_SURROGATE = /\p{Surrogate}/u;

function text(value: string): string {
  if (LONE_SURROGATE.test(value)) throw new TypeError('not a text');
  return JSON.stringify(value);
}

/** 64 lower-case hexadecimal digits. */
export const sha256Hex = (bytes: Uint8Array | string): string =>
  bytesToHex(sha256(typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes));

/** The hash of a value's canonical form. */
export const hashOf = (value: unknown): string => sha256Hex(canonicalJson(value));
