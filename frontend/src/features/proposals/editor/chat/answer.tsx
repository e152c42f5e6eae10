// A message of the assistant: its text, and its changes below.
import { Undo2 } from 'lucide-react';
import type { AssistantKind, BlockComparison, ChatMessage } from '@/api/gen/model';
import { Badge } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { BlockChangeRow, ChangeList, ChangeRow } from './change-list';
import { Markdown } from './markdown';
import styles from './messages.module.css';
import { PriceChanges } from './price-changes';
import type { Turn } from './turn';
import { canRevert, openTargets, PRICES, type Changes, type Target } from './use-changes';
import { Waiting } from './waiting';

interface AnswerProps {
  message: ChatMessage;
  changes: Changes;
  /** The proposal can be edited, and nothing else is changing it. */
  open: boolean;
  onGoTo?: (() => void) | undefined;
}

export function Answer({ message, changes, open, onGoTo }: AnswerProps) {
  const { working } = changes;
  const mine = working?.messageId === message.id ? working.on : undefined;
  const targets = openTargets(message);
  const conflicts = changes.conflictsOf(message.id);
  const prices = message.pricing.length > 0;
  const count = message.changes.length + (prices ? 1 : 0);
  const reverted = message.revertedAt !== undefined;
  const decisionOn = (target: Target, review: 'open' | 'kept' | 'refused') => ({
    review,
    busy: mine === target,
    locked: working !== null && mine !== target,
    onDecide:
      open && !reverted ? (keep: boolean) => void changes.decide(message.id, target, keep) : undefined,
  });

  return (
    <div className={styles.answer}>
      <Markdown text={message.content} />
      {count > 0 && (
        <ChangeList
          title={count === 1 ? '1 change' : `${count} changes`}
          action={
            reverted ? (
              <Badge>Reverted</Badge>
            ) : (
              open &&
              targets.length > 1 && (
                <Button
                  size="sm"
                  variant="ghost"
                  busy={mine === 'all'}
                  disabled={working !== null && mine !== 'all'}
                  onClick={() => void changes.keepAll(message)}
                >
                  Keep All
                </Button>
              )
            )
          }
        >
          {message.changes.map(({ block, review }) => (
            <BlockChangeRow
              key={block.blockId}
              block={block}
              decision={decisionOn(block.blockId, review)}
              reverted={reverted}
              onGoTo={onGoTo}
            />
          ))}
          {message.titles.length > 0 && <ChangeRow name="Title" change="changed" runs={message.titles} />}
          {prices && (
            <ChangeRow
              name="Prices"
              change="changed"
              runs={message.pricing}
              decision={decisionOn(PRICES, message.pricingReview ?? 'kept')}
            >
              {message.prices && !reverted && message.pricingReview !== 'refused' && (
                <PriceChanges
                  prices={message.prices}
                  isOpen={changes.isUnconfirmed}
                  busy={working !== null}
                  onAnswer={open ? (item) => void changes.answer(message.id, item) : undefined}
                />
              )}
            </ChangeRow>
          )}
        </ChangeList>
      )}
      {conflicts.length > 0 && (
        <div role="alert">
          <ul className={styles.conflicts}>
            {conflicts.map((conflict) => (
              <li key={conflict.blockId ?? conflict.title}>{conflict.message}</li>
            ))}
          </ul>
        </div>
      )}
      {open && canRevert(message) && (
        <div className={styles.revert}>
          <Button
            size="sm"
            variant="ghost"
            icon={<Undo2 aria-hidden size={16} />}
            busy={mine === 'revert'}
            disabled={working !== null && mine !== 'revert'}
            onClick={() => void changes.revert(message)}
          >
            Revert
          </Button>
        </div>
      )}
      {reverted && count === 0 && (
        <p>
          <Badge>Reverted</Badge>
        </p>
      )}
    </div>
  );
}

const isPricing = ({ kind }: BlockComparison) => kind === 'pricing';

/** The part of the answer that has arrived. */
export function LiveAnswer({ turn }: { turn: Turn }) {
  const { text, changes, prices, lost } = turn;
  const count = changes.length + (prices !== undefined && !changes.some(isPricing) ? 1 : 0);
  return (
    <div className={styles.answer}>
      {text === '' && count === 0 ? <Waiting /> : <Markdown text={text} />}
      {count > 0 && (
        <ChangeList title={count === 1 ? '1 proposed change' : `${count} proposed changes`}>
          {changes
            .filter((block) => prices === undefined || !isPricing(block))
            .map((block) => (
              <BlockChangeRow key={block.blockId} block={block} />
            ))}
          {prices && (
            <ChangeRow name="Prices" change="changed" runs={changes.find(isPricing)?.runs ?? []}>
              <PriceChanges prices={prices} />
            </ChangeRow>
          )}
        </ChangeList>
      )}
      {text !== '' && !lost && (
        <p className={styles.writing}>
          <span className={styles.dots} aria-hidden>
            <i />
            <i />
            <i />
          </span>
          {count === 0 ? 'Writing' : 'Changes are applied once the answer is complete'}
        </p>
      )}
      {lost && <p className={styles.lost}>Connection lost, reconnecting…</p>}
    </div>
  );
}

const MODEL_CAN = [
  'Rewrite, shorten or add a section',
  'Change a price, a quantity or a date',
  'Change the tone of the whole proposal',
];
const OFFLINE_CAN = [
  'Rename or shorten a section',
  'Add a section',
  'Change an amount',
  'Add pricing details, a timeline or testimonials, and make the tone formal',
];

/** The assistant's abilities, by the assistant in use. */
export function Abilities({ assistant, folded }: { assistant: AssistantKind; folded: boolean }) {
  const list = (
    <ul className={styles.abilities}>
      {(assistant === 'offline' ? OFFLINE_CAN : MODEL_CAN).map((ability) => (
        <li key={ability}>{ability}</li>
      ))}
    </ul>
  );
  if (assistant === 'model') return folded ? null : list;
  const words = 'Working without a language model, I can:';
  return folded ? (
    <details className={styles.offline}>
      <summary>{words}</summary>
      {list}
    </details>
  ) : (
    <div className={styles.offline}>
      <p>{words}</p>
      {list}
    </div>
  );
}
