// Error messages for administrators.
import { useEffect } from 'react';
import { isProblem } from '@/api/problem';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';

const isRefused = (error: unknown): boolean => isProblem(error) && error.code === 'forbidden';

function toastRefusal(): void {
  showToast({ title: 'Unauthorized', description: 'Admin access required', variant: 'destructive' });
}

/** Like `toastFailure`, with a message for former administrators. */
export function toastAdminFailure(error: unknown, toast: Parameters<typeof toastFailure>[1]): void {
  if (isRefused(error)) toastRefusal();
  else toastFailure(error, toast);
}

/** The same for data that a screen loads, with the failure shown in place. */
export function useRefusal(error: unknown): void {
  const refused = isRefused(error);
  useEffect(() => {
    if (refused) toastRefusal();
  }, [refused]);
}
