// The public screens for evidence.
import type { RouteObject } from 'react-router';
import { paths } from '@/shared/paths';

export const evidenceRoutes = (): RouteObject[] => [
  {
    path: paths.verify,
    lazy: { Component: async () => (await import('./verify/verify-page')).VerifyPage },
  },
];
