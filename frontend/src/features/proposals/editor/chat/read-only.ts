// Why the assistant cannot be asked about a proposal: the conversation is then read-only.
import type { Proposal } from '@/api/gen/model';

export function whyReadOnly(
  { status }: Pick<Proposal, 'status'>,
  may: (permission: string) => boolean,
): string | undefined {
  if (!may('proposals:update')) {
    return 'Your role lets you read this proposal, not change it. The conversation is here to read.';
  }
  if (!may('assistant:use'))
    return 'Your role does not include the assistant. The conversation is here to read.';
  switch (status) {
    case 'draft':
      return undefined;
    case 'signed':
    case 'accepted':
      return 'A signed proposal stays as it is. The conversation is here to read.';
    case 'pending':
    case 'in_review':
    case 'expired':
    case 'rejected':
      return 'The assistant works on drafts. Choose Edit Anyway to make this proposal one again.';
  }
}
