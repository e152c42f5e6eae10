// Title, status, and the actions of sending and sharing.
import { Dropdown } from 'antd';
import {
  ArrowLeft,
  BadgeCheck,
  Copy,
  Ellipsis,
  ExternalLink,
  History,
  Link2,
  Palette,
  RefreshCw,
  Send,
  Trash2,
} from 'lucide-react';
import { Link } from 'react-router';
import type { Proposal } from '@/api/gen/model';
import { formatDateTime } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import { useMay } from '@/shared/session/session';
import { Button, ButtonLink, IconButton } from '@/shared/ui/button';
import { StatusBadge } from '@/shared/ui/status-badge';
import { clientName } from '../client-name';
import { useOpenCopy } from '../use-open-copy';
import { EditableLine } from './editable-line';
import styles from './editor-header.module.css';
import type { Sending } from './send/use-send';
import type { Sharing } from './send/use-share';
import { useNarrow } from './use-narrow';
import type { ProposalActions } from './use-proposal-actions';

interface Props {
  proposal: Proposal;
  actions: ProposalActions;
  sending: Sending;
  sharing: Sharing;
  editable: boolean;
  onApprove: () => void;
  onRefresh: () => void;
  onDelete: () => void;
  onHistory: () => void;
  onDesign: () => void;
}

export function EditorHeader(props: Props) {
  const { proposal, actions, sending, sharing, editable } = props;
  const may = useMay();
  const narrow = useNarrow();
  return (
    <header className={styles.header}>
      <Link to={paths.proposals} className={styles.back}>
        <ArrowLeft size={16} aria-hidden />
        Proposals
      </Link>
      <div className={styles.row}>
        <div className={styles.titles}>
          <EditableLine
            key={proposal.title}
            label="Proposal title"
            action="Rename proposal"
            value={proposal.title}
            maxLength={200}
            required
            editable={editable}
            saving={actions.saving}
            onSave={(title) => actions.save({ title })}
          >
            <h1>{proposal.title}</h1>
          </EditableLine>
          {proposal.subtitle !== undefined && <p className={styles.subtitle}>{proposal.subtitle}</p>}
          <p className={styles.meta}>
            <StatusBadge status={proposal.status} />
            <span>{clientName(proposal.client)}</span>
            <span>Last updated {formatDateTime(proposal.updatedAt)}</span>
          </p>
        </div>
        <div className={styles.actions}>
          {!narrow && <Tools {...props} />}
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
              busy={sharing.busy}
              onClick={() => void sharing.share()}
            >
              Share
            </Button>
          )}
          {canSend(proposal) && may('proposals:send') && (
            <Button
              variant="primary"
              icon={<Send size={18} aria-hidden />}
              busy={sending.opening}
              onClick={() => void sending.ask()}
            >
              {proposal.status === 'draft' ? 'Send to Client' : 'Send again'}
            </Button>
          )}
          {narrow && <ToolsMenu {...props} />}
        </div>
      </div>
    </header>
  );
}

/** It can still be accepted, with the link or outside the product. */
const isOpen = ({ status }: Proposal): boolean =>
  status === 'draft' || status === 'pending' || status === 'in_review' || status === 'expired';

/** A draft, or a proposal with change requests, or an expired one. */
const canSend = ({ status }: Proposal): boolean =>
  status === 'draft' || status === 'in_review' || status === 'expired';

/** Not while it is with the client, and never once it is signed. Any other state becomes a draft. */
const canRefresh = (proposal: Proposal): boolean => canSend(proposal) || proposal.status === 'rejected';

/** The less frequent actions. */
function Tools({ proposal, actions, editable, onApprove, onRefresh, onDelete, onHistory, onDesign }: Props) {
  const may = useMay();
  const copy = useOpenCopy();
  return (
    <>
      {isOpen(proposal) && may('proposals:accept') && (
        <IconButton label="Approve & Start Project" onClick={onApprove}>
          <BadgeCheck size={18} aria-hidden />
        </IconButton>
      )}
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
      {canRefresh(proposal) && may('proposals:update') && (
        <Button
          variant="ghost"
          icon={<RefreshCw size={18} aria-hidden />}
          busy={actions.refreshing}
          onClick={onRefresh}
        >
          Refresh
        </Button>
      )}
      <Button variant="ghost" icon={<History size={18} aria-hidden />} onClick={onHistory}>
        History
      </Button>
      {editable && (
        <Button variant="ghost" icon={<Palette size={18} aria-hidden />} onClick={onDesign}>
          Design
        </Button>
      )}
    </>
  );
}

/** The same behind one button, if there is no room for them. */
function ToolsMenu({ proposal, editable, onApprove, onRefresh, onDelete, onHistory, onDesign }: Props) {
  const may = useMay();
  const copy = useOpenCopy();
  const tools = [
    {
      key: 'refresh',
      label: 'Refresh',
      there: canRefresh(proposal) && may('proposals:update'),
      run: onRefresh,
    },
    { key: 'history', label: 'History', there: true, run: onHistory },
    { key: 'design', label: 'Design', there: editable, run: onDesign },
    { key: 'copy', label: 'Duplicate', there: may('proposals:create'), run: () => void copy(proposal) },
    {
      key: 'approve',
      label: 'Approve & Start Project',
      there: isOpen(proposal) && may('proposals:accept'),
      run: onApprove,
    },
    { key: 'delete', label: 'Delete', danger: true, there: may('proposals:delete'), run: onDelete },
  ].filter(({ there }) => there);
  return (
    <Dropdown
      trigger={['click']}
      autoFocus
      menu={{
        items: tools.map(({ key, label, danger }) => ({ key, label, danger: danger === true })),
        onClick: ({ key }) => tools.find((tool) => tool.key === key)?.run(),
      }}
    >
      <IconButton label="More actions" aria-haspopup="menu">
        <Ellipsis size={20} aria-hidden />
      </IconButton>
    </Dropdown>
  );
}
