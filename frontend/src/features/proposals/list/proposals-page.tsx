// The list of proposals: client, status, and value.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { FileSearch, FileText, Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ProposalCard as Card } from '@/api/gen/model';
import { TrialBanner } from '@/shared/billing/trial-banner';
import { paths } from '@/shared/paths';
import { useMay } from '@/shared/session/session';
import { Button, ButtonLink } from '@/shared/ui/button';
import { LoadFailure, Notice } from '@/shared/ui/notice';
import { Page } from '@/shared/ui/page';
import { DeleteProposalDialog } from '../delete-proposal-dialog';
import { DeleteSelectedDialog } from './delete-selected-dialog';
import { ListToolbar } from './list-toolbar';
import { ProposalCard, ProposalCardSkeleton } from './proposal-card';
import { filterOf, proposalPagesQuery } from './proposal-pages-query';
import styles from './proposals-page.module.css';
import { SelectionBar } from './selection-bar';

const NOBODY: ReadonlySet<string> = new Set();

export function ProposalsPage() {
  const [params] = useSearchParams();
  const filter = filterOf(params);
  const list = useInfiniteQuery({ ...proposalPagesQuery(filter), placeholderData: keepPreviousData });
  const may = useMay();
  const [deleting, setDeleting] = useState<Card | null>(null);
  const [deletingSelected, setDeletingSelected] = useState(false);
  const [ticked, setTicked] = useState(NOBODY);
  const proposals = list.data?.pages.flatMap(({ items }) => items);
  const narrowed = filter.search !== undefined || filter.status !== undefined;
  const none = proposals?.length === 0;
  // Actions never apply to proposals hidden by a filter.
  const selected = (proposals ?? []).filter(({ id }) => ticked.has(id));

  const createButton = may('proposals:create') && (
    <ButtonLink to={paths.newProposal()} variant="primary" icon={<Plus aria-hidden size={18} />}>
      Create New Proposal
    </ButtonLink>
  );
  const select = (id: string, on: boolean) => {
    const next = new Set(ticked);
    if (on) next.add(id);
    else next.delete(id);
    setTicked(next);
  };

  return (
    <Page
      title="Proposals"
      lead="All drafts, sent and signed proposals."
      actions={none && !narrowed ? undefined : createButton}
    >
      <TrialBanner />
      {!(none && !narrowed) && <ListToolbar />}
      <p role="status" className="visually-hidden">
        {narrowed && proposals !== undefined && `${String(proposals.length)} proposals found`}
      </p>
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
      {none && !narrowed && (
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
      {none && narrowed && <NothingFound />}
      {proposals !== undefined && proposals.length > 0 && (
        <ul
          className={styles.grid}
          data-stale={list.isPlaceholderData || undefined}
          data-selecting={selected.length > 0 || undefined}
        >
          {proposals.map((proposal) => (
            <li key={proposal.id}>
              <ProposalCard
                proposal={proposal}
                onDelete={setDeleting}
                selected={ticked.has(proposal.id)}
                onSelect={(on) => {
                  select(proposal.id, on);
                }}
              />
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
      {selected.length > 0 && (
        <SelectionBar
          count={selected.length}
          onDelete={() => {
            setDeletingSelected(true);
          }}
          onClear={() => {
            setTicked(NOBODY);
          }}
        />
      )}
      {deleting !== null && (
        <DeleteProposalDialog
          proposal={deleting}
          onClose={() => {
            setDeleting(null);
          }}
        />
      )}
      {deletingSelected && (
        <DeleteSelectedDialog
          proposals={selected}
          onClose={() => {
            setDeletingSelected(false);
          }}
          onDeleted={() => {
            setTicked(NOBODY);
          }}
        />
      )}
    </Page>
  );
}

function NothingFound() {
  return (
    <Notice
      art={<FileSearch size={56} strokeWidth={1.4} />}
      title="No proposal matches"
      actions={<ButtonLink to={paths.proposals}>Show All Proposals</ButtonLink>}
    >
      <p>The search looks at titles and clients. Try the beginning of a word, or another status.</p>
    </Notice>
  );
}
