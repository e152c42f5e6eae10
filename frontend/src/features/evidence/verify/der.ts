// DER, the encoding of keys, certificates and signatures: reading what is needed, and writing it again.
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';

export interface Element {
  tag: number;
  value: Uint8Array;
  /** Tag, length and value. */
  whole: Uint8Array;
}

/** The elements that the bytes consist of; none if they are damaged. */
export function elementsOf(bytes: Uint8Array): Element[] {
  const elements: Element[] = [];
  let at = 0;
  while (at < bytes.length) {
    const element = elementAt(bytes, at);
    if (element === undefined) return [];
    elements.push(element);
    at += element.whole.length;
  }
  return elements;
}

/** The element that begins there; undefined if it is not whole. */
export function elementAt(bytes: Uint8Array, at: number): Element | undefined {
  const [tag, first] = bytes.subarray(at, at + 2);
  if (tag === undefined || first === undefined) return undefined;
  const digits = first < 0x80 ? 0 : first & 0x7f;
  if (first >= 0x80 && (digits < 1 || digits > 4)) return undefined;
  const length =
    digits === 0 ? first : bytes.subarray(at + 2, at + 2 + digits).reduce((sum, byte) => sum * 256 + byte, 0);
  const begin = at + 2 + digits;
  if (begin + length > bytes.length) return undefined;
  return { tag, value: bytes.subarray(begin, begin + length), whole: bytes.subarray(at, begin + length) };
}

/** The children of an element that is constructed. */
export const childrenOf = (element: Element | undefined): Element[] =>
  element === undefined || (element.tag & 0x20) === 0 ? [] : elementsOf(element.value);

/** An element with these contents. */
export function element(tag: number, ...contents: Uint8Array[]): Uint8Array {
  const value = concatBytes(...contents);
  const digits: number[] = [];
  for (let rest = value.length; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256);
  const length = value.length < 0x80 ? [value.length] : [0x80 + digits.length, ...digits];
  return concatBytes(Uint8Array.of(tag, ...length), value);
}

export const sequence = (...contents: Uint8Array[]) => element(0x30, ...contents);
export const setOf = (...contents: Uint8Array[]) => element(0x31, ...contents);
export const octets = (bytes: Uint8Array) => element(0x04, bytes);
export const objectId = (hex: string) => element(0x06, hexToBytes(hex));
export const integer = (value: number) => element(0x02, Uint8Array.of(value));

export const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index]);
