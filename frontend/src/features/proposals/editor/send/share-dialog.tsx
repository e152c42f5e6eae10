// The proposal's link: its validity, and replacing or revoking it.
import { Link2, Link2Off, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { Proposal } from '@/api/gen/model';
import { TextField } from '@/shared/forms/fields';
import { useForm } from '@/shared/forms/use-form';
import { formatDate } from '@/shared/lib/format';
import { useMay } from '@/shared/session/session';
import { Button } from '@/shared/ui/button';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { Dialog } from '@/shared/ui/dialog';
import { DialogActions } from '@/shared/ui/dialog-actions';
import { toastFailure } from '@/shared/ui/toast/toast-store';
import { LinkField } from './link-field';
import { dayOf, endOfDay, today } from './send-values';
import styles from './send.module.css';
import type { Sharing } from './use-share';

interface Props {
  proposal: Proposal;
  sharing: Sharing;
}

export function ShareDialog({ proposal, sharing }: Props) {
  const [ending, setEnding] = useState<'replace' | 'revoke'>();
  const { link } = sharing;
  const stop = () => {
    setEnding(undefined);
  };

  return (
    <Dialog title="Share this proposal" onClose={sharing.close} holdsInput>
      <div className={styles.body}>
        {link === undefined ? (
          <>
            <p>There is no link to this proposal. Old links no longer work.</p>
            <div className={styles.row}>
              <Button
                variant="primary"
                icon={<Link2 size={18} aria-hidden />}
                busy={sharing.busy}
                onClick={() => void sharing.share()}
              >
                Create a New Link
              </Button>
            </div>
          </>
        ) : (
          <>
            <p>{linkDescription(proposal)}</p>
            <LinkField link={link} key={link} />
          </>
        )}
        <Validity key={proposal.validUntil} proposal={proposal} sharing={sharing} />
        {link !== undefined && (
          <div className={styles.part}>
            <h3>Replace or revoke this link</h3>
            <div className={styles.row}>
              <Button
                size="sm"
                icon={<RefreshCw size={16} aria-hidden />}
                onClick={() => {
                  setEnding('replace');
                }}
              >
                Replace Link
              </Button>
              <Button
                size="sm"
                icon={<Link2Off size={16} aria-hidden />}
                onClick={() => {
                  setEnding('revoke');
                }}
              >
                Revoke Link
              </Button>
            </div>
          </div>
        )}
        <DialogActions>
          <Button onClick={sharing.close}>Done</Button>
        </DialogActions>
      </div>
      {ending === 'replace' && (
        <ConfirmDialog
          title="Replace the link?"
          action="Replace Link"
          busy={sharing.busy}
          onConfirm={() => void sharing.replace().then((done) => done && stop())}
          onClose={stop}
        >
          <p>
            The old link stops working at once, also in mails that were already sent. Send your client the new
            one.
          </p>
        </ConfirmDialog>
      )}
      {ending === 'revoke' && (
        <ConfirmDialog
          title="Revoke the link?"
          action="Revoke Link"
          busy={sharing.revoking}
          onConfirm={() => void sharing.revoke().then((done) => done && stop())}
          onClose={stop}
        >
          <p>
            It stops working at once: your client cannot read, accept or decline the proposal until you share
            it again.
          </p>
        </ConfirmDialog>
      )}
    </Dialog>
  );
}

function linkDescription({ status, sentRevision }: Proposal): string {
  if (sentRevision === undefined) {
    return 'This is a preview: people with the link can read the current proposal, but not answer it. Once you send it, the same link shows the version you sent.';
  }
  switch (status) {
    case 'draft':
      return 'The link shows the last version you sent. It cannot be answered until you send the proposal again.';
    case 'signed':
    case 'accepted':
      return 'The link shows the accepted version.';
    default:
      return 'The link shows the version you sent, and your client’s answer to it.';
  }
}

/**
 * The time until which it can be accepted. The date is part of the revision, so it can be changed only by
 * sending a new one.
 */
function Validity({ proposal, sharing }: Props) {
  const may = useMay();
  const [firstDay] = useState(today);
  const { status, validUntil } = proposal;
  const again = status === 'expired';
  const open = (status === 'draft' && may('proposals:update')) || (again && may('proposals:send'));
  const form = useForm({
    initial: { validUntil: validUntil === undefined || again ? '' : dayOf(validUntil) },
    validate: ({ validUntil: day }) =>
      day === ''
        ? { validUntil: 'Choose a date' }
        : day < today()
          ? { validUntil: 'The validity must end in the future.' }
          : {},
    onSubmit: async ({ validUntil: day }) => {
      const end = endOfDay(day);
      if (end !== undefined) await sharing.saveValidity(end, again);
    },
    onFail: (error) => {
      toastFailure(error, { title: 'Error', fallback: 'Failed to update proposal. Please try again.' });
    },
  });

  if (!open) {
    return validUntil === undefined ? null : (
      <div className={styles.part}>
        <h3>{status === 'expired' ? 'It was valid until' : 'Valid until'}</h3>
        <p>
          {formatDate(validUntil)}
          {status === 'pending' || status === 'in_review'
            ? '. The date is part of the sent version: to change it, edit the proposal and send it again.'
            : ''}
        </p>
      </div>
    );
  }
  return (
    <form {...form.formProps} className={styles.part}>
      {again && validUntil !== undefined && (
        <p>It expired on {formatDate(validUntil)}. With a new date it is sent again with the same link.</p>
      )}
      <div className={styles.date}>
        <TextField {...form.field('validUntil')} label="Valid until" type="date" min={firstDay} />
        <Button type="submit" busy={form.submitting}>
          {again ? 'Send Again' : 'Save Date'}
        </Button>
      </div>
    </form>
  );
}
