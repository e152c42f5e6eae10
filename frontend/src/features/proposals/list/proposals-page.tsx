// Proposals: what was written for whom, where it stands, and what it is worth.
import { useInfiniteQuery } from '@tanstack/react-query';
import { FileText, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ProposalCard as Card } from '@/api/gen/model';
import { paths } from '@/shared/paths';
import { useMay } from '@/shared/session/session';
import { Button, ButtonLink } from '@/shared/ui/button';
import { LoadFailure, Notice } from '@/shared/ui/notice';
import { Page } from '@/shared/ui/page';
import { DeleteProposalDialog } from '../delete-proposal-dialog';
import { ProposalCard, ProposalCardSkeleton } from './proposal-card';
import { proposalPagesQuery } from './proposal-pages-query';
import styles from './proposals-page.module.css';

export function ProposalsPage() {
  const list = useInfiniteQuery(proposalPagesQuery);
  const may = useMay();
  const [deleting, setDeleting] = useState<Card | null>(null);
  const proposals = list.data?.pages.flatMap(({ items }) => items);
  const none = proposals?.length === 0;

  const createButton = may('proposals:create') && (
    <ButtonLink to={paths.newProposal()} variant="primary" icon={<Plus aria-hidden size={18} />}>
      Create New Proposal
    </ButtonLink>
  );

  return (
    <Page
      title="Proposals"
      lead="Everything you have drafted, sent and signed."
      actions={none ? undefined : createButton}
    >
      {list.isError && proposals === undefined && (
        <LoadFailure what="your proposals" error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isPending && (
        <div className={styles.grid} aria-busy>
          {[1, 2, 3, 4, 5, 6].map((card) => (
            <ProposalCardSkeleton key={card} />
          ))}
        </div>
      )}
      {none && (
        <Notice
          art={<FileText size={56} strokeWidth={1.4} />}
          title="No proposals yet"
          actions={createButton}
        >
          <p>
            Paste the notes of your last client meeting, and the first draft is ready in under five minutes.
          </p>
        </Notice>
      )}
      {proposals !== undefined && proposals.length > 0 && (
        <ul className={styles.grid}>
          {proposals.map((proposal) => (
            <li key={proposal.id}>
              <ProposalCard proposal={proposal} onDelete={setDeleting} />
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <div className={styles.more}>
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more proposals
          </Button>
        </div>
      )}
      {deleting !== null && (
        <DeleteProposalDialog
          proposal={deleting}
          onClose={() => {
            setDeleting(null);
          }}
        />
      )}
    </Page>
  );
}
