// Requests another verification mail, from any of the screens that offer it.
import { useResendVerification } from '@/api/gen/identity/identity';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import { serverMessage } from './failure-words';

/** `fixedFailure` is the message if the screen does not show the server's. */
export function useResend(fixedFailure?: string) {
  const resend = useResendVerification();
  return {
    busy: resend.isPending,
    /** Resolves to whether the mail was sent. */
    send: async (email: string): Promise<boolean> => {
      try {
        await resend.mutateAsync({ data: { email } });
        showToast({ title: 'Email sent', description: 'Verification email sent! Please check your inbox.' });
        return true;
      } catch (error) {
        toastFailure(error, {
          title: 'Error',
          description: fixedFailure ?? serverMessage(error, 'Failed to resend verification email'),
        });
        return false;
      }
    },
  };
}
