// The layers of the server's modules: node modules.mjs check|graph
// `check` fails if a module uses one above it, if features depend on each other in a cycle, if one uses the store of another, or if code that is
// not at the edge names a problem of HTTP instead of an error of its own.
// `graph` draws the dependencies, as Mermaid. Cargo separates the crates below the server.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const ROOT = join(import.meta.dirname, '../backend/src');

/** From the top down: a module uses those after it. */
export const LAYERS = [
  'main',
  'commands',
  'backup',
  'site',
  'worker',
  'features',
  'access',
  'site_settings',
  'mail',
  'jobs',
  'tokens',
  'wire',
  'failure',
  'http',
  'app',
  'telemetry',
  'config',
  'authz',
];

/** The features from the top down, in the same way. */
export const FEATURES = [
  'mailing',
  'account_data',
  'admin',
  'contact',
  'chat',
  'sharing',
  'evidence',
  'proposals',
  'companies',
  'clients',
  'assistant',
  'workspaces',
  'identity',
  'billing',
  'team',
  'notifications',
  'deliveries',
  'page_views',
  'objects',
];

/** The layers at the edge: they name problems of HTTP. */
const EDGE_LAYERS = new Set(['site', 'access', 'wire', 'failure', 'http']);

/** The files at the edge of the other layers: handlers, redirects, streams, and what an error is on the wire or for a job. */
const EDGE = /(^|[/_])(api|error|follow|problem_schema|redirects)\.rs$/;

/** Files of an edge layer that are used in use cases. */
const INSIDE = new Set(['wire/sheet.rs']);

/** Every path below `crate::` in a source file; `use super::` of the file itself counts as one. */
export function paths(source, file = 'lib.rs') {
  const own = file.replace(/(^|\/)(mod|lib)\.rs$|\.rs$/, '').split('/').filter(Boolean);
  const parent = (supers) => ['crate', ...own.slice(0, own.length - supers)].join('::');
  source = source.replace(/^((?:pub(?:\([^)]*\))? )?use )((?:super::)+)/gm, (_, use, supers) => `${use}${parent(supers.length / 7)}::`);
  const code = source.replace(/\/\/.*$/gm, '');
  const found = [];
  const walk = (prefix, list) => {
    let depth = 0;
    let item = '';
    for (const character of `${list},`) {
      if (character === '{') depth += 1;
      if (character === '}') depth -= 1;
      if (character !== ',' || depth > 0) {
        item += character;
        continue;
      }
      const [, head, inner] = /^\s*([\w:\s]*?)\s*(?:\{(.*)\}\s*)?$/s.exec(item) ?? [];
      if (inner !== undefined) walk(prefix + head, inner);
      else if (item.trim() !== '') found.push(prefix + item.trim());
      item = '';
    }
  };
  const uses = /\buse\s+crate::([^;]*);/g;
  for (const [, tree] of code.matchAll(uses)) walk('', tree);
  for (const [, path] of code.replace(uses, '').matchAll(/\bcrate::([\w:]+)/g)) found.push(path);
  return found.map((path) => path.replace(/\s+as\s+\w+$/, '').replace(/::self$/, ''));
}

/** The module of a path: a layer, or a feature. */
export function moduleOf(path) {
  const [first, second] = path.split('::');
  return first === 'features' && FEATURES.includes(second) ? `features/${second}` : first;
}

const place = (module) => {
  const [layer, feature] = module.split('/');
  return LAYERS.indexOf(layer) + (feature === undefined ? 0 : (FEATURES.indexOf(feature) + 1) / 100);
};

/** Whether code that is not at the edge names a problem. The extensions of a problem are allowed: they are defined with the types of a feature. */
function isProblemInside(file, path) {
  const isEdge = EDGE_LAYERS.has(file.split(/[/.]/, 1)[0]) ? !INSIDE.has(file) : EDGE.test(file);
  return /^http::problem(?!::Extension$)\b/.test(path) && !isEdge;
}

/** Whether code other than handlers uses a handler's module, by something else than the name of the API. */
function isHandlerInside(file, path) {
  return /^features::.*\b(?:\w+_)?api(?:::(?!\w+Api$)|$)/.test(path) && !/(?:^|\/|_)api\.rs$/.test(file);
}

/** The violations in a file that uses these paths. */
export function faults(file, used) {
  const own = moduleOf(file.split('/').map((part) => part.replace(/\.rs$/, '')).join('::'));
  if (place(own) < 0) return [`${file}: ${own} has no layer in .make/modules.mjs`];
  return used.flatMap((path) => {
    const other = moduleOf(path);
    if (isProblemInside(file, path)) return [`${file}: only the edge names ${path}; fail with an error of ${own}, or with a Failure`];
    if (isHandlerInside(file, path)) return [`${file}: handlers are above it; the messages of ${path} belong in types.rs`];
    if (other === own || (own === 'features' && other.startsWith('features/')) || (other === 'features' && own.startsWith('features/'))) return [];
    if (place(other) < 0) return [];
    if (place(other) < place(own)) return [`${file}: ${own} is below ${other} and uses ${path}`];
    return other.startsWith('features/') && path.split('::')[2] === 'store' ? [`${file}: the store of ${other} is its own`] : [];
  });
}

function sources(folder = ROOT) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? sources(path) : entry.name.endsWith('.rs') && entry.name !== 'lib.rs' ? [path] : [];
  });
}

function main(command) {
  const files = sources().map((path) => {
    const file = relative(ROOT, path).split(sep).join('/');
    return [file, paths(readFileSync(path, 'utf8'), file)];
  });
  if (command === 'graph') {
    const edges = files.flatMap(([file, used]) => {
      const own = moduleOf(file.replace(/\.rs$/, '').split('/').join('::'));
      return used.map(moduleOf).filter((other) => other !== own && other !== 'features' && place(other) >= 0).map((other) => `  ${own} --> ${other}`);
    });
    console.log(['graph TD', ...new Set(edges.sort())].join('\n'));
    return;
  }
  const wrong = [...new Set(files.flatMap(([file, used]) => faults(file, used)))];
  console.error(wrong.join('\n'));
  process.exitCode = wrong.length === 0 ? 0 : 1;
}

if (process.argv[1] === import.meta.filename) main(process.argv[2]);
