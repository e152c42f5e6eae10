/** Why the page can only be read at the moment, or what is awaited. */
import type { SharedProposal } from '@/api/gen/model';
import { formatDate } from '@/shared/lib/format';

interface Props {
  proposal: SharedProposal;
  /** Whether the client responded on this visit, and has seen the confirmation. */
  asked: boolean;
}

export function Notice({ proposal, asked }: Props) {
  const words = wordsFor(proposal, asked);
  if (words === undefined) return null;
  const [title, text] = words;
  return (
    <section className="notice notice-card">
      <h2>{title}</h2>
      <p>{text}</p>
    </section>
  );
}

function wordsFor(proposal: SharedProposal, asked: boolean): [title: string, text: string] | undefined {
  if (proposal.notice === 'preview') {
    return ['Preview', 'This proposal has not been sent yet. It can be read here, but not answered.'];
  }
  if (proposal.notice === 'being_edited') {
    return [
      'Being edited',
      'This is the last version that was sent. You can answer once the new version is sent.',
    ];
  }
  if (proposal.status === 'in_review' && !asked) {
    return [
      'Changes requested',
      `${proposal.companySnapshot?.name ?? 'The sender'} has your request. You can still accept or decline this version.`,
    ];
  }
  if (proposal.status !== 'expired') return undefined;
  const when =
    proposal.validUntil === undefined
      ? 'It is no longer valid.'
      : `It was valid until ${formatDate(proposal.validUntil)}.`;
  return [
    'Proposal expired',
    `${when} Ask ${proposal.companySnapshot?.name ?? 'the sender'} to send it again.`,
  ];
}
