// The name of the account, which is also in the first step.
import { useQueryClient } from '@tanstack/react-query';
import { useUpdateAccount } from '@/api/gen/identity/identity';
import type { CurrentUser } from '@/api/gen/model';
import { sessionQuery } from '@/shared/session/session';
import type { SetupValues } from './draft';

/** Saves it if it was changed. */
export function useSaveName(user: CurrentUser) {
  const queryClient = useQueryClient();
  const update = useUpdateAccount();
  return async (values: Pick<SetupValues, 'firstName' | 'lastName'>): Promise<void> => {
    const firstName = values.firstName.trim();
    const lastName = values.lastName.trim();
    if (firstName === user.firstName && lastName === user.lastName) return;
    const changed = await update.mutateAsync({ data: { firstName, lastName } });
    queryClient.setQueryData(sessionQuery.queryKey, changed);
  };
}
