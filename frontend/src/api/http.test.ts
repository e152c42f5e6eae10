import { http as msw, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { failing, unreachable } from '@/test/handlers';
import { server } from '@/test/server';
import { http } from './http';
import { fetchPage } from './pages';
import { NETWORK_ERROR } from './problem';

const url = (path: string) => new URL(path, window.location.origin).href;

describe('http', () => {
  it('returns the body of a success and sends credentials', async () => {
    server.use(msw.get('*/api/thing', () => HttpResponse.json({ id: 1 })));
    const fetched = vi.spyOn(window, 'fetch');
    expect(await http(url('/api/thing'), { method: 'GET' })).toEqual({ id: 1 });
    expect(fetched).toHaveBeenCalledWith(expect.anything(), { method: 'GET', credentials: 'include' });
  });

  it('returns nothing for an empty answer', async () => {
    server.use(msw.delete('*/api/thing', () => new HttpResponse(null, { status: 204 })));
    expect(await http(url('/api/thing'), { method: 'DELETE' })).toBeUndefined();
  });

  it('throws a Problem for a failure', async () => {
    server.use(
      failing('get', '/api/thing', { status: 409, code: 'invalid_transition', message: 'Too late.' }),
    );
    await expect(http(url('/api/thing'))).rejects.toMatchObject({
      name: 'Problem',
      status: 409,
      code: 'invalid_transition',
      message: '409: Too late.',
    });
  });

  it('throws a Problem when there is no answer', async () => {
    server.use(unreachable('get', '/api/thing'));
    await expect(http(url('/api/thing'))).rejects.toMatchObject({ status: 0, code: NETWORK_ERROR });
  });
});

describe('fetchPage', () => {
  it('finds the next page in the Link header, until the last one', async () => {
    server.use(
      msw.get('*/api/things', ({ request }) => {
        const cursor = new URL(request.url).searchParams.get('cursor');
        return cursor === null
          ? HttpResponse.json([1, 2], { headers: { Link: '</api/things?limit=2&cursor=b>; rel="next"' } })
          : HttpResponse.json([3], { headers: { Link: '</api/things?limit=2>; rel="first"' } });
      }),
    );
    expect(await fetchPage(url('/api/things?limit=2'))).toEqual({
      items: [1, 2],
      next: '/api/things?limit=2&cursor=b',
    });
    expect(await fetchPage(url('/api/things?limit=2&cursor=b'))).toEqual({ items: [3], next: undefined });
  });
});
