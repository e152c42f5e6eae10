// The errors of a call, and iterating over a list.
import { createProffer, isProfferError, type Proffer, type ProfferError } from '@proffer/client';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { before, describe, test } from 'node:test';
import { baseUrl, keyWith } from './product.ts';
import { behindProxy } from './proxy.ts';

const PERSON = { firstName: 'Mia', lastName: 'Sand', email: 'mia@quay.example' };
const NOBODY = '00000000-0000-7000-8000-000000000000';

/** An address without a listener. */
async function nowhere(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${String(port)}`;
}

/** The error that a call throws. */
async function failure(call: Promise<unknown>): Promise<ProfferError> {
  const thrown: unknown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.ok(isProfferError(thrown), String(thrown));
  return thrown;
}

describe('calls', () => {
  let proffer: Proffer;
  before(async () => {
    proffer = createProffer({ baseUrl, apiKey: await keyWith('clients:read', 'clients:write') });
  });

  test('fields at fault are named', async () => {
    const error = await failure(proffer.createClient({ ...PERSON, companyName: '', email: 'no address' }));
    assert.deepEqual([error.status, error.code], [422, 'validation_failed']);
    assert.deepEqual(error.errors.map(({ field }) => field).sort(), ['companyName', 'email']);
    assert.ok(error.field('email')?.message);
    assert.equal(error.field('phone'), undefined);
    assert.match(error.requestId ?? '', /^[0-9a-f-]{36}$/);
  });

  test('what a key may not do is 403', async () => {
    const error = await failure(proffer.listProposals());
    assert.equal(error.status, 403);
    assert.ok(isProfferError(error, error.code, 'another'));
    assert.ok(!isProfferError(error, 'another'));
  });

  test('a missing resource is 404, for any id in the path', async () => {
    assert.deepEqual((await failure(proffer.getClient(NOBODY))).status, 404);
    const { status } = await failure(proffer.getClient('../clients?search='));
    assert.ok(status === 404 || status === 422, String(status));
  });

  test('a key that is none is 401', async () => {
    const wrong = createProffer({ baseUrl: `${baseUrl}/`, apiKey: 'prf_none' });
    assert.equal((await failure(wrong.listClients())).status, 401);
  });

  test('no server, and no API at that address', async () => {
    const error = await failure(createProffer({ baseUrl: await nowhere(), retries: 0 }).listClients());
    assert.deepEqual([error.status, error.code], [0, 'network_error']);
    const page = createProffer({ baseUrl, fetch: () => Promise.resolve(new Response('<html>')) });
    assert.equal((await failure(page.listClients())).code, 'unexpected_answer');
  });

  test('a list is followed over its pages, and no further than it is read', async (t) => {
    for (let number = 1; number <= 7; number += 1)
      await proffer.createClient({ ...PERSON, companyName: `Quay & Sons ${String(number)}` });
    const { client, seen } = await behindProxy(t, [], await keyWith('clients:read'));

    const names: string[] = [];
    for await (const { companyName } of client.paged('listClients', { search: 'Quay & Sons', limit: 3 }))
      names.push(companyName);
    assert.deepEqual(
      names,
      [7, 6, 5, 4, 3, 2, 1].map((number) => `Quay & Sons ${String(number)}`),
    );
    assert.equal(seen.length, 3);

    for await (const { id } of client.paged('listClients', { limit: 3 })) {
      assert.ok(id);
      break;
    }
    assert.equal(seen.length, 4);
  });

  test('an aborted call fails with the reason of its signal', async (t) => {
    const { client, seen } = await behindProxy(t, ['silence', 'silence'], await keyWith('clients:read'));
    const ending = new AbortController();
    const call = client.listClients({}, { signal: ending.signal });
    await seen.first;
    ending.abort(new Error('no longer needed'));
    await assert.rejects(call, /no longer needed/);
    assert.equal((await failure(client.listClients({}, { timeout: 50 }))).code, 'timeout');
  });
});
