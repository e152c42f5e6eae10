// The versions of a proposal: author, time and content of each change, and restoring one.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { History } from 'lucide-react';
import { useState } from 'react';
import type { Proposal } from '@/api/gen/model';
import { Button } from '@/shared/ui/button';
import { LoadFailure, Notice } from '@/shared/ui/notice';
import { Skeleton } from '@/shared/ui/skeleton';
import { entriesOf } from './entries';
import { HistoryEntry } from './history-entry';
import styles from './history.module.css';
import { VersionDetail, type Span } from './version-detail';
import { versionPagesQuery } from './versions-query';

interface Props {
  proposal: Proposal;
  editable: boolean;
  onClose: () => void;
}

export function HistoryDrawer({ proposal, editable, onClose }: Props) {
  const list = useInfiniteQuery(versionPagesQuery(proposal.id));
  const [shown, setShown] = useState<Span>();
  const versions = list.data?.pages.flatMap(({ items }) => items);

  return (
    <Drawer open title="Version history" size="min(620px, 100vw)" onClose={onClose}>
      {shown !== undefined ? (
        <VersionDetail
          proposal={proposal}
          span={shown}
          restorable={editable && shown.to.number !== versions?.[0]?.number}
          onBack={() => {
            setShown(undefined);
          }}
          onRestored={onClose}
        />
      ) : (
        <>
          {list.isPending && <HistorySkeleton />}
          {list.isError && versions === undefined && (
            <LoadFailure what="the history" error={list.error} onRetry={() => void list.refetch()} />
          )}
          {versions?.length === 0 && (
            <Notice art={<History size={48} strokeWidth={1.4} />} title="No versions yet">
              <p>Every change to this proposal is listed here, and can be viewed and restored.</p>
            </Notice>
          )}
          {versions !== undefined && versions.length > 0 && (
            <ol className={styles.entries}>
              {entriesOf(versions).map((entry, at) => (
                <HistoryEntry key={entry.newest.number} entry={entry} current={at === 0} onShow={setShown} />
              ))}
            </ol>
          )}
          {list.hasNextPage && (
            <div className={styles.more}>
              <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                Show older versions
              </Button>
            </div>
          )}
          {list.isFetchNextPageError && (
            <p role="alert" className={styles.failed}>
              Older versions could not be loaded. Try again.
            </p>
          )}
        </>
      )}
    </Drawer>
  );
}

const HistorySkeleton = () => (
  <div aria-busy className={styles.bones}>
    {['72%', '58%', '80%', '64%'].map((width) => (
      <div key={width} className={styles.bone}>
        <Skeleton round width="36px" height="36px" />
        <Skeleton width={width} />
      </div>
    ))}
  </div>
);
