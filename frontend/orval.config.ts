// From the committed OpenAPI document to the client: react-query hooks, MSW handlers for tests, and zod schemas,
// one folder per noun. `npm run gen` writes src/api/gen; nobody edits it.
import { defineConfig } from 'orval';

const input = { target: '../openapi/openapi.json', override: { transformer: plainReferences } };

export default defineConfig({
  client: {
    input,
    output: {
      mode: 'tags-split',
      target: 'src/api/gen',
      schemas: 'src/api/gen/model',
      client: 'react-query',
      httpClient: 'fetch',
      clean: true,
      mock: { generators: [{ type: 'msw', delay: false }] },
      override: {
        mutator: { path: 'src/api/http.ts', name: 'http' },
        fetch: { includeHttpResponseReturnType: false },
        query: { signal: true },
      },
    },
  },
  schemas: {
    input,
    output: {
      mode: 'tags-split',
      target: 'src/api/gen',
      client: 'zod',
      fileExtension: '.zod.ts',
    },
  },
});

/**
 * The document writes a described reference as `allOf: [{ $ref }, { description }]`, of which orval makes
 * `Type & unknown` and, for an enum, a mock that does not parse. The reference alone says the same.
 */
function plainReferences<Node>(node: Node): Node {
  return JSON.parse(JSON.stringify(node), (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('allOf' in value) || !Array.isArray(value.allOf))
      return value;
    const [reference, ...rest] = value.allOf.map((part: unknown) => (isObject(part) ? part : {}));
    const annotationsOnly = rest.every((part) => Object.keys(part).every((key) => key === 'description'));
    return reference !== undefined && '$ref' in reference && annotationsOnly ? reference : value;
  }) as Node;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
