/**
 * The page behind a share link: read the proposal, choose, then accept, decline or request changes. A
 * response applies to exactly one revision; if the proposal changed meanwhile, the page shows the changes and
 * keeps the input.
 */
import { useEffect } from 'react';
import { OfflineNotice } from '@/shared/ui/offline-notice';
import { LoadFailed, NotFound, Skeleton } from './load-states';
import { ProposalView } from './proposal-view';
import { useSharedProposal } from './use-shared-proposal';

export function SharedPage({ token }: { token: string }) {
  return (
    <>
      <SharedProposalPage token={token} />
      <OfflineNotice />
    </>
  );
}

function SharedProposalPage({ token }: { token: string }) {
  const { loaded, reload, retry, update } = useSharedProposal(token);

  const title = loaded.state === 'ready' ? loaded.proposal.title : undefined;
  useEffect(() => {
    document.title = title ?? 'Proposal';
  }, [title]);

  switch (loaded.state) {
    case 'loading':
      return <Skeleton />;
    case 'missing':
      return <NotFound />;
    case 'failed':
      return <LoadFailed onRetry={() => void retry()} />;
    case 'ready':
      return <ProposalView token={token} proposal={loaded.proposal} reload={reload} update={update} />;
  }
}
