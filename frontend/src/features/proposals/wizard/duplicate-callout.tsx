// Copying in the wizard drafts a new document from the same input. For a copy of the document
// itself there is a button here.
import { useNavigate } from 'react-router';
import { useQueryClient } from '@tanstack/react-query';
import { useCopyProposal } from '@/api/gen/proposals/proposals';
import { invalidateLists } from '@/api/lists';
import { paths } from '@/shared/paths';
import { Button } from '@/shared/ui/button';
import { Callout } from '@/shared/ui/callout';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';

interface Props {
  copyFrom: string;
  /** The client of the copy: the one chosen in the wizard, if any. */
  clientId: string;
}

export function DuplicateCallout({ copyFrom, clientId }: Props) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const copy = useCopyProposal({
    mutation: {
      onSuccess: async ({ id }) => {
        await invalidateLists(queryClient);
        showToast({ title: 'Success', description: 'Proposal copied successfully!' });
        await navigate(paths.editProposal(id));
      },
      onError: (error) => {
        toastFailure(error, { title: 'Error', fallback: 'Failed to copy proposal. Please try again.' });
      },
    },
  });
  return (
    <Callout
      tone="success"
      title="Only need a duplicate?"
      actions={
        <Button
          size="sm"
          busy={copy.isPending}
          onClick={() => {
            copy.mutate({ id: copyFrom, data: clientId === '' ? {} : { clientId } });
          }}
        >
          Duplicate As It Is
        </Button>
      }
    >
      Keep the document, its prices and its design, and edit the copy. Or continue here to create a new draft
      from the same details.
    </Callout>
  );
}
