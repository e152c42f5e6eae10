// Websites on loopback for the product to read: that of a studio, which the backend's tests read
// too, and addresses that cause errors.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

const FOLDER = path.join(import.meta.dirname, '../../backend/domain/tests/fixtures/websites/harbourline');
/** The site's name on its pages. */
const OWN = 'https://harbourline.example';

export interface Website {
  /** Its first page, without a trailing slash. */
  url: string;
  /** The value of the product's setting for permitted hosts. */
  address: string;
  stop: () => Promise<void>;
}

/** Addresses of the website that cannot be read. */
export const TROUBLE = {
  /** A server error. */
  broken: '/broken',
  /** It never answers. */
  silent: '/silent',
  /** A file instead of a page. */
  file: '/brochure.pdf',
} as const;

export async function startWebsite(): Promise<Website> {
  const { pages } = JSON.parse(await readFile(path.join(FOLDER, 'expected.json'), 'utf8')) as {
    pages: Record<string, string>;
  };
  const files = new Map(Object.entries(pages).map(([file, url]) => [new URL(url).pathname, file]));
  const logo = picture(320, 80);

  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The system gave no port.');
  const address = `127.0.0.1:${String(bound.port)}`;
  const url = `http://${address}`;

  const answer = async (asked: string, response: ServerResponse) => {
    const file = files.get(asked);
    if (file !== undefined) {
      const html = await readFile(path.join(FOLDER, file), 'utf8');
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(html.replaceAll(OWN, url));
    } else if (asked === TROUBLE.file) {
      response.setHeader('Content-Type', 'application/pdf');
      response.end('%PDF-1.7');
    } else if (asked.endsWith('.png')) {
      response.setHeader('Content-Type', 'image/png');
      response.end(logo);
    } else {
      response.statusCode = asked === TROUBLE.broken ? 500 : 404;
      response.end();
    }
  };
  server.on('request', ({ url: asked = '/' }, response) => {
    if (asked !== TROUBLE.silent) void answer(asked, response);
  });

  return {
    url,
    address,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A PNG of this size, in one colour. */
export function picture(width: number, height: number): Buffer {
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from([15, 91, 72]))]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits for each of red, green and blue.
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}
