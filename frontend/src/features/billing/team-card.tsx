// The link to the team, each member of which is a seat.
import { UsersRound } from 'lucide-react';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/button';
import { Panel } from '@/shared/ui/panel';
import styles from './subscription.module.css';

export function TeamCard() {
  return (
    <Panel role="region" aria-labelledby="team-management" className={styles.team}>
      <div>
        <h2 id="team-management">Team Management</h2>
        <p>Invite people, change their roles, and see seats.</p>
      </div>
      <ButtonLink to={paths.teamSettings} icon={<UsersRound aria-hidden size={18} />}>
        Manage Team
      </ButtonLink>
    </Panel>
  );
}
