// The general rules for every operation.
import type { ReactNode } from 'react';

interface Part {
  id: string;
  title: string;
  text: ReactNode;
}

export const guide: Part[] = [
  {
    id: 'authentication',
    title: 'Authentication',
    text: (
      <>
        <p>
          Programs authenticate with an <strong>API key</strong>. An owner or an admin creates it under
          Settings, API keys; it is shown once. Send it in a header, from a server, never from a web page:
        </p>
        <pre tabIndex={0}>
          <code>Authorization: Bearer prf_…</code>
        </pre>
        <p>
          A key has the permissions of its scopes, limited by the role of its creator. Each operation below
          lists the scopes it requires; without them, the response is <code>403</code>. A revoked or expired
          key gets <code>401</code>.
        </p>
        <p>
          Browsers authenticate with the <strong>session cookie</strong> that is set at sign-in. Requests that
          change data must come from the site’s own pages. Operations under <code>/api/shared</code> need
          neither: the <strong>share token</strong> in the path grants access, as it does for the client who
          opens the link.
        </p>
      </>
    ),
  },
  {
    id: 'errors',
    title: 'Errors',
    text: (
      <>
        <p>
          Every error is <code>application/problem+json</code> (<a href="#schema-Problem">Problem</a>).{' '}
          <code>code</code> is stable: use it in programs. <code>message</code> is for users and may change.{' '}
          <code>errors</code> lists the invalid fields. Give <code>requestId</code> to support.
        </p>
        <pre tabIndex={0}>
          <code>{`{
  "status": 422,
  "code": "validation_failed",
  "message": "Invalid email address",
  "errors": [
    { "field": "email", "code": "invalid", "message": "Invalid email address" }
  ],
  "requestId": "01a205e7-7a2a-71d0-accf-c873255501cd"
}`}</code>
        </pre>
        <p>
          401 not authenticated · 403 not allowed · 404 does not exist, or you have no access to it · 409
          conflicts with another change, which the response describes · 422 invalid input · 429 too many
          requests; <code>Retry-After</code> gives the seconds to wait · 502, 503, 504 a service that we
          depend on is unavailable.
        </p>
      </>
    ),
  },
  {
    id: 'paging',
    title: 'Paging',
    text: (
      <p>
        A list is a plain array. <code>limit</code> sets the number of entries, at most 100. If there are
        more, the response has a header{' '}
        <code>Link: &lt;/api/clients?limit=50&amp;cursor=…&gt;; rel="next"</code>: request that address
        unchanged. A cursor is opaque and valid for its own list only.
      </p>
    ),
  },
  {
    id: 'idempotency',
    title: 'Idempotency',
    text: (
      <>
        <p>
          GET, PUT and DELETE can be repeated after a lost response. So can a POST with the header{' '}
          <code>Idempotency-Key: …</code>, a unique value that you choose (1 to 255 visible ASCII characters,
          such as a UUID). For 24 hours, the same request with the same key gets the first response again,
          with <code>Idempotency-Replayed: true</code>.
        </p>
        <p>
          The same key with a different request gets 422 <code>idempotency_key_reused</code>; while the first
          request is in progress, 409 <code>idempotency_in_progress</code>. A rejected request has no effect,
          and its key can be used again. Requests without authentication ignore the header.
        </p>
      </>
    ),
  },
  {
    id: 'limits',
    title: 'Limits',
    text: (
      <p>
        A key can make ten requests a second, and 300 in a burst. Above that the response is 429{' '}
        <code>rate_limited</code> with <code>Retry-After</code> in seconds. Use of the assistant counts
        against the monthly quota of the key’s creator. When that is used up, the response is 429{' '}
        <code>usage_exceeded</code>, and retrying does not help before the next month. A request can have up
        to 2 MB.
      </p>
    ),
  },
  {
    id: 'versions',
    title: 'Versions',
    text: (
      <p>
        Fields and operations can be added without notice: ignore those you do not know. Nothing is removed or
        changes its meaning without a new version of the document. Amounts are decimals in strings; times are
        UTC, as in <code>2026-01-31T09:30:00.000Z</code>; a field without a value is omitted. The document:{' '}
        <a href="/api/openapi.json">/api/openapi.json</a>. The package for TypeScript is{' '}
        <code>@proffer/client</code>.
      </p>
    ),
  },
];
