// A line item as it is understood, with what is open about it. Shared by the price step and the chat.
import type { ReactNode } from 'react';
import type { GroupChoice, LineItem } from '@/api/gen/model';
import { Badge } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { discountInWords, priceInWords } from './price-in-words';
import styles from './price-line.module.css';

interface Props {
  item: LineItem;
  choice: GroupChoice;
  currency: string;
  /** It has open questions. */
  open: boolean;
  actions?: ReactNode;
  children?: ReactNode;
}

/** Words in the strict form of the price text would only repeat the line. */
export function PriceLine({ item, choice, currency, open, actions, children }: Props) {
  return (
    <div className={styles.item} data-open={open || undefined}>
      <div className={styles.line}>
        <span>
          <strong className={styles.name}>{item.name}</strong>
          <span className={styles.price}>{priceInWords(item, currency)}</span>
        </span>
        {actions !== undefined && <span className={styles.actions}>{actions}</span>}
      </div>
      <p className={styles.words}>
        {item.optional && <Badge>Optional</Badge>} {choice === 'one' && <Badge>One of these</Badge>}{' '}
        {item.discount && <Badge tone="good">{discountInWords(item.discount, currency)}</Badge>}{' '}
        {item.source?.startsWith('"') === false && <q>{item.source}</q>}
      </p>
      {children}
    </div>
  );
}

interface QuestionProps {
  /** All that is open, a sentence each. */
  messages: readonly string[];
  answers: readonly { label: string; onChoose: () => void }[];
  disabled?: boolean;
}

export function PriceQuestion({ messages, answers, disabled = false }: QuestionProps) {
  return (
    <div className={styles.question} role="group" aria-label={messages.join(' ')}>
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
      <div className={styles.answers}>
        {answers.map(({ label, onChoose }) => (
          <Button key={label} size="sm" disabled={disabled} onClick={onChoose}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}
