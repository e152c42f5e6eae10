// The less usual parts of a line: description, a range for the client, payments, discount and taxes.
import { Plus, Trash2 } from 'lucide-react';
import { Button, IconButton } from '@/shared/ui/button';
import { AdjustmentCell } from './adjustment-cell';
import { AreaCell, CellError, TextCell } from './cells';
import { newId, type FieldErrors, type ItemDraft } from './draft';
import styles from './pricing-editor.module.css';

const MOST_TAXES = 4;

interface Props {
  item: ItemDraft;
  currency: string;
  errors: FieldErrors[string];
  onChange: (values: Partial<ItemDraft>) => void;
}

export function ItemDetails({ item, currency, errors, onChange }: Props) {
  const setTax = (key: string, values: Partial<ItemDraft['taxes'][number]>) => {
    onChange({ taxes: item.taxes.map((tax) => (tax.key === key ? { ...tax, ...values } : tax)) });
  };
  return (
    <div className={styles.details}>
      <AreaCell
        label="Description"
        className={styles.wide}
        value={item.description}
        error={errors?.description}
        maxLength={2000}
        onValue={(description) => {
          onChange({ description });
        }}
      />
      <div className={styles.pair}>
        <TextCell
          label="Client chooses from"
          figure
          value={item.quantityMin}
          error={errors?.quantityMin}
          onValue={(quantityMin) => {
            onChange({ quantityMin });
          }}
        />
        <TextCell
          label="to"
          figure
          value={item.quantityMax}
          error={errors?.quantityMax}
          onValue={(quantityMax) => {
            onChange({ quantityMax });
          }}
        />
      </div>
      {item.cadence !== 'once' && (
        <TextCell
          label="Number of payments"
          figure
          inputMode="numeric"
          placeholder="Until cancelled"
          value={item.cycles}
          error={errors?.cycles}
          onValue={(cycles) => {
            onChange({ cycles });
          }}
        />
      )}
      {item.discount === null ? (
        <div className={styles.adder}>
          <Button
            size="sm"
            variant="ghost"
            icon={<Plus size={16} aria-hidden />}
            onClick={() => {
              onChange({ discount: { kind: 'percent', value: '10' } });
            }}
          >
            Discount
          </Button>
        </div>
      ) : (
        <div className={styles.removable}>
          <AdjustmentCell
            label="Discount on this line"
            value={item.discount}
            currency={currency}
            error={errors?.['discount.value']}
            onValue={(discount) => {
              onChange({ discount });
            }}
          />
          <IconButton
            label="Remove the discount on this line"
            onClick={() => {
              onChange({ discount: null });
            }}
          >
            <Trash2 size={17} aria-hidden />
          </IconButton>
        </div>
      )}
      <fieldset className={`${styles.taxes ?? ''} ${styles.wide ?? ''}`}>
        <legend>Taxes</legend>
        {item.taxes.map((tax, index) => (
          <div key={tax.key} className={styles.removable}>
            <div className={styles.pair}>
              <TextCell
                label="Name"
                value={tax.name}
                placeholder="VAT"
                maxLength={40}
                error={errors?.[`taxes[${index}].name`]}
                onValue={(name) => {
                  setTax(tax.key, { name });
                }}
              />
              <TextCell
                label="Rate in %"
                figure
                value={tax.rate}
                error={errors?.[`taxes[${index}].rate`]}
                onValue={(rate) => {
                  setTax(tax.key, { rate });
                }}
              />
            </div>
            <IconButton
              label={`Remove ${tax.name || 'tax'}`}
              onClick={() => {
                onChange({ taxes: item.taxes.filter(({ key }) => key !== tax.key) });
              }}
            >
              <Trash2 size={17} aria-hidden />
            </IconButton>
          </div>
        ))}
        {item.taxes.length < MOST_TAXES && (
          <Button
            size="sm"
            variant="ghost"
            icon={<Plus size={16} aria-hidden />}
            onClick={() => {
              onChange({ taxes: [...item.taxes, { key: newId(), name: '', rate: '' }] });
            }}
          >
            Add Tax
          </Button>
        )}
        <CellError error={errors?.taxes} />
      </fieldset>
    </div>
  );
}
