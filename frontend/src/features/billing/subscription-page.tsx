// The subscription: the plan, its end, its price, and the payment.
import { useGetSubscriptionStatus } from '@/api/gen/billing/billing';
import type { SubscriptionStatus } from '@/api/gen/model';
import { useMay } from '@/shared/session/session';
import { LoadFailure } from '@/shared/ui/notice';
import { Page } from '@/shared/ui/page';
import { Panel } from '@/shared/ui/panel';
import { Skeleton } from '@/shared/ui/skeleton';
import { Spinner } from '@/shared/ui/spinner';
import { ConfirmingNotice } from './confirming-notice';
import { FeaturesCard } from './features-card';
import { InvoicesPanel } from './invoices-panel';
import { PlanBanner } from './plan-banner';
import { PlanCard } from './plan-card';
import { isPaid } from './plan-status';
import styles from './subscription.module.css';
import { TeamCard } from './team-card';
import { usePaymentPages } from './use-payment-pages';
import { usePaymentReturn } from './use-payment-return';

export function SubscriptionPage() {
  const { data: subscription, error, refetch } = useGetSubscriptionStatus();
  const back = usePaymentReturn();
  return (
    <Page title="Subscription" lead="The plan, seats and features of this workspace.">
      {error !== null && subscription === undefined && (
        <LoadFailure what="your subscription" error={error} onRetry={() => void refetch()} />
      )}
      <div className={styles.page}>
        <ConfirmingNotice back={back} settled={subscription?.status === 'active'} />
        {subscription !== undefined && (
          <Subscription subscription={subscription} confirming={back.confirming} />
        )}
        {subscription === undefined && error === null && <SubscriptionSkeleton />}
      </div>
    </Page>
  );
}

/** The features of the plan are known; its status is loading. */
function SubscriptionSkeleton() {
  return (
    <div className={styles.cards}>
      <Panel className={styles.card} aria-busy>
        <div className={styles.head}>
          <Skeleton width="120px" height="1.5em" />
          <Spinner size="sm" />
        </div>
        <div className={styles.bones}>
          {[1, 2, 3].map((fact) => (
            <Skeleton key={fact} height="1.5em" />
          ))}
        </div>
        <Skeleton height="44px" />
      </Panel>
      <FeaturesCard />
    </div>
  );
}

interface SubscriptionProps {
  subscription: SubscriptionStatus;
  /** A payment was just made: wait for its confirmation before another one. */
  confirming: boolean;
}

function Subscription({ subscription, confirming }: SubscriptionProps) {
  const may = useMay();
  const pages = usePaymentPages(subscription.payments);
  const paying = may('subscription:update');
  const { status, wasPaid, payments } = subscription;
  return (
    <>
      <PlanBanner subscription={subscription} pages={paying && payments.configured ? pages : undefined} />
      <div className={styles.cards}>
        <PlanCard subscription={subscription} pages={pages} confirming={confirming} />
        <FeaturesCard />
        {status === 'active' && <TeamCard />}
        {may('invoices:read') && payments.configured && (wasPaid || isPaid(subscription)) && (
          <InvoicesPanel hosts={payments.hosts} />
        )}
      </div>
    </>
  );
}
