// A percentage or an amount: a discount, a deposit, the share of a milestone.
import type { AdjustmentDraft } from './draft';
import { SelectCell, TextCell } from './cells';
import styles from './pricing-editor.module.css';

interface Props {
  label: string;
  value: AdjustmentDraft;
  currency: string;
  error?: string | undefined;
  onValue: (value: AdjustmentDraft) => void;
}

export function AdjustmentCell({ label, value, currency, error, onValue }: Props) {
  return (
    <div className={styles.adjustment}>
      <TextCell
        label={label}
        figure
        value={value.value}
        error={error}
        onValue={(text) => {
          onValue({ ...value, value: text });
        }}
      />
      <SelectCell
        label={`${label} counts`}
        labelled="never"
        className={styles.kind}
        value={value.kind}
        options={[
          { value: 'percent', label: '%' },
          { value: 'amount', label: currency },
        ]}
        onValue={(kind) => {
          onValue({ ...value, kind });
        }}
      />
    </div>
  );
}
