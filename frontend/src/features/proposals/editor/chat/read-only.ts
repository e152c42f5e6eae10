// Why the assistant cannot be asked about a proposal: the conversation is then read-only.
import type { Proposal } from '@/api/gen/model';

export function whyReadOnly(
  { status }: Pick<Proposal, 'status'>,
  may: (permission: string) => boolean,
): string | undefined {
  if (!may('proposals:update')) {
    return 'Your role can read this proposal, but not change it. You can read the conversation.';
  }
  if (!may('assistant:use'))
    return 'Your role does not include the assistant. You can read the conversation.';
  switch (status) {
    case 'draft':
      return undefined;
    case 'signed':
    case 'accepted':
      return 'A signed proposal cannot be changed. You can read the conversation.';
    case 'pending':
    case 'in_review':
    case 'expired':
    case 'rejected':
      return 'The assistant works on drafts. Choose Edit Anyway to make this proposal a draft again.';
  }
}
