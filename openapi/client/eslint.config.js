// The front end's rules, and one for the tests: Node's runner waits by itself for what it is handed.
import frontEnd from '../../frontend/eslint.config.js';

export default [
  ...frontEnd,
  { ignores: ['src/gen'] },
  {
    files: ['test/*.ts'],
    rules: {
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafeCalls: [{ from: 'package', package: 'node:test', name: ['test', 'describe'] }] },
      ],
    },
  },
];
