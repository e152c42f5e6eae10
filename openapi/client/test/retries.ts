// When a call is retried, and that a retried POST is executed once.
import { createProffer, isProfferError } from '@proffer/client';
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { baseUrl, keyWith } from './product.ts';
import { behindProxy } from './proxy.ts';

const input = (companyName: string) => ({
  companyName,
  firstName: 'Mia',
  lastName: 'Sand',
  email: 'mia@lighthouse.example',
});

describe('further attempts', () => {
  let apiKey: string;
  before(async () => {
    apiKey = await keyWith('clients:read', 'clients:write');
  });

  test('what is turned away or lost on its way is asked for again', async (t) => {
    const fates = [{ status: 429, retryAfter: '0' }, { status: 503 }, 'answer lost' as const];
    const { client, seen } = await behindProxy(t, fates, apiKey);
    assert.ok(Array.isArray(await client.listClients({ limit: 1 })));
    assert.deepEqual(
      seen.map(({ path }) => path),
      Array(4).fill('/api/clients?limit=1'),
    );
  });

  test('a POST keeps its key, so that what was done is not done twice', async (t) => {
    const { client, seen } = await behindProxy(t, [{ status: 503, retryAfter: '0' }, 'answer lost'], apiKey);
    const made = await client.createClient(input('Once & Only'));
    assert.deepEqual(
      seen.map(({ replayed }) => replayed),
      [false, false, true],
    );
    assert.equal(new Set(seen.map(({ key }) => key)).size, 1);
    assert.match(seen[0]?.key ?? '', /^[0-9a-f-]{36}$/);
    const there = await client.listClients({ search: 'Once & Only' });
    assert.deepEqual(
      there.map(({ id }) => id),
      [made.id],
    );

    await client.createClient(input('Another'));
    assert.notEqual(seen.at(-1)?.key, seen[0]?.key);
  });

  test('a key of the caller names one thing', async () => {
    const proffer = createProffer({ baseUrl, apiKey });
    const first = await proffer.createClient(input('Named'), { idempotencyKey: 'deal-4711' });
    const again = await proffer.createClient(input('Named'), { idempotencyKey: 'deal-4711' });
    assert.equal(again.id, first.id);
    await assert.rejects(
      proffer.createClient(input('Not the same'), { idempotencyKey: 'deal-4711' }),
      (error) => isProfferError(error, 'idempotency_key_reused'),
    );
  });

  test('a guest’s answer is not sent again, because it may have been accepted', async (t) => {
    for (const key of [undefined, apiKey]) {
      const { client, seen } = await behindProxy(t, ['answer lost'], key);
      const call = client.sharedProposalAction('x'.repeat(21), {
        action: 'decline',
        senderName: 'Mia Sand',
        senderEmail: 'mia@lighthouse.example',
      });
      await assert.rejects(call, (error) => isProfferError(error, 'network_error'));
      assert.deepEqual(
        seen.map((entry) => entry.key),
        [undefined],
      );
    }
  });

  test('what waiting does not help is told at once', async (t) => {
    for (const [fate, retryAfter] of [
      [{ status: 429 }, undefined],
      [{ status: 500 }, undefined],
      [{ status: 503, retryAfter: '3600' }, 3600],
    ] as const) {
      const { client, seen } = await behindProxy(t, [fate], apiKey);
      await assert.rejects(
        client.listClients(),
        (error) => isProfferError(error, `http_${String(fate.status)}`) && error.retryAfter === retryAfter,
      );
      assert.equal(seen.length, 1);
    }
  });

  test('there are as many attempts as were allowed', async (t) => {
    for (const [retries, attempts] of [
      [0, 1],
      [1, 2],
    ] as const) {
      const { client, seen } = await behindProxy(
        t,
        Array.from({ length: 3 }, () => ({ status: 502 })),
        apiKey,
        { retries },
      );
      await assert.rejects(client.listClients(), (error) => isProfferError(error, 'http_502'));
      assert.equal(seen.length, attempts);
    }
  });
});
