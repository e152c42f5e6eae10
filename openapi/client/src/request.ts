// The target of the generated operations: each describes its request, and the client that called it
// provides the connection.

/** What may be said of a single call. */
export interface CallOptions {
  /** Ends the call, its waits and its further attempts. */
  signal?: AbortSignal;
  /** The most that it may take, in milliseconds, further attempts and waits included. */
  timeout?: number;
  /** Names what a POST is to do, for a call that another process may repeat. Without it each call makes its own. */
  idempotencyKey?: string;
}

/** What an operation sends. */
export interface Sent {
  /** The path, with a query where it is that of a next page. */
  url: string;
  method: string;
  params?: object;
  data?: unknown;
  headers?: Record<string, string>;
  /** An answer that is a file. */
  responseType?: 'blob';
}

/** Sends it and answers with the body; `heard` is told of the successful response first. */
export type Send = <Body>(
  sent: Sent,
  options: CallOptions,
  heard?: (response: Response) => void,
) => Promise<Body>;

/** The last parameter of a generated operation, which the client completes. */
export interface Call extends CallOptions {
  send: Send;
}

/** The generator hands each operation to this. */
export function request<Body>(sent: Sent, call?: Call): Promise<Body> {
  if (call === undefined) throw new TypeError('An operation is called by way of a client.');
  const { send, ...options } = call;
  return send(sent, options);
}
