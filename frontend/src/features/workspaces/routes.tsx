// Settings pages of the workspace; their addresses are relative to the settings'.
import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';
import { getListTeamQueryOptions } from '@/api/gen/workspaces/workspaces';
import { ahead } from '@/api/query-client';
import { auditLogPagesQuery } from './log/audit-log-query';
import { filtersOf } from './log/filters';

export const workspacesRoutes = (queryClient: QueryClient): RouteObject[] => [
  {
    path: 'team',
    loader: () => {
      // Again on every visit, because invitations are accepted meanwhile.
      ahead(queryClient.query({ ...getListTeamQueryOptions(), staleTime: 0 }));
      return null;
    },
    lazy: { Component: async () => (await import('./team/team-page')).TeamPage },
  },
  {
    path: 'workspace',
    lazy: { Component: async () => (await import('./workspace/workspace-page')).WorkspacePage },
  },
  {
    path: 'audit-log',
    loader: ({ request }) => {
      ahead(
        queryClient.infiniteQuery({
          ...auditLogPagesQuery(filtersOf(new URL(request.url).searchParams)),
          staleTime: 0,
        }),
      );
      return null;
    },
    lazy: { Component: async () => (await import('./log/audit-log-page')).AuditLogPage },
  },
];
