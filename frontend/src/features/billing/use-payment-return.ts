// The return from the payment page. The parameters of the address are not trusted, because they can be typed.
// The server is asked instead, which asks the payment provider; a payment can take a while to arrive, so this
// is repeated a few times.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { getGetSubscriptionStatusQueryKey, refreshSubscription } from '@/api/gen/billing/billing';
import type { SubscriptionStatus } from '@/api/gen/model';
import { useMay, sessionQuery } from '@/shared/session/session';
import { showToast } from '@/shared/ui/toast/toast-store';

/** The pause before each further request. */
const PAUSES_MS = [2000, 4000, 8000];

const isActive = ({ status }: SubscriptionStatus): boolean => status === 'active';

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = window.setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      window.clearTimeout(timer);
      reject(new DOMException('The page was left.', 'AbortError'));
    });
  });

export function usePaymentReturn() {
  const may = useMay();
  const queryClient = useQueryClient();
  const [params, setParams] = useSearchParams();
  const leaving = useRef<AbortController>(undefined);
  const queryKey = getGetSubscriptionStatusQueryKey();
  const outcome =
    params.get('success') === 'true' ? 'paid' : params.get('canceled') === 'true' ? 'canceled' : undefined;

  const ask = async (signal: AbortSignal): Promise<SubscriptionStatus> => {
    const status = await refreshSubscription({ signal });
    // An older response that is still pending must not arrive last.
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, status);
    return status;
  };

  const confirm = useMutation({
    mutationFn: async () => {
      leaving.current?.abort();
      const { signal } = (leaving.current = new AbortController());
      let status = await ask(signal);
      if (!isActive(status)) {
        showToast({
          title: 'Your payment is not confirmed yet',
          description: 'This can take a moment. We keep checking.',
        });
      }
      for (const milliseconds of PAUSES_MS) {
        if (isActive(status)) break;
        await pause(milliseconds, signal);
        status = await ask(signal);
      }
      return status;
    },
    onSuccess: (status) => {
      if (!isActive(status)) return;
      void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      showToast({
        title: 'Payment Successful!',
        description: 'Welcome to Pro! Your subscription is now active.',
      });
    },
  });

  const arrive = useEffectEvent((how: 'paid' | 'canceled') => {
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const name of ['success', 'canceled', 'session_id']) after.delete(name);
        return after;
      },
      { replace: true },
    );
    if (how === 'canceled') {
      showToast({
        title: 'Payment Canceled',
        description: 'You can upgrade to Pro anytime from this page.',
        variant: 'destructive',
      });
    } else if (may('subscription:update')) {
      confirm.mutate();
    } else {
      for (const key of [queryKey, sessionQuery.queryKey]) {
        void queryClient.invalidateQueries({ queryKey: key });
      }
    }
  });
  useEffect(() => {
    if (outcome !== undefined) arrive(outcome);
  }, [outcome]);
  useEffect(
    () => () => {
      leaving.current?.abort();
    },
    [],
  );

  return {
    confirming: confirm.isPending,
    /** Asked as often as it makes sense without a result, or the request failed. */
    open: confirm.isError || (confirm.isSuccess && !isActive(confirm.data)),
    error: confirm.error,
    again: () => {
      confirm.mutate();
    },
  };
}

export type PaymentReturn = ReturnType<typeof usePaymentReturn>;
