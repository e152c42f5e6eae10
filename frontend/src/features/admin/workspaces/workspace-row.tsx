// One workspace of the site.
import { Gift } from 'lucide-react';
import type { GivenByHand, WorkspaceStanding } from '@/api/gen/model';
import { formatShortDate } from '@/shared/lib/format';
import { useMay } from '@/shared/session/session';
import { Badge } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import type { Plan } from './plan-dialog';
import styles from './workspaces.module.css';

interface WorkspaceRowProps {
  workspace: WorkspaceStanding;
  onPlan: (plan: Plan) => void;
}

export function WorkspaceRow({ workspace, onPlan }: WorkspaceRowProps) {
  const may = useMay();
  const { name, ownerName, ownerEmail, teamMembers, given, createdAt } = workspace;
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <h2 className={styles.name}>{name}</h2>
        <p>
          {ownerName}, {ownerEmail}
        </p>
        <p>
          {teamMembers === 1 ? '1 member' : `${String(teamMembers)} members`}, since{' '}
          {formatShortDate(createdAt)}
        </p>
      </div>
      <PlanStatus workspace={workspace} />
      {may('site:update') && (
        <div className={styles.tools}>
          <Button
            size="sm"
            aria-label={`${given === undefined ? 'Grant a plan to' : 'Change the plan of'} ${name}`}
            onClick={() => {
              onPlan('pro');
            }}
          >
            {given === undefined ? 'Grant Plan' : 'Change'}
          </Button>
          {given !== undefined && (
            <Button
              size="sm"
              aria-label={`Revoke the plan of ${name}`}
              onClick={() => {
                onPlan('none');
              }}
            >
              Revoke
            </Button>
          )}
        </div>
      )}
      {given !== undefined && <GrantedPlan given={given} />}
    </li>
  );
}

function PlanStatus({
  workspace: { status, stripeStatus, trialEndsAt, given },
}: {
  workspace: WorkspaceStanding;
}) {
  // For a paid or granted plan the end of the trial is irrelevant.
  const byTrial = status !== 'active' && stripeStatus === undefined;
  return (
    <div className={styles.status}>
      <p>
        {status === 'active' && (
          <Badge tone="good">{given === undefined ? 'Active' : 'Active, granted'}</Badge>
        )}
        {status === 'trial_expired' && (
          <Badge tone="danger">{stripeStatus === undefined ? 'Trial Expired' : 'Ended'}</Badge>
        )}
        {status === 'trial' && <Badge tone="warning">Free Trial</Badge>}
      </p>
      {byTrial && (
        <p>
          Trial {status === 'trial' ? 'ends' : 'ended'} {formatShortDate(trialEndsAt)}
        </p>
      )}
      {stripeStatus !== undefined && <p>Subscription {stripeStatus.replaceAll('_', ' ')}</p>}
    </div>
  );
}

function GrantedPlan({ given: { at, until, by, reason } }: { given: GivenByHand }) {
  return (
    <p className={styles.given}>
      <Gift aria-hidden size={16} />
      <span>
        Plan granted by {by} on {formatShortDate(at)},{' '}
        {until === undefined ? 'with no end' : `until ${formatShortDate(until)}`}: “{reason}”
      </span>
    </p>
  );
}
