// Generates the clients from the committed OpenAPI document. `npm run gen` writes them; never edit
// the output by hand.
// - client, schemas: the app's react-query hooks, MSW handlers for tests, and zod schemas, one
//   folder per noun, in src/api/gen
// - integrations: the published client's calls and types, in openapi/client/src/gen
import { defineConfig } from 'orval';

const target = '../openapi/openapi.json';
const input = {
  target,
  override: {
    transformer: (document: object) => only(plain(document), (_, one) => one['x-navigation'] !== true),
  },
};
const integration = '../openapi/client';

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
  integrations: {
    // With all tags, orval leaves out the schemas that no remaining operation refers to.
    input: {
      target,
      filters: { tags: [/./] },
      override: { transformer: (document) => forIntegrations(plain(document)) },
    },
    output: {
      mode: 'split',
      target: `${integration}/src/gen/operations.ts`,
      tsconfig: `${integration}/tsconfig.json`,
      client: 'axios-functions',
      clean: true,
      override: {
        // With our own caller, only the shape of axios remains: each operation describes its request.
        mutator: { path: `${integration}/src/request.ts`, name: 'request' },
      },
    },
  },
});

interface Operation {
  security?: Record<string, unknown>[];
  'x-navigation'?: boolean;
  responses?: Record<string, { content?: Record<string, unknown> }>;
}
type Paths = Record<string, Record<string, Operation>>;

/**
 * The operations for programs: with an API key, or as the holder of a share link. Event streams are for
 * screens.
 */
function forIntegrations<Node extends object>(document: Node): Node {
  return only(
    document,
    (path, { security = [], responses = {} }) =>
      (path.startsWith('/api/shared/') || security.some((scheme) => 'apiKey' in scheme)) &&
      !Object.values(responses).some(({ content = {} }) => 'text/event-stream' in content),
  );
}

/** The document with only these operations. */
function only<Node extends object>(document: Node, wanted: (path: string, one: Operation) => boolean): Node {
  const paths = Object.entries((document as { paths: Paths }).paths)
    .map(([path, methods]) => [path, Object.entries(methods).filter(([, one]) => wanted(path, one))] as const)
    .filter(([, methods]) => methods.length > 0)
    .map(([path, methods]) => [path, Object.fromEntries(methods)]);
  return { ...document, paths: Object.fromEntries(paths) as Paths };
}

/**
 * The document writes a described reference as `allOf: [{ $ref }, { description }]`, from which orval
 * generates `Type & unknown` and, for an enum, an invalid mock. The reference alone is equivalent. Headers
 * are for callers without a client: the app sends none of the documented ones, and the published client its
 * own.
 */
function plain<Node>(node: Node): Node {
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
