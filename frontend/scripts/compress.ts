// Puts a Brotli and a gzip version beside each file of the build that gets smaller by it. The server hands them out as they are: on a
// phone every kilobyte of the script is a wait, and compressing this well takes too long to do per answer.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const TEXT = /\.(css|html|js|json|svg|txt|xml)$/;
/** Below it, the headers weigh more than what is saved. */
const LEAST_BYTES = 512;

const folder = path.join(import.meta.dirname, '../dist');

for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  if (!TEXT.test(name)) continue;
  const file = path.join(folder, name);
  const plain = readFileSync(file);
  // The server fills in what a public page says of the site, so there is nothing to compress yet.
  if (plain.length < LEAST_BYTES || plain.includes('{{base_url}}')) continue;
  const brotli = brotliCompressSync(plain, {
    params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  });
  writeFileSync(`${file}.br`, brotli);
  writeFileSync(`${file}.gz`, gzipSync(plain, { level: 9 }));
}
