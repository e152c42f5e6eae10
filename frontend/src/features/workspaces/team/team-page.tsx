// The team: members, roles and invitations, inviting and leaving.
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { TeamMember } from '@/api/gen/model';
import { useListTeam } from '@/api/gen/workspaces/workspaces';
import { useMay, useMember } from '@/shared/session/session';
import { Button } from '@/shared/ui/button';
import { LoadFailure } from '@/shared/ui/notice';
import { Page } from '@/shared/ui/page';
import { Panel } from '@/shared/ui/panel';
import { Skeleton } from '@/shared/ui/skeleton';
import { LeavePanel } from '../leave-panel';
import { CancelInvitationDialog } from './cancel-invitation-dialog';
import { InvitationRow } from './invitation-row';
import { InviteDialog } from './invite-dialog';
import { useKeptInvitation } from './kept-invitation';
import { MemberRow } from './member-row';
import { RemoveMemberDialog } from './remove-member-dialog';
import styles from './team.module.css';

type Open =
  { dialog: 'invite' } | { dialog: 'remove'; member: TeamMember } | { dialog: 'cancel'; member: TeamMember };

export function TeamPage() {
  const may = useMay();
  const { workspace } = useMember();
  const { data: team, error, refetch } = useListTeam();
  const kept = useKeptInvitation();
  const [open, setOpen] = useState<Open | null>(kept ? { dialog: 'invite' } : null);
  const close = () => {
    setOpen(null);
  };
  const members = team?.filter(({ status }) => status === 'active');
  const invited = team?.filter(({ status }) => status !== 'active');

  return (
    <Page
      title="Team"
      lead={`The members of ${workspace.name}.`}
      actions={
        may('team:invite') && (
          <Button
            variant="primary"
            icon={<UserPlus aria-hidden size={18} />}
            onClick={() => {
              setOpen({ dialog: 'invite' });
            }}
          >
            Invite
          </Button>
        )
      }
    >
      <div className={styles.sections}>
        {error !== null && team === undefined && (
          <LoadFailure what="your team" error={error} onRetry={() => void refetch()} />
        )}
        {team === undefined && error === null && <TeamSkeleton />}
        {members !== undefined && (
          <section aria-labelledby="team-members">
            <div className={styles.head}>
              <h2 id="team-members">Members</h2>
              <p>{seats(members.length)}</p>
            </div>
            <Panel className={styles.panel}>
              <ul className={styles.rows}>
                {members.map((member) => (
                  <MemberRow
                    key={member.id}
                    member={member}
                    onRemove={() => {
                      setOpen({ dialog: 'remove', member });
                    }}
                  />
                ))}
              </ul>
            </Panel>
            {members.length === 1 && invited?.length === 0 && may('team:invite') && (
              <p className={styles.alone}>
                You are the only member. People you invite see the same clients and proposals.
              </p>
            )}
          </section>
        )}
        {invited !== undefined && invited.length > 0 && (
          <section aria-labelledby="team-invited">
            <div className={styles.head}>
              <h2 id="team-invited">Invitations</h2>
              <p>They use no seat until they are accepted.</p>
            </div>
            <Panel className={styles.panel}>
              <ul className={styles.rows}>
                {invited.map((member) => (
                  <InvitationRow
                    key={member.id}
                    member={member}
                    onCancel={() => {
                      setOpen({ dialog: 'cancel', member });
                    }}
                  />
                ))}
              </ul>
            </Panel>
          </section>
        )}
        {may('team:leave') && <LeavePanel />}
      </div>
      {open?.dialog === 'invite' && <InviteDialog onClose={close} />}
      {open?.dialog === 'remove' && <RemoveMemberDialog member={open.member} onClose={close} />}
      {open?.dialog === 'cancel' && <CancelInvitationDialog member={open.member} onClose={close} />}
    </Page>
  );
}

const seats = (count: number): string => (count === 1 ? '1 seat in use' : `${String(count)} seats in use`);

function TeamSkeleton() {
  return (
    <div aria-busy>
      <div className={styles.head}>
        <Skeleton width="120px" height="1.5em" />
      </div>
      <Panel className={styles.panel}>
        <ul className={styles.rows}>
          {[1, 2, 3].map((row) => (
            <li key={row} className={styles.row}>
              <Skeleton width="40px" height="40px" round />
              <div className={styles.bones}>
                <Skeleton width="min(180px, 70%)" />
                <Skeleton width="min(240px, 90%)" />
              </div>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}
