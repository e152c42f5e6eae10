// The mock of the API in unit tests. Handlers come from the generated *.msw.ts; an unexpected call
// is an error.
import { setupServer } from 'msw/node';

export const server = setupServer();
