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
          Programs call with an <strong>API key</strong>: an owner or an admin makes one under Settings, API
          keys, and sees it once. It goes into a header, and belongs on a server, never into a web page:
        </p>
        <pre tabIndex={0}>
          <code>Authorization: Bearer prf_…</code>
        </pre>
        <p>
          A key reaches what its scopes name, and never more than the role of whoever made it. Each operation
          below says which scopes let a key in; another key gets <code>403</code>. A key that was revoked or
          has expired gets <code>401</code> with its next call.
        </p>
        <p>
          People call with the <strong>session cookie</strong> that signing in sets. What they write must come
          from the site’s own pages. Operations under <code>/api/shared</code> ask for neither: the{' '}
          <strong>share token</strong> in the path is the permission, as it is for the client who opens the
          link.
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
          Every failure is <code>application/problem+json</code> (<a href="#schema-Problem">Problem</a>). Act
          on <code>code</code>, which stays; show <code>message</code>, which may be reworded;{' '}
          <code>errors</code> names each field at fault; <code>requestId</code> is what to tell support.
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
          401 nobody known is asking · 403 not allowed · 404 not there, or not yours · 409 something else came
          first, and the answer says what · 422 the input · 429 too much, and <code>Retry-After</code> says
          how long to wait · 502, 503, 504 somebody we depend on is away.
        </p>
      </>
    ),
  },
  {
    id: 'paging',
    title: 'Paging',
    text: (
      <p>
        A list is a plain array. <code>limit</code> says how many entries, 100 at most. While there are more,
        the answer has a header <code>Link: &lt;/api/clients?limit=50&amp;cursor=…&gt;; rel="next"</code>:
        follow it as it is. A cursor belongs to its list, and means nothing to you.
      </p>
    ),
  },
  {
    id: 'idempotency',
    title: 'Asking again',
    text: (
      <>
        <p>
          GET, PUT and DELETE can be sent again when an answer was lost. So can a POST that says{' '}
          <code>Idempotency-Key: …</code>, a name of your own (1 to 255 visible ASCII characters, such as a
          UUID) for what is to be done once: within 24 hours the same request with the same key is given the
          first answer, with <code>Idempotency-Replayed: true</code>.
        </p>
        <p>
          The same key with another request is 422 <code>idempotency_key_reused</code>; while the first is
          under way it is 409 <code>idempotency_in_progress</code>. What was refused was not done, and leaves
          its key free. Guests, who are nobody to the server, have no keys.
        </p>
      </>
    ),
  },
  {
    id: 'limits',
    title: 'Limits',
    text: (
      <p>
        A key makes ten calls a second for as long as it likes, and 300 at once. Above that the answer is 429{' '}
        <code>rate_limited</code> with <code>Retry-After</code> in seconds. What the assistant does counts
        against the monthly allowance of the key’s maker: 429 <code>usage_exceeded</code>, which no waiting of
        seconds helps. A request has at most 2 MB.
      </p>
    ),
  },
  {
    id: 'versions',
    title: 'Versions',
    text: (
      <p>
        Fields and operations are added without notice, so ignore what you do not know. Nothing is taken away
        or given another meaning without a new version of the document. Amounts are decimals in strings; times
        are UTC, as in <code>2026-01-31T09:30:00.000Z</code>; a field without a value is left out. The
        document itself: <a href="/api/openapi.json">/api/openapi.json</a>. For TypeScript there is the
        package <code>@proffer/client</code>.
      </p>
    ),
  },
];
