// The workspaces of the site, page by page, filtered by the server.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { getListWorkspacesQueryKey, getListWorkspacesUrl } from '@/api/gen/admin/admin';
import type { WorkspaceStanding } from '@/api/gen/model';
import { fetchPage } from '@/api/pages';

const PAGE_SIZE = 50;

export function workspacePagesQuery(search: string) {
  const params = { limit: PAGE_SIZE, ...(search !== '' && { search }) };
  return infiniteQueryOptions({
    queryKey: [...getListWorkspacesQueryKey(params), 'pages'],
    queryFn: ({ pageParam, signal }) => fetchPage<WorkspaceStanding>(pageParam, signal),
    initialPageParam: getListWorkspacesUrl(params),
    getNextPageParam: ({ next }) => next,
  });
}
