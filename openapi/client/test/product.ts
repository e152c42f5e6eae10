// The product for the tests, and the prerequisites of an integration: a user, a company and a key.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { setInterval } from 'node:timers/promises';

/** Long enough for a machine that also compiles. */
const START_MS = 300_000;
const MAIL_MS = 120_000;

/** The product's own program. */
export const program = process.env.PROFFER_BIN ?? 'proffer';

const dataDir = await mkdtemp(path.join(tmpdir(), 'proffer-client-'));
export const baseUrl = `http://127.0.0.1:${String(await freePort())}`;

const product = spawn(
  program,
  ['dev', '--no-fsync', '--port', new URL(baseUrl).port, '--data-dir', dataDir],
  {
    stdio: ['ignore', 'pipe', 'pipe'],
  },
);
const ended = once(product, 'exit');

// The product ends with the tests in any case.
process.once('exit', () => product.kill('SIGKILL'));
after(async () => {
  product.kill('SIGINT');
  await ended;
  await rm(dataDir, { recursive: true, force: true });
});

await new Promise<void>((resolve, reject) => {
  let output = '';
  const fail = () => reject(new Error(`The product is not ready:\n${output}`));
  const timer = setTimeout(fail, START_MS);
  const hear = (chunk: Buffer) => {
    output += chunk.toString();
    if (!output.includes('Ctrl-C stops everything')) return;
    clearTimeout(timer);
    resolve();
  };
  product.stdout.on('data', hear);
  product.stderr.on('data', hear);
  product.once('error', fail);
  product.once('exit', fail);
});

const credentials = { email: 'ada@northlight.example', password: 'Lighthouse-7' };
let session = '';
await post('/api/register', { firstName: 'Ada', lastName: 'Berg', ...credentials });
await fetch(`${baseUrl}/api/verify-email?token=${await verificationToken()}`);
session = (await post('/api/login', credentials)).headers
  .getSetCookie()
  .map((cookie) => cookie.split(';')[0])
  .join('; ');
await post('/api/companies', { name: 'Northlight Studio' });

/** A key as created under Settings; with the default scopes if none are given. */
export async function keyWith(...scopes: string[]): Promise<string> {
  const made = await post('/api/api-keys', { name: 'Integration', ...(scopes.length > 0 && { scopes }) });
  return ((await made.json()) as { key: string }).key;
}

/** The calls of a browser, for the steps before there is a key. */
async function post(address: string, body: object): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', Origin: baseUrl, Cookie: session };
  const response = await fetch(`${baseUrl}${address}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${address}: ${String(response.status)} ${await response.text()}`);
  return response;
}

/** From the mail, which a job sends after the response. */
async function verificationToken(): Promise<string> {
  const outbox = path.join(dataDir, 'outbox');
  for await (const _ of setInterval(50, undefined, { signal: AbortSignal.timeout(MAIL_MS) })) {
    for (const file of await readdir(outbox).catch(() => [])) {
      const mail = (await readFile(path.join(outbox, file), 'utf8'))
        .replaceAll(/=\r?\n/g, '')
        .replaceAll('=3D', '=');
      const token = /verify-email\?token=([\w-]+)/.exec(mail)?.[1];
      if (token !== undefined) return token;
    }
  }
  throw new Error('There was no mail.');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
