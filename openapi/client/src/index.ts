// The exports of the package: a client, the error, and every type of the API.
export { createProffer, type DraftOptions, type Operations, type Proffer } from './client.js';
export type { ProfferOptions } from './connection.js';
export { isProfferError, ProfferError } from './error.js';
export type { CallOptions } from './request.js';
export * from './gen/operations.schemas.js';
