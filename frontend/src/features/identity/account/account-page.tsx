// Settings, Account: name, picture, address; export; deletion of the account.
import { BadgeCheck } from 'lucide-react';
import { useState } from 'react';
import { useMember } from '@/shared/session/session';
import { Button } from '@/shared/ui/button';
import { Page } from '@/shared/ui/page';
import { SettingsPanel } from '@/shared/ui/settings-panel';
import { DeleteAccountDialog } from './delete-account-dialog';
import { ExportPanel } from './export-panel';
import { NameForm } from './name-form';
import { PicturePicker } from './picture-picker';
import styles from './account.module.css';

export function AccountPage() {
  const user = useMember();
  const [deleting, setDeleting] = useState(false);
  return (
    <Page narrow title="Account" lead="How your team and your proposals show you.">
      <div className={styles.panels}>
        <SettingsPanel title="Profile">
          <PicturePicker user={user} />
          <NameForm user={user} />
          <div className={styles.address}>
            <span className={styles.label}>Email</span>
            <p>
              <span className={styles.email}>{user.email}</span>
              {user.emailVerified && (
                <span className={styles.verified}>
                  <BadgeCheck aria-hidden size={16} /> Verified
                </span>
              )}
            </p>
          </div>
        </SettingsPanel>
        <ExportPanel />
        <SettingsPanel
          danger
          title="Delete account"
          lead="Permanently deletes your account and every workspace of which you are the only member."
        >
          <div>
            <Button
              className={styles.dangerButton}
              onClick={() => {
                setDeleting(true);
              }}
            >
              Delete My Account…
            </Button>
          </div>
        </SettingsPanel>
      </div>
      {deleting && (
        <DeleteAccountDialog
          user={user}
          onClose={() => {
            setDeleting(false);
          }}
        />
      )}
    </Page>
  );
}
