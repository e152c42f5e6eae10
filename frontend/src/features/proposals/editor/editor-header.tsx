// Title, state and the ways a proposal leaves the house.
import { ArrowLeft, Copy, ExternalLink, Link2, Pencil, Send, Trash2 } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { Link } from 'react-router';
import type { Proposal } from '@/api/gen/model';
import { formatDateTime } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import { useMay } from '@/shared/session/session';
import { Button, ButtonLink, IconButton } from '@/shared/ui/button';
import { StatusBadge } from '@/shared/ui/status-badge';
import { showToast } from '@/shared/ui/toast/toast-store';
import { clientName } from '../client-name';
import { useCopyProposal } from '../use-copy-proposal';
import styles from './editor-header.module.css';
import type { ProposalActions } from './use-proposal-actions';

interface Props {
  proposal: Proposal;
  actions: ProposalActions;
  /** A section is open with text that sending would leave behind. */
  unsaved: boolean;
  onDelete: () => void;
}

export function EditorHeader({ proposal, actions, unsaved, onDelete }: Props) {
  const may = useMay();
  const copy = useCopyProposal();
  const draft = proposal.status === 'draft';

  const send = () => {
    if (unsaved) {
      showToast({
        title: 'Unsaved changes',
        description: 'Save or cancel the section you are editing, then send.',
        variant: 'destructive',
      });
      return;
    }
    void actions.send();
  };

  return (
    <header className={styles.header}>
      <Link to={paths.proposals} className={styles.back}>
        <ArrowLeft size={16} aria-hidden />
        Proposals
      </Link>
      <div className={styles.row}>
        <div className={styles.titles}>
          <Title
            key={proposal.title}
            title={proposal.title}
            editable={draft && may('proposals:update')}
            actions={actions}
          />
          {proposal.subtitle !== undefined && <p className={styles.subtitle}>{proposal.subtitle}</p>}
          <p className={styles.meta}>
            <StatusBadge status={proposal.status} />
            <span>{clientName(proposal.client)}</span>
            <span>Last updated {formatDateTime(proposal.updatedAt)}</span>
          </p>
        </div>
        <div className={styles.actions}>
          {may('proposals:create') && (
            <IconButton label="Copy proposal" onClick={() => void copy(proposal)}>
              <Copy size={18} aria-hidden />
            </IconButton>
          )}
          {may('proposals:delete') && (
            <IconButton label="Delete proposal" variant="danger" onClick={onDelete}>
              <Trash2 size={18} aria-hidden />
            </IconButton>
          )}
          {proposal.shareToken !== undefined && (
            <ButtonLink
              to={paths.shared(proposal.shareToken)}
              target="_blank"
              reloadDocument
              icon={<ExternalLink size={18} aria-hidden />}
            >
              View Proposal
            </ButtonLink>
          )}
          {may('proposals:share') && (
            <Button
              icon={<Link2 size={18} aria-hidden />}
              busy={actions.sharing}
              onClick={() => void actions.share()}
            >
              Share
            </Button>
          )}
          {draft && may('proposals:send') && (
            <Button
              variant="primary"
              icon={<Send size={18} aria-hidden />}
              busy={actions.saving}
              onClick={send}
            >
              Send to Client
            </Button>
          )}
        </div>
      </div>
    </header>
  );
}

interface TitleProps {
  title: string;
  editable: boolean;
  actions: ProposalActions;
}

function Title({ title, editable, actions }: TitleProps) {
  const [renaming, setRenaming] = useState(false);
  const [text, setText] = useState(title);

  if (!renaming) {
    return (
      <div className={styles.title}>
        <h1>{title}</h1>
        {editable && (
          <IconButton
            label="Rename proposal"
            onClick={() => {
              setRenaming(true);
            }}
          >
            <Pencil size={17} aria-hidden />
          </IconButton>
        )}
      </div>
    );
  }
  const cancel = () => {
    setText(title);
    setRenaming(false);
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const next = text.trim();
    if (next === '' || next === title) cancel();
    else if (await actions.rename(next)) setRenaming(false);
  };
  return (
    <form className={styles.rename} onSubmit={(event) => void submit(event)}>
      <input
        aria-label="Proposal title"
        maxLength={200}
        value={text}
        autoFocus
        onChange={(event) => {
          setText(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') cancel();
        }}
      />
      <Button type="submit" variant="primary" busy={actions.saving}>
        Save
      </Button>
      <Button variant="ghost" onClick={cancel}>
        Cancel
      </Button>
    </form>
  );
}
