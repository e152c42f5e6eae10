// The client: every operation an integration may call, under its operationId, bound to one connection; paging and waiting for drafts.
import { connect, pause, type ProfferOptions } from './connection.js';
import { ProfferError } from './error.js';
import type { DraftingState, Proposal } from './gen/operations.schemas.js';
import * as operations from './gen/operations.js';
import type { Call, CallOptions, Send } from './request.js';

type Generated = typeof operations;

/** Any operation. */
type Operation = (...args: never[]) => Promise<unknown>;

/** The public signature of a generated operation: the client adds the rest of its last parameter. */
type Bound<Op> = Op extends (...args: infer Args) => infer Answer
  ? (
      ...args: {
        [Index in keyof Args]: Args[Index] extends Call | undefined ? CallOptions | undefined : Args[Index];
      }
    ) => Answer
  : never;

/**
 * Every operation, under its operationId. The last parameter of each contains options for the
 * single call.
 */
export type Operations = { readonly [Name in keyof Generated]: Bound<Generated[Name]> };

type EntryOf<Name extends keyof Operations> =
  ReturnType<Operations[Name]> extends Promise<(infer Entry)[]> ? Entry : never;

type ListName = {
  [Name in keyof Operations]: [EntryOf<Name>] extends [never] ? never : Name;
}[keyof Operations];

export interface DraftOptions {
  /** Aborts the wait. */
  signal?: AbortSignal;
  /** The longest wait, in milliseconds; 300,000 by default. */
  timeout?: number;
  /** The polling interval, in milliseconds; 1,000 by default. */
  interval?: number;
  /** Called with every answer. */
  onProgress?: (state: DraftingState) => void;
}

export interface Proffer extends Operations {
  /**
   * The entries of a list, one after another; pages are fetched as needed: `for await (const client
   * of proffer.paged('listClients', { search: 'Harbor' }))`.
   */
  paged<Name extends ListName>(
    name: Name,
    ...args: Parameters<Operations[Name]>
  ): AsyncGenerator<EntryOf<Name>, void, undefined>;
  /** The proposal, once it is drafted. A failed draft is an error with its code. */
  waitForDraft(id: string, options?: DraftOptions): Promise<Proposal>;
}

/** A client of one site. It keeps nothing open, so it need not be closed. */
export function createProffer(options: ProfferOptions): Proffer {
  const send = connect(options);
  const bound = Object.entries(operations).map(([name, operation]) => [
    name,
    (...args: unknown[]) => invoke(operation, args, send),
  ]);
  const all = Object.fromEntries(bound) as Operations;
  return {
    ...all,
    paged: (name, ...args) => pages(operations[name], args, send),
    waitForDraft: (id, waiting) => drafted(all, id, waiting),
  };
}

/**
 * Calls a generated operation, which takes its options last and puts all preceding strings and numbers into
 * the path.
 */
function invoke(operation: Operation, args: readonly unknown[], send: Send): Promise<unknown> {
  const last = operation.length - 1;
  const given = Array.from({ length: last }, (_, index) => safe(args[index])) as never[];
  const call: Call = { ...(args[last] as CallOptions | undefined), send };
  return operation(...given, call as never);
}

const safe = (value: unknown): unknown => (typeof value === 'string' ? encodeURIComponent(value) : value);

/** Follows `Link: <path>; rel="next"` (RFC 8288) while there is one. */
async function* pages<Entry>(
  operation: Operation,
  args: readonly unknown[],
  send: Send,
): AsyncGenerator<Entry, void, undefined> {
  const options = args[operation.length - 1] as CallOptions | undefined;
  let next: string | undefined;
  const hearing: Send = (sent, call) =>
    send(sent, call, ({ headers }) => {
      next = /<(\/[^>]*)>\s*;\s*rel="next"/.exec(headers.get('Link') ?? '')?.[1];
    });
  let entries = (await invoke(operation, args, hearing)) as Entry[];
  for (;;) {
    yield* entries;
    if (next === undefined) return;
    entries = await hearing({ url: next, method: 'GET' }, options ?? {});
  }
}

const DRAFT_TIMEOUT_MS = 300_000;
const DRAFT_INTERVAL_MS = 1_000;

async function drafted(
  proffer: Operations,
  id: string,
  { signal, timeout = DRAFT_TIMEOUT_MS, interval = DRAFT_INTERVAL_MS, onProgress }: DraftOptions = {},
): Promise<Proposal> {
  const late = AbortSignal.timeout(timeout);
  const over = signal === undefined ? late : AbortSignal.any([late, signal]);
  for (;;) {
    const state = await proffer.getDrafting(id, { signal });
    onProgress?.(state);
    if (state.status === 'done') return proffer.getProposal(id, { signal });
    if (state.status === 'failed')
      throw new ProfferError(
        state.code ?? 'drafting_failed',
        state.message ?? 'The proposal was not drafted.',
      );
    await pause(interval, over);
    signal?.throwIfAborted();
    if (late.aborted) throw new ProfferError('timeout', 'The proposal is still being drafted.');
  }
}
