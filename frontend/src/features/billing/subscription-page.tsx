// The subscription: what the workspace has, until when, and what belongs to it.
import { Check, UsersRound } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useGetSubscriptionStatus } from '@/api/gen/billing/billing';
import type { SubscriptionStatus } from '@/api/gen/model';
import { formatDate } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import { useMay } from '@/shared/session/session';
import { Badge } from '@/shared/ui/badge';
import { ButtonLink } from '@/shared/ui/button';
import { Callout } from '@/shared/ui/callout';
import { LoadFailure } from '@/shared/ui/notice';
import { Page } from '@/shared/ui/page';
import { Panel } from '@/shared/ui/panel';
import { Spinner } from '@/shared/ui/spinner';
import styles from './subscription-page.module.css';
import { trialDaysLeft } from './trial';

const FEATURES = [
  'Unlimited proposals',
  'AI-powered content generation',
  'Team collaboration',
  'Client management',
  'Digital signatures',
  'Custom branding',
  'Advanced analytics',
  'Priority support',
];

/** How the states read; whatever is neither active nor expired is a trial. */
const words = {
  active: { pill: 'Active', tone: 'good', status: 'Pro Subscription' },
  trial_expired: { pill: 'Trial Expired', tone: 'danger', status: 'Expired' },
  trial: { pill: 'Free Trial', tone: 'warning', status: 'Trial Active' },
} as const;

const wordsOf = (status: string) =>
  status === 'active' || status === 'trial_expired' ? words[status] : words.trial;

export function SubscriptionPage() {
  const { data: subscription, error, refetch } = useGetSubscriptionStatus();
  return (
    <Page title="Subscription" lead="The plan of this workspace, and what belongs to it.">
      {error !== null && subscription === undefined && (
        <LoadFailure what="your subscription" error={error} onRetry={() => void refetch()} />
      )}
      {subscription === undefined && error === null && (
        <div className={styles.loading}>
          <Spinner />
        </div>
      )}
      {subscription !== undefined && <Subscription subscription={subscription} />}
    </Page>
  );
}

function Subscription({ subscription }: { subscription: SubscriptionStatus }) {
  const active = subscription.status === 'active';
  return (
    <div className={styles.page}>
      <TrialNotice subscription={subscription} />
      <div className={styles.cards}>
        <PlanCard subscription={subscription} />
        <Panel role="region" aria-labelledby="pro-features" className={styles.card}>
          <h2 id="pro-features">Pro Features</h2>
          <ul className={styles.features}>
            {FEATURES.map((feature) => (
              <li key={feature}>
                <Check aria-hidden size={18} />
                {feature}
              </li>
            ))}
          </ul>
        </Panel>
        {active && (
          <Panel role="region" aria-labelledby="team-management" className={styles.team}>
            <div>
              <h2 id="team-management">Team Management</h2>
              <p>Invite people, change their roles, see who has a seat.</p>
            </div>
            <ButtonLink to={paths.teamSettings} icon={<UsersRound aria-hidden size={18} />}>
              Manage Team
            </ButtonLink>
          </Panel>
        )}
      </div>
    </div>
  );
}

const WARN_DAYS = 3;

function TrialNotice({ subscription: { status, trialEndsAt } }: { subscription: SubscriptionStatus }) {
  const [now] = useState(() => Date.now());
  const days = trialDaysLeft(trialEndsAt, now);
  if (status === 'trial_expired') {
    return (
      <Callout tone="danger" title="Your 14-day trial has expired">
        <p>Upgrade to Pro to continue creating proposals and managing clients</p>
      </Callout>
    );
  }
  if (status !== 'trial' || days === 0 || days > WARN_DAYS) return null;
  return (
    <Callout
      tone="warning"
      title={`Trial ending soon - ${String(days)} ${days === 1 ? 'day' : 'days'} remaining`}
    >
      <p>Upgrade now to ensure uninterrupted access to your proposals</p>
    </Callout>
  );
}

function PlanCard({
  subscription: { status, trialEndsAt, teamMembers },
}: {
  subscription: SubscriptionStatus;
}) {
  const may = useMay();
  const active = status === 'active';
  const { pill, tone, status: state } = wordsOf(status);
  return (
    <Panel role="region" aria-labelledby="pro-plan" className={styles.card}>
      <div className={styles.head}>
        <h2 id="pro-plan">Pro Plan</h2>
        <Badge tone={tone}>{pill}</Badge>
      </div>
      <dl className={styles.facts}>
        <Fact term="Status">{state}</Fact>
        {active && <Fact term="Plan">$9/month</Fact>}
        {!active && trialEndsAt !== undefined && <Fact term="Trial ends">{formatDate(trialEndsAt)}</Fact>}
        <Fact term="Team members">
          {teamMembers}
          {!active && may('team:read') && (
            <Link to={paths.teamSettings} className={styles.manage}>
              Manage the team
            </Link>
          )}
        </Fact>
      </dl>
      <div className={styles.payments}>
        <h3>Payments are not configured on this site</h3>
        <p>
          So the subscription cannot be started or changed here, and nothing is charged. Whoever runs the site
          can set payments up.
        </p>
      </div>
    </Panel>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
