// The seal of a PDF, its signature and the evidence inside it, by the rules of the server's
// `domain/src/evidence/sealed_pdf.rs`. Never throws, for any bytes.
import { sha256Hex } from './canonical';
import { altered, type Finding, type Signer } from './parts';
import { SIGNATURE_LINE, signatureOf } from './pdf-signature';

const PREFIX = 'proffer-seal-';
const DIGITS = 64;
const EVIDENCE_MAX_BYTES = 20 * 1024 * 1024;
const OBJECTS_MAX = 1_000_000;

interface Opened {
  /** The attached `evidence.json`; absent if it cannot be extracted. */
  evidence?: Uint8Array;
  findings: Finding[];
  /** Whose key signed the file, if it has the seal of one. */
  signer?: Signer;
}

export async function openSealedPdf(file: Uint8Array): Promise<Opened> {
  // One character per byte, so positions in the text are positions in the file.
  const whole = new TextDecoder('latin1').decode(file);
  // The decoder uses Windows-1252, which makes no difference for these patterns.
  const line = whole.lastIndexOf(SIGNATURE_LINE);
  const opened = await openSealed(
    line === -1 ? file : file.subarray(0, line),
    whole.slice(0, line === -1 ? undefined : line),
  );
  if (line === -1) return { ...opened, signer: { of: 'document' } };
  const signature = signatureOf(file, whole, line);
  if (signature !== undefined) return { ...opened, signer: { of: 'document', ...signature } };
  const finding: Finding = {
    part: 'seal',
    message: 'The signature of the file was changed, or it is of another file.',
  };
  return { ...opened, findings: [...opened.findings, finding] };
}

async function openSealed(pdf: Uint8Array, text: string): Promise<Opened> {
  const seals = marksOf(text);
  const [first] = seals;
  if (first === undefined) {
    return { findings: [{ part: 'seal', message: 'This file carries no Proffer seal.' }] };
  }
  const findings: Finding[] = isWhole(pdf, seals) ? [] : [{ part: 'seal', message: altered.seal }];
  const evidence = await attachmentOf(pdf, text);
  if (evidence === undefined) {
    findings.push({ part: 'form', message: 'No evidence is attached to this file.' });
    return { findings };
  }
  return { evidence, findings };
}

interface Mark {
  /** Where the digits begin. */
  at: number;
  digits: string;
}

function marksOf(text: string): Mark[] {
  const marks: Mark[] = [];
  let from = 0;
  for (;;) {
    const at = text.indexOf(PREFIX, from);
    if (at === -1) return marks;
    const digits = text.slice(at + PREFIX.length, at + PREFIX.length + DIGITS);
    if (/^[0-9a-f]{64}$/.test(digits)) {
      marks.push({ at: at + PREFIX.length, digits });
      from = at + PREFIX.length + DIGITS;
    } else {
      from = at + 1;
    }
  }
}

/** Every mark has the same digits, and they are the hash of the file with all of them blanked. */
function isWhole(pdf: Uint8Array, marks: readonly Mark[]): boolean {
  const blank = pdf.slice();
  for (const { at } of marks) blank.fill(0x30, at, at + DIGITS);
  const hash = sha256Hex(blank);
  return marks.every(({ digits }) => digits === hash);
}

/** The first attachment by its position in the file. */
async function attachmentOf(pdf: Uint8Array, text: string): Promise<Uint8Array | undefined> {
  const table = tableOf(text);
  if (table === undefined) return undefined;
  const places = [...new Set(table.offsets)].filter((offset) => offset < table.at).sort((a, b) => a - b);
  for (const [index, offset] of places.entries()) {
    const data = streamAt(pdf, text, offset, places[index + 1] ?? table.at);
    if (data === undefined) continue;
    return data.deflated ? await inflated(data.bytes) : data.bytes;
  }
  return undefined;
}

/** The offsets in the file's own cross-reference table, and the position of that table. */
function tableOf(text: string): { at: number; offsets: number[] } | undefined {
  const start = text.lastIndexOf('startxref');
  const at = Number(/^startxref\s+(\d{1,10})/.exec(text.slice(start, start + 40))?.[1]);
  if (start === -1 || !text.startsWith('xref', at)) return undefined;
  const offsets: number[] = [];
  let place = at + 'xref'.length;
  for (;;) {
    place += /^\s*/.exec(text.slice(place, place + 20))?.[0].length ?? 0;
    if (text.startsWith('trailer', place)) return { at, offsets };
    const head = /^\d{1,10} (\d{1,7})\s+/.exec(text.slice(place, place + 40));
    const count = Number(head?.[1]);
    if (head === null || count > OBJECTS_MAX || place + count * 20 > text.length) return undefined;
    place += head[0].length;
    for (let entry = 0; entry < count; entry += 1, place += 20) {
      if (text[place + 17] !== 'n') continue;
      const offset = /^\d{10}/.exec(text.slice(place, place + 10))?.[0];
      if (offset === undefined) return undefined;
      offsets.push(Number(offset));
    }
  }
}

/** The data of the object at this offset, if it is an attachment. */
function streamAt(
  pdf: Uint8Array,
  text: string,
  from: number,
  to: number,
): { bytes: Uint8Array; deflated: boolean } | undefined {
  const object = text.slice(from, to);
  const match = /^\d+ \d+ obj\s*(<<\s*\/Length\s[^]*?)stream(\r?\n)/.exec(object);
  const dictionary = match?.[1];
  if (match === null || dictionary === undefined || !/\/Type\s*\/EmbeddedFile/.test(dictionary))
    return undefined;
  const length = Number(/^<<\s*\/Length\s+(\d{1,10})/.exec(dictionary)?.[1]);
  const begin = from + match[0].length;
  if (!Number.isSafeInteger(length) || begin + length > to) return undefined;
  return { bytes: pdf.subarray(begin, begin + length), deflated: dictionary.includes('/FlateDecode') };
}

/** A zlib stream, inflated; undefined if it is damaged or larger than evidence can be. */
async function inflated(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const body = new Response(bytes.slice()).body?.pipeThrough(new DecompressionStream('deflate'));
  if (body === undefined) return undefined;
  const reader = body.getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > EVIDENCE_MAX_BYTES) return undefined;
      pieces.push(value);
    }
  } catch {
    return undefined;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
