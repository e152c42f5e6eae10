/** Why the page can only be read at the moment, and what changed since it was opened. */
import type { RefObject } from 'react';
import type { SharedProposal } from '@/api/gen/model';
import { formatDate, formatMoney } from '@/shared/lib/format';
import type { Happened } from './shared-page';

export function Notice({ proposal }: { proposal: SharedProposal }) {
  if (proposal.notice === 'preview') {
    return (
      <section className="panel notice-card">
        <h2>Preview</h2>
        <p>This proposal has not been sent yet. It can be read here, but not answered.</p>
      </section>
    );
  }
  if (proposal.notice === 'being_edited') {
    return (
      <section className="panel notice-card">
        <h2>Being edited</h2>
        <p>This is the last version that was sent. You can answer as soon as the new one is.</p>
      </section>
    );
  }
  if (proposal.status === 'expired') {
    return (
      <section className="panel notice-card">
        <h2>Proposal expired</h2>
        <p>
          {proposal.validUntil
            ? `It was valid until ${formatDate(proposal.validUntil)}. `
            : 'It is no longer valid. '}
          Ask {proposal.companySnapshot?.name ?? 'the sender'} to send it again.
        </p>
      </section>
    );
  }
  return null;
}

interface ChangeProps {
  news: Extract<Happened, { kind: 'changed' }>;
  proposal: SharedProposal;
  headingRef: RefObject<HTMLHeadingElement | null>;
}

export function ChangeNotice({ news, proposal, headingRef }: ChangeProps) {
  const { changed, added, removed } = news.changes;
  const lines = [
    ...changed.map(({ id, title }) => ({ id, text: `Changed: ${title}` })),
    ...added.map(({ id, title }) => ({ id, text: `New: ${title}` })),
    ...removed.map(({ id, title }) => ({ id, text: `Removed: ${title}` })),
  ];
  const { currency, totalAmount } = proposal;
  if (news.totalBefore !== totalAmount) {
    lines.push({
      id: 'total',
      text: `Total: ${formatMoney(news.totalBefore, currency)}, now ${formatMoney(totalAmount, currency)}`,
    });
  }
  return (
    <section className="notice notice-yellow changes">
      <h2 ref={headingRef} tabIndex={-1}>
        This proposal changed while you had it open
      </h2>
      <p>
        Nothing was signed or sent. The new version is shown here and what you typed is kept: please read it
        again before you answer.
      </p>
      {lines.length > 0 && (
        <ul>
          {lines.map(({ id, text }) => (
            <li key={`${id} ${text}`}>{text}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
