// The editor once its proposal is there.
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Proposal } from '@/api/gen/model';
import { paths } from '@/shared/paths';
import { DeleteProposalDialog } from '../delete-proposal-dialog';
import { ConfirmEditDialog } from './confirm-edit-dialog';
import { EditorHeader } from './editor-header';
import styles from './editor.module.css';
import { FeedbackPanel } from './feedback-panel';
import { LinkDialog } from './link-dialog';
import { PresendPanel } from './presend-panel';
import { ProposalDocument } from './proposal-document';
import { StatusBanner } from './status-banner';
import { TotalsPanel } from './totals-panel';
import { useProposalActions } from './use-proposal-actions';

type Asking = 'edit' | 'delete' | null;

export function EditorView({ proposal }: { proposal: Proposal }) {
  const navigate = useNavigate();
  const actions = useProposalActions(proposal);
  const [asking, setAsking] = useState<Asking>(null);
  const [unsaved, setUnsaved] = useState(false);
  const close = () => {
    setAsking(null);
  };
  const { shareToken } = proposal;
  const link =
    shareToken === undefined ? undefined : new URL(paths.shared(shareToken), window.location.origin).href;

  return (
    <div className={styles.page}>
      <title>{`${proposal.title} · Proffer`}</title>
      <EditorHeader
        proposal={proposal}
        actions={actions}
        unsaved={unsaved}
        onDelete={() => {
          setAsking('delete');
        }}
      />
      <StatusBanner
        proposal={proposal}
        onEdit={() => {
          setAsking('edit');
        }}
      />
      <div className={styles.layout}>
        <ProposalDocument proposal={proposal} actions={actions} onUnsaved={setUnsaved} />
        <aside className={styles.rail} aria-label="About this proposal">
          <PresendPanel proposal={proposal} actions={actions} />
          <FeedbackPanel proposalId={proposal.id} />
          <TotalsPanel proposal={proposal} />
        </aside>
      </div>

      {asking === 'edit' && <ConfirmEditDialog actions={actions} onClose={close} />}
      {asking === 'delete' && (
        <DeleteProposalDialog
          proposal={proposal}
          onClose={close}
          onDeleted={() => void navigate(paths.proposals)}
        />
      )}
      {actions.shownLink !== null && (
        <LinkDialog
          title="Share this link"
          lead="Your browser did not allow copying. Select the link and copy it."
          link={actions.shownLink}
          onClose={actions.closeLink}
        />
      )}
      {actions.sent && link !== undefined && (
        <LinkDialog
          title="Proposal Ready to Send!"
          lead="Send this link to your client. It opens exactly the version you just sent."
          link={link}
          onClose={actions.closeSent}
        />
      )}
    </div>
  );
}
