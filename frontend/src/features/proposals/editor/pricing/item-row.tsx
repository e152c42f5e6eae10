// A line of the table: its main fields in one row, the others behind "Details". Rendered again only when it
// changes.
import { ArrowDown, ArrowUp, ChevronDown, Copy, Trash2 } from 'lucide-react';
import { memo, useRef, useState, type Dispatch, type KeyboardEvent } from 'react';
import type { GroupChoice } from '@/api/gen/model';
import { formatMoney } from '@/shared/lib/format';
import { Button, IconButton } from '@/shared/ui/button';
import { SelectCell, TextCell, TickCell } from './cells';
import type { Change } from './changes';
import { CADENCES, blankItem, newId, type FieldErrors, type ItemDraft } from './draft';
import { ItemDetails } from './item-details';
import styles from './pricing-editor.module.css';

interface Props {
  item: ItemDraft;
  group: string;
  choice: GroupChoice;
  currency: string;
  /** The amount; absent while it is not charged or not known. */
  amount: string | undefined;
  errors: FieldErrors[string];
  /** Takes the focus after the line was added. */
  fresh: boolean;
  dispatch: Dispatch<Change>;
  onAdded: (id: string) => void;
  onRemove: (id: string) => void;
}

export const ItemRow = memo(function ItemRow(props: Props) {
  const { item, group, choice, currency, amount, errors, fresh, dispatch, onAdded, onRemove } = props;
  const [opened, setOpened] = useState(false);
  const row = useRef<HTMLDivElement>(null);
  const named = item.name.trim() === '' ? 'this line' : item.name;
  const set = (values: Partial<ItemDraft>) => {
    dispatch({ do: 'set item', id: item.id, values });
  };
  const duplicate = () => {
    const copy = newId();
    dispatch({ do: 'duplicate item', id: item.id, copy });
    onAdded(copy);
  };
  const move = (by: 1 | -1) => {
    const had = document.activeElement;
    dispatch({ do: 'move item', id: item.id, by });
    // The browser drops the focus of an element that is moved in the DOM.
    requestAnimationFrame(() => {
      if (had instanceof HTMLElement && had.isConnected) had.focus();
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      move(event.key === 'ArrowUp' ? -1 : 1);
    }
    if (
      event.key === 'Enter' &&
      !event.ctrlKey &&
      !event.metaKey &&
      event.target instanceof HTMLInputElement
    ) {
      event.preventDefault();
      const id = newId();
      dispatch({ do: 'add item', group, after: item.id, item: { ...blankItem(), id } });
      onAdded(id);
    }
  };
  // An error in a field behind "Details" opens them.
  const hidden = Object.keys(errors ?? {}).some((field) => !SEEN.has(field));
  const open = opened || hidden;

  return (
    <div
      ref={row}
      role="group"
      aria-label={named}
      className={styles.item}
      data-item={item.id}
      onKeyDown={onKeyDown}
    >
      <div className={styles.line}>
        <TextCell
          label="Item"
          labelled="narrow"
          className={styles.name}
          value={item.name}
          error={errors?.name ?? errors?.id}
          maxLength={200}
          placeholder="Item"
          autoFocus={fresh}
          onValue={(name) => {
            set({ name });
          }}
        />
        <TextCell
          label="Quantity"
          labelled="narrow"
          className={styles.quantity}
          figure
          value={item.quantity}
          error={errors?.quantity}
          placeholder="1"
          onValue={(quantity) => {
            set({ quantity });
          }}
        />
        <TextCell
          label="Unit"
          labelled="narrow"
          className={styles.unit}
          value={item.unit}
          error={errors?.unit}
          maxLength={40}
          placeholder="hour"
          onValue={(unit) => {
            set({ unit });
          }}
        />
        <TextCell
          label="Unit price"
          labelled="narrow"
          className={styles.price}
          figure
          value={item.unitPrice}
          error={errors?.unitPrice}
          placeholder="0.00"
          onValue={(unitPrice) => {
            set({ unitPrice });
          }}
        />
        <SelectCell
          label="Charged"
          labelled="narrow"
          className={styles.cadence}
          value={item.cadence}
          options={CADENCES}
          error={errors?.cadence}
          onValue={(cadence) => {
            set({ cadence });
          }}
        />
        <output className={styles.amount} aria-label={`Amount of ${named}`}>
          {amount === undefined ? '–' : formatMoney(amount, currency)}
        </output>
      </div>

      <div className={styles.flags}>
        {choice === 'one' ? (
          <label className={styles.pick}>
            <input
              type="radio"
              name={`choice-${group}`}
              checked={item.selected}
              onChange={() => {
                dispatch({ do: 'select one', group, id: item.id });
              }}
            />
            Chosen
          </label>
        ) : (
          <>
            {choice === 'all' && (
              <TickCell
                label="Optional"
                checked={item.optional}
                onChecked={(optional) => {
                  set({ optional });
                }}
              />
            )}
            {(choice === 'any' || item.optional) && (
              <TickCell
                label="Preselected"
                checked={item.selected}
                onChecked={(selected) => {
                  set({ selected });
                }}
              />
            )}
          </>
        )}
        <Summary item={item} open={open} />
        <div className={styles.tools}>
          <IconButton
            label={`Details of ${named}`}
            aria-expanded={open}
            className={styles.expander}
            onClick={() => {
              setOpened(!open);
            }}
          >
            <ChevronDown size={18} aria-hidden />
          </IconButton>
          <IconButton
            label={`Move ${named} up`}
            onClick={() => {
              move(-1);
            }}
          >
            <ArrowUp size={17} aria-hidden />
          </IconButton>
          <IconButton
            label={`Move ${named} down`}
            onClick={() => {
              move(1);
            }}
          >
            <ArrowDown size={17} aria-hidden />
          </IconButton>
          <IconButton label={`Duplicate ${named}`} onClick={duplicate}>
            <Copy size={17} aria-hidden />
          </IconButton>
          <IconButton
            label={`Remove ${named}`}
            variant="danger"
            onClick={() => {
              onRemove(item.id);
            }}
          >
            <Trash2 size={17} aria-hidden />
          </IconButton>
        </div>
      </div>

      {!item.confirmed && (
        <div className={styles.unconfirmed}>
          <p>
            <strong>Not confirmed.</strong>{' '}
            {item.source === undefined ? (
              'This amount has no source.'
            ) : (
              <>
                It was read from <q>{item.source}</q>.
              </>
            )}
          </p>
          <Button
            size="sm"
            aria-label={`Confirm the amount of ${named}`}
            onClick={() => {
              set({ confirmed: true });
            }}
          >
            Confirm
          </Button>
        </div>
      )}
      {open && <ItemDetails item={item} currency={currency} errors={errors} onChange={set} />}
    </div>
  );
});

const SEEN = new Set(['name', 'id', 'quantity', 'unit', 'unitPrice', 'cadence']);

/** A summary of the fields behind "Details". */
function Summary({ item, open }: { item: ItemDraft; open: boolean }) {
  if (open) return null;
  const said = [
    item.cycles !== '' && item.cadence !== 'once' && `${item.cycles} payments`,
    (item.quantityMin !== '' || item.quantityMax !== '') &&
      `client chooses ${item.quantityMin || '0'} to ${item.quantityMax || 'any'}`,
    item.discount !== null && `${item.discount.value}${item.discount.kind === 'percent' ? '%' : ''} off`,
    ...item.taxes.map(({ name, rate }) => `${name || 'Tax'} ${rate}%`),
  ].filter((part) => part !== false);
  return said.length === 0 ? null : <span className={styles.said}>{said.join(' · ')}</span>;
}
