// Invalidates the list of users after a change.
import { useQueryClient } from '@tanstack/react-query';
import { getListUsersQueryKey } from '@/api/gen/admin/admin';

export function useUsersChanged(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: getListUsersQueryKey() });
}
