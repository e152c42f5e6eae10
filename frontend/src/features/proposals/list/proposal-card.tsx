// One proposal as a card. The whole card opens the editor; copy, edit and delete appear on hover and on focus.
import { Copy, Pencil, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import type { ProposalCard as Card } from '@/api/gen/model';
import { formatDate, formatMoney } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import { useMay } from '@/shared/session/session';
import { IconButton } from '@/shared/ui/button';
import { Panel } from '@/shared/ui/panel';
import { Skeleton } from '@/shared/ui/skeleton';
import { StatusBadge } from '@/shared/ui/status-badge';
import { clientName } from '../client-name';
import { useOpenCopy } from '../use-open-copy';
import styles from './proposal-card.module.css';

interface Props {
  proposal: Card;
  onDelete: (proposal: Card) => void;
  selected: boolean;
  /** Selects or deselects it. */
  onSelect: (selected: boolean) => void;
}

export function ProposalCard({ proposal, onDelete, selected, onSelect }: Props) {
  const may = useMay();
  const copy = useOpenCopy();
  const { id, title, subtitle, status, totalAmount, currency, createdAt } = proposal;
  return (
    <Panel className={`${styles.card ?? ''} ${selected ? (styles.selected ?? '') : ''}`}>
      <div className={styles.head}>
        {may('proposals:delete') && (
          <label className={styles.tick}>
            <input
              type="checkbox"
              aria-label={`Select ${title}`}
              checked={selected}
              onChange={(event) => {
                onSelect(event.target.checked);
              }}
            />
          </label>
        )}
        <StatusBadge status={status} />
        <div className={styles.tools}>
          {may('proposals:create') && (
            <IconButton label={`Copy ${title}`} onClick={() => void copy(proposal)}>
              <Copy aria-hidden size={17} />
            </IconButton>
          )}
          <Link
            className={styles.edit}
            to={paths.editProposal(id)}
            aria-label={`Edit ${title}`}
            title={`Edit ${title}`}
          >
            <Pencil aria-hidden size={17} />
          </Link>
          {may('proposals:delete') && (
            <IconButton
              variant="danger"
              label={`Delete ${title}`}
              onClick={() => {
                onDelete(proposal);
              }}
            >
              <Trash2 aria-hidden size={17} />
            </IconButton>
          )}
        </div>
      </div>
      <div className={styles.text}>
        <h2 className={styles.title}>
          <Link to={paths.editProposal(id)}>{title}</Link>
        </h2>
        {subtitle !== undefined && <p className={styles.subtitle}>{subtitle}</p>}
      </div>
      <p className={styles.client}>{clientName(proposal.client)}</p>
      <div className={styles.foot}>
        <span className={styles.amount}>{formatMoney(totalAmount, currency)}</span>
        <span className={styles.date}>{formatDate(createdAt)}</span>
      </div>
    </Panel>
  );
}

export function ProposalCardSkeleton() {
  return (
    <Panel className={styles.card}>
      <div className={styles.head}>
        <Skeleton width="76px" height="24px" />
      </div>
      <div className={styles.bones}>
        <Skeleton width="85%" height="1.3em" />
        <Skeleton width="60%" />
      </div>
      <Skeleton width="40%" />
      <div className={styles.foot}>
        <Skeleton width="90px" height="1.3em" />
        <Skeleton width="110px" />
      </div>
    </Panel>
  );
}
