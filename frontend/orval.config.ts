// From the committed OpenAPI document to the client: react-query hooks, MSW handlers for tests, and zod schemas,
// one folder per noun. `npm run gen` writes src/api/gen; nobody edits it.
import { defineConfig } from 'orval';

const input = { target: '../openapi/openapi.json', override: { transformer: forTheApp } };

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
 * `Type & unknown` and, for an enum, a mock that does not parse. The reference alone says the same. Headers are
 * for integrations: the app sends none that the document names.
 */
function forTheApp<Node>(node: Node): Node {
  return JSON.parse(JSON.stringify(node), (key, value: unknown) => {
    if (key === 'parameters' && Array.isArray(value))
      return value.filter((own: unknown) => !isHeader(own)) as unknown;
    if (!isObject(value) || !Array.isArray(value.allOf)) return value;
    const [reference, ...rest] = value.allOf.map((part: unknown) => (isObject(part) ? part : {}));
    const annotationsOnly = rest.every((part) => Object.keys(part).every((own) => own === 'description'));
    return reference !== undefined && '$ref' in reference && annotationsOnly ? reference : value;
  }) as Node;
}

function isHeader(parameter: unknown) {
  return isObject(parameter) && parameter.in === 'header';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
