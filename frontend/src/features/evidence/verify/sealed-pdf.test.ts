// The seal, tested on small handmade files of the same form as the server's.
import { describe, expect, it } from 'vitest';
import { sha256Hex } from './canonical';
import { openSealedPdf } from './sealed-pdf';

const PLACE = `proffer-seal-${'0'.repeat(64)}`;
const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const textOf = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes);

async function deflated(text: string): Promise<string> {
  const stream = new Response(bytesOf(text)).body?.pipeThrough(new CompressionStream('deflate'));
  return String.fromCharCode(...new Uint8Array(await new Response(stream).arrayBuffer()));
}

/** A file with its seal in two places and this attachment. */
function sealed(data: string, filter = ''): Uint8Array {
  const objects = [
    `1 0 obj\n<</Type/Catalog/Keywords(${PLACE})>>\nendobj\n`,
    `2 0 obj\n<</Length ${String(data.length)}/Type/EmbeddedFile${filter}>>\nstream\n${data}\nendstream\nendobj\n`,
    `3 0 obj\n<</Length 82>>\nstream\n<xmp>${PLACE}</xmp>\nendstream\nendobj\n`,
  ];
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object) => {
    const at = text.length;
    text += object;
    return at;
  });
  const table = text.length;
  text += `xref\n0 4\n0000000000 65535 f \n${offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')}`;
  text += `trailer\n<</Size 4/Root 1 0 R>>\nstartxref\n${String(table)}\n%%EOF\n`;
  return bytesOf(text.replaceAll(PLACE, `proffer-seal-${sha256Hex(bytesOf(text))}`));
}

describe('a sealed file', () => {
  it('gives its evidence, inflated or as it is', async () => {
    const plain = await openSealedPdf(sealed('{"a":1}'));
    expect(plain.findings).toEqual([]);
    expect(textOf(plain.evidence ?? new Uint8Array())).toBe('{"a":1}');
    const { evidence, findings } = await openSealedPdf(
      sealed(await deflated('{"b":2}'), '/Filter/FlateDecode'),
    );
    expect(findings).toEqual([]);
    expect(textOf(evidence ?? new Uint8Array())).toBe('{"b":2}');
  });

  it('shows every byte that is flipped, cut off or added', async () => {
    const file = sealed('{"a":1}');
    for (let at = 0; at < file.length; at += 1) {
      const changed = file.slice();
      changed[at] = (changed[at] ?? 0) ^ 1;
      const { findings } = await openSealedPdf(changed);
      expect(findings.length, `byte ${String(at)}`).toBeGreaterThan(0);
      expect(
        (await openSealedPdf(file.subarray(0, at))).findings.length,
        `cut at ${String(at)}`,
      ).toBeGreaterThan(0);
    }
    expect((await openSealedPdf(bytesOf(`${textOf(file)}\n`))).findings).toEqual([
      { part: 'seal', message: 'The file was changed after it was sealed.' },
    ]);
  });

  it('is told from files that carry no seal, or no evidence', async () => {
    expect((await openSealedPdf(bytesOf('%PDF-1.7\nhello'))).findings[0]?.message).toBe(
      'This file carries no Proffer seal.',
    );
    const bare = `%PDF-1.7\n${PLACE}\n`;
    const file = bytesOf(bare.replace(PLACE, `proffer-seal-${sha256Hex(bytesOf(bare))}`));
    expect((await openSealedPdf(file)).findings).toEqual([
      { part: 'form', message: 'No evidence is attached to this file.' },
    ]);
  });

  it('takes no damaged stream and no table that leads astray', async () => {
    const damaged = await openSealedPdf(sealed('not deflated at all', '/Filter/FlateDecode'));
    expect(damaged.evidence).toBeUndefined();
    const text = textOf(sealed('{"a":1}'));
    for (const astray of [
      text.replace('0 4\n', '0 9999999\n'),
      text.replace(/startxref\n\d+/, 'startxref\n999999999'),
      text.replace('/Length 7', '/Length 9999'),
    ]) {
      expect((await openSealedPdf(bytesOf(astray))).evidence).toBeUndefined();
    }
  });
});
