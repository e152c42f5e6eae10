// Shows the prices as they are understood, to be edited in place, asks about what is open, and lists the amounts that
// are not charged. Every change is written into the price text, which stays the only source.
import { Check, Pencil, Plus, Trash2, Undo2 } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { LineChange, MentionedAmount, PriceAnswer } from '@/api/gen/model';
import { userMessage } from '@/api/problem';
import { TotalsSummary } from '@/shared/document/totals-summary';
import { useHomeCurrency } from '@/shared/session/company';
import { Badge } from '@/shared/ui/badge';
import { Button, IconButton } from '@/shared/ui/button';
import { Skeleton } from '@/shared/ui/skeleton';
import { blankItem, itemDraft } from '../editor/pricing/draft';
import { PriceLine, PriceQuestion } from '../prices/price-line';
import { asQuestions, type AskedQuestion } from '../prices/questions';
import { LineEditor } from './line-editor';
import styles from './price-reading.module.css';
import type { ReadPrices } from './use-price-reading';

interface Props {
  text: string;
  prices: ReadPrices;
  /** Takes the place of the text. */
  onText: (text: string) => void;
}

/** The position of the line being edited, or the new line. */
type Place = number | 'new';

export function PriceReading({ text, prices, onText }: Props) {
  const { reading, failure, stale, again } = prices;
  const heading = useId();
  const home = useHomeCurrency();
  const section = useRef<HTMLElement>(null);
  const [editing, setEditing] = useState<{ place: Place; text: string }>();
  const [replaced, setReplaced] = useState<{ before: string; after: string }>();
  const [refusal, setRefusal] = useState<string>();
  /** The line whose control takes the focus once it can be used, because the control that had it is gone. */
  const focus = useRef<Place>(undefined);
  useLayoutEffect(() => {
    const place = focus.current;
    if (place === undefined || stale) return;
    focus.current = undefined;
    const active = document.activeElement;
    if (active !== document.body && !section.current?.contains(active)) return;
    const find = (at: Place) => section.current?.querySelector<HTMLElement>(`[data-edit="${String(at)}"]`);
    (find(place) ?? find('new'))?.focus();
  });

  if (text.trim() === '' && replaced?.after !== text && !reading?.mentions.length) return null;
  const replace = (after: string) => {
    setReplaced({ before: text, after });
    setRefusal(undefined);
    onText(after);
  };
  const answerWith = (answer: PriceAnswer, position: number) => {
    focus.current = position;
    replace(answer.text);
  };
  const change = async (what: LineChange, place: Place) => {
    const after = await prices.change(what);
    if (after === undefined) return;
    replace(after);
    close(place);
  };
  const close = (place: Place) => {
    setEditing(undefined);
    focus.current = place;
  };
  const remove = async (position: number) => {
    try {
      await change({ position }, position);
    } catch (error) {
      setRefusal(userMessage(error, 'The line could not be removed.'));
    }
  };

  const table = reading?.reading;
  const currency = table?.currency ?? home;
  const lines = (table?.groups ?? []).flatMap(({ choice, items }) => items.map((item) => ({ item, choice })));
  const questions = asQuestions(reading?.questions ?? []);
  const ofWhole = questions.find(({ itemId }) => itemId === undefined);
  const isWaiting = (question: AskedQuestion) =>
    reading?.confirmAll !== undefined && question.codes.every((code) => code === 'unconfirmed');
  const waiting = questions.filter(isWaiting).length;
  const answersOf = (question: AskedQuestion, position: number) =>
    question.answers.map((answer) => ({
      label: answer.label,
      onChoose: () => {
        answerWith(answer, position);
      },
    }));
  // A text that was typed on makes the edited line another one.
  const edited = editing?.text === text ? editing.place : undefined;
  const edit = (place: Place) => {
    setEditing({ place, text });
  };
  // Every other change would close the line, and lose what was entered.
  const locked = stale || edited !== undefined;

  return (
    <section
      ref={section}
      className={styles.reading}
      aria-labelledby={heading}
      aria-busy={stale || undefined}
    >
      <div className={styles.head}>
        <h3 id={heading}>What will be charged</h3>
        {reading && (
          <p role="status" className={styles.state} data-certain={reading.certain || undefined}>
            {summary(lines.length, waiting, questions.length - waiting)}
          </p>
        )}
        {replaced?.after === text && (
          <Button
            size="sm"
            variant="ghost"
            disabled={locked}
            icon={<Undo2 size={16} aria-hidden />}
            onClick={() => {
              setReplaced(undefined);
              onText(replaced.before);
            }}
          >
            Undo
          </Button>
        )}
      </div>
      {(failure ?? refusal) !== undefined && (
        <p role="alert" className={styles.failure}>
          {failure ?? refusal}{' '}
          {failure !== undefined && (
            <Button size="sm" onClick={again}>
              Try Again
            </Button>
          )}
        </p>
      )}
      {reading === undefined && failure === undefined && <Skeleton height="5.5rem" />}
      {reading?.confirmAll && (
        <ConfirmAll
          answer={reading.confirmAll}
          besideOthers={reading.mentions.length > 0}
          disabled={locked}
          onChoose={(answer) => {
            answerWith(answer, 0);
          }}
        />
      )}
      {lines.length > 0 && (
        <ul className={styles.items}>
          {lines.map(({ item, choice }, position) => {
            const question = questions.find(({ itemId }) => itemId === item.id);
            const asRead = question && isWaiting(question) ? answersOf(question, position)[0] : undefined;
            return (
              // The ids are new in every reading; the position keeps the focus where it is.
              <li key={position}>
                {edited === position ? (
                  <LineEditor
                    label={item.name}
                    initial={itemDraft(item)}
                    currency={currency}
                    oneOf={choice === 'one'}
                    onSave={(input) => change({ position, item: input }, position)}
                    onCancel={() => {
                      close(position);
                    }}
                  />
                ) : (
                  <PriceLine
                    item={item}
                    choice={choice}
                    currency={currency}
                    open={question !== undefined}
                    actions={
                      <>
                        {asRead && (
                          <IconButton
                            label={`Confirm ${item.name}`}
                            disabled={locked}
                            onClick={asRead.onChoose}
                          >
                            <Check size={16} aria-hidden />
                          </IconButton>
                        )}
                        <IconButton
                          label={`Edit ${item.name}`}
                          data-edit={position}
                          disabled={locked}
                          onClick={() => {
                            edit(position);
                          }}
                        >
                          <Pencil size={16} aria-hidden />
                        </IconButton>
                        <IconButton
                          label={`Remove ${item.name}`}
                          variant="danger"
                          disabled={locked}
                          onClick={() => void remove(position)}
                        >
                          <Trash2 size={16} aria-hidden />
                        </IconButton>
                      </>
                    }
                  >
                    {question && !asRead && (
                      <PriceQuestion
                        messages={question.messages}
                        disabled={locked}
                        answers={answersOf(question, position)}
                      />
                    )}
                  </PriceLine>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {reading &&
        (edited === 'new' ? (
          <LineEditor
            label="New line"
            initial={blankItem()}
            currency={currency}
            oneOf={false}
            onSave={(item) => change({ item }, 'new')}
            onCancel={() => {
              close('new');
            }}
          />
        ) : (
          <div>
            <Button
              size="sm"
              variant="ghost"
              className={styles.add}
              data-edit="new"
              disabled={locked}
              icon={<Plus size={16} aria-hidden />}
              onClick={() => {
                edit('new');
              }}
            >
              Add Line
            </Button>
          </div>
        ))}
      {ofWhole && (
        <PriceQuestion messages={ofWhole.messages} disabled={locked} answers={answersOf(ofWhole, 0)} />
      )}
      {lines.length > 0 && reading?.totals && <TotalsSummary totals={reading.totals} currency={currency} />}
      {reading && reading.mentions.length > 0 && (
        <Mentions mentions={reading.mentions} disabled={locked} onText={replace} />
      )}
    </section>
  );
}

function summary(lines: number, waiting: number, questions: number): string {
  if (lines === 0) return 'No price found in this text';
  if (waiting + questions === 0) return 'Everything was understood';
  const open = [
    waiting > 0 && `${String(waiting)} prices to confirm`,
    questions > 0 && `${String(questions)} ${questions === 1 ? 'question' : 'questions'} to answer`,
  ];
  return `${open.filter(Boolean).join(' and ')} before sending`;
}

interface ConfirmAllProps {
  answer: PriceAnswer;
  /** Amounts that are not charged stand beside the prices. */
  besideOthers: boolean;
  disabled: boolean;
  onChoose: (answer: PriceAnswer) => void;
}

function ConfirmAll({ answer, besideOthers, disabled, onChoose }: ConfirmAllProps) {
  const id = useId();
  return (
    <div className={styles.confirm} role="group" aria-labelledby={id}>
      <p id={id}>
        {besideOthers
          ? 'Other amounts were named beside these prices. Are these yours, and right as shown?'
          : 'These prices are not confirmed yet. Are they right as shown?'}
      </p>
      <Button
        size="sm"
        variant="primary"
        disabled={disabled}
        onClick={() => {
          onChoose(answer);
        }}
      >
        {answer.label}
      </Button>
    </div>
  );
}

interface MentionsProps {
  mentions: readonly MentionedAmount[];
  disabled: boolean;
  onText: (text: string) => void;
}

function Mentions({ mentions, disabled, onText }: MentionsProps) {
  const heading = useId();
  return (
    <div className={styles.mentions}>
      <h4 id={heading}>Mentioned, not charged</h4>
      <ul aria-labelledby={heading}>
        {mentions.map(({ amount, words, message, speaker, charge }, index) => (
          <li key={`${String(index)} ${amount}`}>
            <div>
              <p className={styles.amount}>
                <strong>{amount}</strong> {message !== undefined && <Badge>{message}</Badge>}
              </p>
              <p>
                {speaker !== undefined && `${speaker}: `}
                <q>{words}</q>
              </p>
            </div>
            <Button
              size="sm"
              disabled={disabled}
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
