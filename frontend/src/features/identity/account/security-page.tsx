// Settings, Security: the password, the sessions, the linked providers.
import { useSearchParams } from 'react-router';
import { useMember } from '@/shared/session/session';
import { Page } from '@/shared/ui/page';
import { SsoErrorCallout } from '../sso-error';
import { IdentitiesPanel } from './identities-panel';
import { PasswordPanel } from './password-panel';
import { SessionsPanel } from './sessions-panel';
import styles from './account.module.css';

export function SecurityPage() {
  const [params] = useSearchParams();
  const user = useMember();
  return (
    <Page narrow title="Security" lead="How you sign in, and where you are signed in.">
      <div className={styles.panels}>
        <SsoErrorCallout code={params.get('ssoError')} />
        <PasswordPanel user={user} />
        <SessionsPanel />
        <IdentitiesPanel />
      </div>
    </Page>
  );
}
