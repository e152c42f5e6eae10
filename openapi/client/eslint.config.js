// The front end's rules, and one for the tests: Node's runner awaits the promises that it receives.
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
