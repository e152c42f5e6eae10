/** The changes of the proposal by section, with links to them. */
import type { RefObject } from 'react';
import type { BlockChange, BlockComparison, SharedProposal } from '@/api/gen/model';
import { formatMoney } from '@/shared/lib/format';
import { sectionAnchor } from '../page/prepare-document';
import { Runs } from './runs';
import type { UnseenChanges } from './use-unseen-changes';
import { withoutHeading } from './words';

const CHANGE: Record<BlockChange, string> = {
  added: 'New',
  removed: 'Removed',
  changed: 'Changed',
  moved: 'Moved',
};

interface Props {
  unseen: UnseenChanges;
  proposal: SharedProposal;
  headingRef?: RefObject<HTMLHeadingElement | null> | undefined;
  onDismiss: () => void;
}

export function ChangesBanner({ unseen, proposal, headingRef, onDismiss }: Props) {
  const { kind, changes, totalBefore } = unseen;
  const { currency, totalAmount } = proposal;
  return (
    <section className="notice notice-flag changes" aria-labelledby="changes-title">
      <h2 id="changes-title" ref={headingRef} tabIndex={-1}>
        {kind === 'stale'
          ? 'This proposal changed while you had it open'
          : 'This proposal was updated since you last read it'}
      </h2>
      {kind === 'stale' && (
        <p>
          Nothing was signed or sent. The new version is shown here, and your entries are kept: please read it
          again before you answer.
        </p>
      )}
      {totalBefore !== undefined && totalBefore !== totalAmount && (
        <p className="changes-total">
          Total: <del>{formatMoney(totalBefore, currency)}</del>, now{' '}
          <ins>{formatMoney(totalAmount, currency)}</ins>
        </p>
      )}
      {changes && (
        <ul className="changes-list">
          {changes.titles.length > 0 && (
            <li>
              <h3>Title</h3>
              <Runs runs={changes.titles} />
            </li>
          )}
          {changes.blocks.map((block) => (
            <BlockChangeSummary key={block.blockId} block={block} />
          ))}
          {changes.pricing.length > 0 && (
            <li>
              <h3>Prices</h3>
              <Runs runs={changes.pricing} />
            </li>
          )}
          {changes.terms.length > 0 && (
            <li>
              <h3>Terms and Conditions</h3>
              <Runs runs={changes.terms} />
            </li>
          )}
        </ul>
      )}
      <button type="button" className="button button-quiet" onClick={onDismiss}>
        Got it
      </button>
    </section>
  );
}

function BlockChangeSummary({ block }: { block: BlockComparison }) {
  const { blockId, change, kind, title, runs } = block;
  const name = title === '' ? kind.replaceAll('-', ' ') : title;
  const words = change === 'moved' ? [] : withoutHeading(title, runs);
  return (
    <li>
      <h3>
        <span className={`change change-${change}`}>{CHANGE[change]}</span>{' '}
        {change === 'removed' ? name : <a href={`#${sectionAnchor(blockId)}`}>{name}</a>}
      </h3>
      {words.length > 0 && <Runs runs={words} />}
    </li>
  );
}
