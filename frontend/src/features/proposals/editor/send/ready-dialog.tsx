// After sending: the link, and the status of the mail.
import type { Activity, Delivery, Proposal } from '@/api/gen/model';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { DialogActions } from '@/shared/ui/dialog-actions';
import { useActivity } from '../activity/use-activity';
import { LinkField } from './link-field';
import { MailState } from './mail-state';
import styles from './send.module.css';

/** How often the status of a waiting mail is polled while the dialog is open. */
const WATCHED_MS = 2000;

interface Props {
  proposal: Pick<Proposal, 'id'>;
  link: string;
  /** Absent without a mail: the user passes the link on. */
  mail: Delivery | undefined;
  onClose: () => void;
}

export function ReadyDialog({ proposal, link, mail, onClose }: Props) {
  return (
    <Dialog title="Proposal Ready to Send!" onClose={onClose}>
      <div className={styles.body}>
        <p>
          {mail === undefined
            ? 'Send this link to your client. It opens exactly the version you just sent.'
            : 'Your client gets this link by mail. You can also pass it on yourself; it opens exactly the version you just sent.'}
        </p>
        <LinkField link={link} />
        {mail !== undefined && <MailStatus proposalId={proposal.id} mail={mail} />}
        <DialogActions>
          <Button onClick={onClose}>Done</Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

const find = (activity: Activity | undefined, mail: Delivery): Delivery =>
  activity?.mails.find(({ id }) => id === mail.id) ?? mail;

/** Follows the mail until it is settled. */
function MailStatus({ proposalId, mail }: { proposalId: string; mail: Delivery }) {
  const { data } = useActivity(proposalId, {
    every: (known) => (find(known, mail).state === 'queued' ? WATCHED_MS : false),
  });
  const now = find(data, mail);
  return (
    <div className={styles.mail} data-state={now.state}>
      <p>
        Mail to <strong>{now.toEmail}</strong>
      </p>
      <div role="status">
        <MailState mail={now} />
      </div>
      {now.state === 'failed' && (
        <p className={styles.quiet}>
          Your proposal is published, but this mail was not delivered. Copy the link and send it yourself, or
          mail it to another address under Activity.
        </p>
      )}
    </div>
  );
}
