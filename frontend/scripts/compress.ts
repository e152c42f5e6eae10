// Writes a Brotli and a gzip version next to each file of the build that becomes smaller. The server sends
// them unchanged: on a phone every kilobyte of script costs time, and compressing this well takes too long
// for each response.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const TEXT = /\.(css|html|js|json|svg|txt|xml)$/;
/** Below this size, the headers outweigh the savings. */
const LEAST_BYTES = 512;

const folder = path.join(import.meta.dirname, '../dist');

for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  if (!TEXT.test(name)) continue;
  const file = path.join(folder, name);
  const plain = readFileSync(file);
  // The server fills in the site's values in a public page, so it cannot be compressed yet.
  if (plain.length < LEAST_BYTES || plain.includes('{{base_url}}')) continue;
  const brotli = brotliCompressSync(plain, {
    params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  });
  writeFileSync(`${file}.br`, brotli);
  writeFileSync(`${file}.gz`, gzipSync(plain, { level: 9 }));
}
