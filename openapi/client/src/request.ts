// The target of the generated operations: each describes its request, and the client that called it
// provides the connection.

/** The options of a single call. */
export interface CallOptions {
  /** Aborts the call, its waits and its retries. */
  signal?: AbortSignal;
  /** The time limit in milliseconds, including retries and waits. */
  timeout?: number;
  /**
   * The idempotency key of a POST, for a call that another process may repeat. By default each call
   * generates its own.
   */
  idempotencyKey?: string;
}

/** The request of an operation. */
export interface Sent {
  /** The path, including the query for a next page. */
  url: string;
  method: string;
  params?: object;
  data?: unknown;
  headers?: Record<string, string>;
  /** The answer is a file. */
  responseType?: 'blob';
}

/** Sends it and returns the body; `heard` is called with the successful response first. */
export type Send = <Body>(
  sent: Sent,
  options: CallOptions,
  heard?: (response: Response) => void,
) => Promise<Body>;

/** The last parameter of a generated operation, which the client completes. */
export interface Call extends CallOptions {
  send: Send;
}

/** The generator passes each operation to this function. */
export function request<Body>(sent: Sent, call?: Call): Promise<Body> {
  if (call === undefined) throw new TypeError('An operation is called by way of a client.');
  const { send, ...options } = call;
  return send(sent, options);
}
