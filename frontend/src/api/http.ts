// The only place that calls fetch: orval's generated client goes through it. A non-2xx answer becomes a thrown Problem,
// so that a screen never mistakes a failure for data.
import { networkProblem, problemFrom, type Problem } from './problem';

/** `T` is the body on success: the generated hooks name it from the OpenAPI document. */
export async function http<T>(url: string, init?: RequestInit): Promise<T> {
  const response = await respond(url, init);
  const body = await response.text();
  // The generated type is the contract; 204 and other empty answers are typed `void` there.
  return (body === '' ? undefined : JSON.parse(body)) as T;
}

/** The successful response, for callers that need its headers. */
export async function respond(url: string, init?: RequestInit): Promise<Response> {
  const response = await send(url, init);
  if (!response.ok) throw await problemFrom(response);
  return response;
}

async function send(url: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, credentials: 'include' });
  } catch (error) {
    if (init?.signal?.aborted === true) throw error;
    throw networkProblem();
  }
}

/** Tells orval the error type of a call. */
export type ErrorType<_Error> = Problem;
