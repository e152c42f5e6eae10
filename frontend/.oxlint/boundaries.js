// The import rule inside src: api < shared < features < app, downwards only, and a feature never imports
// another feature. It uses folder names, so a new feature is checked from its first file.
import path from 'node:path';

const order = ['api', 'shared', 'features', 'app', 'test'];

/** @returns {{layer: string, noun: string} | undefined} where a path inside src belongs */
function placeOf(file) {
  const [, inside] = file.split(`${path.sep}src${path.sep}`);
  const [layer, noun] = inside?.split(path.sep) ?? [];
  return order.includes(layer) ? { layer, noun } : undefined;
}

const boundaries = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      up: '{{from}} must not import {{to}}: imports go app -> features -> shared -> api.',
      across: 'A feature must not import another feature ({{to}}). Move what they share to src/shared.',
    },
  },
  create(context) {
    const from = placeOf(context.filename);
    // Tests may use the whole app.
    if (from === undefined || from.layer === 'test' || /\.test\.tsx?$/.test(context.filename)) return {};
    const src = context.filename.slice(0, context.filename.indexOf(`${path.sep}src${path.sep}`) + 5);

    const check = (node) => {
      const source = node.source?.value;
      if (typeof source !== 'string' || !/^(@\/|\.)/.test(source)) return;
      const to = placeOf(
        source.startsWith('@/')
          ? path.join(src, source.slice(2))
          : path.resolve(context.filename, '..', source),
      );
      if (to === undefined) return;
      if (order.indexOf(to.layer) > order.indexOf(from.layer)) {
        context.report({ node, messageId: 'up', data: { from: `src/${from.layer}`, to: `src/${to.layer}` } });
      } else if (from.layer === 'features' && to.layer === 'features' && from.noun !== to.noun) {
        context.report({ node, messageId: 'across', data: { to: to.noun } });
      }
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};

export default { meta: { name: 'proffer' }, rules: { boundaries } };
