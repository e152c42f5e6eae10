// The line items that an answer changes, as they were understood: before, after, and what is open.
import type { ChangedLine, ChatPrices, LineItem } from '@/api/gen/model';
import { TotalsSummary } from '@/shared/document/totals-summary';
import { Badge } from '@/shared/ui/badge';
import { priceInWords } from '../../prices/price-in-words';
import { PriceLine, PriceQuestion } from '../../prices/price-line';
import styles from './price-changes.module.css';

interface Props {
  prices: ChatPrices;
  /** Whether a line is still to be confirmed; absent while it is only proposed. */
  isOpen?: (item: LineItem) => boolean;
  /** Saves a line as it was answered; absent if nothing can be decided. */
  onAnswer?: ((item: LineItem) => void) | undefined;
  /** An answer or a decision is being saved. */
  busy?: boolean;
}

export function PriceChanges({ prices, isOpen = () => false, onAnswer, busy = false }: Props) {
  const { currency, lines, totals } = prices;
  return (
    <div className={styles.prices}>
      <ul aria-label="Changed prices">
        {lines.map(({ before, after, choice, question }) => {
          const item = after ?? before;
          if (item === undefined) return null;
          const open = question !== undefined && isOpen(item);
          return (
            <li key={item.id}>
              <PriceLine item={item} choice={choice} currency={currency} open={open}>
                <p className={styles.was}>
                  <Was line={{ before, after }} currency={currency} />
                </p>
                {open && onAnswer && (
                  <PriceQuestion
                    messages={[question.message]}
                    disabled={busy}
                    answers={question.answers.map((answer) => ({
                      label: answer.label,
                      onChoose: () => {
                        onAnswer(answer.item);
                      },
                    }))}
                  />
                )}
              </PriceLine>
            </li>
          );
        })}
      </ul>
      {totals && <TotalsSummary totals={totals} currency={currency} />}
    </div>
  );
}

function Was({ line, currency }: { line: Pick<ChangedLine, 'before' | 'after'>; currency: string }) {
  const { before, after } = line;
  if (before === undefined) return <Badge tone="good">Added</Badge>;
  if (after === undefined) return <Badge tone="danger">Removed</Badge>;
  const was = priceInWords(before, currency);
  if (before.name !== after.name) return <>Before: {`${before.name}, ${was}`}</>;
  return was === priceInWords(after, currency) ? <Badge tone="warning">Changed</Badge> : <>Before: {was}</>;
}
