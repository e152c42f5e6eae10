// The parts of the committed OpenAPI document that the reference uses.
import text from '../../../../openapi/openapi.json?raw';

export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  description?: string;
  enum?: string[];
  items?: Schema;
  allOf?: Schema[];
  additionalProperties?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  description?: string;
  required?: boolean;
  schema: Schema;
}

type Content = Record<string, { schema: Schema }>;

interface Entry {
  operationId: string;
  tags: string[];
  summary?: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
  security?: Record<string, unknown>[];
  'x-key-scopes'?: string[];
}

export interface Operation extends Entry {
  method: string;
  path: string;
}

export interface Noun {
  name: string;
  description: string;
  operations: Operation[];
}

interface ApiDocument {
  info: { version: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Entry>>;
  components: { schemas: Record<string, Schema> };
}

const api = JSON.parse(text) as ApiDocument;

export const version = api.info.version;

const operations: Operation[] = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, entry]) => ({ ...entry, method: method.toUpperCase(), path })),
);

const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name);

/** The operations by noun. */
export const nouns: Noun[] = api.tags
  .map((tag) => ({ ...tag, operations: operations.filter(({ tags }) => tags.includes(tag.name)) }))
  .sort(byName);

/** The schemas of requests and answers. */
export const schemas = Object.entries(api.components.schemas)
  .map(([name, schema]) => ({ name, schema }))
  .sort(byName);

/** The name of a referenced schema; a reference with a description is inside an `allOf`. */
export const referred = ({ $ref, allOf = [] }: Schema): string | undefined =>
  ($ref ?? allOf.find((part) => part.$ref !== undefined)?.$ref)?.split('/').at(-1);

/** The anchor of a schema on the page. */
export const anchorOf = (schema: string): string => `schema-${schema}`;

/** The access rule of an operation. */
export function callers({ path, security = [], 'x-key-scopes': scopes = [] }: Operation): {
  who: string;
  scopes: string[];
} {
  const allowed = (scheme: string) => security.some((one) => scheme in one);
  if (allowed('apiKey')) return { who: 'Session or API key', scopes };
  if (allowed('session')) return { who: 'Session', scopes: [] };
  return { who: path.startsWith('/api/shared/') ? 'Anyone with the link' : 'No authentication', scopes: [] };
}
