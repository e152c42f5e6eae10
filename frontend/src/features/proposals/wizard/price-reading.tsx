// Shows the prices as they are understood, asks about what is open, and lists the amounts that are not charged.
import { useId } from 'react';
import type { GroupChoice, LineItem, MentionedAmount, PriceQuestion } from '@/api/gen/model';
import { TotalsSummary } from '@/shared/document/totals-summary';
import { formatMoney } from '@/shared/lib/format';
import { Badge } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { Skeleton } from '@/shared/ui/skeleton';
import styles from './price-reading.module.css';
import { usePriceReading } from './use-price-reading';

interface Props {
  text: string;
  /** Takes the place of the text. */
  onText: (text: string) => void;
}

const PERIODS = {
  once: { label: 'once', many: '' },
  monthly: { label: 'monthly', many: 'months' },
  quarterly: { label: 'quarterly', many: 'quarters' },
  yearly: { label: 'yearly', many: 'years' },
} as const;

export function PriceReading({ text, onText }: Props) {
  const { reading, failure, stale, again } = usePriceReading(text);
  const heading = useId();
  if (text.trim() === '') return null;
  const table = reading?.reading;
  const groups = table?.groups ?? [];
  const questions = reading?.questions ?? [];
  const whole = questions.filter(({ itemId }) => itemId === undefined);
  return (
    <section className={styles.reading} aria-labelledby={heading} aria-busy={stale || undefined}>
      <div className={styles.head}>
        <h3 id={heading}>What will be charged</h3>
        {reading && (
          <p role="status" className={styles.state} data-certain={reading.certain || undefined}>
            {summary(groups.length, questions.length)}
          </p>
        )}
      </div>
      {failure !== undefined && (
        <p role="alert" className={styles.failure}>
          {failure}{' '}
          <Button size="sm" onClick={again}>
            Try Again
          </Button>
        </p>
      )}
      {reading === undefined && failure === undefined && <Skeleton height="5.5rem" />}
      {table && groups.length > 0 && (
        <ul className={styles.items}>
          {groups.flatMap(({ choice, items }) =>
            items.map((item) => (
              <Line
                key={item.id}
                item={item}
                choice={choice}
                currency={table.currency}
                questions={questions.filter(({ itemId }) => itemId === item.id)}
                onText={onText}
              />
            )),
          )}
        </ul>
      )}
      {whole.map((question) => (
        <Question key={question.code} question={question} onText={onText} />
      ))}
      {table && groups.length > 0 && reading.totals && (
        <TotalsSummary totals={reading.totals} currency={table.currency} />
      )}
      {reading && reading.mentions.length > 0 && <Mentions mentions={reading.mentions} onText={onText} />}
    </section>
  );
}

function summary(groups: number, questions: number): string {
  if (groups === 0) return 'No price found in this text';
  if (questions === 0) return 'Everything was understood';
  return questions === 1
    ? '1 question to answer before sending'
    : `${String(questions)} questions to answer before sending`;
}

interface LineProps {
  item: LineItem;
  choice: GroupChoice;
  currency: string;
  questions: PriceQuestion[];
  onText: (text: string) => void;
}

function Line({ item, choice, currency, questions, onText }: LineProps) {
  const period = PERIODS[item.cadence];
  const cycles = item.cycles === undefined ? '' : ` for ${String(item.cycles)} ${period.many}`;
  const price = formatMoney(item.unitPrice, currency);
  return (
    <li className={styles.item} data-open={questions.length > 0 || undefined}>
      <div className={styles.line}>
        <strong>{item.name}</strong>
        <span className={styles.price}>
          {item.quantity === '1' ? price : `${item.quantity} × ${price}`} {period.label}
          {cycles}
        </span>
      </div>
      <p className={styles.words}>
        {item.optional && <Badge>Optional</Badge>} {choice === 'one' && <Badge>One of these</Badge>}{' '}
        {item.source !== undefined && <q>{item.source}</q>}
      </p>
      {questions.map((question) => (
        <Question key={question.code} question={question} onText={onText} />
      ))}
    </li>
  );
}

function Question({ question, onText }: { question: PriceQuestion; onText: (text: string) => void }) {
  return (
    <div className={styles.question} role="group" aria-label={question.message}>
      <p>{question.message}</p>
      <div className={styles.answers}>
        {question.answers.map(({ label, text }) => (
          <Button
            key={label}
            size="sm"
            onClick={() => {
              onText(text);
            }}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}

function Mentions({ mentions, onText }: { mentions: MentionedAmount[]; onText: (text: string) => void }) {
  const heading = useId();
  return (
    <div className={styles.mentions}>
      <h4 id={heading}>Mentioned, not charged</h4>
      <ul aria-labelledby={heading}>
        {mentions.map(({ amount, words, charge }) => (
          <li key={`${amount} ${words}`}>
            <p>
              <strong>{amount}</strong> <q>{words}</q>
            </p>
            <Button
              size="sm"
              variant="ghost"
              aria-label={`Charge ${charge.label}`}
              onClick={() => {
                onText(charge.text);
              }}
            >
              Charge This
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
