// The two payment pages: starting a subscription, and managing it.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  createCheckoutSession,
  getGetSubscriptionStatusQueryKey,
  openBillingPortal,
} from '@/api/gen/billing/billing';
import type { Payments } from '@/api/gen/model';
import { isProblem, isSignedOut, userMessage } from '@/api/problem';
import { showToast } from '@/shared/ui/toast/toast-store';
import { leaveTo, paymentUrl, RedirectRefused } from './redirect';

/** How long a button shows that the other page is opening; usually this page is gone earlier. */
const LEAVING_MS = 4000;

async function leave(url: string | undefined, hosts: readonly string[]): Promise<void> {
  leaveTo(paymentUrl(url, hosts));
  await new Promise((resolve) => {
    window.setTimeout(resolve, LEAVING_MS);
  });
}

function toastFailure(error: unknown, title: string, fallback: string): void {
  if (isSignedOut(error)) return;
  const description = error instanceof RedirectRefused ? error.message : userMessage(error, fallback);
  showToast({ title, description, variant: 'destructive' });
}

export function usePaymentPages({ hosts }: Payments) {
  const queryClient = useQueryClient();
  const checkout = useMutation({
    mutationFn: async () => leave((await createCheckoutSession()).url, hosts),
    onError: (error) => {
      if (isProblem(error) && error.trialExpired) {
        showToast({
          title: 'Trial Expired',
          description: 'Your trial has expired. Complete payment to continue.',
          variant: 'destructive',
        });
        return;
      }
      toastFailure(error, 'Subscription Error', 'Failed to start subscription');
      // Started elsewhere in the meantime, by the owner in another window.
      if (isProblem(error) && error.code === 'already_subscribed')
        void queryClient.invalidateQueries({ queryKey: getGetSubscriptionStatusQueryKey() });
    },
  });
  const portal = useMutation({
    mutationFn: async () => leave((await openBillingPortal()).url, hosts),
    onError: (error) => {
      toastFailure(error, 'Error', 'Failed to open subscription management');
    },
  });
  return {
    subscribe: () => {
      checkout.mutate();
    },
    subscribing: checkout.isPending,
    manage: () => {
      portal.mutate();
    },
    managing: portal.isPending,
  };
}

export type PaymentPages = ReturnType<typeof usePaymentPages>;
