// The terms of the whole table: currency, taxes included or added, a discount, and the payment terms.
import { Select } from 'antd';
import { Plus, Trash2 } from 'lucide-react';
import { useId, type Dispatch } from 'react';
import type { TaxMode } from '@/api/gen/model';
import { currencyOptions } from '@/shared/lib/currencies';
import { Button, IconButton } from '@/shared/ui/button';
import { AdjustmentCell } from './adjustment-cell';
import { CellError, SelectCell, TextCell } from './cells';
import type { Change } from './changes';
import { newId, type FieldErrors, type PricingDraft } from './draft';
import styles from './pricing-editor.module.css';

const MODES: readonly { value: TaxMode; label: string }[] = [
  { value: 'exclusive', label: 'Taxes are added to the prices' },
  { value: 'inclusive', label: 'Prices contain their taxes' },
];

type Payment = 'none' | 'deposit' | 'milestones';

const PAYMENTS: readonly { value: Payment; label: string }[] = [
  { value: 'none', label: 'As invoiced' },
  { value: 'deposit', label: 'A deposit on acceptance' },
  { value: 'milestones', label: 'In milestones' },
];

const MOST_MILESTONES = 20;

interface Props {
  draft: PricingDraft;
  errors: FieldErrors;
  dispatch: Dispatch<Change>;
}

const milestone = (name: string, value: string) => ({
  id: newId(),
  name,
  due: '',
  share: { kind: 'percent' as const, value },
});

export function TermsForm({ draft, errors, dispatch }: Props) {
  const currencyId = useId();
  const own = errors[''];
  const payment: Payment =
    draft.milestones.length > 0 ? 'milestones' : draft.deposit === null ? 'none' : 'deposit';
  const set = (values: Partial<Omit<PricingDraft, 'groups'>>) => {
    dispatch({ do: 'set table', values });
  };
  const pay = (next: Payment) => {
    if (next === payment) return;
    set({
      deposit: next === 'deposit' ? { kind: 'percent', value: '50' } : null,
      milestones: next === 'milestones' ? [milestone('On start', '50'), milestone('On delivery', '50')] : [],
    });
  };
  return (
    <section className={styles.terms} aria-label="Terms of the whole table">
      <div className={styles.field}>
        <label htmlFor={currencyId}>Currency</label>
        <Select
          id={currencyId}
          className={styles.currency}
          showSearch={{ optionFilterProp: 'label' }}
          value={draft.currency}
          options={currencyOptions}
          status={own?.currency === undefined ? undefined : 'error'}
          onChange={(currency) => {
            set({ currency });
          }}
        />
        <CellError error={own?.currency} />
      </div>
      <SelectCell
        label="Taxes"
        value={draft.taxMode}
        options={MODES}
        onValue={(taxMode) => {
          set({ taxMode });
        }}
      />
      <SelectCell
        label="Payment of one-time amounts"
        value={payment}
        options={PAYMENTS}
        error={own?.deposit}
        onValue={pay}
      />
      {draft.deposit !== null && (
        <AdjustmentCell
          label="Deposit"
          value={draft.deposit}
          currency={draft.currency}
          error={own?.['deposit.value']}
          onValue={(deposit) => {
            set({ deposit });
          }}
        />
      )}
      {draft.discount === null ? (
        <div className={styles.adder}>
          <Button
            size="sm"
            variant="ghost"
            icon={<Plus size={16} aria-hidden />}
            onClick={() => {
              set({ discount: { kind: 'percent', value: '10' } });
            }}
          >
            Discount on Everything
          </Button>
        </div>
      ) : (
        <div className={styles.removable}>
          <AdjustmentCell
            label="Discount on everything"
            value={draft.discount}
            currency={draft.currency}
            error={own?.['discount.value']}
            onValue={(discount) => {
              set({ discount });
            }}
          />
          <IconButton
            label="Remove the discount on everything"
            onClick={() => {
              set({ discount: null });
            }}
          >
            <Trash2 size={17} aria-hidden />
          </IconButton>
        </div>
      )}
      {payment === 'milestones' && (
        <fieldset className={styles.milestones}>
          <legend>Milestones</legend>
          {draft.milestones.map((one, index) => (
            <div key={one.id} className={styles.milestone} role="group" aria-label={`Milestone ${index + 1}`}>
              <TextCell
                label="Milestone"
                value={one.name}
                error={errors[one.id]?.name}
                maxLength={200}
                onValue={(name) => {
                  dispatch({ do: 'set milestone', id: one.id, values: { name } });
                }}
              />
              <TextCell
                label="Due"
                value={one.due}
                error={errors[one.id]?.due}
                maxLength={200}
                placeholder="14 days after launch"
                onValue={(due) => {
                  dispatch({ do: 'set milestone', id: one.id, values: { due } });
                }}
              />
              <AdjustmentCell
                label="Share"
                value={one.share}
                currency={draft.currency}
                error={errors[one.id]?.['share.value']}
                onValue={(share) => {
                  dispatch({ do: 'set milestone', id: one.id, values: { share } });
                }}
              />
              <IconButton
                label={`Remove ${one.name || `milestone ${index + 1}`}`}
                onClick={() => {
                  dispatch({ do: 'remove milestone', id: one.id });
                }}
              >
                <Trash2 size={17} aria-hidden />
              </IconButton>
            </div>
          ))}
          <CellError error={own?.milestones} />
          {draft.milestones.length < MOST_MILESTONES && (
            <div>
              <Button
                size="sm"
                variant="ghost"
                icon={<Plus size={16} aria-hidden />}
                onClick={() => {
                  dispatch({ do: 'add milestone', milestone: milestone('', '') });
                }}
              >
                Add Milestone
              </Button>
            </div>
          )}
        </fieldset>
      )}
    </section>
  );
}
