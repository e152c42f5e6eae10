// The facts from a website, and the calls of the setup; tests change the relevant part.
import { http, HttpResponse, type HttpHandler } from 'msw';
import type { ScrapedCompany, ScrapeEvent } from '@/api/gen/model';

export const found: ScrapedCompany = {
  name: 'Harbor Studio GmbH',
  phone: '+49 30 5550100',
  aboutUs: 'Six people in Berlin who design calm software.',
  whatWeOffer: 'Product design and front-end work.',
  industry: 'Software design',
  sources: [
    { field: 'name', url: 'https://www.harbor.example/' },
    { field: 'phone', url: 'https://www.harbor.example/contact' },
    { field: 'aboutUs', url: 'https://www.harbor.example/about' },
    { field: 'whatWeOffer', url: 'https://www.harbor.example/services/' },
    { field: 'industry', url: 'https://www.harbor.example/about' },
  ],
  pages: ['https://www.harbor.example/', 'https://www.harbor.example/about'],
  assistant: 'offline',
};

const encoder = new TextEncoder();
const line = (event: ScrapeEvent) => encoder.encode(`data: ${JSON.stringify(event)}\n\n`);

/** A website being read; the test controls the progress. */
export function watchedReading() {
  const asked: unknown[] = [];
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let cancelled = false;
  const handler = http.post('*/api/companies/scrape/stream', async ({ request }) => {
    asked.push(await request.json());
    const body = new ReadableStream<Uint8Array>({
      start: (made) => {
        controller = made;
      },
      cancel: () => {
        cancelled = true;
      },
    });
    return new HttpResponse(body, { headers: { 'Content-Type': 'text/event-stream' } });
  });
  return {
    handler,
    asked,
    cancelled: () => cancelled,
    tell: (event: ScrapeEvent) => controller?.enqueue(line(event)),
    end: () => controller?.close(),
  };
}

/** The same, completed at once. */
export const reading = (...events: ScrapeEvent[]): HttpHandler =>
  http.post(
    '*/api/companies/scrape/stream',
    () =>
      new HttpResponse(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''), {
        headers: { 'Content-Type': 'text/event-stream' },
      }),
  );

/** Accepts a file like the API and the storage; `calls` records the requests in order. */
export function takingLogo(objectPath = '/api/objects/logo-1') {
  const calls: unknown[] = [];
  const uploadURL = `${window.location.origin}/store/1?signature=abc`;
  const handlers = [
    http.post('*/api/objects/upload', async ({ request }) => {
      calls.push(['upload', await request.json()]);
      return HttpResponse.json({ uploadURL, expiresAt: '2026-11-22T12:00:00.000Z' });
    }),
    http.put('*/store/1', async ({ request }) => {
      calls.push(['put', request.headers.get('Content-Type'), (await request.arrayBuffer()).byteLength]);
      return new HttpResponse(null, { status: 200 });
    }),
    http.put('*/api/companies/logo', async ({ request }) => {
      calls.push(['logo', await request.json()]);
      return HttpResponse.json({ objectPath, width: 200, height: 80 });
    }),
  ];
  return { calls, handlers, uploadURL };
}

export const logoFile = (type = 'image/png', size = 3): File =>
  new File([new Uint8Array(size)], `logo.${type.split('/')[1] ?? ''}`, { type });
