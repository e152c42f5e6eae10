// The browser tests visit the screens of one table: no screen may be missing from it.
import { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { SCREENS } from '../../e2e/route-table';
import { createRoutes } from './routes';

/** The addresses in a tree of routes that render or redirect. */
const addressesOf = (routes: readonly RouteObject[], base = ''): string[] =>
  routes.flatMap(({ path, children }) => {
    const here = path === undefined ? base : path.startsWith('/') || path === '*' ? path : `${base}/${path}`;
    return children === undefined ? [here] : addressesOf(children, here);
  });

test('every route of the app stands in the table of the browser tests', () => {
  const walked = new Set(SCREENS.map(({ route }) => route));
  const missing = addressesOf(createRoutes(new QueryClient())).filter((route) => !walked.has(route));
  expect(missing).toEqual([]);
});
