// The first steps of a new user.
import { FilePlus2, UserPlus } from 'lucide-react';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/button';
import { Panel } from '@/shared/ui/panel';
import styles from './first-steps.module.css';

export function FirstSteps() {
  return (
    <div className={styles.steps}>
      <Panel className={styles.step}>
        <UserPlus aria-hidden size={28} />
        <h2>Add your first client</h2>
        <p>Name, contact and email are enough. Proposals are addressed to them.</p>
        <ButtonLink to={paths.clients} variant="primary">
          Add Client
        </ButtonLink>
      </Panel>
      <Panel className={styles.step}>
        <FilePlus2 aria-hidden size={28} />
        <h2>Create your first proposal</h2>
        <p>Paste the notes of a meeting and review what comes out of them.</p>
        <ButtonLink to={paths.newProposal()}>Start Creating</ButtonLink>
      </Panel>
    </div>
  );
}
