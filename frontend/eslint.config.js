// Lint rules: strict and type-checked, no `any`, and one boundary rule for the whole tree.
import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import reactRefresh from 'eslint-plugin-react-refresh';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { boundaries } from './.eslint/boundaries.js';

export default defineConfig(
  globalIgnores(['dist', 'src/api/gen', 'playwright-report', 'test-results']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  { files: ['public/*.js'], languageOptions: { globals: globals.browser } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [
      tseslint.configs.strictTypeChecked,
      tseslint.configs.stylisticTypeChecked,
      reactHooks.configs.flat['recommended-latest'],
    ],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Throwing a redirect is how a route's middleware and loaders return one.
      '@typescript-eslint/only-throw-error': ['error', { allow: [{ from: 'lib', name: 'Response' }] }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { proffer: { rules: { boundaries } } },
    rules: {
      'proffer/boundaries': 'error',
      'no-restricted-imports': [
        'error',
        {
          name: 'antd',
          importNames: ['Button', 'Input', 'Form', 'Skeleton', 'Spin', 'message', 'notification'],
          message: 'Every page, with antd or without, uses the ones in src/shared/ui and src/shared/forms.',
        },
        {
          name: 'antd',
          importNames: ['Modal'],
          message: 'Dialogs are src/shared/ui/dialog: it gives the focus back to where it came from.',
        },
      ],
    },
  },
  // The only dialog is based on antd's.
  { files: ['src/shared/ui/dialog.tsx'], rules: { 'no-restricted-imports': 'off' } },
  // Playwright derives the needed fixtures from the pattern, even if there are none.
  { files: ['e2e/**'], rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] } },
  { files: ['src/{app,features,shared}/**/*.tsx'], extends: [reactRefresh.configs.vite] },
  // A route table contains components without being one.
  { files: ['src/**/routes.tsx'], rules: { 'react-refresh/only-export-components': 'off' } },
);
