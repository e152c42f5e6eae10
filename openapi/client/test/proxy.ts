// A proxy between client and product that records requests and injects failures.
import { createProffer, type Proffer, type ProfferOptions } from '@proffer/client';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { baseUrl } from './product.ts';

/**
 * The outcome of a request: a status, optionally with `Retry-After`; executed, but with the response lost; or
 * no response at all. Further requests pass through.
 */
type Fate = { status: number; retryAfter?: string } | 'answer lost' | 'silence';

interface Seen {
  method: string;
  path: string;
  key: string | undefined;
  /** Whether the product replayed an earlier response. */
  replayed: boolean;
}

/** The recorded requests, and a promise of the first. */
export type Sight = Seen[] & { first: Promise<unknown> };

/** A client whose requests get these outcomes, in order. */
export async function behindProxy(
  t: TestContext,
  fates: Fate[],
  apiKey?: string,
  options: Partial<ProfferOptions> = {},
): Promise<{ client: Proffer; seen: Sight }> {
  const waiting = [...fates];
  const server = createServer((request, response) => void meet(request, response));
  const seen: Sight = Object.assign([], { first: once(server, 'request') });

  async function meet(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = request;
    const key = headers['idempotency-key'] as string | undefined;
    const entry: Seen = { method, path, key, replayed: false };
    seen.push(entry);
    const fate = waiting.shift();
    if (fate === 'silence') return;
    if (typeof fate === 'object') {
      response
        .writeHead(fate.status, fate.retryAfter === undefined ? {} : { 'Retry-After': fate.retryAfter })
        .end();
      return;
    }
    const answer = await passOn(request);
    entry.replayed = answer.headers.get('Idempotency-Replayed') === 'true';
    if (fate === 'answer lost') {
      response.destroy();
      return;
    }
    const kept = ['content-type', 'link', 'retry-after'].flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    response.writeHead(answer.status, Object.fromEntries(kept)).end(Buffer.from(await answer.arrayBuffer()));
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${String(port)}`;
  return {
    client: createProffer({ baseUrl: address, ...(apiKey !== undefined && { apiKey }), ...options }),
    seen,
  };
}

async function passOn(request: IncomingMessage): Promise<Response> {
  const body = Buffer.concat(await request.toArray());
  const headers = new Headers();
  for (const name of ['authorization', 'content-type', 'accept', 'idempotency-key']) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  return fetch(`${baseUrl}${request.url ?? ''}`, {
    method: request.method ?? 'GET',
    headers,
    ...(body.length > 0 && { body }),
  });
}
