// Create New Proposal: from a client and a meeting recap (or typed details) to a drafted proposal. While the server drafts,
// the address carries the proposal's id, so that a reload finds the same progress again.
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { getGetDraftingQueryKey, getGetProposalQueryKey } from '@/api/gen/proposals/proposals';
import { invalidateLists } from '@/api/lists';
import { paths } from '@/shared/paths';
import { useMember } from '@/shared/session/session';
import { ButtonLink } from '@/shared/ui/button';
import { showToast } from '@/shared/ui/toast/toast-store';
import { DraftingOverlay } from '../drafting/drafting-overlay';
import { DraftingProgress } from '../drafting/drafting-progress';
import { clearDraft } from './draft-store';
import { WizardStart } from './wizard-start';
import '@/shared/document/document.css';

const DRAFTING = 'drafting';

export function NewProposalPage() {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const user = useMember();
  const drafting = params.get(DRAFTING);

  if (drafting !== null) return <Drafting proposalId={drafting} />;
  const origin = params.toString();
  return (
    <WizardStart
      key={origin}
      origin={origin}
      params={params}
      onCreated={(id) => {
        clearDraft(user);
        void navigate(
          { pathname, search: new URLSearchParams({ [DRAFTING]: id }).toString() },
          { replace: true },
        );
      }}
    />
  );
}

function Drafting({ proposalId }: { proposalId: string }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const editor = paths.editProposal(proposalId);

  const finish = async () => {
    await invalidateLists(queryClient);
    queryClient.removeQueries({ queryKey: getGetProposalQueryKey(proposalId), exact: true });
    queryClient.removeQueries({ queryKey: getGetDraftingQueryKey(proposalId), exact: true });
    showToast({ title: 'Success', description: 'Proposal created successfully!' });
    await navigate(editor, { replace: true });
  };

  return (
    <DraftingOverlay>
      <title>Creating your proposal · Proffer</title>
      <DraftingProgress
        proposalId={proposalId}
        onDone={() => void finish()}
        onMissing={() => void navigate(editor, { replace: true })}
        failureActions={<ButtonLink to={editor}>Open the proposal</ButtonLink>}
      />
    </DraftingOverlay>
  );
}
