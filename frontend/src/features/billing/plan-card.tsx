// The plan: its facts and its actions.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { SubscriptionStatus } from '@/api/gen/model';
import { seatPrice } from '@/shared/billing/words';
import { formatDate } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import { useMay } from '@/shared/session/session';
import { Badge } from '@/shared/ui/badge';
import { Panel } from '@/shared/ui/panel';
import { PlanActions } from './plan-actions';
import { grantedPlan, isPaid, wordsOf } from './plan-status';
import styles from './subscription.module.css';
import type { PaymentPages } from './use-payment-pages';

interface PlanCardProps {
  subscription: SubscriptionStatus;
  pages: PaymentPages;
  confirming: boolean;
}

export function PlanCard({ subscription, pages, confirming }: PlanCardProps) {
  const may = useMay();
  const { pill, tone, status } = wordsOf(subscription);
  const active = subscription.status === 'active';
  return (
    <Panel role="region" aria-labelledby="pro-plan" className={styles.card}>
      <div className={styles.head}>
        <h2 id="pro-plan">Pro Plan</h2>
        <Badge tone={tone}>{pill}</Badge>
      </div>
      <dl className={styles.facts}>
        <Fact term="Status">{status}</Fact>
        {active && <PlanFact subscription={subscription} />}
        <Dates subscription={subscription} />
        <Fact term="Team members">
          {subscription.teamMembers}
          {!active && may('team:read') && (
            <Link to={paths.teamSettings} className={styles.aside}>
              Manage the team
            </Link>
          )}
        </Fact>
      </dl>
      <PlanActions subscription={subscription} pages={pages} confirming={confirming} />
    </Panel>
  );
}

function PlanFact({ subscription }: { subscription: SubscriptionStatus }) {
  const given = grantedPlan(subscription);
  if (given === undefined) {
    return (
      <Fact term="Plan">
        {seatPrice(subscription.payments)}/month
        <span className={styles.aside}>for each member</span>
      </Fact>
    );
  }
  return (
    <Fact term="Plan">
      Granted by the site administrator
      <span className={styles.aside}>
        {given.until === undefined ? 'with no end' : `until ${formatDate(given.until)}`}
      </span>
    </Fact>
  );
}

function Dates({ subscription }: { subscription: SubscriptionStatus }) {
  const { status, wasPaid, trialEndsAt, renewsAt, endsAt, graceEndsAt } = subscription;
  if (status === 'active') {
    if (!isPaid(subscription)) return null;
    if (endsAt !== undefined) return <Fact term="Ends">{formatDate(endsAt)}</Fact>;
    if (graceEndsAt !== undefined) return <Fact term="Runs until">{formatDate(graceEndsAt)}</Fact>;
    return renewsAt !== undefined && <Fact term="Next charge">{formatDate(renewsAt)}</Fact>;
  }
  if (status === 'trial_expired' && wasPaid)
    return endsAt !== undefined && <Fact term="Ended">{formatDate(endsAt)}</Fact>;
  return trialEndsAt !== undefined && <Fact term="Trial ends">{formatDate(trialEndsAt)}</Fact>;
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
