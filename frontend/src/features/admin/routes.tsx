// Screens for site administrators. Other users cause no call here: the frame shows something else
// instead.
import type { QueryClient } from '@tanstack/react-query';
import type { LoaderFunction, RouteObject } from 'react-router';
import { getGetAdminSummaryQueryOptions, getListAdminSettingsQueryOptions } from '@/api/gen/admin/admin';
import { ahead } from '@/api/query-client';
import { paths } from '@/shared/paths';
import { sessionQuery } from '@/shared/session/session';
import { jobPagesQuery } from './jobs/job-pages-query';
import { filterOf, mailPagesQuery } from './mails/mail-pages-query';
import { orderOf, userPagesQuery } from './users/user-pages-query';
import { workspacePagesQuery } from './workspaces/workspace-pages-query';

export function adminRoutes(queryClient: QueryClient): RouteObject[] {
  /** Reloaded on every visit: the data changes elsewhere. */
  const asking =
    (start: (params: URLSearchParams) => Promise<unknown>): LoaderFunction =>
    async ({ request }) => {
      const user = await queryClient.query(sessionQuery);
      if (user?.permissions.includes('site:read') === true) ahead(start(new URL(request.url).searchParams));
      return null;
    };
  const searchOf = (params: URLSearchParams) => params.get('search') ?? '';

  return [
    {
      path: paths.admin,
      loader: asking(() => queryClient.query({ ...getGetAdminSummaryQueryOptions(), staleTime: 0 })),
      // Not reloaded with every search.
      shouldRevalidate: () => false,
      lazy: { Component: async () => (await import('./admin-page')).AdminPage },
      children: [
        {
          index: true,
          loader: asking((params) =>
            queryClient.infiniteQuery({ ...userPagesQuery(searchOf(params), orderOf(params)), staleTime: 0 }),
          ),
          lazy: { Component: async () => (await import('./users/users-page')).UsersPage },
        },
        {
          path: paths.adminSettings,
          loader: asking(() => queryClient.query({ ...getListAdminSettingsQueryOptions(), staleTime: 0 })),
          lazy: { Component: async () => (await import('./settings/settings-page')).SettingsPage },
        },
        {
          path: paths.adminWorkspaces,
          loader: asking((params) =>
            queryClient.infiniteQuery({ ...workspacePagesQuery(searchOf(params)), staleTime: 0 }),
          ),
          lazy: { Component: async () => (await import('./workspaces/workspaces-page')).WorkspacesPage },
        },
        {
          path: paths.adminJobs,
          loader: asking(() => queryClient.infiniteQuery({ ...jobPagesQuery(), staleTime: 0 })),
          lazy: { Component: async () => (await import('./jobs/jobs-page')).JobsPage },
        },
        {
          path: paths.adminMails,
          loader: asking((params) =>
            queryClient.infiniteQuery({ ...mailPagesQuery(filterOf(params)), staleTime: 0 }),
          ),
          lazy: { Component: async () => (await import('./mails/mails-page')).MailsPage },
        },
      ],
    },
  ];
}
