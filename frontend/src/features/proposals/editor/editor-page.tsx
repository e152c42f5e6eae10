// The editor of one proposal: the document as the client will read it, and beside it the prices,
// the findings that prevent sending, and the client's answers.
import { useQueryClient } from '@tanstack/react-query';
import { FileQuestion } from 'lucide-react';
import { useParams } from 'react-router';
import {
  getGetDraftingQueryKey,
  getGetProposalQueryKey,
  useGetProposal,
} from '@/api/gen/proposals/proposals';
import { isProblem } from '@/api/problem';
import '@/shared/document/document.css';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/button';
import { LoadFailure, Notice } from '@/shared/ui/notice';
import { Panel } from '@/shared/ui/panel';
import { DraftingProgress } from '../drafting/drafting-progress';
import { EditorSkeleton } from './editor-skeleton';
import { EditorView } from './editor-view';
import styles from './editor.module.css';

export function EditorPage() {
  const { id = '' } = useParams();
  const queryClient = useQueryClient();
  const { data: proposal, error, refetch } = useGetProposal(id);

  if (proposal === undefined) {
    if (error === null) return <EditorSkeleton />;
    // A missing proposal and one of another workspace give the same page; an unavailable server
    // does not.
    return isProblem(error) && error.status >= 400 && error.status < 500 ? (
      <ProposalNotFound />
    ) : (
      <LoadFailure level="h1" what="this proposal" error={error} onRetry={() => void refetch()} />
    );
  }
  if (proposal.drafting.status !== 'done') {
    return (
      <div className={styles.page} data-wide>
        <title>{`${proposal.title} · Proffer`}</title>
        <Panel className={styles.drafting}>
          <DraftingProgress
            proposalId={id}
            onDone={() => {
              queryClient.removeQueries({ queryKey: getGetDraftingQueryKey(id), exact: true });
              void queryClient.invalidateQueries({ queryKey: getGetProposalQueryKey(id) });
            }}
            onMissing={() => void refetch()}
            failureActions={<ButtonLink to={paths.proposals}>Back to Proposals</ButtonLink>}
          />
        </Panel>
      </div>
    );
  }
  return <EditorView key={id} proposal={proposal} />;
}

function ProposalNotFound() {
  return (
    <Notice
      level="h1"
      art={<FileQuestion size={56} strokeWidth={1.4} />}
      title="Proposal Not Found"
      actions={
        <ButtonLink to={paths.home} variant="primary">
          Back to Dashboard
        </ButtonLink>
      }
    >
      <title>Proposal Not Found · Proffer</title>
      <p>The proposal you&apos;re looking for doesn&apos;t exist or you don&apos;t have access to it</p>
    </Notice>
  );
}
