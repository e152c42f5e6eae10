// What administrators are told when a call fails.
import { useEffect } from 'react';
import { isProblem } from '@/api/problem';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';

const isRefused = (error: unknown): boolean => isProblem(error) && error.code === 'forbidden';

function toastRefusal(): void {
  showToast({ title: 'Unauthorized', description: 'Admin access required', variant: 'destructive' });
}

/** As `toastFailure`; who is no administrator any more is told that. */
export function toastAdminFailure(error: unknown, toast: Parameters<typeof toastFailure>[1]): void {
  if (isRefused(error)) toastRefusal();
  else toastFailure(error, toast);
}

/** The same for what a screen loads by itself, and shows the failure of in place. */
export function useRefusal(error: unknown): void {
  const refused = isRefused(error);
  useEffect(() => {
    if (refused) toastRefusal();
  }, [refused]);
}
