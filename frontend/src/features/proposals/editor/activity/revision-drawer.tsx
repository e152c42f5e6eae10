// The comparison of two sent revisions: which ones, and what changed between them.
import { Drawer } from 'antd';
import { useState } from 'react';
import { useCompareRevisions } from '@/api/gen/evidence/evidence';
import type { RevisionRef } from '@/api/gen/model';
import { SelectField } from '@/shared/forms/fields';
import { formatShortDate } from '@/shared/lib/format';
import { LoadFailure } from '@/shared/ui/notice';
import { Skeleton } from '@/shared/ui/skeleton';
import { ComparisonView } from '../comparison/comparison-view';
import styles from './activity.module.css';

interface Props {
  proposalId: string;
  /** Newest first. */
  revisions: readonly RevisionRef[];
  /** The later revision, initially. */
  number: number;
  onClose: () => void;
}

export function RevisionDrawer({ proposalId, revisions, number, onClose }: Props) {
  const [later, setLater] = useState(number);
  const before = revisions.filter((revision) => revision.number < later);
  const [chosen, setChosen] = useState<number>();
  // The chosen one may no longer be before the later one.
  const earlier = before.find((revision) => revision.number === chosen) ?? before[0];
  const comparison = useCompareRevisions(
    proposalId,
    later,
    earlier === undefined ? undefined : { since: earlier.number },
  );
  const { data, isPending, isError, error, refetch } = comparison;

  return (
    <Drawer open title="Compare revisions" size="min(620px, 100vw)" onClose={onClose}>
      <div className={styles.pickers}>
        <SelectField
          name="earlier"
          label="From"
          error={undefined}
          value={String(earlier?.number ?? '')}
          options={before.map(optionOf)}
          onValue={(value) => {
            setChosen(Number(value));
          }}
        />
        <SelectField
          name="later"
          label="To"
          error={undefined}
          value={String(later)}
          options={revisions
            .filter((revision) => revisions.some((other) => other.number < revision.number))
            .map(optionOf)}
          onValue={(value) => {
            setLater(Number(value));
          }}
        />
      </div>
      <div aria-live="polite">
        {isPending && (
          <div aria-busy className={styles.bones}>
            <Skeleton width="40%" height="1.4em" />
            <Skeleton />
            <Skeleton width="75%" />
          </div>
        )}
        {isError && (
          <LoadFailure inPanel what="this comparison" error={error} onRetry={() => void refetch()} />
        )}
        {data !== undefined && <ComparisonView comparison={data} />}
      </div>
    </Drawer>
  );
}

const optionOf = ({ number, sentAt }: RevisionRef) => ({
  value: String(number),
  label: `Revision ${number}, ${formatShortDate(sentAt)}`,
});
