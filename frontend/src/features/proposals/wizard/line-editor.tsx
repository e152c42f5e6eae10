// The fields of one line item, in its place in the list. Saving writes them into the price text.
import { Check } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import type { LineItemInput } from '@/api/gen/model';
import { isProblem, userMessage } from '@/api/problem';
import { Button } from '@/shared/ui/button';
import { SelectCell, TextCell, TickCell } from '../editor/pricing/cells';
import { CADENCES, itemInput, type ItemDraft } from '../editor/pricing/draft';
import styles from './line-editor.module.css';

interface Props {
  label: string;
  initial: ItemDraft;
  currency: string;
  /** The line is in a group of which the client takes one, so it cannot be optional. */
  oneOf: boolean;
  /** Rejects with the server's messages. */
  onSave: (item: LineItemInput) => Promise<void>;
  onCancel: () => void;
}

export function LineEditor({ label, initial, currency, oneOf, onSave, onCancel }: Props) {
  const [item, setItem] = useState(initial);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [saving, setSaving] = useState(false);
  const set = (values: Partial<ItemDraft>) => {
    setItem({ ...item, ...values });
  };
  const save = async () => {
    if (saving) return;
    setSaving(true);
    try {
      await onSave(itemInput(item));
    } catch (error) {
      const found = isProblem(error) ? error.errors : [];
      const fields = found.map(
        ({ field, message }) => [field.replace(/^change\.item\./, ''), message] as const,
      );
      setErrors(
        fields.length > 0
          ? Object.fromEntries(fields)
          : { '': userMessage(error, 'The line could not be saved.') },
      );
      setSaving(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel();
    // Enter would submit the form around it.
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    void save();
  };
  const shown = new Set(['name', 'quantity', 'unit', 'unitPrice', 'cadence', 'cycles']);
  const other = Object.entries(errors).find(([field]) => !shown.has(field))?.[1];

  return (
    <div role="group" aria-label={label} className={styles.editor} onKeyDown={onKeyDown}>
      <TextCell
        label="Item"
        className={styles.name}
        value={item.name}
        error={errors.name}
        maxLength={200}
        autoFocus
        onValue={(name) => {
          set({ name });
        }}
      />
      <TextCell
        label="Quantity"
        figure
        value={item.quantity}
        error={errors.quantity}
        placeholder="1"
        onValue={(quantity) => {
          set({ quantity });
        }}
      />
      <TextCell
        label="Unit"
        value={item.unit}
        error={errors.unit}
        maxLength={40}
        placeholder="hour"
        onValue={(unit) => {
          set({ unit });
        }}
      />
      <TextCell
        label={`Unit price (${currency})`}
        figure
        value={item.unitPrice}
        error={errors.unitPrice}
        placeholder="0.00"
        onValue={(unitPrice) => {
          set({ unitPrice });
        }}
      />
      <SelectCell
        label="Charged"
        value={item.cadence}
        options={CADENCES}
        error={errors.cadence}
        onValue={(cadence) => {
          set({ cadence });
        }}
      />
      {item.cadence !== 'once' && (
        <TextCell
          label="Payments"
          figure
          inputMode="numeric"
          placeholder="Until cancelled"
          value={item.cycles}
          error={errors.cycles}
          onValue={(cycles) => {
            set({ cycles });
          }}
        />
      )}
      <div className={styles.foot}>
        {!oneOf && (
          <TickCell
            label="Optional"
            checked={item.optional}
            onChecked={(optional) => {
              set({ optional });
            }}
          />
        )}
        <div className={styles.buttons}>
          <Button size="sm" variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
          <Button
            size="sm"
            variant="primary"
            icon={<Check size={16} aria-hidden />}
            busy={saving}
            onClick={() => void save()}
          >
            Save Line
          </Button>
        </div>
      </div>
      {other !== undefined && (
        <p role="alert" className={styles.failure}>
          {other}
        </p>
      )}
    </div>
  );
}
